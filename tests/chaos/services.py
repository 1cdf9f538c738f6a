"""Processes, and a supervisor that starts again whatever ends, as systemd would."""

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

from tests.site.processes import Environment, Process

RESTART_SECONDS: Final = 1.0
"""How long after a service has ended it is started again."""
READY_SECONDS: Final = 60.0
"""When a service is given up that should have come up."""


class Service:
    """One service, in all its lives. Each has a log of its own."""

    def __init__(self, name: str, arguments: list[str], *, ready: str, environment: Environment, folder: Path) -> None:
        self.name = name
        self.lives = 0
        self.arguments, self._ready, self._folder = arguments, re.compile(ready), folder
        # PostgreSQL is told who is asking, so that what was written tells by whom.
        self._environment = {**environment, "PGAPPNAME": name}
        self._process: Process | None = None
        self._ended_at: float | None = None

    def start(self) -> None:
        self.lives += 1
        log = self._folder / f"{self.name}.{self.lives}.log"
        self._process = Process(self.arguments, self._environment, log, leads=True)
        self._ended_at = None

    def look_after(self) -> None:
        """Start it again if it ended a moment ago, whatever is left of it being gone before."""
        if self._process is None or self._process.popen.poll() is None:
            return
        if self._ended_at is None:
            self._signal_group(signal.SIGKILL)
            self._ended_at = time.monotonic()
        elif time.monotonic() - self._ended_at >= RESTART_SECONDS:
            self.start()

    def times_ready(self) -> int:
        """How many processes of the present life have said that they are ready."""
        return len(self._ready.findall(self._process.output)) if self._process else 0

    def wait_until_ready(self, *, life: int, times: int) -> bool:
        """Wait until a life (or a later one) has been ready so many times; whether that came."""
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            if self.lives > life or (self.lives == life and self.times_ready() >= times):
                return True
            time.sleep(0.1)
        return False

    def kill(self) -> None:
        """SIGKILL to the process that was started; what it started goes when that is noticed."""
        self._signal(signal.SIGKILL)

    def suspend(self) -> None:
        self._signal_group(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal_group(signal.SIGCONT)

    def children(self) -> list[psutil.Process]:
        """The processes that do the work where the one that was started only watches over them."""
        assert self._process is not None
        with suppress(psutil.NoSuchProcess):
            children = psutil.Process(self._process.popen.pid).children()
            return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        return []

    def stop(self) -> int | None:
        """SIGTERM, and its exit code; None if it had to be killed."""
        if self._process is None:
            return 0
        self.resume()
        self._signal(signal.SIGTERM)
        try:
            return self._process.popen.wait(timeout=READY_SECONDS / 2)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self._signal_group(signal.SIGKILL)
            self._process.popen.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.popen.poll() is None:
            self._process.popen.send_signal(number)

    def _signal_group(self, number: signal.Signals) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.popen.pid, number)


class Supervisor:
    """Looks after services in a thread of its own until it is told to let them be."""

    def __init__(self, services: Iterable[Service]) -> None:
        self.services = {service.name: service for service in services}
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="supervisor", daemon=True)

    def start(self) -> None:
        for service in self.services.values():
            service.start()
        self._thread.start()

    def stop(self, *, but: str = "") -> dict[str, int | None]:
        """Stop all services `but` one, those that were started last first; their exit codes. Nothing starts again."""
        self._done.set()
        self._thread.join()
        stopped = [service for service in reversed(self.services.values()) if service.name != but]
        return {service.name: service.stop() for service in stopped}

    def _watch(self) -> None:
        while not self._done.wait(0.1):
            for service in self.services.values():
                service.look_after()
