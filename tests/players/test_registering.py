"""POST /api/v1/players/."""

from typing import Any

import pytest

from players.models import Player, Token
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer

PATH = "/api/v1/players/"


def test_answers_with_the_player_and_a_token_that_works(api: CheckedClient, db: None) -> None:
    answer = api.post(PATH, {"username": "Ada_L-1", "password": PASSWORD})
    assert answer.status_code == 201
    player = answer.json()["player"]
    assert (player["username"], player["kind"]) == ("Ada_L-1", "human")
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['token']}")
    assert api.get("/api/v1/players/me/").json() == player


def test_stores_neither_password_nor_token(api: CheckedClient, db: None) -> None:
    secret = api.post(PATH, {"username": "ada", "password": PASSWORD}).json()["token"]
    stored = str([*Player.objects.values(), *Token.objects.values()])
    assert PASSWORD not in stored
    assert secret not in stored


@pytest.mark.parametrize("spelling", ["ada", "ADA", "aDa"])
def test_a_name_is_taken_in_every_case(api: CheckedClient, make_player: MakePlayer, spelling: str) -> None:
    make_player("Ada")
    answer = api.post(PATH, {"username": spelling, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "username_taken")
    assert Player.objects.filter(username=spelling, kind="human").count() == (spelling == "Ada")


@pytest.mark.parametrize("word", ["me", "Me", "ME"])
def test_words_of_addresses_are_reserved(api: CheckedClient, db: None, word: str) -> None:
    answer = api.post(PATH, {"username": word, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "username_taken")


@pytest.mark.parametrize(
    "name", ["ad", "a" * 21, "ada lovelace", "ada\n", "ada.l", "\u00e4d\u00e4", "\u212aate", "ada/", "", " ada"]
)
def test_a_malformed_name_is_invalid(api: CheckedClient, db: None, name: str) -> None:
    answer = api.post(PATH, {"username": name, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [error["field"] for error in answer.json()["errors"]] == ["username"]


@pytest.mark.parametrize("name", ["abc", "a" * 20, "A-_9"])
def test_names_at_the_limits_are_good(api: CheckedClient, db: None, name: str) -> None:
    assert api.post(PATH, {"username": name, "password": PASSWORD}).status_code == 201


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short1", "password_too_short"),
        ("password1", "password_too_common"),
        ("8675309864", "password_entirely_numeric"),
        ("ada-lovelace", "password_too_similar"),
    ],
)
def test_a_weak_password_is_invalid(api: CheckedClient, db: None, password: str, code: str) -> None:
    answer = api.post(PATH, {"username": "ada-lovelace", "password": password})
    assert answer.status_code == 400
    assert {"password": code} in [{error["field"]: error["code"]} for error in answer.json()["errors"]]
    assert not Player.objects.filter(username="ada-lovelace").exists()


def test_a_password_is_taken_as_it_is(api: CheckedClient, db: None) -> None:
    password = f"  {PASSWORD} \u00e9\U0001f3b2 "
    api.post(PATH, {"username": "ada", "password": password})
    assert api.post("/api/v1/tokens/", {"username": "ada", "password": password}).status_code == 201
    assert api.post("/api/v1/tokens/", {"username": "ada", "password": password.strip()}).status_code == 401


def test_a_profile_is_public_and_found_in_every_case(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("Ada")
    answer = api.get("/api/v1/players/aDA/")
    assert answer.status_code == 200
    assert set(answer.json()) >= {"username", "kind", "joined_at"}
    assert answer.json()["username"] == "Ada"


@pytest.mark.parametrize("name", ["bob", "ME", "%00", "a" * 500, "ada%20", "\u212aate", "..", "ada%2f"])
def test_a_profile_that_does_not_exist_is_not_found(api: CheckedClient, make_player: MakePlayer, name: str) -> None:
    make_player("ada")
    make_player("kate")
    answer = api.get(f"/api/v1/players/{name}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_profile_costs_three_statements(
    api: CheckedClient, make_player: MakePlayer, django_assert_num_queries: Any
) -> None:
    """The account, its ratings, its statistics."""
    make_player("ada")
    with django_assert_num_queries(3):
        api.get("/api/v1/players/ada/")


def test_me_needs_a_token_and_costs_three_statements(
    api: CheckedClient, make_player: MakePlayer, as_player: As, django_assert_num_queries: Any
) -> None:
    assert api.get("/api/v1/players/me/").json()["code"] == "not_authenticated"
    ada = as_player(make_player("ada"))
    with django_assert_num_queries(3):
        assert ada.get("/api/v1/players/me/").json()["username"] == "ada"
