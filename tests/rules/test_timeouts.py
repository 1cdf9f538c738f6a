"""What the server does for a player whose time is up (docs/rules.md 9, "Time")."""

from dataclasses import replace

import pytest

from games.rules.actions import Action, DepartureReason
from games.rules.bids import PlacedBid
from games.rules.engine import apply
from games.rules.errors import Reason
from games.rules.events import BidPlaced, RoundEnded, SeatLeft
from games.rules.ruleset import ASMODEE, BOXED, CalzaCallers
from games.rules.state import Call, CallKind, GameState
from tests.builders import CALZA, DUDO, TIME_OUT, ScriptedDice, placing, play, table_with, turn_of
from tests.rules.scenarios import opener, refused, rolled


def timeouts(table: GameState) -> list[int]:
    return [seat.timeouts for seat in table.seats]


@pytest.mark.parametrize("palifico_seat", [None, 0])
def test_one_two_if_there_is_no_bid(palifico_seat: int | None) -> None:
    table = table_with("3", "4 4", "5 5", options=BOXED.options, palifico_seat=palifico_seat)
    up = apply(table, 0, TIME_OUT, ScriptedDice())
    assert up.events == (BidPlaced(PlacedBid.of(0, 1, 2, timeout=True)),)
    assert timeouts(up.state) == [1, 0, 0]
    assert turn_of(up.state) == 1


def test_dudo_if_there_is_a_bid() -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, bids="3 threes")
    up = apply(table, 1, TIME_OUT, ScriptedDice())
    ended = up.events[0]
    assert isinstance(ended, RoundEnded)
    assert ended.round.call == Call(CallKind.DUDO, 1, timeout=True)
    assert rolled(up.state) == {0: 1, 1: 2, 2: 2}, "settled as any dudo"
    assert timeouts(up.state) == [0, 1, 0], "the count runs on over rounds"


@pytest.mark.parametrize("bids", ["", "3 threes"])
def test_second_running_is_a_departure_and_no_move(bids: str) -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, bids=bids, timeouts={0: 1, 1: 1})
    seat = turn_of(table)
    up = apply(table, seat, TIME_OUT, ScriptedDice())
    assert len(up.events) == 1
    left = up.events[0]
    assert isinstance(left, SeatLeft)
    assert left.departure.reason is DepartureReason.TIMEOUT
    assert up.state.seats[seat].timeouts == 2
    assert up.state.round is not None
    assert [placed.timeout for placed in up.state.round.bids] == [False] * len(table.round.bids if table.round else ())
    assert turn_of(up.state) == seat + 1


def test_second_running_of_an_opener_makes_the_next_the_opener() -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, timeouts={0: 1})
    assert opener(play(table, (0, TIME_OUT))) == 1


def test_second_running_may_end_the_game() -> None:
    over = play(table_with("3 3", "4 4", options=BOXED.options, timeouts={0: 1}), (0, TIME_OUT))
    assert over.winner == 1
    assert over.last_round is not None
    assert over.last_round.call == Call(CallKind.DEPARTURE, 0)


def test_running_over_two_rounds() -> None:
    """One two, then dudo of the next in line, then the opener's second: moves of others do not count."""
    table = table_with("3 3 3", "4 4 4", "5 5 5", options=BOXED.options)
    table = play(table, (0, TIME_OUT), (1, DUDO))
    assert opener(table) == 0, "nobody holds a two"
    table = play(table, (0, TIME_OUT))
    assert not table.seats[0].in_play


# Seat 1 has run out of time once: what begins the count anew?
OWN_MOVES: list[tuple[int, Action, int]] = [
    (1, placing("4 threes"), 0),
    (1, DUDO, 0),
    (1, CALZA, 0),
    (2, CALZA, 1),
]


@pytest.mark.parametrize(("seat", "action", "left"), OWN_MOVES)
def test_own_move_begins_the_count_anew(seat: int, action: Action, left: int) -> None:
    options = replace(ASMODEE.options, calza_callers=CalzaCallers.NOT_BIDDER)
    table = table_with("3 3 3", "4 4 4", "5 5 5", options=options, bids="3 threes", timeouts={1: 1, 2: 1})
    after = play(table, (seat, action))
    assert timeouts(after)[1] == left
    assert timeouts(after)[2] == (0 if seat == 2 else 1), "that of another stays"


def test_calza_out_of_turn_begins_the_count_anew() -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, bids="3 threes", timeouts={2: 1})
    assert timeouts(play(table, (2, CALZA)))[2] == 0


def test_a_refused_move_does_not() -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, bids="3 threes", timeouts={1: 1})
    assert refused(table, 1, placing("3 twos")) is Reason.ILLEGAL_BID
    assert timeouts(table)[1] == 1


def test_after_own_move_the_next_timeout_is_the_first_again() -> None:
    table = table_with("3 3 3", "4 4 4", options=ASMODEE.options, timeouts={0: 1})
    table = play(table, (0, placing("1 three")), (1, placing("2 threes")), (0, TIME_OUT))
    assert table.seats[0].in_play
    assert timeouts(table)[0] == 1


@pytest.mark.parametrize("seat", [0, 2])
def test_only_time_of_the_seat_on_turn_can_run_out(seat: int) -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, bids="3 threes")
    assert refused(table, seat, TIME_OUT) is Reason.NOT_YOUR_TURN
