"""Reads a request's whole body, within a size and a time, before the app behind it sees the request."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from perudo_site.http.headers import API_HEADERS
from perudo_site.http.problems import CONTENT_TYPE, problem
from perudo_site.refusals import Code, Refusal

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# After a refusal: how much more of the body is read and dropped, and for how long. A connection closed with unread
# bytes is reset, and the client may then lose the answer that tells it why.
DRAIN_BYTES = 1_048_576
DRAIN_SECONDS = 2.0


class Disconnected(Exception):
    """The client left before its body was complete."""


class BodyBuffer:
    """ASGI middleware: `app` gets the body in one piece, with its true Content-Length, or never hears of the request.

    `limit` gives the largest body, in bytes, for a path; a larger one is answered 413 `too_large`, at once when its
    Content-Length says so. A body that takes longer than `seconds` is answered 408 `request_timeout`. Both are problem
    documents (docs/api.md, "Errors"), and both close the connection.
    """

    def __init__(self, app: App, *, limit: Callable[[str], int], seconds: float) -> None:
        self.app = app
        self.limit = limit
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request; every other kind of connection goes through untouched."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await self._read(scope, receive)
        except Disconnected:
            return
        except Refusal as refusal:
            await _refuse(refusal, receive, send)
            return
        await self.app(_with_length(scope, body), _replay(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        limit = self.limit(scope["path"])
        _check_size(_content_length(scope), limit)
        body = bytearray()
        more = True
        try:
            async with asyncio.timeout(self.seconds):
                while more:
                    chunk, more = await _next_chunk(receive)
                    body += chunk
                    _check_size(len(body), limit)
        except TimeoutError:
            raise Refusal(Code.REQUEST_TIMEOUT, f"The body did not arrive within {self.seconds:g} seconds.") from None
        return bytes(body)


def _check_size(size: int, limit: int) -> None:
    if size > limit:
        raise Refusal(Code.TOO_LARGE, f"A body may have at most {limit} bytes here.")


def _content_length(scope: Scope) -> int:
    """What the request says its body has; 0 without a word. The HTTP parser lets only numbers through."""
    return int(next((value for name, value in scope["headers"] if name == b"content-length"), 0))


async def _next_chunk(receive: Receive) -> tuple[bytes, bool]:
    """The next part of the body, and whether more follows."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise Disconnected
    return message.get("body", b""), message.get("more_body", False)


def _with_length(scope: Scope, body: bytes) -> Scope:
    """The same request with its body's true length: WSGI knows no other way to say that a chunked body is there."""
    framing = (b"content-length", b"transfer-encoding")
    headers = [(name, value) for name, value in scope["headers"] if name not in framing]
    return {**scope, "headers": [*headers, (b"content-length", str(len(body)).encode())]}


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body once, and after it whatever the connection brings."""
    read = False

    async def replay() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _refuse(refusal: Refusal, receive: Receive, send: Send) -> None:
    """Answer with the problem document, let the client read it, and close the connection."""
    document = problem(refusal)
    answer = json.dumps(document).encode()
    headers = [
        (b"content-type", CONTENT_TYPE.encode()),
        (b"content-length", str(len(answer)).encode()),
        (b"connection", b"close"),
        *((name.lower().encode(), value.encode()) for name, value in API_HEADERS.items()),
    ]
    await send({"type": "http.response.start", "status": document["status"], "headers": headers})
    await send({"type": "http.response.body", "body": answer, "more_body": True})
    await _drain(receive)
    await send({"type": "http.response.body", "body": b""})


async def _drain(receive: Receive) -> None:
    left = DRAIN_BYTES
    more = True
    with contextlib.suppress(TimeoutError, Disconnected):
        async with asyncio.timeout(DRAIN_SECONDS):
            while more and left > 0:
                chunk, more = await _next_chunk(receive)
                left -= len(chunk)
