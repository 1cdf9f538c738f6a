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
    return ways(wanted, dice, faces) / throws(dice)


@cache
def chance_at_least(wanted: int, *, dice: int, faces: int) -> float:
    """P(X >= wanted) of `dice` unseen dice; 1 if nothing is wanted."""
    return ways_from(wanted, dice, faces) / throws(dice)


@cache
def chance_fewer(wanted: int, *, dice: int, faces: int) -> float:
    """P(X < wanted) of `dice` unseen dice."""
    return (throws(dice) - ways_from(wanted, dice, faces)) / throws(dice)


def throws(dice: int) -> int:
    """How many throws of so many dice there are: 6^dice."""
    number: int = SIDES**dice  # int ** int alone is not known to be a whole number to a type checker
    return number


@cache
def ways_from(wanted: int, dice: int, faces: int) -> int:
    """In how many of the 6^dice throws at least `wanted` dice count."""
    return sum(ways(number, dice, faces) for number in range(max(wanted, 0), dice + 1))


@cache
def ways(number: int, dice: int, faces: int) -> int:
    """In how many of the 6^dice throws exactly `number` dice count."""
    if not 0 <= number <= dice:
        return 0
    found: int = comb(dice, number) * faces**number * (SIDES - faces) ** (dice - number)
    return found
