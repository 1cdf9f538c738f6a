"""Leaving and time running out, in the places where it matters (docs/rules.md 9), held against `tests.reference`.

What chance seldom brings about in the whole games is done here on purpose; everybody's view is compared after it.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Clients
from tests.api.table import Table, open_table
from tests.client import CheckedClient

Json = dict[str, Any]
NewTable = Callable[[int], Table]

RULESETS = ("asmodee", "boxed", "aces")


@pytest.fixture(params=RULESETS)
def new_table(request: Any, clients: Clients, api: CheckedClient, chance: random.Random) -> NewTable:
    """`new_table(4)` is a game of four, with two dice each, by each ruleset in turn."""
    fields = {"ruleset": request.param, "options": {"starting_dice": 2}}
    return lambda seats: open_table(clients(seats), api, chance=chance, **fields)


def bid_all(table: Table) -> None:
    """As many sixes as there can be: a bid that is wrong, or the dice are very odd."""
    table.move(table.turn, {"action": "bid", "quantity": table.referee.most(), "face": 6})


def to_the_end(table: Table, chance: random.Random) -> None:
    table.check()
    while not table.is_over:
        table.step(chance)
        table.check()
    table.check_end()


def test_one_opener_after_another_leaves(new_table: NewTable, chance: random.Random) -> None:
    """The player on the left becomes the opener, under the same round's rules."""
    table = new_table(5)
    leavers = []
    for _ in range(3):
        leavers.append(table.turn)
        table.leave(table.turn)
        table.check()
    round_ = table.seen(None)["round"]
    assert round_["opener"] == round_["turn"]
    assert round_["bids"] == []
    assert [departure["after_bids"] for departure in round_["departures"]] == [0, 0, 0]
    assert [table.seen(None)["seats"][seat]["place"] for seat in leavers] == [5, 4, 3]
    to_the_end(table, chance)


def test_a_bid_stands_when_its_bidder_leaves(new_table: NewTable, chance: random.Random) -> None:
    """A dudo that is right costs nobody a die, and the next opener is on the bidder's left."""
    table = new_table(4)
    bidder = table.turn
    bid_all(table)
    table.leave(bidder)
    table.check()
    table.move(table.turn, {"action": "dudo"})
    last = table.seen(None)["last_round"]
    assert (last["dice_change"], last["out"]) == (None, [bidder])
    assert last["next_opener"] == (bidder + 1) % 4
    to_the_end(table, chance)


def test_the_turn_passes_left_when_one_leaves_on_turn(new_table: NewTable, chance: random.Random) -> None:
    """The opener stays who has opened."""
    table = new_table(4)
    opener = table.turn
    table.move(opener, {"action": "bid", "quantity": 1, "face": 2})
    table.leave(table.turn)
    round_ = table.seen(None)["round"]
    assert (round_["opener"], round_["turn"]) == (opener, (opener + 2) % 4)
    table.check()
    to_the_end(table, chance)


def test_all_but_one_leave_in_one_round(new_table: NewTable) -> None:
    """The round is closed without a call."""
    table = new_table(4)
    bid_all(table)
    for seat in (1, 3, 2):
        table.leave(seat)
        table.check()
    assert [seat["place"] for seat in table.seen(None)["seats"]] == [1, 4, 2, 3]
    table.check_end()


def test_the_one_whose_palifico_round_it_is_leaves(new_table: NewTable, chance: random.Random) -> None:
    """It stays one, and may be opened on ones by the next."""
    table = new_table(4)
    while table.referee.now is not None and table.referee.now["palifico_seat"] is None:
        bid_all(table)
        table.move(table.turn, {"action": "dudo"})
    seat = table.turn
    assert table.seen(None)["round"]["palifico_seat"] == seat
    table.leave(seat)
    table.check()
    assert 1 in [legal["face"] for legal in table.seen(table.turn)["you"]["legal_bids"]]
    table.move(table.turn, {"action": "bid", "quantity": 1, "face": 1})
    to_the_end(table, chance)


def test_the_second_timeout_running_is_a_departure(new_table: NewTable, chance: random.Random) -> None:
    table = new_table(2)
    seat = table.turn
    table.let_time_run_out()
    table.check()
    table.move(table.turn, {"action": "bid", "quantity": 2, "face": 2})
    table.let_time_run_out()
    table.check()
    assert table.is_over
    assert table.seen(None)["last_round"]["departures"][-1]["reason"] == "timeout"
    assert table.seen(None)["winner"] == 1 - seat


def test_a_move_of_ones_own_begins_the_count_of_timeouts_anew(new_table: NewTable, chance: random.Random) -> None:
    table = new_table(3)
    seat = table.turn

    def timeouts() -> list[int]:
        table.check()
        return [known["timeouts"] for known in table.seen(None)["seats"]]

    table.let_time_run_out()
    assert timeouts() == [int(number == seat) for number in range(3)]
    table.move(table.turn, {"action": "bid", "quantity": 2, "face": 2})
    table.move(table.turn, {"action": "bid", "quantity": 3, "face": 2})
    assert timeouts()[seat] == 1  # the others' moves do not
    table.move(seat, {"action": "dudo"})
    assert timeouts() == [0, 0, 0]
    to_the_end(table, chance)


def test_time_opens_one_two_in_palifico_too(new_table: NewTable, chance: random.Random) -> None:
    table = new_table(4)
    while table.referee.now is not None and table.referee.now["palifico_seat"] is None:
        bid_all(table)
        table.move(table.turn, {"action": "dudo"})
    table.let_time_run_out()
    table.check()
    [bid] = table.seen(None)["round"]["bids"]
    assert (bid["quantity"], bid["face"], bid["timeout"]) == (1, 2, True)
    to_the_end(table, chance)
