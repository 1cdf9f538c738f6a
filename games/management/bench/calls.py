"""Ways to call the API: the WSGI application in this process, or a server by its address."""

import http.client
import io
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIEnvironment

Json = dict[str, Any]


class CallFailed(Exception):
    """An answer that the benchmark did not expect; the message is for people."""


@dataclass(frozen=True)
class Answer:
    """`body` is {} where there is none."""

    status: int
    headers: Mapping[str, str]
    body: Json


class Caller(Protocol):
    """Sends one request and reads the whole answer. Each thread has a caller of its own."""

    def __call__(self, method: str, path: str, *, body: Json | None = None, headers: Mapping[str, str]) -> Answer:
        """`path` begins with /api/v1/; `body` is sent as JSON."""


class InProcess:
    """Calls a WSGI application directly: no sockets, no server, no second process."""

    def __init__(self, application: Callable[[WSGIEnvironment, StartResponse], Any], *, host: str) -> None:
        self._application = application
        self._host = host

    def __call__(self, method: str, path: str, *, body: Json | None = None, headers: Mapping[str, str]) -> Answer:
        sent: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, names: list[tuple[str, str]], *_: Any) -> Any:
            sent.append((status, names))

        answer = self._application(self._environ(method, path, body, headers), start_response)
        try:
            content = b"".join(answer)
        finally:
            answer.close()
        status, names = sent[0]
        return Answer(int(status[:3]), {name.lower(): value for name, value in names}, _loaded(content))

    def _environ(self, method: str, path: str, body: Json | None, headers: Mapping[str, str]) -> WSGIEnvironment:
        content = b"" if body is None else json.dumps(body).encode()
        path, _, query = path.partition("?")
        return {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": self._host,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(content)),
            "HTTP_HOST": self._host,
            "HTTP_X_FORWARDED_PROTO": "https",  # else HTTPS=1 would answer with a redirect
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(content),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }


class OverHttp:
    """Calls a running server, on one connection that is kept."""

    def __init__(self, server: str) -> None:
        address = urlsplit(server)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise CallFailed(f"{server!r} is not the address of a server, such as http://127.0.0.1:8000")
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(address.hostname, address.port, timeout=30)

    def __call__(self, method: str, path: str, *, body: Json | None = None, headers: Mapping[str, str]) -> Answer:
        content = b"" if body is None else json.dumps(body).encode()
        try:
            self._connection.request(method, path, content, {"Content-Type": "application/json", **headers})
            response = self._connection.getresponse()
            return Answer(
                response.status,
                {name.lower(): value for name, value in response.getheaders()},
                _loaded(response.read()),
            )
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise CallFailed(f"The server does not answer: {error or type(error).__name__}") from error


def _loaded(content: bytes) -> Json:
    try:
        loaded: Json = json.loads(content) if content else {}
    except ValueError:
        raise CallFailed(f"The answer is not JSON: {content[:80]!r}") from None
    return loaded
