"""What a chaos run does: for how long, with how many games, and what breaks when. All of it follows from one seed."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

CALM: Final = 6.0
"""Seconds at the beginning of the load in which nothing breaks yet."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to break something: how often in a full run, and for how many seconds each time (0: it is over at once)."""

    often: int
    seconds: float = 0.0


PRODUCTION: Final[Mapping[str, Kind]] = {
    "kill worker of deadlines": Kind(4),
    "kill worker of bots": Kind(4),
    "kill beat": Kind(3),
    "kill a web process": Kind(4),
    "kill all of web": Kind(2),
    "stop Redis": Kind(1, 30),
    "flush Redis": Kind(2),
    "hang Redis": Kind(1, 5),
    "restart PostgreSQL, fast": Kind(2),
    "restart PostgreSQL, immediate": Kind(2, 8),
    "two beats": Kind(1, 20),
    "suspend worker of deadlines": Kind(1, 40),
    "suspend worker of bots": Kind(1, 40),
    "suspend a web process": Kind(2, 3),
}
"""The time of the last is less than what uvicorn's own supervisor waits before it kills a process that is silent."""

EMBEDDED: Final[Mapping[str, Kind]] = {"kill the server": Kind(10)}


@dataclass(frozen=True, slots=True)
class Planned:
    """A fault of a kind, `at` seconds after the load has begun, for `seconds`."""

    at: float
    kind: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`seconds` of load, `games` at one time, and `faults` by kind.

    A shorter run has a `share` of the faults, of each kind one at least, and `longest` is how long each may take.
    """

    seed: int
    seconds: float
    games: int
    faults: Mapping[str, Kind]
    bot_delay: float
    pace: float
    """Seconds from one look of a client at its tables to the next, about."""
    dice: int
    """With how many dice most games begin: with fewer they are sooner over."""
    share: float = 1.0
    longest: float = 60.0
    settle_seconds: float = 90.0
    """How long all games together may take to go on when nothing is broken any more."""

    def draw(self) -> list[Planned]:
        """What breaks, in the order of time: each kind at random moments that are spread over the run."""
        chance = random.Random(self.seed)
        planned = []
        for name, kind in self.faults.items():
            held = min(kind.seconds, self.longest)
            times = max(1, round(kind.often * self.share))
            span = max(self.seconds - CALM - held, 0.0) / times
            planned += [Planned(CALM + span * (nth + chance.random()), name, held) for nth in range(times)]
        return sorted(planned, key=lambda fault: fault.at)
