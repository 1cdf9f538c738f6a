"""While a web process serves, each second it says so, to whoever then has something to do (games.apps)."""

import logging
import threading
from datetime import UTC, datetime
from typing import Final

from django.db import close_old_connections, connections
from django.dispatch import Signal

from perudo_site.body import App, Receive, Scope, Send

log = logging.getLogger(__name__)

SECONDS: Final = 1.0

alive = Signal()
"""Sent with a `clock`, in a thread of its own. A receiver that raises is not heard of: requests tell of its fault."""


def _clock() -> datetime:
    return datetime.now(UTC)


class Pulse:
    """A thread that sends `alive` until it is stopped."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

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
            alive.send(sender=type(self), clock=_clock)
        except Exception as error:
            log.debug("no sign of life: %s", type(error).__name__)


class WithPulse:
    """ASGI middleware: the pulse goes from the server's start to its end, as the server tells of them (lifespan)."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        pulse = Pulse()
        pulse.start()
        try:
            await self.app(scope, receive, send)
        finally:
            pulse.stop()
