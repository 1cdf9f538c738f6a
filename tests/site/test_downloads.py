"""Long answers (perudo_site/downloads.py): made as they are read, over real HTTP. The app counts what it makes."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPResponse, IncompleteRead
from typing import Any

import pytest

from perudo_site.downloads import PIECE_BYTES, Downloads, is_download
from tests.site.raw import HOST, serving

PART = b"x" * PIECE_BYTES
ALL = 2_000
"""Parts of an answer: 64 MB, more than sockets hold."""
MOST_AHEAD = ALL // 4
"""Parts that may lie in sockets and buffers while the reader does nothing: 16 MB, and in truth much less."""
SECONDS = 30.0


class Long:
    """A WSGI app whose answers have `ALL` parts. It counts those that it has made, and the answers that were closed."""

    def __init__(self, *, fails_after: int = ALL) -> None:
        self.fails_after = fails_after
        self.made = 0
        self.closed = 0
        self.threads: set[int] = set()

    def __call__(self, environ: Any, start_response: Callable[..., Any]) -> "_Parts":
        start_response("200 OK", [("Content-Type", "text/plain")])
        return _Parts(self)

    def parts(self) -> Iterator[bytes]:
        for number in range(ALL):
            if number == self.fails_after:
                raise ValueError("it cannot go on")
            self.made += 1
            self.threads.add(threading.get_ident())
            yield PART


class _Parts:
    def __init__(self, app: Long) -> None:
        self.app = app

    def __iter__(self) -> Iterator[bytes]:
        return self.app.parts()

    def close(self) -> None:
        self.app.closed += 1


def ask(port: int, method: str = "GET") -> tuple[socket.socket, HTTPResponse]:
    reader = socket.create_connection((HOST, port), timeout=SECONDS)
    reader.sendall(f"{method} / HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    response = HTTPResponse(reader, method=method)
    response.begin()
    return reader, response


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def settled(app: Long) -> int:
    """How many parts have been made when for a while, which is long for a busy machine too, no more are."""
    wait_until(lambda: app.made > 0)
    made, since = 0, 0.0
    while app.made != made or time.monotonic() < since + 1.0:
        if app.made != made:
            made, since = app.made, time.monotonic()
        time.sleep(0.01)
    return made


def test_no_more_is_made_than_is_read() -> None:
    app = Long()
    with serving(Downloads(app)) as port:
        reader, response = ask(port)
        assert 0 < settled(app) < MOST_AHEAD
        assert len(response.read()) == ALL * len(PART)
        wait_until(lambda: app.closed == 1)
        reader.close()


def test_who_leaves_is_no_more_work() -> None:
    app = Long()
    with serving(Downloads(app)) as port:
        reader, response = ask(port)
        response.read(1)
        response.close()
        reader.close()
        wait_until(lambda: app.closed == 1)
        assert settled(app) < MOST_AHEAD


def test_readers_who_dawdle_hold_up_nobody() -> None:
    app = Long()
    with serving(Downloads(app)) as port:
        dawdlers = [ask(port)[0] for _ in range(8)]
        settled(app)
        before = app.made
        reader, response = ask(port)
        assert len(response.read()) == ALL * len(PART)
        assert app.made == before + ALL
        assert len(app.threads) == 1
        for one in (*dawdlers, reader):
            one.close()
        wait_until(lambda: app.closed == 9)


def test_one_that_breaks_off_has_no_end() -> None:
    app = Long(fails_after=3)
    with serving(Downloads(app)) as port:
        reader, response = ask(port)
        with pytest.raises(IncompleteRead):
            response.read()
        wait_until(lambda: app.closed == 1)
        reader.close()


def test_the_head_alone_is_no_work() -> None:
    app = Long()
    with serving(Downloads(app)) as port:
        reader, response = ask(port, "HEAD")
        assert (response.status, response.headers["Content-Type"], response.read()) == (200, "text/plain", b"")
        wait_until(lambda: app.closed == 1)
        assert app.made == 0
        reader.close()


@pytest.mark.parametrize(
    ("method", "path", "is_long"),
    [
        ("GET", "/api/v1/players/ada/games/export/", True),
        ("HEAD", "/api/v1/players/ada/games/export/", True),
        ("GET", "/api/v1/players/me/export/", True),
        ("POST", "/api/v1/players/ada/games/export/", False),
        ("GET", "/api/v1/players/ada/games/", False),
        ("GET", "/api/v1/players/a/b/games/export/", False),
        ("GET", "/api/v1/games/x/replay/", False),
    ],
)
def test_which_answers_are_long(method: str, path: str, is_long: bool) -> None:
    assert is_download({"type": "http", "method": method, "path": path}) is is_long
