"""/readyz: each thing by name, with its state. What is broken here is broken for real, as far as one process can."""

import socket
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from games.models import Heartbeat
from games.ops import readiness
from games.ops.question import Question
from games.services import downtime
from tests.servers import HOST, free_port
from tests.services.tables import started

# Questions are asked on a connection of their own, which sees what is committed.
pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]


def ready() -> tuple[int, Json]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()


def assert_age(told: float, since: datetime) -> None:
    """It is that of the moment, to the milliseconds that are told, however long the test took to ask."""
    assert 0 <= told <= (timezone.now() - since).total_seconds() + 0.001


@pytest.fixture
def swept() -> datetime:
    now = timezone.now()
    downtime.beat(now=now, swept=True)
    return now


def test_all_is_well(swept: datetime) -> None:
    status, said = ready()
    ages = [said["checks"][name].pop("age_seconds") for name in ("overdue", "sweep")]
    assert (status, said) == (
        200,
        {
            "status": "ok",
            "checks": {
                "database": {"state": "ok"},
                "migrations": {"state": "ok"},
                "overdue": {"state": "ok"},
                "sweep": {"state": "ok"},
                "broker": {"state": "none"},
            },
        },
    )
    assert ages[0] == 0
    assert_age(ages[1], swept)


def test_before_the_first_sweep_nobody_keeps_time() -> None:
    status, said = ready()
    assert (status, said["status"]) == (200, "degraded")
    assert said["checks"]["sweep"] == {"state": "degraded", "age_seconds": None}


@pytest.mark.parametrize(("seconds", "state"), [(5, "ok"), (60, "degraded")])
def test_the_age_of_the_last_sweep(seconds: int, state: str) -> None:
    swept_at = timezone.now() - timedelta(seconds=seconds)
    Heartbeat.objects.create(alive_at=timezone.now(), swept_at=swept_at)
    status, said = ready()
    assert (status, said["status"]) == (200, state)
    assert said["checks"]["sweep"]["state"] == state
    assert said["checks"]["sweep"]["age_seconds"] >= seconds
    assert_age(said["checks"]["sweep"]["age_seconds"], swept_at)


def test_a_sweep_that_is_yet_to_come_is_not_known_of() -> None:
    """A clock that was ahead told of it, and has been set back."""
    Heartbeat.objects.create(alive_at=timezone.now(), swept_at=timezone.now() + timedelta(minutes=10))
    _, said = ready()
    assert said["checks"]["sweep"] == {"state": "degraded", "age_seconds": None}


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize(("seconds", "state"), [(-30, "ok"), (5, "ok"), (60, "degraded")])
def test_the_age_of_the_oldest_overdue_game(seconds: int, state: str) -> None:
    """The turn, and a second's grace, were over so long ago."""
    due_at = timezone.now() - timedelta(seconds=seconds)
    started("ada", "bea", now=due_at - timedelta(seconds=61))
    started("ada", "bea", now=timezone.now())
    status, said = ready()
    assert (status, said["status"]) == (200, state)
    assert said["checks"]["overdue"]["age_seconds"] >= max(seconds, 0)
    assert_age(said["checks"]["overdue"]["age_seconds"], min(due_at, timezone.now()))


def test_a_migration_that_was_not_run() -> None:
    rows = MigrationRecorder.Migration.objects.filter(app="games", name="0008_heartbeat")
    rows.update(app="elsewhere")
    try:
        status, said = ready()
    finally:
        MigrationRecorder.Migration.objects.filter(app="elsewhere").update(app="games")
    assert (status, said["status"]) == (503, "failed")
    assert said["checks"]["migrations"] == {"state": "failed", "missing": ["games.0008_heartbeat"]}
    assert said["checks"]["overdue"] == said["checks"]["sweep"] == {"state": "unknown"}


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Somebody takes calls there, and never says a word."""
    with socket.create_server((HOST, 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.usefixtures("swept")
def test_a_broker_that_refuses_or_is_silent_is_told_of_soon_and_stops_nobody(silent_port: int, settings: Any) -> None:
    settings.EMBEDDED = False
    for port in (free_port(), silent_port):
        settings.BROKER_URL = f"redis://{HOST}:{port}/0"
        begin = time.monotonic()
        status, said = ready()
        assert (status, said["status"], said["checks"]["broker"]["state"]) == (200, "degraded", "degraded")
        assert str(port) not in str(said)
        assert time.monotonic() - begin < readiness.DATABASE_SECONDS + readiness.BROKER_SECONDS


@pytest.mark.redis
def test_a_broker_that_is_there(redis_url: str, settings: Any) -> None:
    settings.EMBEDDED, settings.BROKER_URL = False, redis_url
    assert ready()[1]["checks"]["broker"] == {"state": "ok"}


class Hanging:
    """Answers only when it is let go, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.let_go = threading.Event()

    def __call__(self) -> int:
        self.asked += 1
        self.let_go.wait(20)
        return self.asked


def test_a_question_that_hangs_is_asked_once_and_waited_for_in_vain() -> None:
    hanging = Hanging()
    question = Question(hanging, seconds=0.05)
    for _ in range(3):
        with pytest.raises(TimeoutError):
            question.answer()
    assert hanging.asked == 1
    hanging.let_go.set()
    waiting = Question(hanging, seconds=10)
    assert waiting.answer() == 2  # asked anew, and answered at once


def test_what_a_question_raises_is_raised() -> None:
    def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        Question(fail, seconds=10).answer()
