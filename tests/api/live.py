"""The server on a real socket, and clients that keep one connection to it."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from tests.client import check

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Answer:
    """A response, with the names that the test client's responses have."""

    status_code: int
    headers: dict[str, str]
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)

    def __getitem__(self, name: str) -> str:
        return self.headers[name.lower()]


class LiveClient:
    """A client over one kept connection; every answer is held against the OpenAPI document."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=30)
        self.headers: dict[str, str] = {}

    def sign_in(self, token: str) -> None:
        self.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str) -> Answer:
        return self._request("GET", path, None)

    def post(self, path: str, body: Any = None) -> Answer:
        return self._request("POST", path, None if body is None else json.dumps(body).encode())

    def _request(self, method: str, path: str, body: bytes | None) -> Answer:
        content = {} if body is None else {"Content-Type": "application/json"}
        self.connection.request(method, path, body, {**self.headers, **content})
        response = self.connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        answer = Answer(response.status, headers, response.read())
        check(method, path.partition("?")[0], answer)
        return answer


class LiveServer:
    """Where the server listens, its clients, and the database connections it has opened."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.clients: list[LiveClient] = []
        self.opened: list[BaseDatabaseWrapper] = []

    def client(self) -> LiveClient:
        self.clients.append(LiveClient(self.port))
        return self.clients[-1]

    def note_connection(self, connection: BaseDatabaseWrapper, **_: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            self.opened.append(connection)

    def close(self) -> None:
        for client in self.clients:
            client.connection.close()

    def disconnect(self) -> None:
        """Close the connections that the server's threads keep, or the test database could not be dropped."""
        for connection in self.opened:
            connection.inc_thread_sharing()
            connection.close()
            connection.dec_thread_sharing()


@contextmanager
def serving() -> Iterator[LiveServer]:
    """`perudo_site.asgi` on a port of its own, in a thread; its workers, beat and pulse are left out."""
    from perudo_site.asgi import application

    listener = socket.create_server((HOST, 0))
    config = uvicorn.Config(
        application,
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=600,  # a client that is busy with other things finds its connection again
        timeout_graceful_shutdown=1,
    )
    server, live = uvicorn.Server(config), LiveServer(listener.getsockname()[1])
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    connection_created.connect(live.note_connection)
    thread.start()
    try:
        yield live
    finally:
        live.close()
        server.should_exit = True
        thread.join()
        connection_created.disconnect(live.note_connection)
        live.disconnect()
