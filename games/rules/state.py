"""The state of a game: frozen values, with all that follows from them as properties."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.actions import DepartureReason
from games.rules.bids import Bid, PlacedBid
from games.rules.ruleset import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatState:
    """A place at the table.

    `dice_count` is what the seat rolled this round; one who leaves keeps it until the round ends, though `in_play`
    is false at once. `timeouts` counts the timeouts running, `place` is 1 for the winner, None while in play.
    """

    number: int
    dice_count: int
    in_play: bool = True
    had_palifico: bool = False
    timeouts: int = 0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice a seat rolled in one round, in the order they were drawn. Its repr, which may reach a log, has none."""

    seat: int
    dice: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class RollOffDie:
    """One die thrown to settle who opens the first round."""

    seat: int
    die: int


RollOff = tuple[tuple[RollOffDie, ...], ...]
"""The passes of a roll-off: in each, a die of every seat that is still tied for highest."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that left during a round, when `after_bids` bids had been made in it."""

    seat: int
    after_bids: int
    reason: DepartureReason


class CallKind(StrEnum):
    """What closed a round."""

    DUDO = "dudo"
    CALZA = "calza"
    DEPARTURE = "departure"
    """Nobody called: the last opponent left (docs/rules.md 9)."""


@dataclass(frozen=True, slots=True)
class Call:
    """The call that closed a round; for a departure, the seat that left."""

    kind: CallKind
    seat: int
    timeout: bool = False


@dataclass(frozen=True, slots=True)
class DiceChange:
    """The die that a seat lost or took back."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """The round being played. `hands` stands in seat order and holds those who left in this round too."""

    number: int
    opener: int
    palifico_seat: int | None
    calza_allowed: bool
    roll_off: RollOff | None
    hands: tuple[Hand, ...]
    turn: int
    bids: tuple[PlacedBid, ...] = ()
    departures: tuple[Departure, ...] = ()

    @property
    def standing(self) -> PlacedBid | None:
        """The bid that the next one must beat."""
        return self.bids[-1] if self.bids else None

    @property
    def standing_bid(self) -> Bid | None:
        return self.bids[-1].bid if self.bids else None

    @property
    def is_palifico(self) -> bool:
        return self.palifico_seat is not None

    @property
    def dice_rolled(self) -> int:
        return sum(len(hand.dice) for hand in self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedRound:
    """A round that is over, with all its hands in the order of revealing (docs/rules.md 5).

    `count` is None where nobody called, `dice_change` where nobody lost or gained, `next_opener` at the game's end.
    `out` names who went out in this round, leavers included, in the order of going out.
    """

    number: int
    opener: int
    palifico_seat: int | None
    calza_allowed: bool
    roll_off: RollOff | None
    bids: tuple[PlacedBid, ...]
    departures: tuple[Departure, ...]
    call: Call
    count: int | None
    hands: tuple[Hand, ...]
    dice_change: DiceChange | None
    out: tuple[int, ...]
    next_opener: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """A game from its start to its end. `round` is None when the game is over."""

    options: Options
    seats: tuple[SeatState, ...]
    round: RoundState | None
    last_round: ResolvedRound | None = None

    @property
    def in_play(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.seats if seat.in_play)

    @property
    def winner(self) -> int | None:
        return next((seat.number for seat in self.seats if seat.place == 1), None)

    def leftward(self, seat: int) -> Iterator[int]:
        """The other seats, from the one on the left of `seat` round to the one on its right."""
        total = len(self.seats)
        return ((seat + step) % total for step in range(1, total))

    def left_of(self, seat: int) -> int:
        """The next seat on the left that is still in play (docs/rules.md 1)."""
        return next(other for other in self.leftward(seat) if self.seats[other].in_play)

    def is_veteran(self, seat: int) -> bool:
        """One die, and the own palifico round behind them, not the present one (docs/rules.md 1; text 002)."""
        state = self.seats[seat]
        present = self.round is not None and self.round.palifico_seat == seat
        return state.in_play and state.dice_count == 1 and state.had_palifico and not present

    @property
    def cap(self) -> int:
        """The greatest quantity that may be bid (docs/rules.md 4, "Cap")."""
        if self.options.lost_dice_visible and self.round is not None:
            return self.round.dice_rolled
        return len(self.seats) * self.options.starting_dice
