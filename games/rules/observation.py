"""What a viewer may know of a game, built field by field from that, never by taking fields away.

Bots choose from an `Observation`, views are written from one: this is the one statement of redaction.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.rules.bids import LegalRange, PlacedBid
from games.rules.legality import MoveKind, allowed_moves, legal_ranges
from games.rules.ruleset import Options
from games.rules.state import Departure, GameState, ResolvedRound, RollOff, RoundState, SeatState


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedSeat:
    """A seat as a viewer sees it; `dice_count` is None where lost dice are a test of memory (docs/rules.md 2)."""

    number: int
    dice_count: int | None
    in_play: bool
    had_palifico: bool
    timeouts: int
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedRound:
    """The round being played, without its hands. `rolled` names the seats that have a cup on the table."""

    number: int
    opener: int
    palifico_seat: int | None
    calza_allowed: bool
    roll_off: RollOff | None
    rolled: tuple[int, ...]
    bids: tuple[PlacedBid, ...]
    departures: tuple[Departure, ...]
    turn: int

    @property
    def standing(self) -> PlacedBid | None:
        return self.bids[-1] if self.bids else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """All that the viewer may know now. `viewer` is None for a spectator, who sees no dice.

    `dice_in_play` is what was rolled this round, or None where that is hidden or the game is over.
    `cap` is the greatest quantity that may be bid. `dice` is the viewer's own hand;
    the repr of an observation, which may reach a log, does without it.
    """

    options: Options
    viewer: int | None
    seats: tuple[ObservedSeat, ...]
    dice_in_play: int | None
    cap: int
    round: ObservedRound | None
    last_round: ResolvedRound | None
    dice: tuple[int, ...] = field(repr=False)
    actions: tuple[MoveKind, ...]
    legal_bids: tuple[LegalRange, ...]
    winner: int | None


def observe(state: GameState, viewer: int | None) -> Observation:
    """What the seat `viewer`, or a spectator (None), may know of the game."""
    round_, is_over = state.round, state.round is None
    return Observation(
        options=state.options,
        viewer=viewer,
        seats=observe_seats(state.seats, options=state.options, is_over=is_over, viewer=viewer),
        dice_in_play=observe_dice_in_play(state.seats, options=state.options, is_over=is_over),
        cap=state.cap,
        round=None if round_ is None else _observed_round(round_),
        last_round=state.last_round,
        dice=_own_dice(state, viewer),
        actions=() if viewer is None else allowed_moves(state, viewer),
        legal_bids=() if viewer is None else legal_ranges(state, viewer),
        winner=state.winner,
    )


def observe_seats(
    seats: Iterable[SeatState], *, options: Options, is_over: bool, viewer: int | None
) -> tuple[ObservedSeat, ...]:
    """The seats of a game that has started. Hidden lost dice hide the count of every cup but one's own."""

    def sees_count(seat: SeatState) -> bool:
        return options.lost_dice_visible or is_over or seat.number == viewer or seat.dice_count == 0

    return tuple(
        ObservedSeat(
            number=seat.number,
            dice_count=seat.dice_count if sees_count(seat) else None,
            in_play=seat.in_play,
            had_palifico=seat.had_palifico,
            timeouts=seat.timeouts,
            place=seat.place,
        )
        for seat in seats
    )


def observe_dice_in_play(seats: Iterable[SeatState], *, options: Options, is_over: bool) -> int | None:
    """The dice rolled this round; None where that is hidden or the game is over."""
    return sum(seat.dice_count for seat in seats) if options.lost_dice_visible and not is_over else None


def _observed_round(round_: RoundState) -> ObservedRound:
    return ObservedRound(
        number=round_.number,
        opener=round_.opener,
        palifico_seat=round_.palifico_seat,
        calza_allowed=round_.calza_allowed,
        roll_off=round_.roll_off,
        rolled=tuple(hand.seat for hand in round_.hands),
        bids=round_.bids,
        departures=round_.departures,
        turn=round_.turn,
    )


def _own_dice(state: GameState, viewer: int | None) -> tuple[int, ...]:
    """The viewer's own hand; empty for a spectator, for one who is out and once the game is over."""
    if viewer is None or state.round is None or not state.seats[viewer].in_play:
        return ()
    return next(hand.dice for hand in state.round.hands if hand.seat == viewer)
