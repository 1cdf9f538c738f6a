"""Games that end at the same moment, and processes that die while one ends: each is rated once, whole, in one order."""

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from django.db import IntegrityError, connection

from games.models import Game
from games.services import lobby
from games.services.errors import MoveRefused
from players.models import Pace, RatingChange, RatingPool
from players.services import ratings
from tests.races.arena import WAIT, Runners
from tests.services.rated import before_the_end, books, rebuilt, recounted
from tests.services.tables import START, Sitting

pytestmark = pytest.mark.django_db(transaction=True)

PROJECT = Path(__file__).parents[2]
PEOPLE = ("ada", "bea", "cleo", "dora", "emmy", "flora")
AT_ONCE = 6
ROUNDS = 8 if connection.vendor == "postgresql" else 2


@pytest.fixture
def runners() -> Iterator[Runners]:
    with Runners(AT_ONCE) as runners:
        yield runners


def end(sitting: Sitting, seat: int = 1) -> bool:
    """Leave; whether the game was still running."""
    try:
        lobby.leave(game_id=sitting.game_id, player=sitting.player(seat), now=START)
    except MoveRefused:
        return False
    return True


def test_games_that_share_players_end_at_once(runners: Runners) -> None:
    """Nobody waits for ever, numbers have no gap, and history gives the same ratings again."""
    chance = random.Random(5)
    for _ in range(ROUNDS):
        sittings = [
            before_the_end(*chance.sample(PEOPLE, chance.randint(2, 5)), turn_seconds=chance.choice([60, 60, None]))
            for _ in range(AT_ONCE)
        ]
        ended = runners.race(*[partial(end, sitting) for sitting in sittings])
        assert ended == [True] * AT_ONCE
    for pace, seconds in [(Pace.LIVE, 60), (Pace.CORRESPONDENCE, None)]:
        numbers = Game.objects.filter(turn_seconds=seconds).order_by("rated_number")
        last = RatingPool.objects.get(ruleset="asmodee", pace=pace).last_number
        assert list(numbers.values_list("rated_number", flat=True)) == list(range(1, last + 1))
    assert Game.objects.count() == AT_ONCE * ROUNDS
    kept = books()
    assert kept["BoardCount"] == recounted()
    assert rebuilt() == kept


def test_all_who_are_left_leave_at_once(runners: Runners) -> None:
    """Of two departures each of which would end the game one does."""
    for number in range(1, ROUNDS + 1):
        sitting = before_the_end("ada", "bea")
        assert sorted(runners.race(partial(end, sitting, 0), partial(end, sitting, 1))) == [False, True]
        assert sitting.game.rated_number == number
        assert RatingChange.objects.filter(game=sitting.game_id).count() == 2


@pytest.mark.postgres
def test_without_the_pools_lock_games_are_lost(runners: Runners, monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is there: whoever reads the pool without its lock takes the number of another."""
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: SQLite lets one writer in at a time, with the lock or without")
    both_have_read = Barrier(2)

    def unlocked(ruleset: str, pace: Pace) -> RatingPool:
        pool = RatingPool.objects.get(ruleset=ruleset, pace=pace)
        both_have_read.wait(timeout=WAIT)
        return pool

    sittings = [before_the_end("ada", "bea"), before_the_end("bea", "cleo")]
    monkeypatch.setattr(ratings, "_locked_pool", unlocked)
    try:
        runners.race(*[partial(end, sitting) for sitting in sittings])
    except IntegrityError:
        return
    numbers = [sitting.game.rated_number for sitting in sittings]
    assert numbers == [1, 1]
    assert rebuilt() != books()


# --- Killed on the way --------------------------------------------------------------------------------------------

STEPS = {
    "when the game has its end": 'UPDATE "games_seat"',
    "when the pool has its number": 'UPDATE "players_ratingpool"',
    "when the changes are written": 'INSERT INTO "players_ratingchange"',
    "when the ratings are written": 'INSERT INTO "players_rating" ',
    "when the boards are counted": 'INSERT INTO "players_boardcount"',
    "before the commit": "COMMIT",
}


@pytest.mark.parametrize("step", STEPS)
def test_a_process_that_is_killed_has_rated_nothing_and_the_next_one_rates_once(step: str) -> None:
    sitting = before_the_end("ada", "bea", "cleo")
    before = books()
    killed = subprocess.run(
        [
            *(sys.executable, "-m", "tests.races.dying", str(connection.settings_dict["NAME"])),
            *(sitting.game_id, "bea", STEPS[step]),
        ],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert killed.stdout.startswith(STEPS[step])
    assert sitting.game.status == Game.Status.ACTIVE
    assert books() == before
    assert end(sitting)
    assert not end(sitting)
    assert RatingChange.objects.filter(game=sitting.game_id).count() == 3
    assert books() == rebuilt()
