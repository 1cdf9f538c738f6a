"""What a token is called, how long it lives, when it was used, and which one is in use."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from perudo_site.refusals import Code, Refusal
from players.models import Player, Token
from players.services import Terms, issue_token, note_use
from players.services.housekeeping import purge
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer
from tests.players.tables import ME, TOKENS, ok, play, refused, start

HOUR = timedelta(hours=1)


def log_in(api: CheckedClient, **fields: Any) -> Any:
    return ok(api.post(TOKENS, {"username": "ada", "password": PASSWORD, **fields}), 201)


def with_token(secret: str) -> CheckedClient:
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def test_without_a_word_a_token_is_good_for_everything_for_ever(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    issued = log_in(api)
    assert (issued["label"], issued["scopes"], issued["expires_at"]) == ("", ["read", "play", "account"], None)


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        (["read"], ["read"]),
        (["play", "read"], ["read", "play"]),
        (["account", "account"], ["account"]),
        (["account", "play", "read"], ["read", "play", "account"]),
    ],
)
def test_scopes_are_listed_once_in_one_order(
    api: CheckedClient, make_player: MakePlayer, asked: list[str], made: list[str]
) -> None:
    make_player("ada")
    assert log_in(api, scopes=asked)["scopes"] == made
    assert Token.objects.get().scopes == made


def test_a_list_says_all_there_is_to_know(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    other = log_in(api, label="tool", scopes=["play"], expires_in=3600)
    client = with_token(log_in(api, label="laptop")["token"])
    [own, tool] = ok(client.get(TOKENS))["results"]
    assert (own["label"], own["current"], tool["label"], tool["current"]) == ("laptop", True, "tool", False)
    assert {name: tool[name] for name in ("id", "scopes", "created_at", "expires_at")} == {
        name: other[name] for name in ("id", "scopes", "created_at", "expires_at")
    }
    assert own["last_used_at"] is not None
    assert tool["last_used_at"] is None
    life = datetime.fromisoformat(tool["expires_at"]) - datetime.fromisoformat(tool["created_at"])
    assert abs(life - HOUR) < timedelta(seconds=1)


def test_a_token_dies_at_its_moment_and_is_forgotten_after(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    client = with_token(log_in(api, expires_in=60)["token"])
    ok(client.get(ME))
    expiry = Token.objects.get().expiry
    assert expiry is not None
    purge(now=expiry - timedelta(microseconds=1))
    assert Token.objects.exists()
    Token.objects.update(expiry=timezone.now())
    assert refused(client.get(ME)) == (401, "bad_token")
    purge(now=timezone.now())
    assert not Token.objects.exists()


def test_use_is_noted_once_an_hour(make_player: MakePlayer) -> None:
    token, now = issue_token(player=make_player("ada")).token, timezone.now()
    for moment, noted in [(now, now), (now + HOUR - timedelta(seconds=1), now), (now + HOUR, now + HOUR)]:
        note_use(token=Token.objects.get(), now=moment)
        assert Token.objects.get().last_used_at == noted
    with CaptureQueriesContext(connection) as captured:
        note_use(token=Token.objects.get(pk=token.pk), now=now + HOUR)
    assert len(captured) == 1  # the reading of it, for this test


def test_a_request_notes_the_use_of_its_token(make_player: MakePlayer) -> None:
    issued = issue_token(player=make_player("ada"))
    before = timezone.now()
    ok(with_token(issued.secret).get("/api/v1/games/"))
    used = Token.objects.get().last_used_at
    assert used is not None
    assert before <= used <= timezone.now()


def test_a_refused_token_is_not_used(make_player: MakePlayer) -> None:
    issued = issue_token(player=make_player("ada"), terms=Terms(expires_in=60))
    Token.objects.update(expiry=timezone.now())
    assert refused(with_token(issued.secret).get(ME)) == (401, "bad_token")
    assert Token.objects.get().last_used_at is None


def test_a_move_notes_nothing_and_costs_six_statements_at_most(make_player: MakePlayer, as_player: As) -> None:
    people = [make_player(name) for name in ("ada", "bea")]
    game = start(*map(as_player, people))
    Token.objects.update(last_used_at=None)
    fresh = {seat: with_token(issue_token(player=player).secret) for seat, player in enumerate(people)}
    with CaptureQueriesContext(connection) as captured:
        play(fresh, game, action="bid", quantity=1, face=2)
    # The test's own statement, and the savepoints that stand for the server's BEGIN and COMMIT.
    said = [query["sql"] for query in captured if "SAVEPOINT" not in query["sql"]]
    assert len(said) - 1 <= 6, said
    assert not Token.objects.exclude(last_used_at=None).exists()


def test_the_same_request_again_asks_for_the_same_terms(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    body = {"username": "ada", "password": PASSWORD, "scopes": ["read"], "expires_in": 60}

    def send(**fields: Any) -> Any:
        return ok(api.post(TOKENS, body | fields, HTTP_IDEMPOTENCY_KEY="k"), 201)

    first = send()
    assert send() == first
    assert send(scopes=["read", "play"])["id"] != first["id"]
    assert send(expires_in=61)["id"] != first["id"]
    assert send(expires_in=None)["id"] != first["id"]


def test_a_log_in_that_was_overtaken_by_another_password_gives_no_token(make_player: MakePlayer) -> None:
    """The password was right when it was checked; the token is made a moment later."""
    checked = make_player("ada")
    later = Player.objects.get(pk=checked.pk)
    later.set_password("other horse 1")
    later.save()
    with pytest.raises(Refusal) as refusal:
        issue_token(player=checked)
    assert refusal.value.code is Code.BAD_TOKEN
    assert not Token.objects.exists()
