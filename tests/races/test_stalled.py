"""A process that stalls with the lock of a game holds nobody up for long, and does no harm when it goes on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest
from django.db import connection

from games.services import lobby
from tests.services.tables import START, Sitting, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

PROJECT = Path(__file__).parents[2]
LIMIT = 1.0
"""Of this process; ten seconds are what it is unless told otherwise."""


@pytest.fixture(autouse=True)
def _on_postgres() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: in the embedded server all who write are one process")


def stalled(sitting: Sitting, limit: float) -> subprocess.Popen[str]:
    """Another process, suspended with the lock of the game in its hands."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.races.stalling", str(connection.settings_dict["NAME"])),
            *(sitting.game_id, "bea"),
        ],
        cwd=PROJECT,
        env={**os.environ, "STALLED_TRANSACTION_SECONDS": str(limit)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert out(process).readline() == "locked\n"
    return process


def out(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def test_who_waits_for_the_game_goes_on_and_the_process_has_done_nothing() -> None:
    sitting = started("ada", "bea", "cleo")
    process = stalled(sitting, LIMIT)
    try:
        begin = time.monotonic()
        lobby.leave(game_id=sitting.game_id, player=sitting.player(2), now=START)
        assert LIMIT / 2 < time.monotonic() - begin < LIMIT * 10  # it did wait for the lock
        process.send_signal(signal.SIGCONT)
        assert process.communicate(timeout=60)[0] == "InternalError\n"
    finally:
        process.kill()
        process.wait()
    assert [seat.left_reason for seat in sitting.record.seats] == ["", "", "left"]


def test_without_the_limit_it_holds_everybody_up() -> None:
    sitting = started("ada", "bea", "cleo")
    process = stalled(sitting, 0)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {round(LIMIT * 2 * 1000)}")
        with pytest.raises(Exception, match="lock timeout"):
            lobby.leave(game_id=sitting.game_id, player=sitting.player(2), now=START)
        process.send_signal(signal.SIGCONT)
        assert process.communicate(timeout=60)[0] == "left\n"
    finally:
        process.kill()
        process.wait()
        connection.close()
    assert [seat.left_reason for seat in sitting.record.seats] == ["", "left", ""]
