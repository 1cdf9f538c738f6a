"""HTTP with servers that are busy, silent, or something else altogether."""

import http.client
import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import FrameType
from typing import Any

import pytest

from games.terminal.errors import CannotGoOn, NotPerudo, Problem, Unreachable
from games.terminal.transport import Transport

JSON = "application/json"
CUT = 0
"""In place of a status: the connection is closed without an answer."""


@dataclass
class Scripted:
    """A server that gives the answers it was told: (status, headers, body). `asked` holds what it was asked.

    Without any it says what it was asked for.
    """

    answers: list[tuple[int, dict[str, str], str]] = field(default_factory=list)
    asked: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0

    def answer(self, status: int, body: Any = None, **headers: str) -> None:
        text = body if isinstance(body, str) else json.dumps(body)
        self.answers.append((status, {name.replace("_", "-"): value for name, value in headers.items()}, text))


@pytest.fixture
def server() -> Iterator[Scripted]:
    script = Scripted()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            script.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            status, headers, text = (
                script.answers.pop(0) if script.answers else (200, {}, json.dumps({"path": self.path}))
            )
            if status == CUT:
                self.close_connection = True
                return
            data = b"" if status in (204, 304) else text.encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_DELETE = answer  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Nothing on standard error."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        listening.daemon_threads = True
        script.port = listening.server_address[1]
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield script
        finally:
            listening.shutdown()
            thread.join()


@dataclass
class Waits:
    """What was slept, and what was said."""

    slept: list[float] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def transport(server: Scripted, waits: Waits) -> Iterator[Transport]:
    transport = Transport(f"http://127.0.0.1:{server.port}/", say=waits.said.append, sleep=waits.slept.append)
    yield transport
    transport.close()


def test_a_call(server: Scripted, transport: Transport) -> None:
    server.answer(201, {"id": "abc"})
    transport.token = "secret"
    assert transport.post("/games/", {"seats": 2}, key="once") == {"id": "abc"}
    [(method, path, headers, body)] = server.asked
    assert (method, path, json.loads(body)) == ("POST", "/api/v1/games/", {"seats": 2})
    assert headers["authorization"] == "Bearer secret"
    assert (headers["content-type"], headers["idempotency-key"]) == (JSON, "once")


def test_an_address_may_have_a_path(server: Scripted, waits: Waits) -> None:
    server.answer(200, {})
    transport = Transport(f"127.0.0.1:{server.port}/perudo/", say=waits.said.append)
    transport.get("/bots/")
    transport.close()
    assert server.asked[0][1] == "/perudo/api/v1/bots/"


def test_what_has_not_changed_is_not_sent_again(server: Scripted, transport: Transport) -> None:
    server.answer(200, {"version": 1}, ETag='"a"')
    server.answer(304)
    server.answer(200, {"version": 2}, ETag='"b"')
    server.answer(200, {"version": 9})
    assert [transport.get("/games/x/")["version"] for _ in range(3)] == [1, 1, 2]
    assert transport.get("/games/y/")["version"] == 9
    assert [asked[2].get("if-none-match") for asked in server.asked] == [None, '"a"', '"a"', None]


def test_a_refusal_is_a_problem(server: Scripted, transport: Transport) -> None:
    server.answer(409, {"code": "stale_version", "detail": "The game has moved on.", "game": {"version": 4}})
    with pytest.raises(Problem) as refused:
        transport.post("/games/x/moves/", {})
    assert (refused.value.status, refused.value.code) == (409, "stale_version")
    assert refused.value.document["game"] == {"version": 4}
    assert "The game has moved on." in str(refused.value)


def test_a_pause_that_the_server_asks_for_is_made(server: Scripted, transport: Transport, waits: Waits) -> None:
    server.answer(429, {"code": "throttled"}, Retry_After="7")
    server.answer(429, {"code": "throttled"}, Retry_After="soon")
    server.answer(200, {"results": []})
    assert transport.get("/bots/") == {"results": []}
    assert waits.slept == [7, 5]
    assert waits.said[0] == "The server asks for a pause of 7 s."


