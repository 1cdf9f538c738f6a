"""The server as separate processes, with a real Redis between them."""

from contextlib import ExitStack
from pathlib import Path
from signal import SIGTERM

import pytest

from tests.servers import free_port
from tests.site.processes import Environment, play_a_game_of_bots, running

pytestmark = [pytest.mark.redis, pytest.mark.slow]

CELERY = ["-m", "celery", "-A", "perudo_site"]
WORKER = [*CELERY, "worker", "--concurrency", "1", "--queues"]


def web(port: int) -> list[str]:
    return ["-m", "uvicorn", "perudo_site.asgi:application", "--port", str(port), "--timeout-graceful-shutdown", "3"]


@pytest.fixture
def production(site: Environment, redis_url: str) -> Environment:
    key = "a key that all processes share, and nobody else knows"
    return {**site, "BROKER_URL": redis_url, "SECRET_KEY": key, "LOG_LEVEL": "DEBUG"}


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


def test_nothing_is_left_in_the_working_directory(production: Environment, tmp_path: Path) -> None:
    with running([*CELERY, "--workdir", str(tmp_path), "beat"], production, tmp_path / "log") as beat:
        beat.wait_for("beat: Starting")
        beat.stop()
    assert [path.name for path in tmp_path.iterdir()] == ["log"]
