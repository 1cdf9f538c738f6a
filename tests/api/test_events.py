"""Events: what happened after a seq, redacted for the reader (docs/api.md, "Watching")."""

import random
from typing import Any

import pytest

from tests.api import rows
from tests.api.conftest import Clients, Start
from tests.api.fold import CHOICES, fold
from tests.api.game import CALZA, DUDO, Game, bid
from tests.api.problem import field_errors, refused
from tests.api.table import GAMES, Table, open_table
from tests.client import CheckedClient

Json = dict[str, Any]

# Every ruleset, and mixtures that palifico, calza and hidden dice are likely in.
MIXTURES: list[tuple[str, int, Json]] = [
    ("asmodee", 2, {"starting_dice": 3}),
    ("asmodee", 4, {"starting_dice": 2}),
    ("asmodee", 3, {"starting_dice": 2, "lost_dice_visible": False}),
    ("boxed", 4, {"starting_dice": 2}),
    ("boxed", 3, {"starting_dice": 3, "calza_with_two": True, "palifico_with_two": True}),
    ("aces", 5, {"starting_dice": 2}),
    ("aces", 3, {"starting_dice": 1, "first_opener": "roll_off"}),
]


def events(client: Any, table: Table, after: int = 0) -> list[Json]:
    """Those after a seq, in order and without gaps up to the version, which is the last one's."""
    answer = client.get(f"{table.path}events/?after={after}").json()
    found: list[Json] = answer["events"]
    assert answer["version"] == table.version
    assert [event["seq"] for event in found] == list(range(table.version - len(found) + 1, table.version + 1))
    return found


class Watcher:
    """One viewer with every view it was ever given, by version."""

    def __init__(self, table: Table, viewer: int | None) -> None:
        self.table, self.viewer = table, viewer
        self.client = table.spectator if viewer is None else table.clients[viewer]
        # The creator has known the table since it was new.
        self.views = {table.opened["version"]: table.opened} if viewer == 0 else {table.version: table.seen(viewer)}

    def look(self) -> None:
        """The view now is the one before and what happened since."""
        before = self.views[max(self.views)]
        now = self.table.seen(self.viewer)
        assert fold(before, events(self.client, self.table, after=before["version"])) == now
        self.views[now["version"]] = now

    def look_back(self) -> None:
        """From whichever view one starts, the events after it, as they are told now, lead to every later one."""
        told = events(self.client, self.table)
        versions = sorted(self.views)
        for at, start in enumerate(versions):
            view = self.views[start]
            for end in versions[at + 1 :]:
                view = fold(view, [event for event in told if view["version"] < event["seq"] <= end])
                assert view == self.views[end]


@pytest.mark.parametrize(("ruleset", "seats", "options"), MIXTURES)
def test_a_view_and_the_events_after_it_give_every_later_view(
    clients: Clients, api: CheckedClient, chance: random.Random, ruleset: str, seats: int, options: Json
) -> None:
    """For each seat, those who left or are out too, and for a spectator; moves, departures and time at random."""
    table = open_table(clients(seats), api, chance=chance, ruleset=ruleset, options=options)
    watchers = [Watcher(table, viewer) for viewer in (None, *range(seats))]
    while not table.is_over:
        table.step(chance, leaves=0.02, timeouts=0.1)
        for watcher in watchers:
            watcher.look()
    for watcher in watchers:
        watcher.look_back()


@pytest.mark.parametrize("end", ["leave/", "close/"])
def test_a_private_tables_view_is_kept_too(clients: Clients, end: str) -> None:
    """From the open table to its game and the game's end, or to the table's."""
    ada, bob = clients(2)
    opened = ada.post(GAMES, {"ruleset": "aces", "seats": 2, "private": True}).json()
    path = f"{GAMES}{opened['id']}/"
    if end == "leave/":
        bob.post(f"{path}join/", {"join_code": opened["join_code"]})
    ada.post(f"{path}{end}")
    now = ada.get(path).json()
    told = ada.get(f"{path}events/?after={opened['version']}").json()["events"]
    assert now["status"] == ("finished" if end == "leave/" else "abandoned")
    assert fold(opened, told) == now


