"""The Celery app: what goes to which queue, and what the settings promise one another."""

import socket
import subprocess
import sys
from typing import Any

import pytest
from celery import Task, signals
from django.db import DatabaseError, connection

from perudo_site.celery import BOTS, DEADLINES, app
from tests.site.processes import PROJECT, Environment


@pytest.fixture
def tasks() -> dict[str, Task]:
    """This project's tasks by name, as a worker finds them."""
    app.loader.import_default_modules()
    return {name: task for name, task in app.tasks.items() if name.startswith("games.")}


def queue_of(task: str) -> str:
    name: str = app.amqp.router.route({}, task)["queue"].name
    return name


def test_thinking_bots_have_a_queue_of_their_own(tasks: dict[str, Task]) -> None:
    assert {queue_of(task) for task in tasks} == {BOTS, DEADLINES}
    assert [task for task in tasks if queue_of(task) == BOTS] == ["games.tasks.bot_turn"]


@pytest.mark.parametrize("entry", app.conf.beat_schedule.values(), ids=app.conf.beat_schedule)
def test_what_beat_sends_exists_and_expires(entry: dict[str, Any], tasks: dict[str, Task]) -> None:
    assert entry["task"] in tasks
    assert entry["options"]["expires"] > 0


@pytest.mark.django_db(transaction=True)
def test_a_database_connection_is_kept_from_task_to_task(tasks: dict[str, Task]) -> None:
    connection.ensure_connection()
    before = connection.connection
    run_handlers(tasks["games.tasks.sweep"])
    assert connection.connection is before


@pytest.mark.django_db(transaction=True)
def test_a_broken_database_connection_is_not_kept(tasks: dict[str, Task]) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("needs PostgreSQL: a connection to a file does not break")
    connection.ensure_connection()
    connection.connection.close()
    with pytest.raises(DatabaseError):
        connection.cursor().execute("SELECT 1")
    run_handlers(tasks["games.tasks.sweep"])
    connection.cursor().execute("SELECT 1")


@pytest.mark.parametrize("silent", [False, True], ids=["nothing listens", "nothing answers"])
def test_a_broker_that_is_down_holds_nobody_up(silent: bool, site: Environment) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and so nobody else's; without a listener it refuses
        port = taken.getsockname()[1]
        if silent:
            taken.listen()
        output = run_code(PUBLISH, {**site, "BROKER_URL": f"redis://127.0.0.1:{port}/0"})
    error, seconds = output.split()
    assert error == "OperationalError"
    assert float(seconds) < (5 if silent else 2)  # a single retry comes after 2 seconds


class Enough(Exception):
    """Raised where the test has seen what it wants to see."""


def test_workers_and_beat_look_for_a_broker_that_is_away_each_second() -> None:
    waits: list[float] = []

    def note(_: Exception, seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            raise Enough

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        away = f"redis://127.0.0.1:{taken.getsockname()[1]}/0"
        with app.connection_for_read(away) as broker, pytest.raises(Enough):
            broker.ensure_connection(note)
    assert waits == [1, 1, 1]


# The first attempt also imports what it needs; the second is timed.
PUBLISH = """
import time, django
django.setup()
from games.tasks import bot_turn
for _ in range(2):
    start = time.monotonic()
    try:
        bot_turn.delay("a game")
    except Exception as error:
        outcome = type(error).__name__, time.monotonic() - start
print(*outcome)
"""


def run_handlers(task: Task) -> None:
    """What Celery does around every task."""
    for signal in (signals.task_prerun, signals.task_postrun):
        signal.send(sender=task, task=task)


def run_code(code: str, environment: Environment) -> str:
    """What the code prints, in a process with these settings."""
    environment = {**environment, "DJANGO_SETTINGS_MODULE": "perudo_site.settings"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout
