"""Chances of dice that nobody has seen, exact.

Each of *n* unseen dice shows one of *f* counting faces of six (`faces`: 2 where ones are wild, else 1) with chance
f/6, so the number that count is binomial: P(X = k) = C(n, k) f^k (6 - f)^(n - k) / 6^n. The sums are made in whole
numbers and divided once: equal chances are equal floats.
"""

from functools import cache
from math import comb
from typing import Final

from games.rules.bids import ONES

SIDES: Final = 6


def counting_faces(face: int, *, palifico: bool) -> int:
    """How many faces of a die count for `face`: itself and the ones, where they are wild (docs/rules.md 5)."""
    return 1 if palifico or face == ONES else 2


def chance_exactly(wanted: int, *, dice: int, faces: int) -> float:
    """P(X = wanted) of `dice` unseen dice; 0 for a number that cannot be."""
    return _ways(wanted, dice, faces) / _throws(dice)


@cache
def chance_at_least(wanted: int, *, dice: int, faces: int) -> float:
    """P(X >= wanted) of `dice` unseen dice; 1 if nothing is wanted."""
    return _ways_from(wanted, dice, faces) / _throws(dice)


@cache
def chance_fewer(wanted: int, *, dice: int, faces: int) -> float:
    """P(X < wanted) of `dice` unseen dice."""
    return (_throws(dice) - _ways_from(wanted, dice, faces)) / _throws(dice)


def _throws(dice: int) -> int:
    """6^dice; `int ** int` alone is not known to be a whole number to a type checker."""
    throws: int = SIDES**dice
    return throws


def _ways_from(wanted: int, dice: int, faces: int) -> int:
    return sum(_ways(number, dice, faces) for number in range(max(wanted, 0), dice + 1))


def _ways(number: int, dice: int, faces: int) -> int:
    """In how many of the 6^dice throws exactly `number` dice count."""
    if not 0 <= number <= dice:
        return 0
    ways: int = comb(dice, number) * faces**number * (SIDES - faces) ** (dice - number)
    return ways