# --- What each event says -----------------------------------------------------------------------------------------


def told(game: Game, client: Any, after: int = 0) -> list[Json]:
    found: list[Json] = client.get(f"{game.path}events/?after={after}").json()["events"]
    return found


def own_data(event: Json) -> Json:
    """An event's data without what each event carries beside its own."""
    return {name: value for name, value in event["data"].items() if name not in CHOICES}


def choices(event: Json) -> Json:
    return {name: event["data"][name] for name in CHOICES}


def test_started_and_rolled(start: Start, api: CheckedClient) -> None:
    game = start()
    view = game.view()
    started, rolled = told(game, api)
    assert (started["seq"], started["type"], started["at"]) == (3, "started", view["started_at"])
    assert own_data(started) == {
        "seats": [{name: seat[name] for name in ("seat", "player", "kind", "client_seed")} for seat in view["seats"]]
    }
    assert choices(started) == {"turn": None, "deadline": None, "actions": [], "legal_bids": []}
    assert (rolled["seq"], rolled["type"]) == (4, "rolled")
    kept = ("number", "opener", "palifico_seat", "calza_allowed", "roll_off", "commitments")
    assert own_data(rolled) == {**{name: view["round"][name] for name in kept}, "dice": [], "key": None}
    assert choices(rolled) == {
        "turn": view["round"]["turn"],
        "deadline": view["round"]["deadline"],
        "actions": [],
        "legal_bids": [],
    }


def test_rolled_shows_the_callers_own_dice_and_key_only(start: Start) -> None:
    game = start()
    for seat, client in enumerate(game.clients):
        view, rolled = game.view(seat), told(game, client)[-1]
        assert (rolled["data"]["dice"], rolled["data"]["key"]) == (view["you"]["dice"], view["you"]["key"])
        assert choices(rolled) == {
            "turn": view["round"]["turn"],
            "deadline": view["round"]["deadline"],
            "actions": view["you"]["actions"],
            "legal_bids": view["you"]["legal_bids"],
        }


def test_a_bid(start: Start) -> None:
    game = start()
    game.play(bid(3, 4))
    for seat, client in enumerate(game.clients):
        view, event = game.view(seat), told(game, client, after=4)[0]
        assert event["type"] == "bid"
        assert own_data(event) == view["round"]["bids"][0]
        assert event["at"] == view["round"]["bids"][0]["at"]
        assert (event["data"]["turn"], event["data"]["actions"]) == (view["round"]["turn"], view["you"]["actions"])


def test_a_call_is_two_events_in_one_commit(start: Start, api: CheckedClient) -> None:
    game = start()
    game.play(bid(3, 4))
    game.play(DUDO)
    view = game.view()
    ended, rolled = told(game, api, after=5)
    assert (ended["type"], rolled["type"], rolled["data"]["number"]) == ("round_ended", "rolled", 2)
    assert own_data(ended) == view["last_round"]
    assert ended["at"] == rolled["at"] == view["last_round"]["call"]["at"]
    assert choices(ended) == {"turn": None, "deadline": None, "actions": [], "legal_bids": []}


def test_a_departure(start: Start, api: CheckedClient) -> None:
    game = start()
    leaver = game.turn()
    view = game.leave(leaver)
    left = told(game, api, after=4)[0]
    assert left["type"] == "left"
    [departure] = view["round"]["departures"]
    # Beside the departure: the place the leaver has, and who is to open now.
    assert own_data(left) == {**departure, "place": 3, "opener": game.turn()}
    assert (left["data"]["turn"], left["data"]["deadline"]) == (view["round"]["turn"], view["round"]["deadline"])


