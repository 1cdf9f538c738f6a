"""The game view, field by field (docs/api.md, "Game view"), and its ETag.

That views follow from the rules is the business of test_whole_games; what they hide, of tests.api.leaks.
"""

import re
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

from tests.api import rows
from tests.api.conftest import Clients, Start
from tests.api.game import CALZA, DUDO, Game, bid
from tests.api.table import GAMES
from tests.client import CheckedClient

Json = dict[str, Any]

NOTHING_TO_DO: Json = {"dice": [], "key": None, "actions": [], "legal_bids": []}
A_MINUTE = timedelta(seconds=60)


def moment(text: str) -> datetime:
    """A time as the API writes it: ISO 8601, UTC."""
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", text)
    return datetime.fromisoformat(text)


# --- By status ----------------------------------------------------------------------------------------------------


def test_a_game_that_has_begun(start: Start) -> None:
    game = start()
    opener = game.turn()
    view = game.view(opener)
    assert view["status"] == "active"
    assert moment(view["created_at"]) <= moment(view["started_at"])
    assert (view["finished_at"], view["server_seed"], view["winner"], view["last_round"]) == (None,) * 4
    assert view["dice_in_play"] == 15
    assert view["seats"] == [
        {
            "seat": seat,
            "player": name,
            "kind": "human",
            "dice_count": 5,
            "in_play": True,
            "had_palifico": False,
            "timeouts": 0,
            "place": None,
            "client_seed": view["seats"][seat]["client_seed"],
        }
        for seat, name in enumerate(("ada", "bob", "cyd"))
    ]
    assert view["round"] == {
        "number": 1,
        "opener": opener,
        "palifico_seat": None,
        "calza_allowed": True,
        "roll_off": None,
        "commitments": view["round"]["commitments"],
        "bids": [],
        "departures": [],
        "turn": opener,
        "deadline": view["round"]["deadline"],
    }
    assert [sorted(commitment) for commitment in view["round"]["commitments"]] == [["commitment", "seat"]] * 3
    you = view["you"]
    assert you == {
        "seat": opener,
        "dice": you["dice"],
        "key": you["key"],
        "actions": ["bid"],
        "legal_bids": [{"face": face, "min": 1, "max": 15} for face in (2, 3, 4, 5, 6)],
    }


def test_a_resolved_round(start: Start) -> None:
    game = start()
    opener = game.turn()
    caller, third = (opener + 1) % 3, (opener + 2) % 3
    rows.lay(game.id, {opener: "2 2 3 4 5", caller: "1 1 6 6 6", third: "3 3 3 3 3"})
    commitments = game.view()["round"]["commitments"]
    game.play(bid(4, 2))
    game.play(DUDO)
    view = game.view()
    last = view["last_round"]
    assert last == {
        "number": 1,
        "opener": opener,
        "palifico_seat": None,
        "calza_allowed": True,
        "roll_off": None,
        "commitments": commitments,
        "bids": [{"seat": opener, "quantity": 4, "face": 2, "timeout": False, "at": last["bids"][0]["at"]}],
        "departures": [],
        "call": {"kind": "dudo", "seat": caller, "timeout": False, "at": last["call"]["at"]},
        "count": 4,
        "hands": [
            {"seat": caller, "dice": [1, 1, 6, 6, 6], "key": last["hands"][0]["key"]},
            {"seat": third, "dice": [3, 3, 3, 3, 3], "key": last["hands"][1]["key"]},
            {"seat": opener, "dice": [2, 2, 3, 4, 5], "key": last["hands"][2]["key"]},
        ],
        "dice_change": {"seat": caller, "before": 5, "after": 4},
        "out": [],
        "next_opener": caller,
    }
    assert (view["round"]["number"], view["round"]["opener"], view["dice_in_play"]) == (2, caller, 14)
    assert moment(last["bids"][0]["at"]) <= moment(last["call"]["at"])


def test_a_round_closed_by_a_departure(start: Start) -> None:
    """A leaver who closes the round stands in `departures` too; `hands` stand in seat order."""
    game = start()
    game.play(bid(3, 4))
    game.leave(2)
    over = game.leave(1)
    last = over["last_round"]
    assert last["call"] == {"kind": "departure", "seat": 1, "timeout": False, "at": last["call"]["at"]}
    assert (last["count"], last["dice_change"], last["next_opener"]) == (None, None, None)
    assert [hand["seat"] for hand in last["hands"]] == [0, 1, 2]
    assert last["out"] == [2, 1]
    assert last["departures"] == [
        {"seat": seat, "after_bids": 1, "reason": "left", "at": last["departures"][index]["at"]}
        for index, seat in enumerate((2, 1))
    ]


