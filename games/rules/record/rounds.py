"""Rounds as a document has them, from the rules' own values and the moments of all that was played in them."""

from typing import Any

from games.rules.fairness import SeededDice
from games.rules.state import ResolvedRound, RollOff, RoundState

Json = dict[str, Any]


def public_part(round_: RoundState | ResolvedRound, dice: SeededDice, times: list[str]) -> Json:
    """What a round has, resolved or not; `times` are those of all that was played in it, in order."""
    bids, departures = _with_times(round_, times)
    return {
        "number": round_.number,
        "opener": round_.opener,
        "palifico_seat": round_.palifico_seat,
        "calza_allowed": round_.calza_allowed,
        "roll_off": _roll_off(round_.roll_off),
        "commitments": _commitments(dice, round_.number, sorted(hand.seat for hand in round_.hands)),
        "bids": bids,
        "departures": departures,
    }


def unfinished_round(round_: RoundState, dice: SeededDice, times: list[str]) -> Json:
    """The round in which a game was given up, with all its hands in seat order."""
    return public_part(round_, dice, times) | {"hands": _hands(round_, dice)}


def resolved_round(round_: ResolvedRound, dice: SeededDice, times: list[str]) -> Json:
    """A round that is over, with its call and all that came of it."""
    call, change = round_.call, round_.dice_change
    return public_part(round_, dice, times) | {
        "call": {"kind": str(call.kind), "seat": call.seat, "timeout": call.timeout, "at": times[-1]},
        "count": round_.count,
        "hands": _hands(round_, dice),
        "dice_change": change and {"seat": change.seat, "before": change.before, "after": change.after},
        "out": list(round_.out),
        "next_opener": round_.next_opener,
    }


def _hands(round_: RoundState | ResolvedRound, dice: SeededDice) -> list[Json]:
    return [
        {
            "seat": hand.seat,
            "dice": list(hand.dice),
            "key": dice.key(round_number=round_.number, seat=hand.seat).hex(),
        }
        for hand in round_.hands
    ]


def _with_times(round_: RoundState | ResolvedRound, times: list[str]) -> tuple[list[Json], list[Json]]:
    """Bids and departures: they were played in the order that `after_bids` tells."""
    remaining, bids, departures = iter(times), list[Json](), list[Json]()
    left = list(round_.departures)
    for number in range(len(round_.bids) + 1):
        while left and left[0].after_bids == number:
            gone = left.pop(0)
            told = {"seat": gone.seat, "after_bids": gone.after_bids, "reason": str(gone.reason)}
            departures.append(told | {"at": next(remaining)})
        if number < len(round_.bids):
            placed = round_.bids[number]
            told = {"seat": placed.seat, "quantity": placed.bid.quantity, "face": placed.bid.face}
            bids.append(told | {"timeout": placed.timeout, "at": next(remaining)})
    return bids, departures


def _commitments(dice: SeededDice, number: int, seats: list[int]) -> list[Json]:
    return [{"seat": seat, "commitment": dice.commitment(round_number=number, seat=seat).hex()} for seat in seats]


def _roll_off(passes: RollOff | None) -> list[list[Json]] | None:
    if passes is None:
        return None
    return [[{"seat": thrown.seat, "die": thrown.die} for thrown in together] for together in passes]
