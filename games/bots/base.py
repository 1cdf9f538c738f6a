"""What a bot is."""

import random
from abc import ABC, abstractmethod
from typing import ClassVar

from games.rules.actions import CallCalza, Move
from games.rules.legality import MoveKind
from games.rules.observation import Observation


def is_on_turn(observation: Observation) -> bool:
    """Whether the viewer is the one to bid or call now."""
    round_ = observation.round
    return round_ is not None and observation.viewer is not None and round_.turn == observation.viewer


class Bot(ABC):
    """A way of playing, without a memory of its own: one instance plays any number of seats and games.

    All it goes by is the observation and `rng`, so equal observations and equal seeds get equal moves.
    """

    name: ClassVar[str]
    """What the API calls it; a word that never changes."""
    title: ClassVar[str]
    """What people call it."""
    strength: ClassVar[int]
    """From 0 (any legal move) to 100 (nobody gains on it). Only the order counts: higher is stronger."""
    describes: ClassVar[str]
    """How it plays, in a sentence."""

    def choose(self, observation: Observation, rng: random.Random) -> Move | None:
        """The move of the viewer: on turn always one; off turn `CallCalza` if it calls one, else None."""
        if is_on_turn(observation):
            return self.move_on_turn(observation, rng)
        if MoveKind.CALZA in observation.actions and self.calls_calza(observation, rng):
            return CallCalza()
        return None

    @abstractmethod
    def move_on_turn(self, observation: Observation, rng: random.Random) -> Move:
        """The move of the viewer, who is on turn: one of `legal_moves`."""

    @abstractmethod
    def calls_calza(self, observation: Observation, rng: random.Random) -> bool:
        """Whether the viewer, who is not on turn and may call calza, does so (docs/rules.md 6)."""
