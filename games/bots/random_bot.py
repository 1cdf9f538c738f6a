"""Any legal move."""

import random
from typing import Final

from games.bots.base import Bot
from games.bots.moves import legal_moves
from games.rules.actions import Move
from games.rules.observation import Observation

CALZA_OFF_TURN: Final = 0.01
"""The chance to call calza whenever it may and it is not on turn."""


class RandomBot(Bot):
    """On turn every legal move, call or bid, has the same chance; so most of its bids are wild jumps."""

    name = "random"
    title = "Random"
    strength = 0
    describes = "Makes any legal move, each with the same chance, and now and then calls calza out of turn."

    def move_on_turn(self, observation: Observation, rng: random.Random) -> Move:
        return rng.choice(list(legal_moves(observation)))

    def calls_calza(self, observation: Observation, rng: random.Random) -> bool:
        return rng.random() < CALZA_OFF_TURN
