"""What the next player makes of a bid, if they go by the chance of it given their own hand."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.rules.chances import chance_at_least, chance_exactly

SURE_DOUBT: Final = 0.2
NO_DOUBT: Final = 0.5
"""A bid that the next player gives at most SURE_DOUBT is always doubted, one given NO_DOUBT or more never."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """The chances that the next player doubts the bid, and that the bid is then good or bad."""

    good: float
    bad: float


@lru_cache(maxsize=1 << 16)
def doubt(*, quantity: int, held: int, mine: int, theirs: int, others: int, faces: int) -> Doubt:
    """How a bid on `quantity` dice fares with the next player, summed over what they may hold.

    `held` of the bidder's `mine` dice count for it; the next player has `theirs` dice and all the rest `others`.
    They see neither of the two other lots, and doubt by `doubt_chance` of the chance that remains to the bid.
    """
    good = bad = 0.0
    for matching in range(theirs + 1):
        looks = chance_at_least(quantity - matching, dice=mine + others, faces=faces)
        doubted = chance_exactly(matching, dice=theirs, faces=faces) * doubt_chance(looks)
        is_good = chance_at_least(quantity - matching - held, dice=others, faces=faces)
        good += doubted * is_good
        bad += doubted * (1 - is_good)
    return Doubt(good, bad)


def doubt_chance(looks: float) -> float:
    """How likely a bid is doubted by one to whom its chance is `looks`: falls evenly from 1 to 0 between the bounds."""
    return min(max((NO_DOUBT - looks) / (NO_DOUBT - SURE_DOUBT), 0.0), 1.0)
