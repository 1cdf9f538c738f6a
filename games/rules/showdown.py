"""A call: counting the dice, who loses or regains one, who opens next (docs/rules.md 5, 6, 8)."""

from collections.abc import Iterable
from dataclasses import replace

from games.rules.bids import ONES, PlacedBid
from games.rules.state import Call, CallKind, DiceChange, GameState, Hand, ResolvedRound, RoundState, SeatState


def count_dice(hands: Iterable[Hand], *, face: int, palifico: bool) -> int:
    """The dice that count for a face: it and, outside palifico, every one; ones are counted once."""
    wanted = {face} if palifico else {face, ONES}
    return sum(die in wanted for hand in hands for die in hand.dice)


def reveal_order(hands: Iterable[Hand], *, seats: int, caller: int, bidder: int) -> tuple[Hand, ...]:
    """The caller's cup first, then on round to the left; the bidder's cup last (docs/rules.md 5; text 002)."""

    def position(hand: Hand) -> int:
        return seats if hand.seat == bidder else (hand.seat - caller) % seats

    return tuple(sorted(hands, key=position))


def settle(state: GameState, round_: RoundState, call: Call) -> tuple[ResolvedRound, tuple[SeatState, ...]]:
    """The round resolved by a dudo or a calza on its standing bid, and the seats after it."""
    standing = round_.standing
    assert standing is not None
    count = count_dice(round_.hands, face=standing.bid.face, palifico=round_.is_palifico)
    change = _dice_change(state, standing, call, count)
    seats = without_leavers(state.seats) if change is None else _changed(without_leavers(state.seats), change)
    after = replace(state, seats=seats)
    lost_last = () if change is None or change.after > 0 else (change.seat,)
    first_in_line = call.seat if call.kind is CallKind.CALZA else _loser(standing, call, count)
    resolved = _resolved(
        round_,
        call,
        reveal_order(round_.hands, seats=len(state.seats), caller=call.seat, bidder=standing.seat),
        count=count,
        dice_change=change,
        lost_last=lost_last,
        next_opener=_next_opener(after, first_in_line),
    )
    return resolved, seats


def close_without_call(round_: RoundState, *, leaver: int) -> ResolvedRound:
    """The round closed because its last but one player left; cups stand in seat order (docs/rules.md 5, 9)."""
    return _resolved(round_, Call(CallKind.DEPARTURE, leaver), round_.hands)


def _resolved(
    round_: RoundState,
    call: Call,
    hands: tuple[Hand, ...],
    *,
    count: int | None = None,
    dice_change: DiceChange | None = None,
    lost_last: tuple[int, ...] = (),
    next_opener: int | None = None,
) -> ResolvedRound:
    """The round with what closed it; those who left in it went out before the one who lost their last die."""
    return ResolvedRound(
        number=round_.number,
        opener=round_.opener,
        palifico_seat=round_.palifico_seat,
        calza_allowed=round_.calza_allowed,
        roll_off=round_.roll_off,
        bids=round_.bids,
        departures=round_.departures,
        call=call,
        count=count,
        hands=hands,
        dice_change=dice_change,
        out=(*(departure.seat for departure in round_.departures), *lost_last),
        next_opener=next_opener,
    )


def without_leavers(seats: tuple[SeatState, ...]) -> tuple[SeatState, ...]:
    """The round is over: the dice of those who left in it are gone (docs/rules.md 9)."""
    return tuple(seat if seat.in_play else replace(seat, dice_count=0) for seat in seats)


def go_out(seats: tuple[SeatState, ...], seat: int) -> tuple[SeatState, ...]:
    """The seat takes the lowest free place, and the last one in play takes the first (docs/rules.md 8, 9)."""
    place = sum(s.in_play for s in seats)
    seats = _set(seats, replace(seats[seat], in_play=False, place=place))
    left = [s for s in seats if s.in_play]
    return _set(seats, replace(left[0], place=1)) if len(left) == 1 else seats


def _loser(standing: PlacedBid, call: Call, count: int) -> int:
    """Who is wrong in a dudo: the caller if the bid was good, the bidder if not."""
    return call.seat if count >= standing.bid.quantity else standing.seat


def _dice_change(state: GameState, standing: PlacedBid, call: Call, count: int) -> DiceChange | None:
    """The die that changes hands; None for a caller at the ceiling and for a bidder who has left."""
    if call.kind is CallKind.CALZA and count == standing.bid.quantity:
        caller = state.seats[call.seat]
        after = min(caller.dice_count + 1, state.options.starting_dice)
        return None if after == caller.dice_count else DiceChange(call.seat, caller.dice_count, after)
    loser = state.seats[call.seat if call.kind is CallKind.CALZA else _loser(standing, call, count)]
    return DiceChange(loser.number, loser.dice_count, loser.dice_count - 1) if loser.in_play else None


def _changed(seats: tuple[SeatState, ...], change: DiceChange) -> tuple[SeatState, ...]:
    seats = _set(seats, replace(seats[change.seat], dice_count=change.after))
    return go_out(seats, change.seat) if change.after == 0 else seats


def _next_opener(after: GameState, first_in_line: int) -> int | None:
    """The one in line, or the player on their left if they are out; nobody when the game is over."""
    if after.winner is not None:
        return None
    return first_in_line if after.seats[first_in_line].in_play else after.left_of(first_in_line)


def _set(seats: tuple[SeatState, ...], changed: SeatState) -> tuple[SeatState, ...]:
    return (*seats[: changed.number], changed, *seats[changed.number + 1 :])
