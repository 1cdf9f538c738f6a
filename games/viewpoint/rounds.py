"""Rounds as JSON: one being played without its hands, one resolved with them."""

from collections.abc import Iterable

from games.models import Bid, Seat
from games.rules.fairness import SeededDice
from games.rules.state import Hand
from games.store.record import GameRecord, RoundRecord
from games.viewpoint import values
from games.viewpoint.values import Json


def playing_round(record: GameRecord, round_: RoundRecord) -> Json:
    """The round being played, as everybody may see it."""
    return _public_part(record, round_) | {
        "turn": record.game.turn,
        "deadline": values.time(record.game.deadline),
    }


def resolved_round(record: GameRecord, round_: RoundRecord) -> Json:
    """A resolved round, hands and keys in the order of revealing (docs/rules.md 5)."""
    resolved = round_.resolved
    change = resolved.dice_change
    return _public_part(record, round_) | {
        "call": {
            "kind": str(resolved.call.kind),
            "seat": resolved.call.seat,
            "timeout": resolved.call.timeout,
            "at": values.time(round_.row.called_at),
        },
        "count": resolved.count,
        "hands": _hands(record, round_, resolved.hands),
        "dice_change": change and {"seat": change.seat, "before": change.before, "after": change.after},
        "out": list(resolved.out),
        "next_opener": resolved.next_opener,
    }


def unfinished_round(record: GameRecord, round_: RoundRecord) -> Json:
    """The round in which a game was given up: nothing is hidden any more, and nobody called."""
    assert record.is_over
    return _public_part(record, round_) | {"hands": _hands(record, round_, round_.rolled_hands)}


def _hands(record: GameRecord, round_: RoundRecord, hands: Iterable[Hand]) -> list[Json]:
    number = round_.row.number
    return [
        {"seat": hand.seat, "dice": list(hand.dice), "key": record.dice.key(round_number=number, seat=hand.seat).hex()}
        for hand in hands
    ]


def commitments(dice: SeededDice, round_: RoundRecord) -> list[Json]:
    """The commitment to the key of every seat that rolled (docs/fairness.md, step 3)."""
    number = round_.row.number
    seats = [hand.seat for hand in round_.rolled_hands]
    return [{"seat": seat, "commitment": dice.commitment(round_number=number, seat=seat).hex()} for seat in seats]


def bid(row: Bid) -> Json:
    return {
        "seat": row.seat,
        "quantity": row.quantity,
        "face": row.face,
        "timeout": row.timeout,
        "at": values.time(row.at),
    }


def departure(seat: Seat) -> Json:
    return {
        "seat": seat.number,
        "after_bids": seat.left_after_bids,
        "reason": seat.left_reason,
        "at": values.time(seat.left_at),
    }


def _public_part(record: GameRecord, round_: RoundRecord) -> Json:
    return {
        "number": round_.row.number,
        "opener": round_.opener,
        "palifico_seat": round_.row.palifico_seat,
        "calza_allowed": round_.row.calza_allowed,
        "roll_off": values.roll_off(round_.roll_off),
        "commitments": commitments(record.dice, round_),
        "bids": [bid(row) for row in round_.bids],
        "departures": [departure(seat) for seat in round_.departures],
    }
