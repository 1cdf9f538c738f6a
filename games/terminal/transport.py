"""JSON over HTTP, patiently: one kept connection, waits when told to, asks again when there was no answer."""

import json
import time
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from itertools import chain, repeat
from typing import Any, Final
from urllib.parse import urlsplit

from games.terminal.errors import CannotGoOn, NotPerudo, Problem, Unreachable

TIMEOUT_SECONDS: Final = 10.0
PATIENCE_SECONDS: Final = 30.0
"""How long a server that was there before may stay away."""
LONGEST_PAUSE: Final = 60
"""A server that asks for more, in seconds, is not waited for."""
DEFAULT_PAUSE: Final = 5


class Unavailable(OSError):
    """The server, or a proxy before it, says that it cannot answer now."""


class Transport:
    """Asking again is safe for every call that is made here: none is carried out twice, at worst it is refused.

    `say` tells the person at the terminal why nothing happens.
    """

    def __init__(self, server: str, *, say: Callable[[str], None], sleep: Callable[[float], None] = time.sleep) -> None:
        parts = urlsplit(server if "//" in server else f"http://{server}")
        if parts.scheme not in ("http", "https") or not parts.hostname or not _has_port(parts.netloc):
            raise CannotGoOn(f"{server!r} is not the address of a server. Say --server http://HOST:PORT.")
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.server = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.token: str | None = None
        self.patience = 0.0
        self._prefix = f"{parts.path.rstrip('/')}/api/v1"
        self._connect = partial(kind, parts.hostname, parts.port, timeout=TIMEOUT_SECONDS)
        self._connection = self._connect()
        self._say, self._sleep = say, sleep
        self._last: tuple[str, str, Any] = ("", "", None)

    def get(self, path: str) -> Any:
        """The answer; the one of last time, without its body being sent again, if it has not changed (ETag)."""
        known, etag, content = self._last
        headers = {"If-None-Match": etag} if known == path else {}
        response, answer = self._call("GET", path, b"", headers)
        if response.status == 304:
            return content
        if response.headers["ETag"]:
            self._last = (path, response.headers["ETag"], answer)
        return answer

    def post(self, path: str, body: dict[str, Any], *, key: str | None = None) -> Any:
        """`key` is the Idempotency-Key of a call that creates."""
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        return self._call("POST", path, json.dumps(body).encode(), headers)[1]

    def delete(self, path: str) -> None:
        self._call("DELETE", path, b"", {})

    def close(self) -> None:
        self._connection.close()

    def _call(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[HTTPResponse, Any]:
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        while True:
            response, data = self._send_patiently(method, self._prefix + path, body, headers)
            if response.status != 429:
                return response, self._content(response, data)
            pause = _pause(response)
            if pause > LONGEST_PAUSE:
                raise CannotGoOn(f"The server takes no more of this for now. Try again in {-(-pause // 60)} minutes.")
            self._say(f"The server asks for a pause of {pause} s.")
            self._sleep(pause)

    def _send_patiently(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        give_up, told = time.monotonic() + self.patience, False
        # At once the first time: the server may only have closed a connection that was idle.
        for wait in chain((0.0, 0.5, 1.0), repeat(2.0)):
            try:
                answer = self._send(method, path, body, headers)
            except (OSError, HTTPException) as error:
                if time.monotonic() + wait >= give_up:
                    raise Unreachable(self.server, _reason(error)) from error
                if wait and not told:
                    self._say(f"The server does not answer ({_reason(error)}). Trying again.")
                    told = True
                self._sleep(wait)
            else:
                if told:
                    self._say("The server is back.")
                self.patience = PATIENCE_SECONDS
                return answer
        raise AssertionError  # the waits never end

    def _send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[HTTPResponse, bytes]:
        try:
            self._connection.request(method, path, body=body or None, headers=headers)
            response = self._connection.getresponse()
            data = response.read()
        except BaseException:
            # Ctrl-C, too: half an answer on the connection would be taken for the next one, and a connection that is
            # closed still holds half a request, which it would send with the next one.
            self.close()
            self._connection = self._connect()
            raise
        if response.status >= 500:
            raise Unavailable(f"status {response.status}")
        return response, data

    def _content(self, response: HTTPResponse, data: bytes) -> Any:
        if response.status in (204, 304):
            return None
        try:
            content = json.loads(data)
        except ValueError:
            content = None
        if not isinstance(content, dict) or (response.status >= 300 and "code" not in content):
            raise NotPerudo(self.server, response.status)
        if response.status >= 300:
            raise Problem(response.status, content)
        return content


def _has_port(netloc: str) -> bool:
    """Whether the port, if there is one, is a number that ports may have."""
    try:
        return urlsplit(f"//{netloc}").port != 0
    except ValueError:
        return False


def _pause(response: HTTPResponse) -> int:
    told = response.headers["Retry-After"] or ""
    return max(1, int(told)) if told.isascii() and told.isdigit() else DEFAULT_PAUSE


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "timed out"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
