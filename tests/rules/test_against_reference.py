"""The engine against the second statement of the rules (`tests/reference.py`), step by step over games of chance."""

import ast
import os
import random
from pathlib import Path

import pytest

from games.rules.actions import Action
from games.rules.engine import apply, start
from games.rules.errors import RuleViolation
from games.rules.legality import refusal
from games.rules.observation import observe
from games.rules.ruleset import CURRENT, Options
from games.rules.state import GameState
from tests import reference
from tests.builders import ChanceDice, random_options, random_step
from tests.reference import RULESETS, Referee, Refused
from tests.rules.plain import plain_action, plain_events, plain_hands, plain_roll_off, plain_view
from tests.rules.strategies import any_action

BATCHES = int(os.environ.get("REFERENCE_BATCHES", "20"))
GAMES_IN_A_BATCH = 50


class Both:
    """One game, told to the engine and to the referee alike."""

    def __init__(self, options: Options, seats: int, chance: random.Random) -> None:
        self.chance = chance
        self.dice = ChanceDice(chance.getrandbits(64))
        self.referee = Referee(options.as_dict(), seats)
        self.state = start(options=options, seats=seats, dice=self.dice).state
        self.deal()

    def deal(self) -> None:
        """Give the referee the dice the engine rolled, after asking who rolls how many under which rules."""
        round_, coming = self.state.round, self.referee.coming
        assert (round_ is None) is (coming is None)
        if round_ is None or coming is None:
            return
        assert round_.number == coming["number"]
        assert {hand.seat: len(hand.dice) for hand in round_.hands} == coming["dice"]
        self.referee.deal(
            dict(plain_hands(round_).items()),
            opener=round_.opener if round_.number == 1 and round_.roll_off is None else None,
            roll_off=plain_roll_off(round_.roll_off),
        )

    def attempt(self, seat: int, action: Action) -> None:
        """Both do it with the same outcome, or both refuse it with the same reason."""
        move = plain_action(action)
        found = refusal(self.state, seat, action)
        assert (None if found is None else str(found.reason)) == self.referee.refusal(seat, move)
        if found is not None:
            with pytest.raises(RuleViolation):
                apply(self.state, seat, action, self.dice)
            with pytest.raises(Refused):
                self.referee.play(seat, move)
            return
        done = apply(self.state, seat, action, self.dice)
        assert plain_events(done.events) == self.referee.play(seat, move)
        self.state = done.state
        if any(type(event).__name__ == "RoundEnded" for event in done.events):
            self.deal()

    def compare(self, *viewers: int | None) -> None:
        for viewer in viewers:
            assert plain_view(observe(self.state, viewer)) == self.referee.view(viewer)

    def play_out(self) -> None:
        seats = [seat.number for seat in self.state.seats]
        while self.state.round is not None:
            self.compare(self.state.round.turn, self.chance.choice([None, *seats]))
            self.attempt(*self.next_action(self.state))
        self.compare(None, *seats)
        self.attempt(*any_action(self.state, self.chance))
        assert [seat.place for seat in self.state.seats] == self.referee.places

    def next_action(self, state: GameState) -> tuple[int, Action]:
        if self.chance.random() < 0.2:
            return any_action(state, self.chance)
        return random_step(state, self.chance, leaves=0.01, timeouts=0.05)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_games(batch: int) -> None:
    """Half with the options of a ruleset, half with any."""
    for number in range(GAMES_IN_A_BATCH):
        chance = random.Random(f"{batch}/{number}")
        named = chance.choice(list(CURRENT.values())).options
        options = named if number % 2 else random_options(chance)
        Both(options, chance.randint(2, 6), chance).play_out()


def test_rulesets_are_stated_alike() -> None:
    assert {name: ruleset.options.as_dict() for name, ruleset in CURRENT.items()} == RULESETS


def test_the_reference_shares_no_code_with_the_engine() -> None:
    source = Path(reference.__file__).read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports] == ["from typing import Any"]
