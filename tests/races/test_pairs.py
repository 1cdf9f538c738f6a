"""Every pair of writers at the same table at the same moment: it is as if one of them had come after the other.

The pairs are not listed but made, of all who write to a game (tests/races/writers.py).
"""

from typing import Any

import pytest
from django.db import connection

from games.bots.random_bot import RandomBot
from games.models import Game
from tests.races.conftest import Arena
from tests.races.test_moves import WRONG
from tests.races.writers import TABLES, Lay, Pair, pairs_at, quick

ROUNDS = 2 if connection.vendor == "postgresql" else 1
ATTEMPTS = 20
"""Of a race that goes wrong only if one of the two writes last."""


@pytest.fixture(autouse=True)
def _open_tables_soon_close(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a game that has begun meanwhile has anything due; bots take their time, and then call."""
    settings.OPEN_TABLE_SECONDS = settings.BOT_DELAY_SECONDS = 40
    monkeypatch.setattr(RandomBot, "calls_calza", lambda bot, observation, rng: True)


@pytest.mark.parametrize("lay", TABLES)
def test_one_after_the_other(arena: Arena, lay: Lay) -> None:
    for one, other in pairs_at(lay):
        for _ in range(ROUNDS):
            race(arena, Pair.at(lay, one, other))


@pytest.mark.postgres
@pytest.mark.parametrize("lay", TABLES)
def test_without_the_lock_it_goes_wrong(arena_without_locks: Arena, lay: Lay) -> None:
    for one, other in pairs_at(lay):
        if one is not quick or other is not quick:  # those go through a queue, whose control is in test_matching.py
            assert any(goes_wrong(arena_without_locks, Pair.at(lay, one, other)) for _ in range(ATTEMPTS)), (one, other)


def goes_wrong(arena: Arena, pair: Pair) -> bool:
    try:
        race(arena, pair)
    except WRONG:
        return True
    return False


def race(arena: Arena, pair: Pair) -> None:
    try:
        pair.check(arena.race(*pair.writes))
    finally:
        Game.objects.filter(status=Game.Status.OPEN).delete()  # or others who want a table would find this one
