"""What a token is good for: every call of the OpenAPI document, with a token of every scope."""

import re
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import pytest

from perudo_site.http.schema import document
from players.models import Player, Token, all_scopes
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer
from tests.players.tables import (
    GAMES,
    ME,
    events,
    join,
    ok,
    open_table,
    play_a_round,
    refused,
    start,
    view,
)

SCOPES = all_scopes()
HOLDINGS = [*chain.from_iterable(combinations(SCOPES, size) for size in (1, 2, 3))]


def calls() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def needed(operation: dict[str, Any]) -> list[str]:
    """The scope that the document names; none if the call is open to everybody."""
    return [scope for way in operation["security"] for scope in way.get("bearer", [])]


def policy(method: str, path: str) -> list[str]:
    """What docs/accounts.md says, in other words than the code."""
    if (method, path) in {("POST", "/api/v1/tokens/"), ("POST", "/api/v1/players/")}:
        return []
    of_the_account = ("/api/v1/tokens/", "/api/v1/bots/accounts/", f"{ME}password/", f"{ME}export/")
    if path.startswith(of_the_account) or (method, path) == ("DELETE", ME):
        return ["account"]
    if method == "GET":
        return ["read"] if path == ME else []
    return ["play"]


def filled(path: str) -> str:
    """The address of something that does not exist."""
    return re.sub(r"\{\w+\}", "abc", path.replace("{seat}", "0"))


CALLS = [pytest.param(method, path, operation, id=f"{method} {path}") for method, path, operation in calls()]


@pytest.mark.parametrize(("method", "path", "operation"), CALLS)
def test_the_document_says_what_the_policy_is(method: str, path: str, operation: dict[str, Any]) -> None:
    assert needed(operation) == policy(method, path)
    assert ({} in operation["security"]) == (policy(method, path) == [])


@pytest.mark.parametrize(("method", "path", "operation"), CALLS)
def test_a_call_is_open_to_tokens_with_its_scope(
    make_player: MakePlayer, as_player: As, method: str, path: str, operation: dict[str, Any]
) -> None:
    ada = make_player("ada")
    for holds in HOLDINGS:
        answer = as_player(ada, *holds).generic(method, filled(path))
        lacking = [scope for scope in needed(operation) if scope not in holds]
        refusal = answer.json() if answer.status_code == 403 else {}
        assert [refusal["scope"]] == lacking if "scope" in refusal else not lacking
        if lacking:
            assert (refusal["code"], f"'{lacking[0]}'" in refusal["detail"]) == ("forbidden", True)


@pytest.mark.parametrize(("method", "path", "operation"), CALLS)
def test_a_call_with_a_scope_needs_a_token(
    api: CheckedClient, db: None, method: str, path: str, operation: dict[str, Any]
) -> None:
    answer = api.generic(method, filled(path))
    unknown = answer.status_code == 401 and answer.json()["code"] == "not_authenticated"
    assert unknown == bool(needed(operation))


def test_no_scope_lets_a_call_through_that_changes_an_account(make_player: MakePlayer, as_player: As) -> None:
    """A token of one program cannot take over the account."""
    ada = make_player("ada")
    before = Player.objects.filter(pk=ada.pk).values().get()
    client = as_player(ada, "read", "play")
    body = {"password": "seven fours 7", "new_password": "other horse 1"}
    assert refused(client.post(f"{ME}password/", body)) == (403, "forbidden")
    assert refused(client.delete(ME, {"password": "seven fours 7"})) == (403, "forbidden")
    assert Player.objects.filter(pk=ada.pk).values().get() == before
    assert Token.objects.count() == 1


# --- What one without `read` sees ---------------------------------------------------------------------------------


@pytest.fixture
def people(make_player: MakePlayer) -> list[Player]:
    return [make_player(name) for name in ("ada", "bea")]


def test_without_read_one_sees_what_anybody_sees(people: list[Player], as_player: As, api: CheckedClient) -> None:
    ada, bea = map(as_player, people)
    public = start(ada, bea)
    private = start(ada, bea, private=True)
    waiting = open_table(ada, private=True)
    play_a_round(ada, bea, game=public)
    own = view(ada, public)
    assert own["you"]["dice"]
    for scopes in (("play",), ("account",), ("play", "account")):
        blind = as_player(people[0], *scopes)
        assert view(blind, public) == view(api, public) == {**own, "you": None}
        assert events(blind, public) == events(api, public) != events(ada, public)
        for path in ("", "events/", "rounds/", "replay/"):
            for game in (private, waiting):
                assert refused(blind.get(f"{GAMES}{game['id']}/{path}")) == (404, "not_found")
        for listed in (GAMES, "/api/v1/players/ada/games/"):
            assert ok(blind.get(listed)) == ok(api.get(listed)) != ok(ada.get(listed))
        refusal = blind.get(f"{GAMES}?my_turn=true")
        assert (*refused(refusal), refusal.json()["scope"]) == (403, "forbidden", "read")