def test_the_end(start: Start, api: CheckedClient) -> None:
    game = start(2)
    over = game.leave(0)
    left, ended, finished = told(game, api, after=3)
    assert [left["type"], ended["type"], finished["type"]] == ["left", "round_ended", "finished"]
    assert own_data(ended) == over["last_round"]
    assert own_data(finished) == {
        "places": [{"seat": 0, "place": 2}, {"seat": 1, "place": 1}],
        "server_seed": over["server_seed"],
    }
    assert finished["at"] == over["finished_at"]
    assert finished["seq"] == over["version"]


# --- Which events are told ----------------------------------------------------------------------------------------


def test_events_after_a_seq(start: Start, api: CheckedClient) -> None:
    """From any seq the same events, across rounds; none after the last, however high the number."""
    game = start()
    for move in (bid(3, 4), DUDO, bid(3, 4), CALZA):
        game.play(move)
    whole = told(game, api)
    assert [event["seq"] for event in whole] == list(range(3, game.version + 1))
    assert told(game, api, after=0) == whole
    for after in (*range(game.version + 2), 10**6, 2**63 - 1):
        assert told(game, api, after=after) == [event for event in whole if event["seq"] > after]


def test_an_open_table_has_no_events(clients: Clients) -> None:
    ada, bob = clients(2)
    table = ada.post(GAMES, {"ruleset": "aces", "seats": 3}).json()
    bob.post(f"{GAMES}{table['id']}/join/")
    assert ada.get(f"{GAMES}{table['id']}/events/").json() == {"events": [], "version": 2}


@pytest.mark.parametrize("after", ["-1", "abc", "1.0", "1e3", str(2**63), "1" + "0" * 30, "%00", "0x1"])
def test_no_other_seq(start: Start, after: str) -> None:
    game = start(2)
    assert field_errors(refused(game.clients[0].get(f"{game.path}events/?after={after}"), "invalid")).keys() == {
        "after"
    }


# --- Rounds -------------------------------------------------------------------------------------------------------


def test_resolved_rounds_oldest_first(start: Start, api: CheckedClient) -> None:
    """The same for everybody, as `last_round` and `round_ended` told them; the round being played is not there."""
    game = start()
    lasts = []
    for _ in range(4):
        game.play(bid(3, 4))
        game.play(DUDO)
        lasts.append(game.view()["last_round"])
    game.play(bid(3, 4))
    for client in (*game.clients, api):
        assert client.get(f"{game.path}rounds/").json() == {"results": lasts, "next": None, "previous": None}
    first = api.get(f"{game.path}rounds/?limit=3").json()
    second = api.get(first["next"]).json()
    assert (first["results"], second["results"], second["next"]) == (lasts[:3], lasts[3:], None)
    assert api.get(second["previous"]).json()["results"] == lasts[:3]


def test_rounds_keep_their_place_while_the_game_goes_on(start: Start, api: CheckedClient) -> None:
    game = start()
    seen, address = [], f"{game.path}rounds/?limit=1"
    for _ in range(3):
        game.play(bid(3, 4))
        game.play(DUDO)
        game.play(bid(3, 4))
        game.play(DUDO)
        page = api.get(address).json()
        seen += [round_["number"] for round_ in page["results"]]
        address = page["next"]
    assert seen == [1, 2, 3]


def test_a_game_without_a_resolved_round_has_none(start: Start) -> None:
    game = start(2)
    assert game.clients[0].get(f"{game.path}rounds/").json() == {"results": [], "next": None, "previous": None}


def test_time_makes_events_like_anybody(start: Start, api: CheckedClient) -> None:
    """Its bid and its dudo say so, and the second timeout running is a departure."""
    game = start(2)
    mover = game.turn()
    rows.lay(game.id, {mover: "6 6", (mover + 1) % 2: "6 6 6"})
    game.pass_time()
    assert told(game, api, after=3)[0]["data"]["timeout"] is True
    game.play(bid(2, 2))
    game.pass_time()
    left = [event for event in told(game, api) if event["type"] == "left"]
    assert [(event["data"]["seat"], event["data"]["reason"]) for event in left] == [(mover, "timeout")]
