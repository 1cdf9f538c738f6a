"""What dice are worth: a seat's share of the match by the dice everyone holds."""

import math
from collections.abc import Mapping
from typing import Final

_EXPONENT: Final = 1.6
"""A second die is worth more than a first: this power of the dice is the guess, for want of a fitted table."""


def share(held: Mapping[int, int], seat: int) -> float:
    """The chance of `seat` to win the match, of players alike: its dice^1.6 over the sum of everyone's.

    `held` gives the dice of the seats in play; 0 for a seat that is out, 1 for the only one left.
    """
    return _weight(held[seat]) / sum(map(_weight, held.values()))


def _weight(dice: int) -> float:
    return math.pow(dice, _EXPONENT)