def test_with_read_one_sees_ones_own_and_does_nothing(people: list[Player], as_player: As) -> None:
    ada, bea = map(as_player, people)
    game = start(ada, bea, private=True)
    reader = as_player(people[0], "read")
    assert view(reader, game) == view(ada, game)
    before = view(ada, game)
    for path in ("moves/", "leave/", "join/", "close/"):
        body = {"action": "dudo", "version": game["version"]} if path == "moves/" else {}
        assert refused(reader.post(f"{GAMES}{game['id']}/{path}", body)) == (403, "forbidden")
    assert refused(reader.post(GAMES, {"ruleset": "aces", "seats": 2})) == (403, "forbidden")
    assert view(ada, game) == before


def test_one_who_may_only_play_moves_without_seeing(people: list[Player], as_player: As, api: CheckedClient) -> None:
    game = start(*map(as_player, people))
    mover = people[game["round"]["turn"]]
    blind = as_player(mover, "play")
    body = {"action": "bid", "quantity": 1, "face": 2, "version": game["version"]}
    for status in (201, 200):
        answer = ok(blind.post(f"{GAMES}{game['id']}/moves/", body), status)
        assert answer["you"] is None
        assert answer == view(api, game)
    stale = blind.post(f"{GAMES}{game['id']}/moves/", {**body, "quantity": 2})
    assert refused(stale) == (409, "stale_version")
    assert stale.json()["game"] == view(api, game)
    assert ok(blind.post(f"{GAMES}{game['id']}/leave/"))["you"] is None


def test_one_who_may_only_play_opens_and_joins_public_tables(people: list[Player], as_player: As) -> None:
    ada, blind = as_player(people[0]), as_player(people[1], "play")
    opened = open_table(blind, 2)
    assert (opened["you"], opened["seats"][0]["player"]) == (None, "bea")
    join(ada, opened)
    assert join(blind, open_table(ada, 2))["you"] is None
    quick = ok(blind.post(f"{GAMES}quick/", {"ruleset": "aces", "seats": 2, "turn_seconds": 60}), 201)
    assert quick["you"] is None
    own = open_table(blind)
    join(ada, own)
    assert ok(blind.delete(f"{GAMES}{own['id']}/seats/0/"))["you"] is None
    assert ok(blind.post(f"{GAMES}{own['id']}/close/"))["status"] == "abandoned"


def test_a_private_game_is_not_there_for_one_who_may_only_play(people: list[Player], as_player: As) -> None:
    ada, bea = map(as_player, people)
    running, waiting = start(ada, bea, private=True), open_table(ada, 2, private=True)
    before = [view(ada, game) for game in (running, waiting)]
    blind = [as_player(player, "play", "account") for player in people]
    body = {"action": "bid", "quantity": 1, "face": 2, "version": running["version"]}
    for client in blind:
        assert refused(client.post(f"{GAMES}{running['id']}/moves/", body)) == (404, "not_found")
        assert refused(client.post(f"{GAMES}{running['id']}/moves/", {"action": "?"})) == (404, "not_found")
        for game in (running, waiting):
            assert refused(client.post(f"{GAMES}{game['id']}/leave/")) == (404, "not_found")
            assert refused(client.post(f"{GAMES}{game['id']}/close/")) == (404, "not_found")
            assert refused(client.delete(f"{GAMES}{game['id']}/seats/0/")) == (404, "not_found")
        code = {"join_code": waiting["join_code"]}
        assert refused(client.post(f"{GAMES}{waiting['id']}/join/", code)) == (404, "not_found")
    refusal = blind[0].post(GAMES, {"ruleset": "aces", "seats": 2, "private": True})
    assert (*refused(refusal), refusal.json()["scope"]) == (403, "forbidden", "read")
    assert [view(ada, game) for game in (running, waiting)] == before


def test_a_token_made_when_there_were_no_scopes_is_good_for_everything(make_player: MakePlayer, as_player: As) -> None:
    """The column's default, which the migration gave to tokens that were there before."""
    as_player(make_player("ada"))
    assert Token._meta.get_field("scopes").get_default() == SCOPES
    assert Token.objects.get().scopes == SCOPES