def test_a_game_that_is_over(start: Start, api: CheckedClient) -> None:
    game = start()
    commitment = game.view()["seed_commitment"]
    game.leave(2)
    game.leave(0)
    for viewer in range(3):
        view = game.view(viewer)
        assert (view["status"], view["winner"], view["round"], view["dice_in_play"]) == ("finished", 1, None, None)
        assert moment(view["started_at"]) <= moment(view["finished_at"])
        assert [seat["place"] for seat in view["seats"]] == [2, 1, 3]
        assert [seat["in_play"] for seat in view["seats"]] == [False, True, False]
        assert [seat["dice_count"] for seat in view["seats"]] == [0, 5, 0]
        assert view["you"] == {"seat": viewer, **NOTHING_TO_DO}
        assert sha256(bytes.fromhex(view["server_seed"])).hexdigest() == view["seed_commitment"] == commitment
    assert api.get(game.path).json() == {**game.view(), "you": None}


def test_client_seeds_and_the_server_seed_by_status(clients: Clients, api: CheckedClient) -> None:
    """Client seeds are null while the table is open, the server seed until the game is over; an empty table, too."""
    ada, bob = clients(2)

    def seeds(game_id: str) -> tuple[list[str | None], bool]:
        view = api.get(f"{GAMES}{game_id}/").json()
        return [seat["client_seed"] for seat in view["seats"]], view["server_seed"] is not None

    table = {"ruleset": "aces", "seats": 2, "client_seed": "ada's"}
    given_up, game_id = (ada.post(GAMES, table).json()["id"] for _ in range(2))
    assert seeds(game_id) == ([None, None], False)
    bob.post(f"{GAMES}{game_id}/join/", {"client_seed": "bob's"})
    assert seeds(game_id) == (["ada's", "bob's"], False)
    bob.post(f"{GAMES}{game_id}/leave/")
    assert seeds(game_id) == (["ada's", "bob's"], True)
    ada.post(f"{GAMES}{given_up}/leave/")
    assert seeds(given_up) == ([None, None], True)


# --- The deadline -------------------------------------------------------------------------------------------------


def test_a_turn_has_as_long_as_the_table_says(start: Start) -> None:
    game = start(turn_seconds=60)
    view = game.view()
    assert moment(view["round"]["deadline"]) == moment(view["started_at"]) + A_MINUTE
    game.play(bid(3, 4))
    view = game.view()
    assert moment(view["round"]["deadline"]) == moment(view["round"]["bids"][0]["at"]) + A_MINUTE
    game.play(DUDO)
    view = game.view()
    assert moment(view["round"]["deadline"]) == moment(view["last_round"]["call"]["at"]) + A_MINUTE


def test_a_departure_gives_only_the_next_on_turn_a_new_deadline(start: Start) -> None:
    game = start(4, turn_seconds=60)
    before = game.view()["round"]["deadline"]
    game.leave(game.turn(2))
    assert game.view()["round"]["deadline"] == before
    leaver = game.turn()
    round_ = game.leave(leaver)["round"]
    assert moment(round_["deadline"]) == moment(round_["departures"][-1]["at"]) + A_MINUTE
    assert round_["opener"] == round_["turn"] != leaver


# --- What you may do ----------------------------------------------------------------------------------------------


def test_a_spectator_is_nobody(start: Start, api: CheckedClient, as_player: Any, make_player: Any) -> None:
    game = start()
    assert api.get(game.path).json() == as_player(make_player("stranger")).get(game.path).json()
    assert api.get(game.path).json() == {**game.view(), "you": None}


def test_one_who_may_call_calza_out_of_turn_has_no_legal_bids(start: Start) -> None:
    game = start()
    game.play(bid(3, 4))
    bystander = game.view(game.turn(1))["you"]
    assert (bystander["actions"], bystander["legal_bids"]) == (["calza"], [])
    bidder = game.view(game.turn(2))["you"]
    assert (bidder["actions"], bidder["legal_bids"]) == ([], [])


def test_bid_is_an_action_only_when_there_is_one(start: Start) -> None:
    """After as many ones as there are dice nothing higher is left."""
    game = start(2, "boxed", options={"starting_dice": 1})
    game.play(bid(2, 6))
    assert game.view(game.turn())["you"]["legal_bids"] == [{"face": 1, "min": 1, "max": 2}]
    game.play(bid(2, 1))
    you = game.view(game.turn())["you"]
    assert (you["actions"], you["legal_bids"]) == (["dudo"], [])


def test_one_who_is_out_has_nothing(start: Start) -> None:
    game = start(options={"starting_dice": 1})
    opener = game.turn()
    rows.lay(game.id, dict.fromkeys(range(3), "6"))
    game.play(bid(1, 2))
    game.play(DUDO)
    view = game.view(opener)
    assert view["you"] == {"seat": opener, **NOTHING_TO_DO}
    mine = view["seats"][opener]
    assert (mine["in_play"], mine["place"], mine["dice_count"]) == (False, 3, 0)
    assert view["last_round"]["out"] == [opener]
    assert view["last_round"]["next_opener"] == view["round"]["turn"] == (opener + 1) % 3
    assert [commitment["seat"] for commitment in view["round"]["commitments"]] == sorted({0, 1, 2} - {opener})


