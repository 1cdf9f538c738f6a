"""What Hypothesis draws: options, and whole games of chance by a seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields

from hypothesis import strategies as st

from games.rules.actions import Action, DepartureReason, Leave, PlaceBid
from games.rules.bids import Bid
from games.rules.ruleset import CURRENT, Options
from games.rules.state import GameState
from tests.builders import CALZA, DUDO, TIME_OUT, Step, random_game

any_options = st.one_of(
    st.sampled_from([ruleset.options for ruleset in CURRENT.values()]),
    st.builds(Options, **{option.name: st.sampled_from(option.metadata["choices"]) for option in fields(Options)}),
)


@dataclass(frozen=True)
class GameOfChance:
    """A game that is always the same one; a failing example can be played again from what Hypothesis prints."""

    options: Options
    seats: int
    seed: int
    leaves: float
    timeouts: float

    def steps(self) -> Iterator[Step]:
        chance = random.Random(self.seed)
        return random_game(chance, options=self.options, seats=self.seats, leaves=self.leaves, timeouts=self.timeouts)


games_of_chance = st.builds(
    GameOfChance,
    options=any_options,
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**32 - 1),
    leaves=st.sampled_from([0.0, 0.01, 0.1]),
    timeouts=st.sampled_from([0.0, 0.03, 0.3]),
)


def any_action(table: GameState, chance: random.Random) -> tuple[int, Action]:
    """Anything a seat may ask for, allowed or not; bids reach a little beyond what there is."""
    seat = chance.randrange(len(table.seats))
    if table.round is not None and chance.random() < 0.5:
        seat = table.round.turn
    kind = chance.random()
    if kind < 0.7:
        return seat, PlaceBid(Bid(chance.randint(-1, table.cap + 2), chance.randint(0, 7)))
    others: list[Action] = [DUDO, CALZA, TIME_OUT, Leave(chance.choice(list(DepartureReason)))]
    return seat, chance.choice(others)
