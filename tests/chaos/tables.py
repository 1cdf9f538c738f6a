"""The mix of games: who sits at them, how much time they have, and how they behave."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tests.chaos.journal import Json

RULESETS: Final = ("asmodee", "boxed", "aces")
LEAST_SECONDS: Final = 5
"""The least time that a player may be given for a move."""


class Manner(StrEnum):
    PROMPT = "prompt"
    """Moves when it is their turn; one move in seven is sent twice at once."""
    SLEEPY = "sleepy"
    """Lets the time of many a turn pass."""
    SILENT = "silent"
    """Never moves."""
    LEAVER = "leaver"
    """Moves, and leaves a game now and then."""
    RUSH = "rush"
    """Everybody at the table who may call does, at the same moment."""
    ABSENT = "absent"
    """Sits at no table: the server's bots play among themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Tables of one kind, as a part of all. `groups` of clients share them."""

    manner: Manner
    part: float
    groups: int
    people: int
    bots: Sequence[str] = ()
    turn_seconds: int | None = 20
    rated: bool = False
    quick: bool = False
    """Found rather than opened; the seats that stay free are filled with bots."""
    few_dice: bool = False

    def table(self, number: int, *, dice: int) -> Json:
        """What opens the `number`-th such table; with `few_dice` each player begins with `dice`."""
        sits = self.manner is not Manner.ABSENT
        wanted: Json = {
            "ruleset": RULESETS[number % 3],
            "seats": (self.people if sits else 0) + len(self.bots),
            "turn_seconds": self.turn_seconds,
            "rated": self.rated,
        }
        if self.quick:
            return {**wanted, "seats": self.people + 1, "fill_with_bots": True, "max_wait": 2}
        return {
            **wanted,
            "bots": list(self.bots),
            "sit": sits,
            "options": {"starting_dice": dice} if self.few_dice else {},
        }


MIXES: Final = (
    Mix(manner=Manner.ABSENT, part=0.22, groups=3, people=1, bots=("odds", "random", "odds"), few_dice=True),
    Mix(
        manner=Manner.SILENT,
        part=0.10,
        groups=2,
        people=2,
        bots=("odds", "random"),
        turn_seconds=LEAST_SECONDS,
        few_dice=True,
    ),
    Mix(manner=Manner.SLEEPY, part=0.22, groups=4, people=2, bots=("odds",), turn_seconds=LEAST_SECONDS, few_dice=True),
    Mix(manner=Manner.PROMPT, part=0.10, groups=2, people=2, rated=True),
    Mix(manner=Manner.PROMPT, part=0.08, groups=2, people=3, bots=("random",), few_dice=True),
    Mix(manner=Manner.PROMPT, part=0.04, groups=1, people=2, turn_seconds=60, quick=True),
    Mix(manner=Manner.PROMPT, part=0.08, groups=1, people=2, turn_seconds=None),
    Mix(manner=Manner.LEAVER, part=0.08, groups=2, people=3, bots=("odds",), turn_seconds=3600),
    Mix(manner=Manner.RUSH, part=0.08, groups=4, people=4, few_dice=True),
)
