"""Bots that behave as a test wants, and what must not be said of them."""

import random
from collections.abc import Callable
from typing import Any

from games.bots.registry import Bot
from games.rules.actions import Move
from games.rules.observation import Observation

Choice = Callable[[Observation], Any]


class Acts(Bot):
    """A bot that does what a function says; it remembers what it was shown."""

    name = title = describes = "test"
    strength = 1

    def __init__(self, choose: Choice) -> None:
        self._choose = choose
        self.seen: list[Observation] = []

    def choose(self, observation: Observation, rng: random.Random) -> Move | None:
        self.seen.append(observation)
        answer: Move | None = self._choose(observation)
        return answer

    def move_on_turn(self, observation: Observation, rng: random.Random) -> Move:
        raise NotImplementedError

    def calls_calza(self, observation: Observation, rng: random.Random) -> bool:
        raise NotImplementedError


def answers(answer: Any) -> Acts:
    """A bot that always says the same."""
    return Acts(lambda observation: answer)