def test_had_palifico_is_true_from_the_roll(start: Start) -> None:
    game = start()
    opener = game.turn()
    rows.lay(game.id, {opener: "2 2", (opener + 1) % 3: "3 3 3", (opener + 2) % 3: "4 4 4"})
    game.play(bid(3, 2))
    game.play(DUDO)
    view = game.view(opener)
    assert view["round"]["palifico_seat"] == view["round"]["opener"] == opener
    assert [seat["had_palifico"] for seat in view["seats"]] == [seat == opener for seat in range(3)]
    assert view["you"]["legal_bids"][0] == {"face": 1, "min": 1, "max": 7}  # ones may be opened on
    game.play(bid(1, 1))
    game.play(bid(2, 1))
    assert [legal["face"] for legal in game.view(game.turn())["you"]["legal_bids"]] == [1]


def test_timeouts_running_are_counted(start: Start) -> None:
    game = start()
    seat = game.turn()

    def timeouts() -> list[int]:
        return [known["timeouts"] for known in game.view()["seats"]]

    game.pass_time()
    assert timeouts() == [int(number == seat) for number in range(3)]
    assert game.send(game.turn(1), CALZA).status_code == 201
    assert timeouts()[seat] == 1  # another's move does not begin the count anew


# --- Hidden dice --------------------------------------------------------------------------------------------------


def counts(game: Game, viewer: int) -> list[int | None]:
    return [seat["dice_count"] for seat in game.view(viewer)["seats"]]


def hidden_from(viewer: int, seats: int, own: int = 5) -> list[int | None]:
    return [own if seat == viewer else None for seat in range(seats)]


def test_lost_dice_that_are_not_visible(start: Start, api: CheckedClient) -> None:
    game = start(ruleset="boxed")
    opener = game.turn()
    caller = (opener + 1) % 3
    rows.lay(game.id, {opener: "2 2 2 2 2"})
    game.play(bid(5, 2))
    game.play(DUDO)
    for viewer in range(3):
        assert counts(game, viewer) == hidden_from(viewer, 3, own=4 if viewer == caller else 5)
        assert game.view(viewer)["dice_in_play"] is None
    assert [seat["dice_count"] for seat in api.get(game.path).json()["seats"]] == [None] * 3
    # The cap is what the game began with, so that no refusal tells how many are gone.
    assert {legal["max"] for legal in game.view(caller)["you"]["legal_bids"]} == {15}
    assert game.view()["last_round"]["dice_change"] == {"seat": caller, "before": 5, "after": 4}


def test_hidden_counts_of_those_who_are_out_or_leave(start: Start) -> None:
    """0 for one who is out; null to others for one who left in the present round, until it ends."""
    game = start(4, "boxed")
    leaver = game.turn(3)
    others = [seat for seat in range(4) if seat != leaver]
    game.leave(leaver)
    assert all(counts(game, viewer)[leaver] is None for viewer in others)
    assert counts(game, leaver)[leaver] == 5
    game.play(bid(1, 2))
    game.play(DUDO)
    assert all(counts(game, viewer)[leaver] == 0 for viewer in range(4))
    game.leave(others[0])
    game.leave(others[1])
    assert game.view()["status"] == "finished"
    assert sorted(count for count in counts(game, leaver) if count is not None)[:3] == [0, 0, 0]
    assert None not in counts(game, leaver)  # nothing is hidden any more


# --- ETag ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def game(start: Start) -> Game:
    return start()


def test_a_view_that_is_known_is_answered_304(game: Game) -> None:
    client = game.clients[0]
    for path in (game.path, f"{game.path}events/"):
        etag = client.get(path)["ETag"]
        for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
            answer = client.get(path, HTTP_IF_NONE_MATCH=known)
            assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)
        for unknown in ('"other"', etag.strip('"'), ""):
            assert client.get(path, HTTP_IF_NONE_MATCH=unknown).status_code == 200


def test_each_change_has_another_etag(game: Game) -> None:
    seen = set()
    for move in (None, bid(3, 4), DUDO):
        if move:
            game.play(move)
        seen.add(game.clients[0].get(game.path)["ETag"])
    assert len(seen) == 3


def test_an_etag_is_of_what_its_reader_sees(game: Game, api: CheckedClient) -> None:
    etags = [client.get(game.path)["ETag"] for client in (*game.clients, api)]
    assert len(set(etags)) == 4
    assert game.clients[1].get(game.path, HTTP_IF_NONE_MATCH=etags[0]).status_code == 200


def test_a_view_that_answers_a_post_has_the_etag_that_the_next_get_has(game: Game) -> None:
    mover = game.turn()
    answer = game.send(mover, bid(3, 4))
    assert game.clients[mover].get(game.path, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304


def test_a_view_is_kept_by_nobody_but_its_reader(game: Game) -> None:
    for answer in (game.clients[0].get(game.path), game.send(game.turn(), bid(3, 4))):
        assert "private" in answer["Cache-Control"]
        assert "no-cache" in answer["Cache-Control"]
