"""Logging in and out: /api/v1/tokens/."""

from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher

from players.models import Player, Token
from players.services import Terms, issue_token, revoke_all_tokens
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer

PATH = "/api/v1/tokens/"


def log_in(api: CheckedClient, username: str = "ada", password: str = PASSWORD, **fields: Any) -> Any:
    return api.post(PATH, {"username": username, "password": password, **fields})


@pytest.mark.parametrize("spelling", ["ada", "ADA"])
def test_gives_a_token_that_works(api: CheckedClient, make_player: MakePlayer, spelling: str) -> None:
    make_player("ada")
    answer = log_in(api, spelling, label="laptop")
    assert answer.status_code == 201
    assert set(answer.json()) == {"id", "token", "label", "scopes", "created_at", "expires_at"}
    assert answer.json()["label"] == "laptop"
    api.credentials(HTTP_AUTHORIZATION=f"bearer  {answer.json()['token']}")
    assert api.get("/api/v1/players/me/").json()["username"] == "ada"


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("ada", "wrong horse 1"),
        ("bob", PASSWORD),
        ("\u212aate", PASSWORD),
        ("no such name", PASSWORD),
        ("server-bot", PASSWORD),
        ("server-bot", "!"),
        ("gone", PASSWORD),
    ],
)
def test_a_wrong_name_and_a_wrong_password_look_the_same(
    api: CheckedClient, make_player: MakePlayer, name: str, password: str
) -> None:
    make_player("ada")
    make_player("kate")
    make_player("gone", is_active=False)
    Player.objects.create_user("server-bot", None, kind=Player.Kind.SERVER)
    answer = log_in(api, name, password)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["code"] == "bad_token"
    assert answer.json()["detail"] == "The username and password do not belong together."
    assert not Token.objects.exists()


def test_an_unknown_name_costs_a_hash_too(
    api: CheckedClient, make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_player("ada")
    hashed: list[str] = []
    real = MD5PasswordHasher.encode

    def encode(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return real(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    for name in ("ada", "bob"):
        log_in(api, name, "wrong horse 1")
    assert hashed == ["wrong horse 1"] * 2


def test_lists_ones_own_newest_first_without_secrets(make_player: MakePlayer, as_player: As) -> None:
    ada = make_player("ada")
    issue_token(player=make_player("bob"), terms=Terms(label="not hers"))
    client = as_player(ada)
    for label in ("first", "second"):
        issue_token(player=ada, terms=Terms(label=label))
    page = client.get(PATH).json()
    assert [token["label"] for token in page["results"]] == ["second", "first", ""]
    fields = {"id", "label", "scopes", "created_at", "expires_at", "last_used_at", "current"}
    assert {frozenset(token) for token in page["results"]} == {frozenset(fields)}
    assert (page["next"], page["previous"]) == (None, None)


def test_a_revoked_token_is_worthless_at_once(make_player: MakePlayer, as_player: As) -> None:
    ada = make_player("ada")
    client, other = as_player(ada), as_player(ada)
    token_id = client.get(PATH).json()["results"][0]["id"]  # the newest: the other's
    assert client.delete(f"{PATH}{token_id}/").status_code == 204
    assert other.get(PATH).json()["code"] == "bad_token"
    assert client.get(PATH).status_code == 200
    assert client.delete(f"{PATH}{token_id}/").json()["code"] == "not_found"


def test_another_players_token_is_not_found(make_player: MakePlayer, as_player: As) -> None:
    theirs = issue_token(player=make_player("bob")).token
    assert as_player(make_player("ada")).delete(f"{PATH}{theirs.public_id}/").json()["code"] == "not_found"
    assert Token.objects.filter(pk=theirs.pk).exists()


def test_the_token_in_use_can_revoke_itself(make_player: MakePlayer, as_player: As) -> None:
    client = as_player(make_player("ada"))
    token_id = client.get(PATH).json()["results"][0]["id"]
    assert client.delete(f"{PATH}{token_id}/").status_code == 204
    assert client.get(PATH).status_code == 401


def test_beyond_the_limit_the_oldest_go(make_player: MakePlayer, settings: Any) -> None:
    settings.MAX_TOKENS = 3
    ada, bob = make_player("ada"), make_player("bob")
    issue_token(player=bob, terms=Terms(label="bob's"))
    for number in range(5):
        issue_token(player=ada, terms=Terms(label=str(number)))
    assert sorted(Token.objects.filter(user=ada).values_list("label", flat=True)) == ["2", "3", "4"]
    assert Token.objects.filter(user=bob).count() == 1


def test_all_tokens_can_be_revoked(make_player: MakePlayer, as_player: As) -> None:
    ada = make_player("ada")
    client, other = as_player(ada), as_player(make_player("bob"))
    revoke_all_tokens(player=ada)
    assert client.get(PATH).status_code == 401
    assert other.get(PATH).status_code == 200


def test_pages_through_the_list(make_player: MakePlayer, as_player: As) -> None:
    ada = make_player("ada")
    client = as_player(ada)
    for number in range(6):
        issue_token(player=ada, terms=Terms(label=str(number)))
    seen: list[str] = []
    url = f"{PATH}?limit=3"
    pages = []
    while url:
        page = client.get(url).json()
        pages.append(len(page["results"]))
        seen += [token["label"] for token in page["results"]]
        back, url = page["previous"], page["next"]
    assert pages == [3, 3, 1]
    assert seen == ["5", "4", "3", "2", "1", "0", ""]
    assert [token["label"] for token in client.get(back).json()["results"]] == ["2", "1", "0"]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=-1", "limit=1.0", "limit=x", "limit=%00", "limit=1e1", "limit=" + "9" * 99]
)
def test_a_bad_limit_is_invalid(make_player: MakePlayer, as_player: As, query: str) -> None:
    answer = as_player(make_player("ada")).get(f"{PATH}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [error["field"] for error in answer.json()["errors"]] == ["limit"]


@pytest.mark.parametrize("cursor", ["x", "cD0x", "%00", "é", "x:y", "WzAsZmFsc2UsbnVsbF0:x", "x" * 5000])
def test_a_cursor_that_is_not_ones_own_is_invalid(make_player: MakePlayer, as_player: As, cursor: str) -> None:
    answer = as_player(make_player("ada")).get(f"{PATH}?cursor={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [error["field"] for error in answer.json()["errors"]] == ["cursor"]


def test_a_cursor_of_another_list_is_invalid(make_player: MakePlayer, as_player: As) -> None:
    ada = make_player("ada")
    client = as_player(ada)
    issue_token(player=ada)
    cursor = client.get(f"{PATH}?limit=1").json()["next"].partition("?")[2]
    assert client.get(f"{PATH}?{cursor}").status_code == 200
    assert client.get(f"/api/v1/games/?{cursor}").json()["code"] == "invalid"


def test_empty_and_unknown_parameters_do_nothing(make_player: MakePlayer, as_player: As) -> None:
    client = as_player(make_player("ada"))
    assert client.get(f"{PATH}?limit=&cursor=&format=xml&x=1").json() == client.get(PATH).json()
