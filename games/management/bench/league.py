"""A league of players whose true strength is known: do ratings find it out, and what are their predictions worth?

A player's performance in a game is their strength and a draw from the standard Gumbel distribution, and the best
performance wins: so the chance to be ahead of a player weaker by d is 1 / (1 + exp(-d)), whoever else plays.
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from games.rules.ruleset import MAX_SEATS, MIN_SEATS
from players.ratings import Skill, updated

BETA = 25 / 6
"""The spread of performances that the rating model takes for granted, on the scale of mu."""


@dataclass
class Predictions:
    """Places as the ratings predicted them and as they were, for one size of table and one predicted place, rounded."""

    predicted: list[float] = field(default_factory=list)
    observed: list[int] = field(default_factory=list)


@dataclass
class League:
    """`spread` is the standard deviation of the strengths."""

    players: int
    spread: float
    chance: random.Random
    strengths: list[float] = field(init=False)
    skills: list[Skill] = field(init=False)
    games: list[int] = field(init=False)
    settled_after: dict[int, int] = field(default_factory=dict)
    """How many games each player needed for a rating that is not provisional."""

    def __post_init__(self) -> None:
        self.strengths = [self.chance.gauss(0, self.spread) for _ in range(self.players)]
        self.skills = [Skill()] * self.players
        self.games = [0] * self.players

    def play(self) -> dict[int, int]:
        """One rated game of two to six players; their places."""
        sitters = self.chance.sample(range(self.players), self.chance.randint(MIN_SEATS, MAX_SEATS))
        performances = {p: self.strengths[p] - math.log(-math.log(self.chance.random())) for p in sitters}
        in_order = sorted(sitters, key=lambda player: -performances[player])
        places = {player: place for place, player in enumerate(in_order, start=1)}
        for player, skill in updated({player: self.skills[player] for player in sitters}, places).items():
            self.skills[player] = skill
            self.games[player] += 1
            if not skill.is_provisional:
                self.settled_after.setdefault(player, self.games[player])
        return places

    def predict(self, games: int) -> dict[tuple[int, int], Predictions]:
        """Play on, and hold every place against what the ratings before the game said; by table size and place."""
        found: dict[tuple[int, int], Predictions] = defaultdict(Predictions)
        for _ in range(games):
            skills = list(self.skills)
            places = self.play()
            for player, expected in expected_places({player: skills[player] for player in places}).items():
                group = found[len(places), round(expected)]
                group.predicted.append(expected)
                group.observed.append(places[player])
        return dict(sorted(found.items()))

    @property
    def correlation(self) -> float:
        """Spearman's rank correlation of ratings with strengths."""
        return rank_correlation(self.strengths, [skill.mu for skill in self.skills])


def expected_places(skills: Mapping[int, Skill]) -> dict[int, float]:
    """One, and the chances of all others to be ahead, as the rating model has them."""
    c = math.sqrt(sum(skill.sigma**2 + BETA**2 for skill in skills.values()))
    return {
        player: 1
        + sum(1 / (1 + math.exp((own.mu - other.mu) / c)) for rival, other in skills.items() if rival != player)
        for player, own in skills.items()
    }


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's, of two lists without equals."""
    size = len(one)
    distance = sum((a - b) ** 2 for a, b in zip(_ranks(one), _ranks(other), strict=True))
    return 1 - 6 * distance / (size * (size**2 - 1))


def table(predictions: Mapping[tuple[int, int], Predictions]) -> Iterator[str]:
    """Lines to read: mean places predicted and observed."""
    yield f"{'players':>7} {'predicted':>9} {'observed':>9} {'places':>7}"
    for (players, _), group in predictions.items():
        yield f"{players:7} {fmean(group.predicted):9.2f} {fmean(group.observed):9.2f} {len(group.observed):7}"


def _ranks(values: Sequence[float]) -> list[int]:
    in_order = sorted(range(len(values)), key=lambda index: values[index])
    ranks = [0] * len(values)
    for rank, index in enumerate(in_order):
        ranks[index] = rank
    return ranks
