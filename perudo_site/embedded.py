"""The whole server as one process: web, workers and beat, with SQLite and no broker (`python manage.py serve`)."""

import os
import signal
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from django.conf import settings

from perudo_site.background import Background

GRACE_SECONDS = 2
"""How long requests that have begun may still take when the server is told to stop."""
KEEP_ALIVE_SECONDS = 75
"""How long a connection is kept on which nobody asks."""
FORCE_SECONDS = 3.8
"""When the process ends whatever still runs. Nothing is lost by it: what is committed is on disk."""


class CannotStart(Exception):
    """The server cannot start; the message says why, for people."""


class Server(uvicorn.Server):
    """Uvicorn, with the background stopping at the same time as the web."""

    background: Background | None = None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, within FORCE_SECONDS in all."""
        _force_exit_later()
        if self.background:
            self.background.stop()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 lets the system choose one. Raises CannotStart."""
    if port not in range(65536):
        raise CannotStart(f"PORT={port} is no port.")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0]
        return socket.create_server((address[0], port), family=family, backlog=2048)
    except socket.gaierror as error:
        reason = error.strerror
    except OSError as error:
        reason = os.strerror(error.errno or 0)  # create_server adds the address to the exception's own text
    raise CannotStart(f"Cannot listen on {host}, port {port}: {reason}. HOST and PORT say where.")


def run(listener: socket.socket, *, started: Callable[[], None]) -> bool:
    """Serve until SIGINT or SIGTERM. `started` is called when all is up. True if it ended because it was told to.

    With a broker (`BROKER_URL`), workers and beat are processes of their own, and only the web is served here.
    """
    server = Server(_config())
    failed = threading.Event()

    def stop(*_: Any) -> None:
        server.should_exit = True

    def fail() -> None:
        failed.set()
        stop()

    # Before and after uvicorn has its own handlers; it raises the signal again when it has ended.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if settings.EMBEDDED:
        server.background = Background(on_failure=fail)
        server.background.start()
    started()
    server.run(sockets=[listener])
    if server.background:
        server.background.stop()
        server.background.wait()
    return not failed.is_set()


def _config() -> uvicorn.Config:
    return uvicorn.Config(
        "perudo_site.asgi:application",
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # X-Forwarded-For is read by the throttles alone, and only as far as TRUSTED_PROXIES says.
        proxy_headers=False,
        # Longer than proxies and clients keep a connection that is idle: they close it, and no request meets its end.
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _force_exit_later() -> None:
    timer = threading.Timer(FORCE_SECONDS, os._exit, args=(0,))
    timer.daemon = True
    timer.start()
