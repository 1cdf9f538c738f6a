"""Plays by the chance of the bid given its own hand."""

import random
from collections.abc import Sequence
from typing import Final

from games.bots.base import Bot
from games.bots.moves import legal_moves
from games.bots.prospects import Prospects
from games.rules.actions import CallCalza, CallDudo, Move
from games.rules.observation import Observation

SLACK: Final = 0.002
"""Moves whose worth is this close to the best, in chance to win the match, are as good: one of them is drawn."""

DOUBT_UP_TO: Final = 0.2
"""Dudo is thought of only when the bid's chance is no better than this. Bidders mostly hold what they bid, so a bid
is better than its bare chance. Of 0.15 to 0.3, 0.15 and 0.2 did best, alike within the noise of 200 matches, against
bots that doubt below 30 % or below 50 % and else make the likeliest bid."""


class OddsBot(Bot):
    """Weighs each move by what it does to its share of the match, one answer ahead. It does not read bids."""

    name = "odds"
    title = "Odds"
    strength = 40
    describes = "Goes by the chance of each bid given its own hand, and never doubts what it holds itself."

    def move_on_turn(self, observation: Observation, rng: random.Random) -> Move:
        prospects = Prospects.of(observation)
        worths = [(move, prospects.worth(move)) for move in _moves_to_weigh(observation, prospects)]
        best = max(worth for _, worth in worths)
        return rng.choice([move for move, worth in worths if worth >= best - SLACK])

    def calls_calza(self, observation: Observation, rng: random.Random) -> bool:
        """If it is worth more than to sit still: what the others do is, on average, neither good nor harm."""
        prospects = Prospects.of(observation)
        return prospects.worth(CallCalza()) > prospects.now


def _moves_to_weigh(observation: Observation, prospects: Prospects) -> Sequence[Move]:
    """The legal moves, without a dudo that the chances do not bear out, unless no bid is left."""
    moves = list(legal_moves(observation))
    if prospects.standing is None or not observation.legal_bids:
        return moves
    if prospects.knowledge.chance_good(prospects.standing.bid) > DOUBT_UP_TO:
        moves.remove(CallDudo())
    return moves
