"""Threads that act at the same moment, each with a database connection of its own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games.services import clock, matching, moderation, moves, seating
from games.store.read import load
from games.store.record import GameRecord
from tests.races.arena import WAIT, Call, Caller, Runners
from tests.services.tables import Sitting, account, started

# SQLite has one writer at a time whatever the code does, so there is less to find there.
MANY_ROUNDS = 200 if connection.vendor == "postgresql" else 20
"""Of the races that are met most: two bids of one player, calza and a bid, a move and its timeout, the last seat."""
ROUNDS = 120 if connection.vendor == "postgresql" else 20
FEWER_ROUNDS = ROUNDS // 4
"""Of races of many, each of which is a race of every pair among them, and of those that take long to set up."""

PEOPLE = ("ada", "bea", "cleo", "dora", "emmy", "flora", "grace", "hedy", "irene", "jean")


Without = Callable[[int], AbstractContextManager[None]]
"""What takes a lock away while so many race."""


@dataclass
class Arena:
    """Who races; `people[i]` sits in seat i. `without` is for the races that must go wrong."""

    runners: Runners
    people: Sequence[Caller]
    without: Without | None = None
    sitting: Sitting | None = None

    def race(self, *calls: Call) -> list[Any]:
        with self.without(len(calls)) if self.without else nullcontext():
            return self.runners.race(*calls)

    def game(self, seats: int, *, least: int | None = None, **fields: Any) -> GameRecord:
        """The game of the race before, or, when that will not do, a new one, the old one audited.

        It does while so many (`least`, or all) are in play and the one on turn is awake. A test has games of one kind
        only.
        """
        record = self.sitting.record if self.sitting else None
        if record is None or not _will_do(record, least or seats + len(fields.get("bots", ()))):
            self.end()
            self.sitting = started(*PEOPLE[:seats], **fields)
            record = self.sitting.record
        return record

    def end(self) -> None:
        if self.sitting:
            self.sitting.audit()
        self.sitting = None


def _will_do(record: GameRecord, least: int) -> bool:
    turn, in_play = record.game.turn, record.playing.in_play
    return turn is not None and len(in_play) >= least and not record.game.timeouts[turn]


@contextmanager
def without_lock(parties: int) -> Iterator[None]:
    """No service locks a game any more, and of so many that read one none writes before all have read."""
    all_have_read = Barrier(parties)

    def read(game_id: str) -> GameRecord | None:
        record = load(game_id)
        all_have_read.wait(timeout=WAIT)
        return record

    with pytest.MonkeyPatch.context() as patch:
        for module in (clock, matching, moderation, moves, seating):
            patch.setattr(module, "lock", read)
        yield


@pytest.fixture(autouse=True)
def _postgres_and_no_limits(request: pytest.FixtureRequest, settings: Any) -> None:
    settings.MAX_ACTIVE_GAMES = settings.MAX_OPEN_GAMES = 1_000_000
    if request.node.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: SQLite lets one writer in at a time, with the lock or without")


@pytest.fixture
def arena(transactional_db: None) -> Iterator[Arena]:
    with Runners(len(PEOPLE)) as runners:
        yield Arena(runners, [Caller(account(name)) for name in PEOPLE])


@pytest.fixture
def arena_without_locks(arena: Arena) -> Arena:
    arena.without = without_lock
    return arena
