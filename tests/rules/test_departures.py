"""Leaving an active game: each sentence of docs/rules.md 9, "Leaving"."""

import pytest

from games.rules.actions import DepartureReason, Leave
from games.rules.engine import apply
from games.rules.errors import Reason
from games.rules.events import Finished, Rolled, RoundEnded, SeatLeft
from games.rules.legality import MoveKind, allowed_moves
from games.rules.ruleset import ASMODEE, BOXED
from games.rules.state import Call, CallKind, Departure, GameState, Hand, ResolvedRound
from tests.builders import CALZA, DUDO, LEAVE, TIME_OUT, ScriptedDice, placing, play, table_with, turn_of
from tests.rules.scenarios import opener, refused, rolled


def closed(table: GameState) -> ResolvedRound:
    assert table.last_round is not None
    return table.last_round


@pytest.fixture
def table() -> GameState:
    """Four players; seat 0 has bid three threes, of which there are three; it is the turn of seat 1."""
    return table_with("3 3", "3 4", "5 5", "6 6 6", options=ASMODEE.options, bids="3 threes")


@pytest.mark.parametrize("seat", range(4))
def test_out_at_once(table: GameState, seat: int) -> None:
    left = apply(table, seat, LEAVE, ScriptedDice())
    assert left.events == (SeatLeft(Departure(seat, 1, DepartureReason.LEFT)),)
    assert not left.state.seats[seat].in_play
    assert left.state.seats[seat].place == 4
    for action in (placing("4 threes"), DUDO, CALZA, LEAVE, TIME_OUT):
        assert refused(left.state, seat, action) is Reason.NOT_IN_PLAY


@pytest.mark.parametrize("reason", DepartureReason)
def test_reason_is_kept(table: GameState, reason: DepartureReason) -> None:
    left = play(table, (2, Leave(reason)))
    assert left.round is not None
    assert left.round.departures == (Departure(2, 1, reason),)


def test_places_are_taken_in_the_order_of_leaving(table: GameState) -> None:
    """At the moment of leaving, before anyone whom the round's call puts out."""
    left = play(table, (2, LEAVE), (0, LEAVE))
    assert [seat.place for seat in left.seats] == [3, None, 4, None]
    with_one_die = table_with("3 3", "3", "5 5", "6 6", options=ASMODEE.options, bids="3 threes")
    after = play(with_one_die, (3, LEAVE), (1, DUDO))
    assert [seat.place for seat in after.seats] == [None, 3, None, 4]
    after = play(with_one_die, (2, LEAVE), (1, placing("4 threes")), (3, DUDO))
    assert [seat.place for seat in after.seats] == [None, 3, 4, None]
    assert closed(after).out == (2, 1)


def test_dice_stay_under_the_cup_and_are_counted(table: GameState) -> None:
    after = play(table, (0, LEAVE), (1, DUDO))
    assert closed(after).count == 3
    assert {hand.seat for hand in closed(after).hands} == {0, 1, 2, 3}


def test_dice_count_stands_until_the_round_ends(table: GameState) -> None:
    left = play(table, (3, LEAVE))
    assert left.seats[3].dice_count == 3
    after = play(left, (1, placing("4 threes")))
    assert after.seats[3].dice_count == 3
    after = play(after, (2, DUDO))
    assert after.seats[3].dice_count == 0
    assert 3 not in rolled(after)


def test_turn_passes_left(table: GameState) -> None:
    assert turn_of(play(table, (1, LEAVE))) == 2
    assert turn_of(play(table, (1, LEAVE), (2, LEAVE))) == 3
    assert turn_of(play(table, (2, LEAVE), (1, LEAVE))) == 3


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_turn_stays_when_another_leaves(table: GameState, seat: int) -> None:
    assert turn_of(play(table, (seat, LEAVE))) == 1


def test_turn_passes_over_one_who_left(table: GameState) -> None:
    assert turn_of(play(table, (2, LEAVE), (1, placing("4 threes")))) == 3


def test_left_of_the_leaver_opens_instead() -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, opener=2)
    left = play(table, (2, LEAVE))
    assert opener(left) == 0
    assert closed(play(left, (0, placing("1 two")), (1, DUDO))).opener == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_opener_stays_when_another_leaves_or_the_opener_has_bid(seat: int) -> None:
    table = table_with("3 3", "4 4", "5 5", options=BOXED.options, opener=2)
    assert opener(play(table, (seat, LEAVE))) == 2
    bidding = play(table, (2, placing("1 two")))
    for leaver in (2, 0):
        after = play(bidding, (leaver, LEAVE))
        assert after.round is not None
        assert after.round.opener == 2


