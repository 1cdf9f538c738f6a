"""The rounds of a finished game that are worth a look (docs/statistics.md, "Remarkable rounds")."""

from collections.abc import Iterator, Sequence
from math import log10
from typing import Final

from games.models import RemarkableRound
from games.rules.bids import Bid
from games.rules.knowledge import Knowledge
from games.rules.state import CallKind
from games.store.record import GameRecord, RoundRecord

# What is remarkable stands above, the game's primary key below: so among equals the newer game comes first.
_GAMES: Final = 2**40
_PARTS_OF_A_POWER: Final = 1000
BOLD_BELOW: Final = 0.5
"""A bid more likely good than not is not bold."""


def record(game: GameRecord, rounds: Sequence[RoundRecord]) -> None:
    """Keep the most remarkable rounds of a game that has just been finished, in the transaction that finishes it."""
    RemarkableRound.objects.bulk_create(_found(game, rounds))


def forget_all() -> None:
    RemarkableRound.objects.all().delete()


def _found(game: GameRecord, rounds: Sequence[RoundRecord]) -> Iterator[RemarkableRound]:
    with_bids = [round_ for round_ in rounds if round_.bids]
    if with_bids:
        longest = max(with_bids, key=lambda round_: len(round_.bids))
        bids = len(longest.bids)
        yield _row(game, RemarkableRound.Kind.LONGEST, longest, value=bids, weight=bids)
    bold = [(chance, round_) for round_ in rounds if (chance := _chance_of_good_bid(round_)) is not None]
    if bold:
        chance, round_ = min(bold, key=lambda found: found[0])
        weight = round(-log10(chance) * _PARTS_OF_A_POWER)
        yield _row(game, RemarkableRound.Kind.BOLDEST, round_, value=chance, weight=weight)


def _row(
    game: GameRecord, kind: RemarkableRound.Kind, round_: RoundRecord, *, value: float, weight: int
) -> RemarkableRound:
    last = round_.bids[-1]
    return RemarkableRound(
        game=game.game,
        kind=kind,
        round=round_.row.number,
        bid=last.number,
        seat=last.seat,
        value=value,
        key=weight * _GAMES + game.game.pk,
    )


def _chance_of_good_bid(round_: RoundRecord) -> float | None:
    """The chance that its maker could give the last bid, if it was bold, doubted and good; not one that time made."""
    resolved = round_.resolved
    if resolved.call.kind is not CallKind.DUDO or resolved.count is None or round_.bids[-1].timeout:
        return None
    bid = Bid(round_.bids[-1].quantity, round_.bids[-1].face)
    own = next(hand for hand in round_.rolled_hands if hand.seat == round_.bids[-1].seat)
    unseen = sum(len(hand.dice) for hand in round_.rolled_hands) - len(own.dice)
    chance = Knowledge(hand=own, unseen=unseen, palifico=round_.row.palifico_seat is not None).chance_good(bid)
    return chance if resolved.count >= bid.quantity and chance < BOLD_BELOW else None
