"""A careful player's count of the dice is the true one, hidden or not (docs/rules.md 2, 9)."""

import random
from dataclasses import replace

import pytest

from games.bots.memory import dice_rolled
from games.bots.registry import REGISTRY
from games.rules.observation import observe
from games.rules.ruleset import CURRENT
from games.rules.state import GameState
from tests.bots.table import play, random_options


def assert_everyone_remembers(state: GameState) -> None:
    true = {} if state.round is None else {hand.seat: len(hand.dice) for hand in state.round.hands}
    for viewer in (*(seat.number for seat in state.seats), None):
        assert dice_rolled(observe(state, viewer)) == true


@pytest.mark.parametrize("ruleset", CURRENT)
@pytest.mark.parametrize("leaving", [0.0, 0.03])
def test_memory_is_the_truth_at_every_step(ruleset: str, leaving: float) -> None:
    rng = random.Random(f"{ruleset} {leaving}")
    for seed in range(7):
        options = replace(random_options(rng, ruleset=ruleset), lost_dice_visible=False, calza=seed % 4 > 0)
        bots = [rng.choice([*REGISTRY.values()]) for _ in range(rng.randint(2, 6))]
        for step in play(bots, options, seed, leaving=leaving):
            assert_everyone_remembers(step.state)
