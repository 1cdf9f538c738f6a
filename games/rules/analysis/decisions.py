"""The decisions of a game: every bid and call with the table as it was before, by the rules themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.actions import Leave, PlaceBid
from games.rules.bids import PlacedBid
from games.rules.engine import apply
from games.rules.ruleset import Options
from games.rules.state import Call, CallKind, Departure, GameState, ResolvedRound, RollOff, RoundState, SeatState


@dataclass(frozen=True)
class Decision:
    """A bid or a call, and the table on which it was made. There neither places nor what time did are followed."""

    before: GameState
    made: PlacedBid | Call


class _NoDice:
    """Within a round nothing is rolled."""

    def roll(self, *, round_number: int, seat: int, count: int) -> tuple[int, ...]:
        raise AssertionError("dice within a round")

    def random_opener(self, *, seats: int) -> int:
        raise AssertionError("dice within a round")

    def roll_off(self, *, seats: int) -> RollOff:
        raise AssertionError("dice within a round")


def decisions(
    rounds: Sequence[ResolvedRound], *, options: Options, seats: int
) -> Iterator[tuple[ResolvedRound, list[Decision]]]:
    """Each round with its decisions in order. `rounds` are all that were resolved, from the first on."""
    had_palifico: set[int] = set()
    for resolved in rounds:
        if resolved.palifico_seat is not None:
            had_palifico.add(resolved.palifico_seat)
        yield resolved, list(_of_round(resolved, _at_the_roll(resolved, options, seats, had_palifico)))


def _at_the_roll(resolved: ResolvedRound, options: Options, seats: int, had_palifico: set[int]) -> GameState:
    """The table when the dice had been rolled; whoever was to open and left before does not count as on turn."""
    rolled = {hand.seat: len(hand.dice) for hand in resolved.hands}
    return GameState(
        options=options,
        seats=tuple(
            SeatState(
                number=number,
                dice_count=rolled.get(number, 0),
                in_play=number in rolled,
                had_palifico=number in had_palifico,
            )
            for number in range(seats)
        ),
        round=RoundState(
            number=resolved.number,
            opener=resolved.opener,
            palifico_seat=resolved.palifico_seat,
            calza_allowed=resolved.calza_allowed,
            roll_off=resolved.roll_off,
            hands=tuple(sorted(resolved.hands, key=lambda hand: hand.seat)),
            turn=resolved.opener,
        ),
    )


def _of_round(resolved: ResolvedRound, state: GameState) -> Iterator[Decision]:
    for happened in _in_order(resolved):
        if isinstance(happened, Departure):
            state = apply(state, happened.seat, Leave(happened.reason), _NoDice()).state
            continue
        yield Decision(state, happened)
        if isinstance(happened, PlacedBid):
            state = apply(state, happened.seat, PlaceBid(happened.bid), _NoDice()).state


def _in_order(resolved: ResolvedRound) -> Iterator[PlacedBid | Departure | Call]:
    left = list(resolved.departures)
    for number in range(len(resolved.bids) + 1):
        while left and left[0].after_bids == number:
            yield left.pop(0)
        if number < len(resolved.bids):
            yield resolved.bids[number]
    if resolved.call.kind is not CallKind.DEPARTURE:
        yield resolved.call
