"""A finished game analysed (docs/analysis.md), as JSON."""

from collections.abc import Sequence
from typing import Final

from games.rules.actions import CallDudo, PlaceBid
from games.rules.analysis import Choice, Judged, JudgedRound, Summary, judge, summaries
from games.rules.legality import MoveKind
from games.store.record import GameRecord, RoundRecord
from games.viewpoint.values import Json
from games.viewpoint.view import game_facts

FORMAT: Final = "perudo-analysis/1"
WAIT: Final = "wait"
"""To do nothing, where one might have called calza."""
_CHANCE_PLACES: Final = 6
_RATE_PLACES: Final = 4


def analysis(record: GameRecord, rounds: Sequence[RoundRecord]) -> Json:
    """The analysis of a finished game, from all of its rounds; the same for every reader."""
    assert record.is_over
    seats = game_facts(record, player_id=None)["seats"]
    judged = list(judge([round_.resolved for round_ in rounds], options=record.options, seats=len(seats)))
    summed = summaries(judged, seats=len(seats))
    return {
        "format": FORMAT,
        "id": record.game.public_id,
        "rounds": [_round(round_) for round_ in judged],
        "seats": [_seat(seat, summary) for seat, summary in zip(seats, summed, strict=True)],
    }


def _round(judged: JudgedRound) -> Json:
    return {
        "number": judged.number,
        "dice": judged.dice,
        "decisions": [_decision(one) for one in judged.decisions],
    }


def _decision(judged: Judged) -> Json:
    return {
        "seat": judged.seat,
        "action": str(judged.kind),
        "timeout": judged.timeout,
        "quantity": judged.bid.quantity,
        "face": judged.bid.face,
        "held": judged.held,
        "unseen": judged.unseen,
        "chance_good": _chance(judged.chance_good),
        "chance_exact": _chance(judged.chance_exact),
        "bluff": judged.bluff,
        "count": judged.count,
        "worth": _chance(judged.worth),
        "best": _choice(judged.best),
        "chance_lost": _chance(judged.chance_lost),
    }


def _choice(choice: Choice) -> Json:
    if isinstance(choice.move, PlaceBid):
        bid = choice.move.bid
        told = {"action": str(MoveKind.BID), "quantity": bid.quantity, "face": bid.face}
    else:
        kind = MoveKind.DUDO if isinstance(choice.move, CallDudo) else MoveKind.CALZA
        told = {"action": WAIT if choice.move is None else str(kind), "quantity": None, "face": None}
    return told | {"worth": _chance(choice.worth)}


def _seat(seat: Json, summary: Summary) -> Json:
    return {
        "seat": seat["seat"],
        "player": seat["player"],
        "bids": summary.bids,
        "bluff_rate": _rate(summary.bluffs, summary.bids),
        "calls": summary.calls,
        "good_call_rate": _rate(summary.good_calls, summary.calls),
        "showdowns": summary.showdowns,
        "won": summary.won,
        "expected": _rate(summary.expected, 1),
        "luck": _rate(summary.luck, 1),
        "mean_chance_lost": _rate(summary.chance_lost, summary.bids + summary.calls),
    }


def _chance(chance: float) -> float:
    return round(chance, _CHANCE_PLACES)


def _rate(part: float, of: int) -> float | None:
    """None where there is nothing to divide by; never a zero with a minus sign."""
    return round(part / of, _RATE_PLACES) + 0.0 if of else None
