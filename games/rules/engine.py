"""The game: `start` and `apply` take dice and give the new state and what happened."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from games.rules.actions import Action, CallCalza, CallDudo, DepartureReason, Leave, PlaceBid, TimeOut
from games.rules.bids import Bid, PlacedBid
from games.rules.dice import Dice
from games.rules.events import BidPlaced, Event, Finished, Rolled, RoundEnded, SeatLeft, Started
from games.rules.legality import refusal
from games.rules.ruleset import MAX_SEATS, MIN_SEATS, FirstOpener, Options
from games.rules.showdown import close_without_call, go_out, settle, without_leavers
from games.rules.state import Call, CallKind, Departure, GameState, Hand, ResolvedRound, RollOff, RoundState, SeatState

TIMEOUTS_BEFORE_DEPARTURE: Final = 2
TIMEOUT_BID: Final = Bid(quantity=1, face=2)


@dataclass(frozen=True, slots=True)
class Transition:
    """A new state and what led to it, in order."""

    state: GameState
    events: tuple[Event, ...]


def start(*, options: Options, seats: int, dice: Dice) -> Transition:
    """Seat 2 to 6 players and roll the first round (docs/rules.md 2, 3)."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"a game has {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    state = GameState(
        options=options,
        seats=tuple(SeatState(number=number, dice_count=options.starting_dice) for number in range(seats)),
        round=None,
    )
    roll_off = dice.roll_off(seats=seats) if options.first_opener is FirstOpener.ROLL_OFF else None
    opener = _roll_off_winner(roll_off) if roll_off is not None else dice.random_opener(seats=seats)
    rolled = _roll(state, dice, number=1, opener=opener, palifico_seat=None, roll_off=roll_off)
    return Transition(rolled.state, (Started(), *rolled.events))


def apply(state: GameState, seat: int, action: Action, dice: Dice) -> Transition:
    """Do what a seat asks. Raises `RuleViolation`, by `legality.refusal`, and then nothing has changed."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise refused
    return _ACTIONS[type(action)](state, seat, action, dice)


def _place_bid(state: GameState, seat: int, action: PlaceBid, dice: Dice) -> Transition:
    return _bid(_awake(state, seat), seat, action.bid, timeout=False)


def _call_dudo(state: GameState, seat: int, action: CallDudo, dice: Dice) -> Transition:
    return _call(_awake(state, seat), Call(CallKind.DUDO, seat), dice)


def _call_calza(state: GameState, seat: int, action: CallCalza, dice: Dice) -> Transition:
    return _call(_awake(state, seat), Call(CallKind.CALZA, seat), dice)


def _leave(state: GameState, seat: int, action: Leave, dice: Dice) -> Transition:
    return _depart(state, seat, action.reason)


def _time_out(state: GameState, seat: int, action: TimeOut, dice: Dice) -> Transition:
    """Dudo if there is a bid, else one two; the second timeout running is a departure (docs/rules.md 9)."""
    timeouts = state.seats[seat].timeouts + 1
    state = _with_seat(state, replace(state.seats[seat], timeouts=timeouts))
    if timeouts == TIMEOUTS_BEFORE_DEPARTURE:
        return _depart(state, seat, DepartureReason.TIMEOUT)
    if _playing(state).standing is None:
        return _bid(state, seat, TIMEOUT_BID, timeout=True)
    return _call(state, Call(CallKind.DUDO, seat, timeout=True), dice)


_ACTIONS: Final[dict[type, Callable[..., Transition]]] = {
    PlaceBid: _place_bid,
    CallDudo: _call_dudo,
    CallCalza: _call_calza,
    Leave: _leave,
    TimeOut: _time_out,
}


def _bid(state: GameState, seat: int, bid: Bid, *, timeout: bool) -> Transition:
    round_ = _playing(state)
    placed = PlacedBid(seat, bid, timeout)
    round_ = replace(round_, bids=(*round_.bids, placed), turn=state.left_of(seat))
    return Transition(replace(state, round=round_), (BidPlaced(placed),))


def _call(state: GameState, call: Call, dice: Dice) -> Transition:
    resolved, seats = settle(state, _playing(state), call)
    after = replace(state, seats=seats, round=None, last_round=resolved)
    if resolved.next_opener is None:
        return Transition(after, (RoundEnded(resolved), _finished(after)))
    rolled = _roll(
        after,
        dice,
        number=resolved.number + 1,
        opener=resolved.next_opener,
        palifico_seat=_palifico_seat(after, resolved),
    )
    return Transition(rolled.state, (RoundEnded(resolved), *rolled.events))


def _depart(state: GameState, seat: int, reason: DepartureReason) -> Transition:
    """docs/rules.md 9: out at once, the dice stay under the cup, the turn passes left."""
    round_ = _playing(state)
    departure = Departure(seat, len(round_.bids), reason)
    state = replace(state, seats=go_out(state.seats, seat))
    round_ = replace(round_, departures=(*round_.departures, departure))
    if state.winner is not None:
        resolved = close_without_call(round_, leaver=seat)
        after = replace(state, seats=without_leavers(state.seats), round=None, last_round=resolved)
        return Transition(after, (SeatLeft(departure), RoundEnded(resolved), _finished(after)))
    if round_.turn == seat:
        turn = state.left_of(seat)
        round_ = replace(round_, turn=turn, opener=round_.opener if round_.bids else turn)
    return Transition(replace(state, round=round_), (SeatLeft(departure),))


def _roll(
    state: GameState,
    dice: Dice,
    *,
    number: int,
    opener: int,
    palifico_seat: int | None,
    roll_off: RollOff | None = None,
) -> Transition:
    """Begin a round; its rules are fixed by the players in play at the roll (docs/rules.md 2, 3)."""
    if palifico_seat is not None:
        state = _with_seat(state, replace(state.seats[palifico_seat], had_palifico=True))
    hands = tuple(
        Hand(seat, dice.roll(round_number=number, seat=seat, count=state.seats[seat].dice_count))
        for seat in state.in_play
    )
    round_ = RoundState(
        number=number,
        opener=opener,
        palifico_seat=palifico_seat,
        calza_allowed=_calza_allowed(state, palifico=palifico_seat is not None),
        roll_off=roll_off,
        hands=hands,
        turn=opener,
    )
    return Transition(replace(state, round=round_), (Rolled(round_),))


def _calza_allowed(state: GameState, *, palifico: bool) -> bool:
    """docs/rules.md 6."""
    options = state.options
    enough_players = len(state.in_play) > MIN_SEATS or options.calza_with_two
    return options.calza and enough_players and (not palifico or options.calza_in_palifico)


def _palifico_seat(after: GameState, resolved: ResolvedRound) -> int | None:
    """The player whose palifico round comes next: just brought down to one die, for the first time (rules.md 7)."""
    change, options = resolved.dice_change, after.options
    if change is None or change.after != 1:
        return None
    enough_players = len(after.in_play) > MIN_SEATS or options.palifico_with_two
    is_first = not after.seats[change.seat].had_palifico
    return change.seat if options.palifico and options.starting_dice > 1 and enough_players and is_first else None


def _roll_off_winner(roll_off: RollOff) -> int:
    return max(roll_off[-1], key=lambda thrown: thrown.die).seat


def _finished(state: GameState) -> Finished:
    return Finished(tuple(seat.place or 0 for seat in state.seats))


def _awake(state: GameState, seat: int) -> GameState:
    """A move of one's own begins the count of timeouts anew (docs/rules.md 9)."""
    own = state.seats[seat]
    return _with_seat(state, replace(own, timeouts=0)) if own.timeouts else state


def _with_seat(state: GameState, changed: SeatState) -> GameState:
    seats = tuple(changed if seat.number == changed.number else seat for seat in state.seats)
    return replace(state, seats=seats)


def _playing(state: GameState) -> RoundState:
    assert state.round is not None  # `refusal` has seen to it
    return state.round
