"""Joining and leaving, and private tables (docs/api.md, "Tables")."""

from typing import Any

import pytest

from games.models import Game
from tests.api.conftest import Clients
from tests.api.problem import refused
from tests.api.table import GAMES
from tests.client import CheckedClient

Json = dict[str, Any]


def opened(creator: CheckedClient, **fields: Any) -> Json:
    view: Json = creator.post(GAMES, {"ruleset": "aces", "seats": 3, **fields}).json()
    return view


def path(view: Json, call: str = "") -> str:
    return f"{GAMES}{view['id']}/{call}"


def join(client: CheckedClient, view: Json, **body: Any) -> Any:
    return client.post(path(view, "join/"), body)


def leave(client: CheckedClient, view: Json) -> Any:
    return client.post(path(view, "leave/"))


def sitters(view: Json) -> list[str | None]:
    return [seat["player"] for seat in view["seats"]]


# --- Joining ------------------------------------------------------------------------------------------------------


def test_joiners_take_the_lowest_free_seat(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada, seats=4, bots=["odds"])
    answer = join(bob, view)
    assert answer.status_code == 200
    assert sitters(answer.json()) == ["ada", "bob", None, "odds"]
    assert answer.json()["you"] == {"seat": 1, "dice": [], "key": None, "actions": [], "legal_bids": []}
    leave(ada, view)
    assert sitters(join(cyd, view).json()) == ["cyd", "bob", None, "odds"]


def test_the_last_to_join_starts_the_game(clients: Clients) -> None:
    ada, bob = clients(2)
    view = join(bob, opened(ada, seats=2)).json()
    assert view["status"] == "active"
    assert len(view["you"]["dice"]) == 5
    assert view["round"]["number"] == 1


def test_an_open_tables_version_rises_with_every_change_of_seats(clients: Clients, api: CheckedClient) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada)
    versions = [change.json()["version"] for change in (join(bob, view), leave(bob, view), join(cyd, view))]
    assert [view["version"], *versions] == [1, 2, 3, 4]
    # Nothing else raises it, and `started` has the next one.
    refused(join(cyd, view), "already_seated")
    started = join(bob, view).json()
    assert started["version"] == 6
    events = api.get(path(view, "events/")).json()["events"]
    assert [(event["seq"], event["type"]) for event in events] == [(5, "started"), (6, "rolled")]


def test_nobody_sits_twice_at_a_table(clients: Clients) -> None:
    ada, bob = clients(2)
    view = opened(ada)
    refused(join(ada, view), "already_seated")
    join(bob, view)
    refused(join(bob, view), "already_seated")


def test_a_table_that_is_no_longer_open_cannot_be_joined(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    running = join(bob, opened(ada, seats=2)).json()
    for client in (ada, cyd):
        refused(join(client, running), "game_not_open")
    leave(ada, running)
    refused(join(cyd, running), "game_not_open")
    given_up = opened(ada)
    leave(ada, given_up)
    refused(join(cyd, given_up), "game_not_open")


def test_joining_and_leaving_need_a_token_and_a_game(clients: Clients, api: CheckedClient) -> None:
    [ada] = clients(1)
    view = opened(ada)
    for call in ("join/", "leave/"):
        refused(api.post(path(view, call)), "not_authenticated")
        refused(ada.post(f"{GAMES}nowhere/{call}"), "not_found")
        refused(ada.post(f"{GAMES}nowhere/{call}", {"no": "field"}), "not_found")


# --- Private tables -----------------------------------------------------------------------------------------------


def test_a_private_table_is_joined_with_its_code(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada, private=True)
    refused(join(bob, view), "not_found")
    refused(join(bob, view, join_code="wrong"), "not_found")
    refused(join(bob, view, join_code=""), "not_found")
    assert sitters(join(bob, view, join_code=view["join_code"]).json()) == ["ada", "bob", None]
    # A guest who gave their seat back is an outsider again.
    leave(bob, view)
    refused(join(bob, view), "not_found")
    assert sitters(join(cyd, view, join_code=view["join_code"]).json()) == ["ada", "cyd", None]


def test_the_creator_of_a_private_table_needs_no_code(clients: Clients) -> None:
    [ada] = clients(1)
    assert sitters(join(ada, opened(ada, private=True, sit=False)).json()) == ["ada", None, None]


def test_a_join_code_for_a_public_table_is_ignored(clients: Clients) -> None:
    ada, bob = clients(2)
    assert join(bob, opened(ada), join_code="whatever").status_code == 200


def test_a_private_game_looks_to_outsiders_like_one_that_is_not_there(clients: Clients, api: CheckedClient) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada, seats=2, private=True)
    started = join(bob, view, join_code=view["join_code"]).json()
    for private in (opened(ada, private=True), started):
        for outsider in (api, cyd):
            for call in ("", "?join_code=", "?join_code=wrong", "events/", "rounds/"):
                there = refused(outsider.get(path(private, call)), "not_found")
                assert there == outsider.get(f"{GAMES}nowhere/{call}").json()
        for call in ("join/", "leave/", "moves/"):
            body = {"action": "dudo", "version": 3} if call == "moves/" else {}
            there = refused(cyd.post(path(private, call), body), "not_found")
            assert there == cyd.post(f"{GAMES}nowhere/{call}", body).json()


