"""Calza: who may call it, when, and what it brings (docs/rules.md 6)."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.actions import Action
from games.rules.errors import Reason
from games.rules.legality import MoveKind, allowed_moves
from games.rules.ruleset import BOXED, CalzaCallers
from games.rules.state import CallKind
from tests.builders import CALZA, DUDO, LEAVE, placing, play, table_with
from tests.rules.scenarios import refused, rolled

NOT_BIDDER, NOR_TURN = CalzaCallers
OK = None

# Seats 0 to 5; 1 has bid, 2 is on turn, 4 is out, 5 has left in this round: may each call?
CALLERS = {
    NOT_BIDDER: [OK, Reason.CALZA_NOT_ALLOWED, OK, OK, Reason.NOT_IN_PLAY, Reason.NOT_IN_PLAY],
    NOR_TURN: [OK, Reason.CALZA_NOT_ALLOWED, Reason.CALZA_NOT_ALLOWED, OK, Reason.NOT_IN_PLAY, Reason.NOT_IN_PLAY],
}


@pytest.mark.parametrize("callers", CalzaCallers)
@pytest.mark.parametrize("seat", range(6))
def test_callers(callers: CalzaCallers, seat: int) -> None:
    options = replace(BOXED.options, calza_callers=callers)
    table = table_with("3 3", "4 4", "5 5", "6 6", "", "2 2", options=options, opener=1, bids="2 threes")
    table = play(table, (5, LEAVE))
    expected = CALLERS[callers][seat]
    assert (MoveKind.CALZA in allowed_moves(table, seat)) is (expected is OK)
    if expected is OK:
        after = play(table, (seat, CALZA))
        assert after.last_round is not None
        assert after.last_round.call.kind is CallKind.CALZA
        assert after.last_round.call.seat == seat
    else:
        assert refused(table, seat, CALZA) is expected


def test_after_a_departure_on_turn_the_new_player_on_turn_is_barred() -> None:
    table = table_with("3 3", "4 4", "5 5", "6 6", options=BOXED.options, bids="2 threes")
    table = play(table, (1, LEAVE))
    assert refused(table, 2, CALZA) is Reason.CALZA_NOT_ALLOWED
    assert MoveKind.CALZA in allowed_moves(table, 3)


def test_an_earlier_bidder_may_call_it_on_the_bid_of_another() -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, bids="1 three, 2 threes")
    assert rolled(play(table, (0, CALZA)))[0] == 3


# options set anew; in the next round, of what kind: palifico? how many players? may calza be called?
ROUNDS: list[tuple[dict[str, Any], bool, int, bool]] = [
    ({}, False, 3, True),
    ({"calza": False}, False, 3, False),
    ({}, True, 3, False),
    ({"calza_in_palifico": True}, True, 3, True),
    ({"calza_in_palifico": True, "calza": False}, True, 3, False),
    ({"calza_with_two": True}, True, 3, False),
    ({}, False, 2, False),
    ({"calza_with_two": True}, False, 2, True),
    ({"calza_with_two": True, "calza": False}, False, 2, False),
    ({"calza_in_palifico": True}, False, 2, False),
    ({"palifico_with_two": True, "calza_in_palifico": True}, True, 2, False),
    ({"palifico_with_two": True, "calza_with_two": True}, True, 2, False),
    ({"palifico_with_two": True, "calza_with_two": True, "calza_in_palifico": True}, True, 2, True),
]


@pytest.mark.parametrize(("changed", "palifico", "players", "allowed"), ROUNDS)
def test_allowed_in_round(changed: dict[str, Any], palifico: bool, players: int, allowed: bool) -> None:
    options = BOXED.options.overridden({"calza_callers": "not_bidder", **changed})
    loser = "3 3" if palifico else "3 3 3"
    table = table_with(loser, "4 4 4", "5 5 5" if players == 3 else "", options=options, bids="4 threes")
    table = play(table, (1, DUDO), (0, placing("1 two")))
    assert table.round is not None
    assert table.round.is_palifico is palifico
    assert table.round.calza_allowed is allowed
    for seat in range(1, players):
        assert (MoveKind.CALZA in allowed_moves(table, seat)) is allowed
        if not allowed:
            assert refused(table, seat, CALZA) is Reason.CALZA_NOT_ALLOWED


def test_a_departure_in_the_round_does_not_forbid_it() -> None:
    """Three rolled, two are left: the round keeps the rules of its roll (docs/rules.md 2)."""
    options = replace(BOXED.options, calza_callers=CalzaCallers.NOT_BIDDER)
    table = table_with("3 3", "4 4", "5 5", options=options, bids="2 threes")
    table = play(table, (2, LEAVE))
    assert MoveKind.CALZA in allowed_moves(table, 1)
    table = play(table, (1, DUDO), (1, placing("1 two")))
    assert table.round is not None
    assert not table.round.calza_allowed


# the dice of the caller, seat 2, starting_dice, the bid where 3 threes count; the dice they hold next, who opens
RESULTS = [
    ("5 5", 5, "3 threes", 3, 2),
    ("5", 5, "3 threes", 2, 2),
    ("5 5 5 5", 5, "3 threes", 5, 2),
    ("5 5 5 5 5", 5, "3 threes", 5, 2),
    ("5 5 5", 3, "3 threes", 3, 2),
    ("5 5", 3, "3 threes", 3, 2),
    ("5 5", 5, "2 threes", 1, 2),
    ("5 5", 5, "4 threes", 1, 2),
    ("5 5 5 5 5", 5, "4 threes", 4, 2),
    ("5", 5, "4 threes", 0, 0),
    ("5", 5, "1 three", 0, 0),
]


@pytest.mark.parametrize(("own", "starting", "words", "becomes", "opens"), RESULTS)
def test_results(own: str, starting: int, words: str, becomes: int, opens: int) -> None:
    options = replace(BOXED.options, starting_dice=starting)
    after = play(table_with("3 1", "4 3", own, options=options, bids=words), (2, CALZA))
    before = len(own.split())
    assert [seat.dice_count for seat in after.seats] == [2, 2, becomes], "the bidder is safe either way"
    assert after.last_round is not None
    assert after.last_round.count == 3
    change = after.last_round.dice_change
    assert (None if change is None else (change.seat, change.before, change.after)) == (
        None if becomes == before else (2, before, becomes)
    )
    assert after.last_round.out == ((2,) if becomes == 0 else ())
    assert after.seats[2].in_play is (becomes > 0)
    assert after.last_round.next_opener == opens


def test_it_is_about_one_bid_and_comes_too_late_after_the_call() -> None:
    table = table_with("3 3", "4 4 4", "5 5", "6 6", options=BOXED.options, bids="2 threes")
    for call in (DUDO, CALZA):
        caller = 1 if call is DUDO else 2
        after = play(table, (caller, call))
        assert refused(after, 3, CALZA) is Reason.NO_BID, "the next round has no bid yet"


def test_the_last_opponent_goes_out_by_a_wrong_calza() -> None:
    options = replace(BOXED.options, calza_with_two=True, calza_callers=CalzaCallers.NOT_BIDDER)
    over = play(table_with("3 3", "4", options=options, bids="3 threes"), (1, CALZA))
    assert over.winner == 0
    assert [seat.place for seat in over.seats] == [1, 2]
    assert over.last_round is not None
    assert over.last_round.next_opener is None


@pytest.mark.parametrize("action", [CALZA, DUDO])
def test_a_call_is_recorded(action: Action) -> None:
    caller = 2 if action is CALZA else 1
    after = play(table_with("3 3", "4 4", "5 5", options=BOXED.options, bids="2 threes"), (caller, action))
    assert after.last_round is not None
    call = after.last_round.call
    assert (call.kind.value, call.seat, call.timeout) == ("calza" if action is CALZA else "dudo", caller, False)
