"""Long answers, made while they are read: each piece when the reader has taken the one before.

So an answer of any length is held in memory a piece at a time, a reader who is slow costs no thread, and one who
leaves no more work. One thread makes the pieces of all such answers of the process, in turn; the others are the game's.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, Final

from a2wsgi.wsgi import build_environ

from perudo_site.body import Receive, Scope, Send

PATHS: Final = re.compile(r"/api/v1/players/[^/]+/(games/)?export/")
METHODS: Final = ("GET", "HEAD")
PIECE_BYTES: Final = 32_768
"""A piece has this much at least, but for the last: few and small enough at once."""

WSGIApp = Callable[[dict[str, Any], Callable[..., Any]], Any]


def is_download(scope: Scope) -> bool:
    """Whether a request is for an answer that may be very long."""
    return scope["type"] == "http" and scope["method"] in METHODS and PATHS.fullmatch(scope["path"]) is not None


class Downloads:
    """An ASGI app that answers by a WSGI app, and takes what that gives a piece at a time."""

    def __init__(self, app: WSGIApp) -> None:
        self.app = app
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="download")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, whose body is of no interest."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self.thread, _Answer, self.app, scope)
        left = loop.create_task(_left(receive))
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            more = True
            while more and not left.done():
                piece = await loop.run_in_executor(self.thread, answer.next)
                more = bool(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": more})
        finally:
            left.cancel()
            self.thread.submit(answer.close)


class _Answer:
    """What the app answers, as far as it has been made."""

    def __init__(self, app: WSGIApp, scope: Scope) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.whole = app(build_environ(scope, BytesIO()), self._start)
        self.rest: Iterator[bytes] = iter(self.whole) if scope["method"] != "HEAD" else iter(())

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        self.status = int(status.split(" ", 1)[0])
        self.headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]

    def next(self) -> bytes:
        """The next piece; nothing when there is no more."""
        piece = bytearray()
        for part in self.rest:
            piece += part
            if len(piece) >= PIECE_BYTES:
                break
        return bytes(piece)

    def close(self) -> None:
        """Tell the app that no more will be asked for."""
        getattr(self.whole, "close", lambda: None)()


async def _left(receive: Receive) -> None:
    """Returns when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