def test_palifico_stays_and_may_be_opened_on_ones() -> None:
    table = table_with("3", "4 4", "5 5", options=BOXED.options, palifico_seat=0)
    left = play(table, (0, LEAVE))
    assert left.round is not None
    assert (left.round.palifico_seat, opener(left)) == (0, 1)
    assert turn_of(play(left, (1, placing("2 ones")))) == 2


def test_standing_bid_stands(table: GameState) -> None:
    left = play(table, (0, LEAVE))
    assert left.round is not None
    assert left.round.standing is not None
    assert left.round.standing.seat == 0
    assert refused(left, 1, placing("3 threes")) is Reason.ILLEGAL_BID
    assert turn_of(play(left, (1, placing("4 threes")))) == 2


def test_right_dudo_against_a_leaver_costs_nobody_and_their_left_opens() -> None:
    table = table_with("3 3", "4 4", "5 5", "6 6", options=ASMODEE.options, bids="1 three, 3 threes")
    after = play(table, (1, LEAVE), (2, DUDO))
    assert closed(after).dice_change is None
    assert closed(after).out == (1,)
    assert rolled(after) == {0: 2, 2: 2, 3: 2}
    assert opener(after) == 2
    assert after.round is not None
    assert not after.round.is_palifico


def test_their_left_is_looked_for_among_those_in_play() -> None:
    table = table_with("3 3", "4 4", "5 5", "6 6", options=ASMODEE.options, bids="3 threes")
    after = play(table, (0, LEAVE), (1, LEAVE), (2, DUDO))
    assert opener(after) == 2
    after = play(table, (0, LEAVE), (1, placing("4 threes")), (1, LEAVE), (3, LEAVE))
    assert after.winner == 2


def test_wrong_dudo_against_a_leaver_costs_the_challenger(table: GameState) -> None:
    after = play(table, (0, LEAVE), (1, DUDO))
    assert rolled(after) == {1: 1, 2: 2, 3: 3}
    assert opener(after) == 1


@pytest.mark.parametrize(("words", "becomes"), [("3 threes", 4), ("4 threes", 2)])
def test_calza_on_the_bid_of_a_leaver_is_settled_as_any(words: str, becomes: int) -> None:
    table = table_with("3 3", "3 4", "5 5", "6 6 6", options=ASMODEE.options, bids=words)
    after = play(table, (0, LEAVE), (3, CALZA))
    assert rolled(after) == {1: 2, 2: 2, 3: becomes}
    assert opener(after) == 3


def test_last_one_left_wins_and_the_round_closes_without_a_call(table: GameState) -> None:
    left = play(table, (1, LEAVE), (0, LEAVE))
    over = apply(left, 3, LEAVE, ScriptedDice())
    assert over.events == (
        SeatLeft(Departure(3, 1, DepartureReason.LEFT)),
        RoundEnded(closed(over.state)),
        Finished((3, 4, 1, 2)),
    )
    assert over.state.round is None
    assert over.state.winner == 2
    ended = closed(over.state)
    assert ended.call == Call(CallKind.DEPARTURE, 3)
    assert (ended.count, ended.dice_change, ended.next_opener) == (None, None, None)
    assert ended.out == (1, 0, 3)
    assert ended.hands == (Hand(0, (3, 3)), Hand(1, (3, 4)), Hand(2, (5, 5)), Hand(3, (6, 6, 6)))
    assert [seat.dice_count for seat in over.state.seats] == [0, 0, 2, 0]
    assert refused(over.state, 2, LEAVE) is Reason.GAME_NOT_ACTIVE


def test_last_opponent_leaves_before_any_bid() -> None:
    over = play(table_with("3 3", "4 4", options=BOXED.options, opener=1), (1, LEAVE))
    assert over.winner == 0
    assert closed(over).bids == ()
    assert closed(over).opener == 1


def test_the_next_round_has_no_trace_of_a_leaver(table: GameState) -> None:
    after = apply(play(table, (2, LEAVE)), 1, DUDO, ScriptedDice())
    assert [type(event) for event in after.events] == [RoundEnded, Rolled]
    assert after.state.round is not None
    assert after.state.round.departures == ()
    assert closed(after.state).departures == (Departure(2, 1, DepartureReason.LEFT),)


def test_departures_and_a_loss_may_end_the_game_together() -> None:
    table = table_with("3 3", "4", "5 5", options=ASMODEE.options, bids="2 threes")
    over = play(table, (2, LEAVE), (1, DUDO))
    assert over.winner == 0
    assert [seat.place for seat in over.seats] == [1, 2, 3]
    assert closed(over).out == (2, 1)
    assert MoveKind.BID not in allowed_moves(over, 0)


def test_a_departure_closes_the_game_with_the_places_in_order() -> None:
    table = table_with("3 3", "4 4", "", "5 5", options=BOXED.options)
    over = play(table, (3, LEAVE), (0, LEAVE))
    assert [seat.place for seat in over.seats] == [2, 1, 4, 3]