def test_the_code_shows_a_private_table_before_joining(clients: Clients, api: CheckedClient) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada, seats=2, private=True)
    code = view["join_code"]
    for client in (api, cyd):
        seen = client.get(path(view, f"?join_code={code}")).json()
        assert sitters(seen) == ["ada", None]
        assert (seen["private"], seen["join_code"], seen["you"]) == (True, None, None)
    join(bob, view, join_code=code)
    refused(cyd.get(path(view, f"?join_code={code}")), "not_found")  # a table no longer, but a game


def test_the_code_is_shown_to_the_creator_and_to_those_who_sit(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada, private=True, sit=False)
    code = view["join_code"]
    assert code
    assert join(bob, view, join_code=code).json()["join_code"] == code
    assert ada.get(path(view)).json()["join_code"] == code
    assert cyd.get(path(view, f"?join_code={code}")).json()["join_code"] is None
    assert opened(ada)["join_code"] is None


def test_one_who_left_a_private_game_still_sees_it(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada, private=True)
    for client in (bob, cyd):
        join(client, view, join_code=view["join_code"])
    leave(bob, view)
    assert bob.get(path(view)).json()["status"] == "active"
    leave(cyd, view)
    assert bob.get(path(view)).json()["status"] == "finished"


# --- Leaving ------------------------------------------------------------------------------------------------------


def test_leaving_an_open_table_gives_the_seat_back(clients: Clients) -> None:
    ada, bob = clients(2)
    view = opened(ada)
    join(bob, view, client_seed="bob's")
    answer = leave(bob, view)
    assert answer.status_code == 200
    assert sitters(answer.json()) == ["ada", None, None]
    assert answer.json()["you"] is None
    refused(leave(bob, view), "not_seated")
    assert sitters(join(bob, view).json()) == ["ada", "bob", None]


def test_a_table_whose_creator_leaves_stays(clients: Clients) -> None:
    ada, bob = clients(2)
    view = opened(ada, private=True)
    join(bob, view, join_code=view["join_code"])
    left = leave(ada, view).json()
    assert (left["status"], sitters(left), left["join_code"]) == ("open", [None, "bob", None], view["join_code"])
    assert sitters(join(ada, view).json()) == ["ada", "bob", None]


@pytest.mark.parametrize("bots", [[], ["odds"]])
def test_an_empty_table_is_abandoned(clients: Clients, api: CheckedClient, bots: list[str]) -> None:
    """Bots do not wait for anybody."""
    ada, bob = clients(2)
    view = opened(ada, bots=bots, sit=False)
    join(bob, view)
    left = leave(bob, view).json()
    assert (left["status"], left["version"], left["started_at"]) == ("abandoned", 3, None)
    assert left["finished_at"] is not None
    assert left["server_seed"] is not None
    assert left == api.get(path(view)).json()
    refused(leave(bob, view), "not_seated")
    [event] = api.get(path(view, "events/")).json()["events"]
    assert (event["seq"], event["type"], event["data"]["server_seed"]) == (3, "abandoned", left["server_seed"])


def test_leaving_an_active_game_is_for_good(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    view = opened(ada)
    join(bob, view)
    join(cyd, view)
    left = leave(bob, view).json()
    mine = left["seats"][1]
    assert (left["status"], mine["in_play"], mine["place"], mine["dice_count"]) == ("active", False, 3, 5)
    assert left["you"] == {"seat": 1, "dice": [], "key": None, "actions": [], "legal_bids": []}
    assert left["dice_in_play"] == 15  # the dice stay under the cup until the round ends
    assert [d["seat"] for d in left["round"]["departures"]] == [1]
    refused(leave(bob, view), "not_in_play")
    refused(join(bob, view), "game_not_open")


def test_the_last_opponents_departure_ends_the_game(clients: Clients) -> None:
    ada, bob, cyd = clients(3)
    view = join(bob, opened(ada, seats=2)).json()
    over = leave(ada, view).json()
    assert (over["status"], over["winner"]) == ("finished", 1)
    for client in (ada, bob):
        refused(leave(client, view), "game_not_active")
    refused(leave(cyd, view), "not_seated")


def test_who_lost_their_last_die_cannot_leave(clients: Clients) -> None:
    """Their place is settled."""
    ada, bob, cyd = clients(3)
    view = opened(ada, options={"starting_dice": 1})
    join(bob, view)
    view = join(cyd, view).json()
    by_seat, turn = [ada, bob, cyd], view["round"]["turn"]
    bid = {"action": "bid", "quantity": 1, "face": 2, "version": 4}
    called = by_seat[turn].post(path(view, "moves/"), bid).json()
    view = by_seat[(turn + 1) % 3].post(path(view, "moves/"), {"action": "dudo", "version": called["version"]}).json()
    [loser] = view["last_round"]["out"]
    refused(leave(by_seat[loser], view), "not_in_play")


def test_those_who_have_no_seat_cannot_leave(clients: Clients) -> None:
    ada, bob = clients(2)
    refused(leave(bob, opened(ada)), "not_seated")
    refused(leave(ada, opened(ada, sit=False)), "not_seated")


def test_a_seat_at_a_table_of_bots_is_nobodys_to_leave(clients: Clients) -> None:
    [ada] = clients(1)
    view = opened(ada, sit=False, bots=["odds"] * 3)
    refused(leave(ada, view), "not_seated")
    assert Game.objects.get().status == "active"
