"""Rating arithmetic, pure: Plackett-Luce by places, as openskill has it, around one line of the library.

A rating is a belief about a player's skill: a mean `mu` and an uncertainty `sigma`. What people are shown is a
familiar number, 1500 at the start, and two sigmas on the same scale (docs/ratings.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from openskill.models import PlackettLuce

Key = TypeVar("Key")

_MODEL: Final = PlackettLuce()
START_NUMBER: Final = 1500
POINTS_PER_MU: Final = 20
PROVISIONAL_ABOVE: Final = 240


@dataclass(frozen=True, slots=True)
class Skill:
    """A belief about a player's skill in one ruleset at one pace."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def number(self) -> float:
        """The rating as people are shown it, in points, before rounding."""
        return START_NUMBER + (self.mu - _MODEL.mu) * POINTS_PER_MU

    @property
    def uncertainty(self) -> float:
        """Two sigmas, in points: the true skill lies within it nineteen times in twenty."""
        return 2 * self.sigma * POINTS_PER_MU

    @property
    def is_provisional(self) -> bool:
        return self.uncertainty > PROVISIONAL_ABOVE


def updated(skills: Mapping[Key, Skill], places: Mapping[Key, int]) -> dict[Key, Skill]:
    """Every player's skill after a game. `places` is strict, 1 the winner's.

    The result does not hang on the order of the arguments, to the last digit: players are taken by place.
    Raises ValueError for a tie or for fewer than two players.
    """
    if len(places) < 2 or len(set(places.values())) < len(places):
        raise ValueError("ratings need two players or more, each with a place of their own")
    by_place = sorted(places, key=lambda key: places[key])
    teams = [[_MODEL.create_rating([skills[key].mu, skills[key].sigma])] for key in by_place]
    rated = _MODEL.rate(teams, ranks=list(range(1, len(teams) + 1)))
    return {key: Skill(team[0].mu, team[0].sigma) for key, team in zip(by_place, rated, strict=True)}
