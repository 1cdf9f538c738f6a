"""The Authorization header."""

from typing import Any

import pytest
from django.utils import timezone

from players.models import Player, Token
from players.services import issue_token
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer

GOOD = "0" * 64
ADDRESSES = ["/api/v1/players/me/", "/api/v1/players/ada/", "/api/v1/tokens/"]


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer a b",
        f"Bearer {GOOD} x",
        f"Bearer {GOOD}x",
        f"Bearer {GOOD}",
        f"Bearer {GOOD[1:]}",
        f"Token {GOOD}",
        "Basic YWRhOnNldmVu",
        GOOD,
        "Bearer \u00e9",
        "Bearer \ud83c\udfb2",
        "Bearer \u0660" + GOOD[1:],
        "Bearer \0",
        "Bearer\t" + GOOD,
        "Bearer " + "0" * 1_000_000,
        "\u00ff\u00fe",
        "'",
    ],
)
def test_any_header_but_a_good_token_is_a_bad_token(
    api: CheckedClient, make_player: MakePlayer, path: str, header: str
) -> None:
    make_player("ada")
    answer = api.get(path, HTTP_AUTHORIZATION=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer nope", "Bearer", GOOD, f"Token {GOOD}"])
def test_what_a_token_looks_like_is_said(api: CheckedClient, db: None, header: str) -> None:
    told = api.get(ADDRESSES[0], HTTP_AUTHORIZATION=header).json()["detail"]
    assert told == "The Authorization header must be 'Bearer' and a token of 64 hexadecimal digits."


@pytest.mark.parametrize("header", ["", "  "])
def test_an_empty_header_is_none(api: CheckedClient, db: None, header: str) -> None:
    answer = api.get("/api/v1/players/me/", HTTP_AUTHORIZATION=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_half_of_a_token_is_not_enough(api: CheckedClient, make_player: MakePlayer) -> None:
    secret = issue_token(player=make_player("ada")).secret
    forged = secret[:63] + ("0" if secret[63] != "0" else "1")
    assert api.get("/api/v1/players/me/", HTTP_AUTHORIZATION=f"Bearer {forged}").json()["code"] == "bad_token"


def test_an_inactive_player_is_shut_out(make_player: MakePlayer, as_player: As) -> None:
    ada = make_player("ada")
    client = as_player(ada)
    Player.objects.update(is_active=False)
    assert client.get("/api/v1/players/me/").json()["code"] == "bad_token"


def test_an_expired_token_is_shut_out(make_player: MakePlayer, as_player: As) -> None:
    client = as_player(make_player("ada"))
    Token.objects.update(expiry=timezone.now())
    assert client.get("/api/v1/players/me/").json()["code"] == "bad_token"


def test_a_malformed_token_costs_no_statement(api: CheckedClient, db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        api.get("/api/v1/players/me/", HTTP_AUTHORIZATION="Bearer x")
