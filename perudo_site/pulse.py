"""While a web process serves, each second it says so, and sees to what there is to be done (games.apps)."""

import logging
import threading
from datetime import UTC, datetime
from typing import Final

from django.db import Error, close_old_connections, connections
from django.dispatch import Signal

from perudo_site.body import App, Receive, Scope, Send

log = logging.getLogger(__name__)

SECONDS: Final = 1.0

alive = Signal()
"""A sign of life: for what waits for nobody. Sent with a `clock`, which tells the moment."""
chores = Signal()
"""The same, for what may take its time: the next comes a second after the receivers are done."""


def _clock() -> datetime:
    return datetime.now(UTC)


class Pulse:
    """A thread of its own that sends a signal until it is stopped, whatever becomes of the receivers."""

    def __init__(self, signal: Signal, *, name: str) -> None:
        self._signal = signal
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Tell it to stop, without waiting for it."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._beat()
            self._stopped.wait(SECONDS)
        connections.close_all()

    def _beat(self) -> None:
        close_old_connections()
        try:
            self._signal.send(sender=type(self), clock=_clock)
        except Error as error:
            log.debug("the database does not answer: %s", type(error).__name__)  # every request tells of it
        except Exception:
            log.exception("a fault in what is done each second")


class WithPulse:
    """ASGI middleware: the pulses go from the server's start to its end, as the server tells of them (lifespan)."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        # Apart, or whatever the chores wait for (a lock, a broker) would make the server seem to be down.
        pulses = [Pulse(alive, name="alive"), Pulse(chores, name="chores")]
        for pulse in pulses:
            pulse.start()
        try:
            await self.app(scope, receive, send)
        finally:
            for pulse in pulses:
                pulse.stop()
