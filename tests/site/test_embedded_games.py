"""The server as one process: many games at once, to their end, and on after a kill."""

import re
import signal
from pathlib import Path

import pytest

from tests.site.club import Club
from tests.site.processes import Environment, serving

pytestmark = pytest.mark.slow

FAULT = re.compile("WARNING|ERROR|CRITICAL|Traceback")


@pytest.fixture
def embedded(site: Environment) -> Environment:
    """Bots think as they do for people, but do not wait; time acts as soon as it may."""
    return {**site, "BOT_DELAY_SECONDS": "0.02", "TIMEOUT_GRACE_SECONDS": "0.1"}


def test_games_of_bots_and_of_people_who_never_move(embedded: Environment, log: Path) -> None:
    with serving(embedded, log) as (process, port):
        club = Club(port)
        for people, bots in ((2, 0), (3, 0), (1, 2), (2, 2)):
            club.silent(people=people, bots=bots, options={"starting_dice": 3})
        for number in range(8):
            club.bots_only(number)
        club.wait()
        club.audit()
        assert not FAULT.search(process.output), process.output


def test_games_go_on_after_a_kill(embedded: Environment, tmp_path: Path) -> None:
    with serving(embedded, tmp_path / "killed") as (process, port):
        club = Club(port)
        club.silent(people=2, bots=1, options={"starting_dice": 2})
        for number in range(4):
            club.bots_only(number, seats=4)
        club.wait_for_progress(100)
        process.stop(signal.SIGKILL)
        assert not FAULT.search(process.output), process.output
    with serving(embedded, tmp_path / "again") as (process, club.port):
        assert club.running()
        club.wait()
        club.audit()
        assert not FAULT.search(process.output), process.output
