"""Whole games about which everybody asks: at each step a share of all questions, or all of them (`make crawl`)."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.models import Game
from tests import reference
from tests.api import rows
from tests.api.leaks.conftest import LEAVER, Laid, Scene
from tests.api.leaks.crawl import Crawl
from tests.api.leaks.questions import Question

RULESETS: Final = tuple(reference.RULESETS)
DICE: Final = 2
"""Makes short games in which much happens: the first die that one loses brings a palifico round, the second the end."""
MOST_GAMES: Final = 4
SEED: Final = 11
"""Of games that are not long, in which all that is to be met is met."""

TO_BE_MET: Final = {
    "one who is out",
    "one who left",
    "a palifico round",
    "a private game",
    "a call that begins a round",
}
TO_BE_ANSWERED: Final = {"get_game", "list_events", "list_rounds", "make_move", "leave_game", "delete_me"}


@dataclass
class Crawled:
    """What is asked, and what has come of it. Questions are known by their places among all of them."""

    ruleset: str
    share: int
    games: int = 0
    steps: int = 0
    asked: int = 0
    to_ask: set[int] = field(default_factory=set)
    had_turn: set[int] = field(default_factory=set)
    operations: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)
    faults: set[str] = field(default_factory=set)

    def chosen(self, everything: Sequence[Question], game_id: str, step: int) -> list[int]:
        """The questions of a step."""
        plain = {place for place, question in enumerate(everything) if question.is_plain and game_id in question.path}
        others = [place for place in range(len(everything)) if place not in plain]
        if self.share > 1:
            others = others[RULESETS.index(self.ruleset) :: len(RULESETS)]
        self.to_ask = plain.union(others)
        chosen = plain.union(others[step % self.share :: self.share])
        self.had_turn |= chosen
        self.operations |= {everything[place].operation for place in chosen}
        return sorted(chosen)

    def note(self, crawl: Crawl, step: int) -> None:
        self.steps += step
        self.asked += crawl.asked
        self.met |= crawl.met
        self.answered |= crawl.answered
        self.faults |= {question.operation for question in crawl.faults}

    @property
    def missing(self) -> set[str]:
        """What has not been met or answered yet, and whether there are questions that have not had their turn."""
        unasked = {"a turn for every question"} if self.to_ask - self.had_turn else set()
        return unasked | (TO_BE_MET - self.met) | (TO_BE_ANSWERED & self.operations - self.answered)

    def __str__(self) -> str:
        return (
            f"{self.ruleset}: {self.games} game{'s' if self.games > 1 else ''}, {self.steps} steps, "
            f"{len(self.had_turn)} questions, asked {self.asked} times; met: {', '.join(sorted(self.met))}"
        )


def crawl_games(laid: Laid, ruleset: str, *, share: int, seed: int) -> Crawled:
    """A game to its end, and others until nothing is missing; the same ones whatever is asked.

    They are games of random moves, a departure and timeouts; at every third step the game is private. With a `share` of
    1 everybody asks everything at each step. Otherwise the plain questions about the game are asked at each step; of
    the others one in three is asked under each ruleset, and of these one in `share` at a step, others at the next.
    """
    chance, crawled = random.Random(f"{ruleset} {seed}"), Crawled(ruleset, share)
    while (crawled.games == 0 or crawled.missing) and crawled.games < MOST_GAMES:
        crawled.games += 1
        with rows.undone():
            _crawl_game(laid(chance, ruleset=ruleset, options={"starting_dice": DICE}), crawled, chance)
    assert not crawled.missing, crawled.missing
    assert not crawled.faults, crawled.faults
    return crawled


def _crawl_game(scene: Scene, crawled: Crawled, chance: random.Random) -> None:
    step, table, redraws = 0, scene.table, random.Random(chance.random())
    while not table.is_over:
        everything = scene.questions()
        chosen = crawled.chosen(everything, table.id, crawled.steps + step)
        with rows.undone():
            if step % 3 == 2:
                Game.objects.filter(public_id=table.id).update(private=True, join_code="nonsense")
            scene.crawl.look([everything[place] for place in chosen], redraws)
        if step == 1:
            table.leave(LEAVER)
        else:
            table.step(chance, timeouts=0.1)
        step += 1
    crawled.note(scene.crawl, step)
