"""The server as separate processes, with a real Redis between them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import SIGTERM

import psycopg
import pytest

from tests.servers import free_port
from tests.site.club import Club
from tests.site.processes import Environment, Process, get, play_a_game_of_bots, running

pytestmark = [pytest.mark.redis, pytest.mark.slow]

CELERY = ["-m", "celery", "-A", "perudo_site"]
WORKER = [*CELERY, "worker", "--concurrency", "1", "--queues"]


def web(port: int) -> list[str]:
    return ["-m", "uvicorn", "perudo_site.asgi:application", "--port", str(port), "--timeout-graceful-shutdown", "3"]


def in_production(site: Environment, broker: str) -> Environment:
    key = "a key that all processes share, and nobody else knows"
    return {**site, "BROKER_URL": broker, "SECRET_KEY": key, "LOG_LEVEL": "DEBUG"}


@pytest.fixture
def production(site: Environment, redis_url: str) -> Environment:
    return in_production(site, redis_url)


def test_web_workers_and_beat_play_a_game_and_stop(production: Environment, tmp_path: Path) -> None:
    port = free_port()
    commands = {
        "web": (web(port), "Application startup complete"),
        "deadlines": ([*WORKER, "deadlines"], r"celery@\S+ ready"),
        "bots": ([*WORKER, "bots", "--hostname", "bots@%h"], r"bots@\S+ ready"),
        "beat": ([*CELERY, "beat"], "beat: Starting"),
    }
    with ExitStack() as stack:
        processes = {
            name: stack.enter_context(running(command, production, tmp_path / name))
            for name, (command, _) in commands.items()
        }
        for name, process in processes.items():
            process.wait_for(commands[name][1])
        play_a_game_of_bots(port)
        for name, process in processes.items():
            # Uvicorn ends by the signal that stopped it.
            assert process.stop()[0] == (-SIGTERM if name == "web" else 0), process.output
            assert "Traceback" not in process.output, process.output


def test_where_only_the_web_is_left_it_keeps_time(empty_site: Environment, tmp_path: Path) -> None:
    """No broker, no worker, no beat, and nobody who asks for the games; which is still told as a fault."""
    with only_the_web(empty_site, tmp_path) as (two, port):
        club = Club(port)
        club.silent(people=1, bots=1, options={"starting_dice": 1})
        club.bots_only(0, seats=3, starting_dice=1)
        club.wait()
        club.audit()
        checks = json.loads(get(port, "/readyz")[1])["checks"]
        assert (checks["sweep"]["state"], checks["broker"]["state"]) == ("degraded", "degraded")
        assert "Traceback" not in two.output, two.output


@pytest.mark.postgres
def test_a_game_that_is_held_makes_nobody_think_that_the_server_was_down(
    empty_site: Environment, tmp_path: Path
) -> None:
    """Whoever stands in for the sweep waits for it longer than a silence may be, and says meanwhile that it lives."""
    if "DATABASE_URL" not in empty_site:
        pytest.skip("needs PostgreSQL: a game of its own is locked")
    with only_the_web({**empty_site, "DOWN_AFTER_SECONDS": "2"}, tmp_path) as (two, port):
        club = Club(port)
        held, _ = (club.silent(people=2, bots=0) for _ in range(2))
        with psycopg.connect(empty_site["DATABASE_URL"]) as connection:
            connection.execute("SELECT 1 FROM games_game WHERE public_id = %s FOR UPDATE", [held["id"]])
            waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            with psycopg.connect(empty_site["DATABASE_URL"], autocommit=True) as observer:
                wait_until(lambda: observer.execute(waiting).fetchone() != (0,))
            time.sleep(4)
        club.wait()
        club.audit()  # both were given up, all having been done by time
        assert "clocks of" not in two.output, two.output


@contextmanager
def only_the_web(site: Environment, folder: Path) -> Iterator[tuple[Process, int]]:
    """Two web processes, and a broker where nobody listens."""
    port = free_port()
    production = in_production(site, f"redis://127.0.0.1:{free_port()}/0")
    with ExitStack() as stack:
        two = stack.enter_context(running([*web(port), "--workers", "2"], production, folder / "web"))
        stack.callback(two.stop)  # its workers with it, which would live on after a kill
        two.wait_for("(?s)(Application startup complete.*){2}")
        yield two, port


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_nothing_is_left_in_the_working_directory(production: Environment, tmp_path: Path) -> None:
    with running([*CELERY, "--workdir", str(tmp_path), "beat"], production, tmp_path / "log") as beat:
        beat.wait_for("beat: Starting")
        beat.stop()
    assert [path.name for path in tmp_path.iterdir()] == ["log"]
