"""What holds for every bot in the registry, in every ruleset, with drawn options and 2 to 6 seats."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.bots.base import is_on_turn
from games.bots.registry import REGISTRY, safest_move
from games.rules.actions import CallCalza, Move
from games.rules.legality import refusal
from games.rules.observation import observe
from games.rules.ruleset import CURRENT
from games.rules.state import GameState, Hand
from tests.bots.table import Step, play, random_options

SEATS = range(2, 7)


def positions(ruleset: str, *, games: int, seed: str) -> Iterator[Step]:
    """Every position of games among all bots mixed, some with a departure."""
    rng = random.Random(f"{ruleset} {seed}")
    bots = [*REGISTRY.values()]
    for game in range(games):
        table = [rng.choice(bots) for _ in range(SEATS[game % len(SEATS)])]
        yield from play(table, random_options(rng, ruleset=ruleset), rng.randrange(2**64), leaving=0.01)


def redrawn(state: GameState, viewer: int, rng: random.Random) -> GameState:
    """The same game with every hand that the viewer cannot see thrown anew."""
    assert state.round is not None
    hands = tuple(
        hand if hand.seat == viewer else Hand(hand.seat, tuple(rng.choices(range(1, 7), k=len(hand.dice))))
        for hand in state.round.hands
    )
    return replace(state, round=replace(state.round, hands=hands))


@pytest.mark.parametrize("ruleset", CURRENT)
def test_every_move_is_legal_and_games_end(ruleset: str) -> None:
    rng = random.Random(0)
    asked = 0
    for step in positions(ruleset, games=15, seed="legal"):
        observation = observe(step.state, step.seat)
        for bot in REGISTRY.values():
            move = bot.choose(observation, rng)
            assert_fits(step.state, step.seat, move)
            asked += 1
        if is_on_turn(observation):
            assert refusal(step.state, step.seat, safest_move(observation)) is None
    assert asked > 2000


def assert_fits(state: GameState, seat: int, move: Move | None) -> None:
    on_turn = state.round is not None and state.round.turn == seat
    if on_turn:
        assert move is not None
    else:
        assert move in (None, CallCalza())
    assert move is None or refusal(state, seat, move) is None


@pytest.mark.parametrize("ruleset", CURRENT)
@pytest.mark.parametrize("name", REGISTRY)
def test_a_move_hangs_on_the_observation_and_the_generator_alone(ruleset: str, name: str) -> None:
    bot, hidden = REGISTRY[name], random.Random(1)
    for step in positions(ruleset, games=5, seed="hidden"):
        if step.state.round is None:
            continue
        observation = observe(step.state, step.seat)
        seen = observe(redrawn(step.state, step.seat, hidden), step.seat)
        for seed in range(2):
            move = bot.choose(observation, random.Random(seed))
            assert bot.choose(observation, random.Random(seed)) == move
            assert bot.choose(seen, random.Random(seed)) == move
        if is_on_turn(observation):
            assert safest_move(seen) == safest_move(observation)


def test_a_spectator_and_a_finished_game_get_no_move() -> None:
    rng = random.Random(2)
    *_, last = play([REGISTRY["odds"]] * 3, CURRENT["asmodee"].options, 7)
    first = next(play([REGISTRY["odds"]] * 3, CURRENT["asmodee"].options, 7))
    for bot in REGISTRY.values():
        assert bot.choose(observe(first.state, None), rng) is None
        assert bot.choose(observe(last.state, 0), rng) is None


def test_the_registry_is_frozen_named_and_ordered() -> None:
    registry: Any = REGISTRY
    with pytest.raises(TypeError):
        registry["mine"] = REGISTRY["odds"]
    assert all(bot.name == name for name, bot in REGISTRY.items())
    strengths = [bot.strength for bot in REGISTRY.values()]
    assert strengths == sorted(set(strengths))
    assert all(0 <= strength <= 100 for strength in strengths)
    assert all(bot.title and bot.describes.endswith(".") for bot in REGISTRY.values())
