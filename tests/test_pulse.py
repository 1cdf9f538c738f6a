"""The pulses of a web process: each second, whatever becomes of the receivers."""

import asyncio
import logging
import threading
from typing import Any

import pytest
from django.db import OperationalError
from django.dispatch import Signal

from perudo_site import pulse

MANY, PATIENCE = 5, 30.0


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "SECONDS", 0.01)
    for name in ("alive", "chores"):  # without the receivers of a server
        monkeypatch.setattr(pulse, name, Signal())


class Heard:
    """A receiver that counts, and may do something each time."""

    def __init__(self, signal: Signal, do: Any = lambda: None) -> None:
        self._times, self._do = threading.Semaphore(0), do
        signal.connect(self, weak=False)

    def __call__(self, **told: Any) -> None:
        assert told["clock"]().tzinfo is not None
        self._times.release()
        self._do()

    def wait_for(self, times: int) -> bool:
        return all(self._times.acquire(timeout=PATIENCE) for _ in range(times))


def while_serving(look: Any) -> None:
    """From the server's start to its end, as the server tells of them, `look` in between."""

    async def app(*_: Any) -> None:
        await asyncio.to_thread(look)

    asyncio.run(pulse.WithPulse(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]


def test_they_are_sent_again_and_again_until_the_server_ends() -> None:
    heard = [Heard(pulse.alive), Heard(pulse.chores)]
    while_serving(lambda: [one.wait_for(MANY) for one in heard])
    names = {thread.name for thread in threading.enumerate() if thread.is_alive()}
    for thread in threading.enumerate():
        if thread.name in ("alive", "chores"):
            thread.join(PATIENCE)
    assert not {"alive", "chores"} & {thread.name for thread in threading.enumerate()}, names


def test_chores_that_wait_for_something_leave_the_sign_of_life_alone() -> None:
    """A lock that is held, a broker that hangs: the server is not down meanwhile."""
    done = threading.Event()
    waiting, alive = Heard(pulse.chores, lambda: done.wait(PATIENCE)), Heard(pulse.alive)

    def look() -> None:
        assert waiting.wait_for(1)
        assert alive.wait_for(MANY)
        done.set()

    while_serving(look)


@pytest.mark.parametrize(
    ("fault", "level"), [(RuntimeError("broken"), logging.ERROR), (OperationalError("away"), logging.DEBUG)]
)
def test_a_fault_is_told_and_stops_nothing(fault: Exception, level: int, caplog: pytest.LogCaptureFixture) -> None:
    """That the database is away, every request tells; of any other fault nobody else would."""

    def fail() -> None:
        raise fault

    caplog.set_level(logging.DEBUG, logger=pulse.__name__)
    heard = Heard(pulse.chores, fail)
    while_serving(lambda: heard.wait_for(MANY))
    assert {record.levelno for record in caplog.records if record.name == pulse.__name__} == {level}
