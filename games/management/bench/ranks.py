"""Whether one set of times is slower than another: the rank-sum test of Wilcoxon, Mann and Whitney.

It asks of every pair, one of each set, which is the slower. It supposes nothing of how times are spread, and a few that
are far out count no more than others.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import NormalDist, median


@dataclass(frozen=True)
class Comparison:
    """Two sets of times in seconds. `p` is the chance of ranks so unequal, or more, if there is no difference."""

    first: Sequence[float]
    second: Sequence[float]

    @property
    def difference(self) -> float:
        """Of the medians, in seconds."""
        return median(self.second) - median(self.first)

    @property
    def p(self) -> float:
        """By the normal approximation, with ties counted; good from some ten times a set on."""
        n, m = len(self.first), len(self.second)
        times = sorted([(time, 0) for time in self.first] + [(time, 1) for time in self.second])
        ranked, sum_of_second, ties = 0, 0.0, 0.0
        for _, same in groupby(times, key=lambda pair: pair[0]):
            tied = [which for _, which in same]
            sum_of_second += (ranked + (len(tied) + 1) / 2) * sum(tied)
            ties += len(tied) ** 3 - len(tied)
            ranked += len(tied)
        expected = m * (n + m + 1) / 2
        variance = n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1)))
        if variance <= 0:
            return 1.0
        return 2 * NormalDist().cdf(-abs(sum_of_second - expected) / math.sqrt(variance))
