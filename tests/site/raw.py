"""HTTP by hand: what a well-behaved client library would never send."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any

import uvicorn

HOST = "127.0.0.1"


@contextmanager
def serving(app: Any) -> Iterator[int]:
    """A real uvicorn with this ASGI app, on the port that is given."""
    config = uvicorn.Config(
        app, http="httptools", ws="none", lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    listener = socket.create_server((HOST, 0), backlog=256)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@dataclass
class Answer:
    """A response, read whole. `interim` says whether a 100 Continue came first."""

    status: int
    headers: dict[str, str]
    body: bytes
    interim: bool

    def json(self) -> Any:
        return json.loads(self.body)


PATIENCE = 60.0
"""Seconds after which an answer is given up; the machine may be a busy one."""


class Client:
    """One connection, closed at the end of the `with` block."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def request(self, method: str, path: str, *headers: str, body: bytes = b"") -> None:
        """The head of a request with just these headers, and `body` as it is."""
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]
        self.send("\r\n".join(lines).encode() + body)

    def begin(self, method: str, path: str, *headers: str, body: bytes = b"") -> None:
        """A request whose body is not whole; returns when the server has its head and waits for the rest."""
        self.request(method, path, "Expect: 100-continue", *headers)
        leave = b"HTTP/1.1 100 Continue\r\n\r\n"
        assert self.socket.recv(len(leave), socket.MSG_WAITALL) == leave
        self.send(body)

    def answer(self) -> Answer:
        """The next response."""
        interim = b" 100 " in self.socket.recv(len("HTTP/1.1 100 "), socket.MSG_PEEK)
        response = HTTPResponse(self.socket)
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, response.read(), interim)

    def closed_within(self, seconds: float) -> bool:
        """Whether the server ends the connection in that time."""
        self.socket.settimeout(seconds)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except ConnectionResetError:
            pass
        return True


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """A list that holds, after the block, the seconds it took."""
    seconds: list[float] = []
    start = time.monotonic()
    yield seconds
    seconds.append(time.monotonic() - start)
