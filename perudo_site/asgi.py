"""The one entry point: `uvicorn perudo_site.asgi:application`.

Requests go to Django by WSGI, which costs a third of Django's own ASGI handler, on a fixed number of threads. What
would hold a thread without using it stays outside: a body is read whole before a thread is taken, and an answer
is handed over whole before it is sent, so neither slow senders nor slow readers stop the others. Only downloads, which
may be of any length, are made while they are read (perudo_site/downloads.py).
"""

import asyncio
from typing import Final

from a2wsgi import WSGIMiddleware
from django.conf import settings

from perudo_site.body import BodyBuffer, Receive, Scope, Send
from perudo_site.cors import CrossOrigin
from perudo_site.downloads import Downloads, is_download
from perudo_site.http import arrival
from perudo_site.pulse import WithPulse
from perudo_site.wsgi import application as django


def body_limit(path: str) -> int:
    """The largest body, in bytes, that is taken at this path."""
    return settings.MAX_BODY_BYTES if path.startswith("/api/") else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


# No bound on what waits to be sent: it is one answer, and a bound would make its thread wait for the reader.
threads = WSGIMiddleware(django, workers=settings.WEB_THREADS, send_queue_size=0)
# Whether the server is well is asked most when all its threads are busy.
PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
threads_for_probes = WSGIMiddleware(django, workers=2, send_queue_size=0)
downloads = Downloads(django)


async def stamped(scope: Scope, receive: Receive, send: Send) -> None:
    """A move counts by when it arrived, not by when a thread was free for it."""
    app = downloads if is_download(scope) else threads_for_probes if scope.get("path") in PROBES else threads
    await app({**scope, **arrival.stamp()}, receive, send)


web = BodyBuffer(
    stamped,
    limit=body_limit,
    seconds=settings.BODY_TIMEOUT_SECONDS,
)


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    # Event streams branch off here: they are raw ASGI apps and take no thread.
    await web(scope, receive, send)


# Outermost, for what any part refuses or streams is to be read by the pages that are allowed to.
answering = WithPulse(CrossOrigin(_answer, origins=settings.CORS_ALLOWED_ORIGINS))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request, or the server's start and end (lifespan)."""
    try:
        await answering(scope, receive, send)
    except asyncio.CancelledError:
        # The server is stopping and has waited long enough; it closes the connection.
        return
