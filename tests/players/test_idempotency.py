"""The Idempotency-Key header, for accounts and tokens and by itself."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from perudo_site.refusals import Code, Refusal
from players.idempotency import once, purge
from players.models import IdempotentRequest, Player, Token
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer

PLAYERS, TOKENS, ME = "/api/v1/players/", "/api/v1/tokens/", "/api/v1/players/me/"
ADA = {"username": "ada", "password": PASSWORD}
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def send(api: CheckedClient, path: str, body: dict[str, Any], key: str = "k 1") -> Any:
    return api.post(path, body, HTTP_IDEMPOTENCY_KEY=key)


def age(by: timedelta) -> None:
    row = IdempotentRequest.objects.get()
    IdempotentRequest.objects.update(created_at=row.created_at - by)


def test_registering_again_gives_the_first_answer(api: CheckedClient, db: None) -> None:
    first, second = send(api, PLAYERS, ADA), send(api, PLAYERS, ADA)
    assert (first.status_code, first.json()) == (second.status_code, second.json()) == (201, first.json())
    assert Token.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "key"), [({**ADA, "password": "other horse 1"}, "k 1"), (ADA, "k 2"), ({**ADA, "username": "ADA"}, "k 1")]
)
def test_registering_differently_is_another_request(
    api: CheckedClient, db: None, body: dict[str, Any], key: str
) -> None:
    first = send(api, PLAYERS, ADA).json()["token"]
    assert send(api, PLAYERS, body, key).json()["code"] == "username_taken"
    assert Token.objects.count() == 1
    assert send(api, PLAYERS, ADA).json()["token"] == first


def test_nothing_that_is_stored_is_the_secret_or_leads_to_it(api: CheckedClient, db: None, settings: Any) -> None:
    secret = send(api, PLAYERS, ADA).json()["token"]
    stored = str(list(IdempotentRequest.objects.values()))
    assert secret not in stored
    assert PASSWORD not in stored
    # With another SECRET_KEY the same rows and the same request give nothing.
    settings.SECRET_KEY = "another key"
    assert send(api, PLAYERS, ADA).json()["code"] == "username_taken"


def test_a_password_changed_meanwhile_opens_nothing(api: CheckedClient, db: None) -> None:
    send(api, PLAYERS, ADA)
    ada = Player.objects.get(username="ada")
    ada.set_password("other horse 1")
    ada.save()
    assert send(api, TOKENS, ADA).json()["code"] == "bad_token"
    assert send(api, PLAYERS, ADA).json()["code"] == "username_taken"


def test_a_player_shut_out_meanwhile_gets_nothing(api: CheckedClient, db: None) -> None:
    send(api, PLAYERS, ADA)
    Player.objects.update(is_active=False)
    assert send(api, PLAYERS, ADA).json()["code"] == "username_taken"


def test_logging_in_again_gives_the_first_answer(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    first, second = send(api, TOKENS, ADA), send(api, TOKENS, ADA)
    assert (first.status_code, first.json()) == (second.status_code, second.json()) == (201, first.json())
    assert Token.objects.count() == 1


def test_logging_in_again_verifies_the_password(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    send(api, TOKENS, ADA)
    assert send(api, TOKENS, {**ADA, "password": "wrong horse 1"}).json()["code"] == "bad_token"


def test_two_players_may_use_one_key(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    make_player("bob")
    secrets = {send(api, TOKENS, {**ADA, "username": name}).json()["token"] for name in ("ada", "bob")}
    assert len(secrets) == 2


def test_a_label_is_part_of_the_request(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    secrets = {send(api, TOKENS, {**ADA, "label": label}).json()["token"] for label in ("a", "b")}
    assert len(secrets) == 2


def test_a_revoked_token_does_not_come_back(api: CheckedClient, make_player: MakePlayer, as_player: As) -> None:
    client = as_player(make_player("ada"))
    first = send(api, TOKENS, ADA).json()
    client.delete(f"{TOKENS}{first['id']}/")
    second = send(api, TOKENS, ADA).json()
    assert second["id"] != first["id"]
    assert second["token"] != first["token"]
    assert send(api, TOKENS, ADA).json() == second


def test_nor_does_one_that_has_expired(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    body = {**ADA, "expires_in": 60}
    first = send(api, TOKENS, body).json()
    assert send(api, TOKENS, body).json() == first
    Token.objects.update(expiry=timezone.now())
    second = send(api, TOKENS, body).json()
    assert second["token"] != first["token"]
    assert api.get(ME, HTTP_AUTHORIZATION=f"Bearer {second['token']}").status_code == 200


def test_without_a_key_every_request_is_new(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    assert len({api.post(TOKENS, ADA).json()["token"] for _ in range(2)}) == 2
    assert not IdempotentRequest.objects.exists()


def test_a_key_is_forgotten_after_a_day(api: CheckedClient, make_player: MakePlayer) -> None:
    make_player("ada")
    first = send(api, TOKENS, ADA).json()
    age(timedelta(hours=23))
    assert send(api, TOKENS, ADA).json() == first
    age(timedelta(hours=2))
    assert send(api, TOKENS, ADA).json() != first


def make(made: str, **fields: Any) -> tuple[str, bool]:
    given: dict[str, Any] = {"caller": "1", "path": "POST x", "key": "k", "body": {"a": 1}, "now": NOON, **fields}
    return once(create=lambda: made, **given)


def test_once_calls_create_once(db: None) -> None:
    assert [make("first"), make("second")] == [("first", True), ("first", False)]


@pytest.mark.parametrize(
    "other", [{"caller": "2"}, {"path": "POST y"}, {"key": "l"}, {"body": {"a": 2}}, {"key": None}]
)
def test_once_tells_requests_apart(db: None, other: dict[str, Any]) -> None:
    assert [make("first"), make("second", **other)] == [("first", True), ("second", True)]


def test_once_takes_fields_in_any_order(db: None) -> None:
    make("first", body={"a": 1, "b": 2})
    assert make("second", body={"b": 2, "a": 1}) == ("first", False)


def test_once_forgets_after_the_window_to_the_second(db: None, settings: Any) -> None:
    make("first")
    just = NOON + settings.IDEMPOTENCY_WINDOW - timedelta(seconds=1)
    assert make("second", now=just) == ("first", False)
    assert make("third", now=just + timedelta(seconds=1)) == ("third", True)
    assert make("fourth", now=just + timedelta(seconds=2)) == ("third", False)


def test_once_remembers_nothing_of_a_refusal(db: None) -> None:
    def refuse() -> str:
        raise Refusal(Code.GAME_FULL)

    with pytest.raises(Refusal):
        once(caller="1", path="POST x", key="k", body={"a": 1}, create=refuse, now=NOON)
    assert make("second") == ("second", True)


def test_purge_deletes_what_is_past_the_window(db: None, settings: Any) -> None:
    make("old", key="old")
    make("new", key="new", now=NOON + timedelta(hours=1))
    assert purge(now=NOON + settings.IDEMPOTENCY_WINDOW) == 1
    assert [row.made for row in IdempotentRequest.objects.all()] == ["new"]
