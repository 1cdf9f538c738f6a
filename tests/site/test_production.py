"""The server as separate processes, with a real Redis between them."""

import json
from contextlib import ExitStack
from pathlib import Path
from signal import SIGTERM

import pytest

from tests.servers import free_port
from tests.site.club import Club
from tests.site.processes import Environment, get, play_a_game_of_bots, running

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
    production = in_production(empty_site, f"redis://127.0.0.1:{free_port()}/0")
    port = free_port()
    with running([*web(port), "--workers", "2"], production, tmp_path / "web") as two:
        two.wait_for("(?s)(Application startup complete.*){2}")
        club = Club(port)
        club.silent(people=1, bots=1, options={"starting_dice": 1})
        club.bots_only(0, seats=3, starting_dice=1)
        club.wait()
        club.audit()
        checks = json.loads(get(port, "/readyz")[1])["checks"]
        assert (checks["sweep"]["state"], checks["broker"]["state"]) == ("degraded", "degraded")
        assert "Traceback" not in two.output, two.output
        two.stop()  # its workers with it, which would live on after a kill


def test_nothing_is_left_in_the_working_directory(production: Environment, tmp_path: Path) -> None:
    with running([*CELERY, "--workdir", str(tmp_path), "beat"], production, tmp_path / "log") as beat:
        beat.wait_for("beat: Starting")
        beat.stop()
    assert [path.name for path in tmp_path.iterdir()] == ["log"]
