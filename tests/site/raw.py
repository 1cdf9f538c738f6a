"""HTTP by hand: what a well-behaved client library would never send."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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


class Client:
    """One connection, closed at the end of the `with` block."""

    def __init__(self, port: int, *, timeout: float = 10.0) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=timeout)

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

    def answer(self) -> Answer:
        """The next response. Its body is as long as Content-Length says, or goes on to the connection's end."""
        with self.socket.makefile("rb") as file:
            status, headers = _head(file)
            interim = status == 100
            if interim:
                status, headers = _head(file)
            length = headers.get("content-length")
            body = file.read(int(length)) if length is not None else file.read()
        return Answer(status, headers, body, interim)

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


def _head(file: Any) -> tuple[int, dict[str, str]]:
    status = int(file.readline().split()[1])
    headers = {}
    while line := file.readline().strip():
        name, _, value = line.decode().partition(":")
        headers[name.lower()] = value.strip()
    return status, headers


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """A list that holds, after the block, the seconds it took."""
    seconds: list[float] = []
    start = time.monotonic()
    yield seconds
    seconds.append(time.monotonic() - start)
