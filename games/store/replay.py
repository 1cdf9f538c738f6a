"""A round played again from its rows: the state after each of its events, by the rules themselves."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.models import Bid, Round, Seat
from games.rules.actions import DepartureReason, Leave, PlaceBid
from games.rules.bids import Bid as RulesBid
from games.rules.engine import apply
from games.rules.state import GameState, RollOff, RoundState, SeatState
from games.store.record import GameRecord, RoundRecord


@dataclass(frozen=True)
class Step:
    """One event of a round: its seq, the row that holds it, and the state it led to.

    The row is the round's own for its roll, a bid's, or the seat's that left. Timeouts running and places are not
    followed: nothing that a viewer may do hangs on them.
    """

    seq: int
    row: Round | Bid | Seat
    state: GameState


class _NoDice:
    """Within a round nothing is rolled."""

    def roll(self, *, round_number: int, seat: int, count: int) -> tuple[int, ...]:
        raise AssertionError("a round in play was rolled anew")

    def random_opener(self, *, seats: int) -> int:
        raise AssertionError("a round in play was opened anew")

    def roll_off(self, *, seats: int) -> RollOff:
        raise AssertionError("a round in play was opened anew")


def steps(record: GameRecord, round_: RoundRecord, *, palifico_before: Iterable[int]) -> Iterator[Step]:
    """The roll of a round, then its bids and departures in order; not its call, which `resolved` tells.

    `palifico_before` names the seats whose palifico round is behind them when this one is rolled.
    """
    state = _at_the_roll(record, round_, frozenset(palifico_before))
    yield Step(round_.row.rolled_seq, round_.row, state)
    for seq, row in _in_order(round_):
        seat, action = _action(row)
        state = apply(state, seat, action, _NoDice()).state
        yield Step(seq, row, state)


def palifico_rounds(record: GameRecord) -> list[tuple[int, int]]:
    """The number of every palifico round and the seat it was for, in one statement."""
    rounds = Round.objects.filter(game_id=record.game.pk, palifico_seat__isnull=False)
    return [(number, seat) for number, seat in rounds.values_list("number", "palifico_seat") if seat is not None]


def _at_the_roll(record: GameRecord, round_: RoundRecord, palifico_before: frozenset[int]) -> GameState:
    rolled = {hand.seat: len(hand.dice) for hand in round_.rolled_hands}
    seats = tuple(
        SeatState(
            number=number,
            dice_count=rolled.get(number, 0),
            in_play=number in rolled,
            had_palifico=number in palifico_before or number == round_.row.palifico_seat,
        )
        for number in range(len(record.seats))
    )
    playing = RoundState(
        number=round_.row.number,
        opener=round_.row.opener,
        palifico_seat=round_.row.palifico_seat,
        calza_allowed=round_.row.calza_allowed,
        roll_off=round_.roll_off,
        hands=round_.rolled_hands,
        turn=round_.row.opener,
    )
    return GameState(options=record.options, seats=seats, round=playing)


def _in_order(round_: RoundRecord) -> list[tuple[int, Bid | Seat]]:
    bids: list[tuple[int, Bid | Seat]] = [(bid.seq, bid) for bid in round_.bids]
    departures = [(seat.left_seq or 0, seat) for seat in round_.departures]
    return sorted([*bids, *departures], key=lambda event: event[0])


def _action(row: Bid | Seat) -> tuple[int, PlaceBid | Leave]:
    if isinstance(row, Bid):
        return row.seat, PlaceBid(RulesBid(row.quantity, row.face))
    return row.number, Leave(DepartureReason(row.left_reason))
