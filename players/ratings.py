"""Rating arithmetic, pure: Plackett-Luce by places, as openskill has it, around one line of the library.

A rating is a belief about a player's skill: a mean `mu` and an uncertainty `sigma`. What people are shown is a
familiar number, 1500 at the start, and two sigmas on the same scale (docs/ratings.md).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from openskill.models import PlackettLuce

Key = TypeVar("Key")

_MODEL: Final = PlackettLuce()
START_NUMBER: Final = 1500
POINTS_PER_MU: Final = 20
PROVISIONAL_ABOVE: Final = 240

# Where a leaderboard's key has room for accounts, and its spans for thousandths of a point.
_ACCOUNTS: Final = 2**36
_THOUSANDTHS: Final = 1000


@dataclass(frozen=True, slots=True)
class Skill:
    """A belief about a player's skill in one ruleset at one pace."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def thousandths(self) -> int:
        """The rating in thousandths of a point, rounded down: what leaderboards go by."""
        return math.floor((START_NUMBER + (self.mu - _MODEL.mu) * POINTS_PER_MU) * _THOUSANDTHS)

    @property
    def number(self) -> int:
        """The rating as people are shown it. Made of the thousandths, so that no leaderboard contradicts it."""
        return (self.thousandths + _THOUSANDTHS // 2) // _THOUSANDTHS

    @property
    def uncertainty(self) -> int:
        """Two sigmas, in points: the true skill lies within it nineteen times in twenty."""
        return round(2 * self.sigma * POINTS_PER_MU)

    @property
    def is_provisional(self) -> bool:
        return self.uncertainty > PROVISIONAL_ABOVE


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a player in one ruleset at one pace: a skill, and what it rests on."""

    skill: Skill = Skill()
    games: int = 0
    wins: int = 0
    last_game_at: datetime | None = None

    def after(self, skill: Skill, *, place: int, at: datetime) -> "Standing":
        """The standing after one more game, which led to `skill`."""
        last = at if self.last_game_at is None else max(self.last_game_at, at)
        return Standing(skill, self.games + 1, self.wins + (place == 1), last)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game as ratings know it: its number among those of its ruleset and pace, and its rated accounts, best first.

    A game that was annulled keeps its number and has nobody in its ranking.
    """

    game: str
    number: int
    at: datetime
    ranking: tuple[int, ...]


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


def board_key(skill: Skill, *, account: int) -> int:
    """What orders a leaderboard, the greatest first: thousandths of a point and, among equals, the older account.

    No two accounts have the same key. It fits 64 bits for accounts below 2**36 and numbers within ±130,000 points.
    """
    return (skill.thousandths + 1) * _ACCOUNTS - 1 - account


def span_of(key: int) -> int:
    """The span that a leaderboard's key lies in: a whole point, rounded down."""
    return key // (_ACCOUNTS * _THOUSANDTHS)


def span_end(span: int) -> int:
    """The first key above a span."""
    return (span + 1) * _ACCOUNTS * _THOUSANDTHS
