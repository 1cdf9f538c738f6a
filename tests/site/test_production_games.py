"""The server as separate processes, with PostgreSQL, and a Redis that goes away in the middle of it."""

import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.servers import OwnRedis, free_port
from tests.site.club import PATIENCE, Club, Json
from tests.site.processes import Environment, Process, call, running
from tests.site.test_production import CELERY, WORKER, web

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.slow]

OUTAGE = 4.0
"""How long Redis is away, in seconds: several sweeps, and several moments of bots."""
PROMPT = 2.5
"""How long a request may take meanwhile, on a machine that has other things to do."""


@pytest.fixture
def own_redis(tmp_path: Path) -> OwnRedis:
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("needs a Redis that may be stopped: install redis-server")
    return OwnRedis(binary, tmp_path)


@pytest.fixture
def production(site: Environment, own_redis: OwnRedis) -> Environment:
    if not site.get("DATABASE_URL"):
        pytest.skip("needs PostgreSQL: the processes share it")
    return {**site, "BROKER_URL": own_redis.url, "BOT_DELAY_SECONDS": "0.25", "TIMEOUT_GRACE_SECONDS": "0.1"}


def test_games_go_on_when_redis_comes_back(production: Environment, own_redis: OwnRedis, tmp_path: Path) -> None:
    with ExitStack() as stack:
        port = free_port()
        with own_redis.running():
            processes = start(stack, production, tmp_path, port)
            club = Club(port)
            person = Person(club)
            for number in range(3):
                club.bots_only(number, seats=4, starting_dice=3)
            club.silent(people=1, bots=2, options={"starting_dice": 3})
            person.waits_for_the_turn()
            club.wait_for_progress(60)
        end = time.monotonic() + OUTAGE
        assert seconds_of(person.bids) < PROMPT
        while time.monotonic() < end:
            assert seconds_of(club.running) < PROMPT
            time.sleep(0.2)
        assert_alive(processes)
        with own_redis.running():
            person.waits_for_the_turn()
            person.leaves()
            club.wait()
            club.audit()
            assert_alive(processes)
            assert "Traceback" not in processes["web"].output, processes["web"].output


class Person:
    """Somebody with all the time there is, at a table with two bots, who are to move after them."""

    def __init__(self, club: Club) -> None:
        game = club.open(ruleset="aces", seats=3, bots=["odds"] * 2, turn_seconds=None)
        self._port, self._path, self._token = club.port, f"games/{game['id']}/", club.tokens[game["id"]]
        self._view: Json = game

    def waits_for_the_turn(self) -> None:
        end = time.monotonic() + PATIENCE
        while "bid" not in self._view["you"]["actions"]:
            assert time.monotonic() < end
            time.sleep(0.2)
            self._view = call(self._port, "GET", self._path, token=self._token)

    def bids(self) -> None:
        lowest, version = self._view["you"]["legal_bids"][0], self._view["version"]
        bid = {"action": "bid", "quantity": lowest["min"], "face": lowest["face"], "version": version}
        self._view = call(self._port, "POST", f"{self._path}moves/", bid, self._token)
        assert self._view["version"] == version + 1

    def leaves(self) -> None:
        call(self._port, "POST", f"{self._path}leave/", {}, self._token)


def start(stack: ExitStack, environment: Environment, folder: Path, port: int) -> dict[str, Process]:
    """Web, both workers and beat, each ready."""
    commands = {
        "web": (web(port), "Application startup complete"),
        "deadlines": ([*WORKER, "deadlines"], r"celery@\S+ ready"),
        "bots": ([*WORKER, "bots", "--hostname", "bots@%h"], r"bots@\S+ ready"),
        "beat": ([*CELERY, "beat"], "beat: Starting"),
    }
    environment = {**environment, "LOG_LEVEL": "DEBUG"}
    processes = {
        name: stack.enter_context(running(command, environment, folder / f"{name}.log"))
        for name, (command, _) in commands.items()
    }
    for name, process in processes.items():
        process.wait_for(commands[name][1])
    return processes


def assert_alive(processes: dict[str, Process]) -> None:
    assert [name for name, process in processes.items() if process.popen.poll() is not None] == []


def seconds_of(do: Callable[[], object]) -> float:
    begin = time.monotonic()
    do()
    return time.monotonic() - begin
