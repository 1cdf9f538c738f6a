"""The order in which cups are shown (docs/rules.md 5; text 002)."""

from dataclasses import replace

import pytest

from games.rules.actions import Action
from games.rules.ruleset import BOXED, CalzaCallers
from tests.builders import CALZA, DUDO, LEAVE, TIME_OUT, play, table_with

# Six seats, of which 4 is out; seat 5 opens. The bids, what happens, the order of the cups.
ORDERS: dict[str, tuple[str, list[tuple[int, Action]], list[int]]] = {
    "dudo": ("1 two", [(0, DUDO)], [0, 1, 2, 3, 5]),
    "dudo, the bidder in the middle": ("1 two, 2 twos, 3 twos", [(2, DUDO)], [2, 3, 5, 0, 1]),
    "dudo by timeout": ("1 two, 2 twos, 3 twos", [(2, TIME_OUT)], [2, 3, 5, 0, 1]),
    "calza on turn": ("1 two, 2 twos", [(1, CALZA)], [1, 2, 3, 5, 0]),
    "calza off turn": ("1 two, 2 twos", [(3, CALZA)], [3, 5, 1, 2, 0]),
    "calza by the one on the bidder's right": ("1 two, 2 twos", [(5, CALZA)], [5, 1, 2, 3, 0]),
    "a leaver's cup in its place": ("1 two, 2 twos", [(2, LEAVE), (1, DUDO)], [1, 2, 3, 5, 0]),
    "a leaver who bid last": ("1 two, 2 twos", [(0, LEAVE), (1, DUDO)], [1, 2, 3, 5, 0]),
    "a leaver who was on turn": ("1 two, 2 twos", [(1, LEAVE), (2, DUDO)], [2, 3, 5, 1, 0]),
    "closed by departures": ("1 two", [(0, LEAVE), (5, LEAVE), (1, LEAVE), (2, LEAVE)], [0, 1, 2, 3, 5]),
}


@pytest.mark.parametrize(("bids", "moves", "order"), ORDERS.values(), ids=ORDERS)
def test_order(bids: str, moves: list[tuple[int, Action]], order: list[int]) -> None:
    options = replace(BOXED.options, calza_callers=CalzaCallers.NOT_BIDDER)
    hands = ("1 1", "2 2 2", "3 3 3", "4 4", "", "5")
    after = play(table_with(*hands, options=options, opener=5, bids=bids), *moves)
    assert after.last_round is not None
    assert [hand.seat for hand in after.last_round.hands] == order
    assert all(hand.dice == tuple(map(int, hands[hand.seat].split())) for hand in after.last_round.hands)
