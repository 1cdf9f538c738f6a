"""A table of bots without a server: plays games through the engine, one position at a time."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from games.bots.base import Bot
from games.rules.actions import Action, Leave
from games.rules.engine import apply, start
from games.rules.fairness import SeededDice
from games.rules.observation import observe
from games.rules.ruleset import CURRENT, Options
from games.rules.state import GameState


@dataclass(frozen=True)
class Step:
    """A position in which `seat` was asked, and what it did (None: nothing)."""

    state: GameState
    seat: int
    action: Action | None


def dice_of(seed: int, seats: int) -> SeededDice:
    return SeededDice(game_id=f"g{seed}", server_seed=seed.to_bytes(32, "big"), client_seeds=("",) * seats)


def random_options(rng: random.Random, *, ruleset: str | None = None) -> Options:
    """The options of a ruleset, each drawn anew with chance 1/3; ruleset None for any."""
    options = CURRENT[ruleset or rng.choice(sorted(CURRENT))].options
    drawn = {f.name: rng.choice(f.metadata["choices"]) for f in fields(Options) if rng.random() < 1 / 3}
    return options.overridden(drawn)


def play(
    bots: Sequence[Bot], options: Options, seed: int, *, leaving: float = 0.0, limit: int = 5000
) -> Iterator[Step]:
    """Play one game to its end, asking all who may have a move, those off turn first.

    Before each move a seat in play leaves with chance `leaving`. A game of more than `limit` moves is a failure.
    """
    rng = random.Random(seed)
    dice = dice_of(seed, len(bots))
    state = start(options=options, seats=len(bots), dice=dice).state
    for _ in range(limit):
        if state.round is None:
            yield Step(state, 0, None)
            return
        if rng.random() < leaving:
            leaver = rng.choice(state.in_play)
            yield Step(state, leaver, Leave())
            state = apply(state, leaver, Leave(), dice).state
            continue
        for seat in asked(state):
            action = bots[seat].choose(observe(state, seat), rng)
            yield Step(state, seat, action)
            if action is not None:
                state = apply(state, seat, action, dice).state
                break
        else:
            raise AssertionError("nobody moved")
    raise AssertionError("the game does not end")


def asked(state: GameState) -> tuple[int, ...]:
    """The seats in play: those off turn, who may call calza, then the one on turn."""
    assert state.round is not None
    turn = state.round.turn
    return (*(seat for seat in state.leftward(turn) if state.seats[seat].in_play), turn)


def winner(bots: Sequence[Bot], options: Options, seed: int) -> int:
    """Who wins one game."""
    *_, last = play(bots, options, seed)
    assert last.state.winner is not None
    return last.state.winner
