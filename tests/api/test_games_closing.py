"""What the creator of an open table may do, and finding a game (docs/api.md, "Tables")."""

from typing import Any

import pytest

from games.models import Game
from tests.api.conftest import Clients
from tests.api.problem import refused
from tests.api.table import GAMES
from tests.client import CheckedClient

Json = dict[str, Any]

QUICK = f"{GAMES}quick/"


def opened(creator: CheckedClient, **fields: Any) -> str:
    """The address of a new table."""
    return f"{GAMES}{creator.post(GAMES, {'ruleset': 'aces', 'seats': 3, **fields}).json()['id']}/"


def sitters(view: Json) -> list[str | None]:
    return [seat["player"] for seat in view["seats"]]


def test_the_creator_frees_a_seat_a_bots_too(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    table = opened(ada, seats=4, bots=["odds"])
    bob.post(f"{table}join/")
    view = ada.delete(f"{table}seats/1/").json()
    assert (sitters(view), view["version"]) == (["ada", None, None, "odds"], 3)
    view = ada.delete(f"{table}seats/3/").json()
    assert (sitters(view), view["version"]) == (["ada", None, None, None], 4)
    assert view["seats"][3]["kind"] is None
    refused(bob.post(f"{table}leave/"), "not_seated")
    assert sitters(cyd.post(f"{table}join/").json()) == ["ada", "cyd", None, None]


def test_only_the_creator_frees_seats_and_closes_the_table(clients: Clients, api: CheckedClient) -> None:
    ada, bob, cyd = clients(3)
    table = opened(ada)
    bob.post(f"{table}join/")
    for other in (bob, cyd):
        refused(other.delete(f"{table}seats/0/"), "forbidden")
        refused(other.post(f"{table}close/"), "forbidden")
    refused(api.delete(f"{table}seats/0/"), "not_authenticated")
    refused(api.post(f"{table}close/"), "not_authenticated")


@pytest.mark.parametrize("seat", ["2", "3", "9" * 30])
def test_a_seat_that_nobody_sits_in(clients: Clients, seat: str) -> None:
    [ada] = clients(1)
    refused(ada.delete(f"{opened(ada)}seats/{seat}/"), "not_found")


def test_the_creator_closes_the_table(clients: Clients, api: CheckedClient) -> None:
    ada, bob = clients(2)
    table = opened(ada)
    bob.post(f"{table}join/")
    closed = ada.post(f"{table}close/").json()
    assert (closed["status"], closed["version"], sitters(closed)) == ("abandoned", 3, ["ada", "bob", None])
    assert closed["server_seed"] is not None
    [event] = api.get(f"{table}events/").json()["events"]
    assert (event["type"], event["data"]["reason"]) == ("abandoned", "closed")


def test_the_creators_own_seat_is_freed_as_by_leaving(clients: Clients) -> None:
    """So a table at which nobody but bots is left is abandoned by either."""
    ada, bob = clients(2)
    alone, shared = opened(ada, bots=["odds"]), opened(ada)
    bob.post(f"{shared}join/")
    closed = ada.delete(f"{alone}seats/0/").json()
    assert (closed["status"], sitters(closed)) == ("abandoned", [None, None, "odds"])
    stays = ada.delete(f"{shared}seats/0/").json()
    assert (stays["status"], sitters(stays)) == ("open", [None, "bob", None])
    emptied = ada.delete(f"{shared}seats/1/").json()  # by one who does not sit, as it may have been opened
    assert (emptied["status"], sitters(emptied)) == ("open", [None, None, None])


def test_a_game_that_has_begun_is_not_closed(clients: Clients) -> None:
    ada, bob = clients(2)
    table = opened(ada, seats=2)
    bob.post(f"{table}join/")
    for _ in range(2):
        refused(ada.post(f"{table}close/"), "game_not_open")
        refused(ada.delete(f"{table}seats/1/"), "game_not_open")
        ada.post(f"{table}leave/")


def test_a_private_table_is_not_there_for_others_to_close(clients: Clients) -> None:
    ada, bob = clients(2)
    table = opened(ada, private=True)
    refused(bob.post(f"{table}close/"), "not_found")
    refused(bob.delete(f"{table}seats/0/"), "not_found")


def test_quick_opens_a_table_or_sits_down_at_one(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    kind = {"ruleset": "boxed", "seats": 3}
    first, again, second = (client.post(QUICK, kind) for client in (ada, ada, bob))
    assert [answer.status_code for answer in (first, again, second)] == [201, 200, 200]
    assert first.json() == again.json()
    assert sitters(second.json()) == ["ada", "bob", None]
    assert cyd.post(QUICK, {**kind, "seats": 2}).status_code == 201
    started = cyd.post(QUICK, kind).json()
    assert (started["id"], started["status"], started["you"]["seat"]) == (first.json()["id"], "active", 2)


def test_quick_with_a_key_sent_again_is_the_same_game_though_it_has_begun(clients: Clients) -> None:
    """A lost answer costs nobody a seat in a second game; without the key, a new request is a new wish."""
    ada, bob = clients(2)
    kind = {"ruleset": "boxed", "seats": 2}
    opened = ada.post(QUICK, kind, HTTP_IDEMPOTENCY_KEY="first")
    began = bob.post(QUICK, kind, HTTP_IDEMPOTENCY_KEY="first")
    assert (opened.status_code, began.status_code, began.json()["status"]) == (201, 200, "active")
    for client in (ada, bob):
        again = client.post(QUICK, kind, HTTP_IDEMPOTENCY_KEY="first")
        assert (again.status_code, again.json()["id"], again.json()["status"]) == (200, began.json()["id"], "active")
    assert Game.objects.count() == 1
    assert bob.post(QUICK, kind, HTTP_IDEMPOTENCY_KEY="second").json()["id"] != began.json()["id"]
    assert bob.post(QUICK, kind).json()["id"] != began.json()["id"]


def test_quick_takes_the_client_seed(clients: Clients) -> None:
    ada, bob = clients(2)
    kind = {"ruleset": "boxed", "seats": 2}
    ada.post(QUICK, {**kind, "client_seed": "ada's"})
    view = bob.post(QUICK, {**kind, "client_seed": "bob's"}).json()
    assert [seat["client_seed"] for seat in view["seats"]] == ["ada's", "bob's"]
