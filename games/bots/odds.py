"""Plays by the chance of the bid given its own hand."""

import random
from collections.abc import Sequence
from typing import Final

from games.bots.base import Bot
from games.bots.moves import legal_moves
from games.bots.prospects import Prospects
from games.rules.actions import CallCalza, CallDudo, Move
from games.rules.observation import Observation

SLACK: Final = 0.01
"""Moves whose worth is this close to the best, in chance to win the match, are as good: one of them is drawn."""


class OddsBot(Bot):
    """Weighs each move by what it does to its share of the match, one answer ahead. It does not read bids."""

    name = "odds"
    title = "Odds"
    strength = 40
    describes = "Goes by the chance of each bid given its own hand, and never doubts what it holds itself."

    def move_on_turn(self, observation: Observation, rng: random.Random) -> Move:
        prospects = Prospects.of(observation)
        worths = [(move, prospects.worth(move)) for move in _reasonable_moves(observation, prospects)]
        best = max(worth for _, worth in worths)
        return rng.choice([move for move, worth in worths if worth >= best - SLACK])

    def calls_calza(self, observation: Observation, rng: random.Random) -> bool:
        """If it is worth more than to sit still: what the others do is, on average, neither good nor harm."""
        prospects = Prospects.of(observation)
        return prospects.worth(CallCalza()) > prospects.now


def _reasonable_moves(observation: Observation, prospects: Prospects) -> Sequence[Move]:
    """The legal moves without a dudo that is sure to be wrong, unless there is nothing else."""
    moves = list(legal_moves(observation))
    if prospects.holds_standing and len(moves) > 1:
        moves.remove(CallDudo())
    return moves