def test_a_pause_of_an_hour_is_not_made(server: Scripted, transport: Transport, waits: Waits) -> None:
    server.answer(429, {"code": "throttled"}, Retry_After="3599")
    with pytest.raises(CannotGoOn, match="Try again in 60 minutes"):
        transport.post("/players/", {})
    assert waits.slept == []


def test_a_connection_that_was_closed_meanwhile_is_made_anew_in_silence(
    server: Scripted, transport: Transport, waits: Waits
) -> None:
    server.answer(200, {"n": 1})
    server.answer(CUT)
    server.answer(200, {"n": 2})
    assert [transport.get("/a/")["n"], transport.post("/a/", {"move": 1})["n"]] == [1, 2]
    assert [asked[3] for asked in server.asked[1:]] == [b'{"move": 1}'] * 2
    assert waits.said == []


def test_a_server_that_was_there_before_is_waited_for(server: Scripted, transport: Transport, waits: Waits) -> None:
    server.answer(200, {"n": 1})
    for status in (503, 502, CUT):
        server.answer(status, "<h1>Sorry</h1>")
    server.answer(200, {"n": 2})
    assert [transport.get("/a/")["n"], transport.get("/a/")["n"]] == [1, 2]
    assert waits.slept == [0.0, 0.5, 1.0]
    assert waits.said == ["The server does not answer (status 502). Trying again.", "The server is back."]


def test_patience_ends(server: Scripted, transport: Transport, waits: Waits) -> None:
    server.answer(200, {})
    transport.get("/a/")
    transport.patience = 0.7
    for _ in range(3):
        server.answer(503)
    with pytest.raises(Unreachable, match="status 503"):
        transport.get("/a/")
    assert waits.slept == [0.0, 0.5]


def test_a_server_that_was_never_there_is_not_waited_for(waits: Waits) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(Unreachable, match=f"No Perudo server answers at http://127.0.0.1:{port}"):
        Transport(f"http://127.0.0.1:{port}", say=waits.said.append).get("/bots/")
    assert (waits.slept, waits.said) == ([], [])


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, "<h1>It works!</h1>"), (404, "<h1>Not Found</h1>"), (404, {"error": "no"}), (200, []), (301, "")],
)
def test_what_is_not_a_perudo_server_is_said_so(server: Scripted, transport: Transport, status: int, body: Any) -> None:
    server.answer(status, body)
    with pytest.raises(NotPerudo, match="is not a Perudo server"):
        transport.get("/bots/")


@pytest.mark.parametrize(
    "address", ["", "ftp://host", "http://", "http://host:port", "http://host:99999", "http://h:0"]
)
def test_what_is_not_an_address_is_said_so(address: str) -> None:
    with pytest.raises(CannotGoOn, match="is not the address of a server"):
        Transport(address, say=print)


class Interruption:
    """Raises at one line of http.client's, counted from where it begins: a signal may come at any."""

    def __init__(self, line: int, kind: type[BaseException]) -> None:
        self._left, self._kind = line, kind

    def __call__(self, frame: FrameType, event: str, _: Any) -> "Interruption":
        if event == "line" and frame.f_code.co_filename == http.client.__file__:
            self._left -= 1
            if self._left == 0:
                raise self._kind
        return self

    @property
    def came(self) -> bool:
        return self._left <= 0


def interrupted(line: int, kind: type[BaseException], do: Callable[[], object]) -> bool:
    """Do it, with an interruption at a line; whether it came before all was done."""
    interruption, traced = Interruption(line, kind), sys.gettrace()
    sys.settrace(interruption)
    try:
        with suppress(kind):
            do()
    finally:
        sys.settrace(traced)
    return interruption.came


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_nothing_of_an_interrupted_call_is_in_the_next(
    server: Scripted, transport: Transport, kind: type[BaseException]
) -> None:
    line = 1
    while interrupted(line, kind, lambda: transport.post("/before/", {"half": True})):
        assert transport.post("/after/", {"half": False}) == {"path": "/api/v1/after/"}, line
        line += 1
    assert line > 100, "the call is made of many lines"
