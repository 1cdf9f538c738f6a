"""The body buffer before a real uvicorn, with clients that behave badly."""

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from a2wsgi import WSGIMiddleware

from perudo_site.body import BodyBuffer
from tests.site.raw import Client, serving, stopwatch

LIMIT = 1000
PATIENT, SHORT = 60.0, 0.5
"""Seconds that a body may take: so many that none is late on any machine, or so few that a test can wait for them."""
THREADS = 2
HUGE = 20_000_000

StartResponse = Callable[[str, list[tuple[str, str]]], Any]


class Echo:
    """A WSGI app that gives the body back, or, at /huge, more than any socket holds. Counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        self.calls += 1
        parts = [b"x" * (HUGE // 200)] * 200 if environ["PATH_INFO"] == "/huge" else [environ["wsgi.input"].read()]
        length = sum(map(len, parts))
        start_response("200 OK", [("Content-Length", str(length)), ("X-Length", environ["CONTENT_LENGTH"])])
        return parts


@pytest.fixture
def echo() -> Echo:
    return Echo()


@pytest.fixture(autouse=True)
def _a_long_drain(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what waits for its end is told from what does not."""
    monkeypatch.setattr("perudo_site.body.DRAIN_SECONDS", PATIENT)


@pytest.fixture
def patience() -> float:
    return PATIENT


@pytest.fixture
def port(echo: Echo, patience: float) -> Iterator[int]:
    web = WSGIMiddleware(echo, workers=THREADS, send_queue_size=0)
    limit: Callable[[str], int] = lambda path: 10 * LIMIT if path == "/wide" else LIMIT  # noqa: E731
    with serving(BodyBuffer(web, limit=limit, seconds=patience)) as port:
        yield port


@pytest.fixture
def client(port: int) -> Iterator[Client]:
    with Client(port) as client:
        yield client


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def is_answered(port: int) -> bool:
    """Whether somebody who behaves is, while the server's patience with all others lasts."""
    with Client(port) as client, stopwatch() as seconds:
        client.request("POST", "/", "Content-Length: 2", body=b"ok")
        answered = client.answer().body == b"ok"
    return answered and seconds[0] < PATIENT / 2


def test_a_body_arrives_whole(client: Client) -> None:
    client.request("POST", "/", f"Content-Length: {LIMIT}", body=b"a" * (LIMIT - 1))
    client.send(b"b")
    assert client.answer().body == b"a" * (LIMIT - 1) + b"b"


def test_a_request_without_a_body_has_length_0(client: Client) -> None:
    client.request("GET", "/")
    answer = client.answer()
    assert (answer.status, answer.headers["x-length"], answer.body) == (200, "0", b"")


def test_a_connection_is_used_again(client: Client) -> None:
    for body in (b"one", b"two"):
        client.request("POST", "/", "Content-Length: 3", body=body)
        assert client.answer().body == body


def test_a_chunked_body_without_a_length_arrives_whole_with_its_length(client: Client) -> None:
    client.request("POST", "/", "Transfer-Encoding: chunked", body=chunk(b"one ") + chunk(b"two") + chunk(b""))
    answer = client.answer()
    assert (answer.body, answer.headers["x-length"]) == (b"one two", "7")


def test_an_announced_body_that_is_too_large_is_refused_at_once(client: Client, echo: Echo) -> None:
    client.request("POST", "/", f"Content-Length: {LIMIT + 1}")
    with stopwatch() as seconds:
        answer = client.answer()
    assert seconds[0] < PATIENT / 2
    assert (answer.status, answer.headers["content-type"]) == (413, "application/problem+json")
    problem = answer.json()
    assert (problem["code"], problem["status"]) == ("too_large", 413)
    assert problem.keys() == {"type", "title", "status", "detail", "code"}
    assert echo.calls == 0


def test_the_limit_is_the_paths_own(client: Client) -> None:
    client.request("POST", "/wide", f"Content-Length: {LIMIT + 1}", body=b"a" * (LIMIT + 1))
    assert client.answer().status == 200


def test_a_client_that_waits_for_leave_is_refused_without_it(client: Client) -> None:
    client.request("POST", "/", f"Content-Length: {HUGE}", "Expect: 100-continue")
    answer = client.answer()
    assert (answer.status, answer.interim) == (413, False)


def test_a_client_that_waits_for_leave_gets_it(client: Client) -> None:
    client.request("POST", "/", "Content-Length: 3", "Expect: 100-continue")
    client.send(b"abc")
    answer = client.answer()
    assert (answer.status, answer.interim, answer.body) == (200, True, b"abc")


def test_a_client_that_first_sends_all_of_it_can_still_read_why_it_is_refused(client: Client) -> None:
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    client.request("POST", "/", "Content-Length: 1000000", body=b"a" * 1_000_000)
    assert client.answer().json()["code"] == "too_large"
    assert client.closed_within(PATIENT / 2)


def test_a_chunked_body_that_is_too_large_is_refused(client: Client, echo: Echo) -> None:
    client.request("POST", "/", "Transfer-Encoding: chunked", body=chunk(b"a" * LIMIT))
    client.send(chunk(b"a"))
    answer = client.answer()
    assert (answer.status, answer.json()["code"]) == (413, "too_large")
    assert echo.calls == 0


def test_an_endless_body_is_not_read_for_ever(port: int) -> None:
    def send_for_ever(client: Client, stopped: threading.Event) -> None:
        try:
            while True:
                client.send(chunk(b"a" * 60_000))
        except OSError:
            stopped.set()

    with Client(port) as client:
        client.request("POST", "/", "Transfer-Encoding: chunked")
        stopped = threading.Event()
        sender = threading.Thread(target=send_for_ever, args=(client, stopped))
        sender.start()
        assert client.answer().status == 413
        assert stopped.wait(PATIENT / 2)
        sender.join()


@pytest.mark.parametrize("patience", [SHORT])
def test_a_body_that_does_not_come_is_refused(client: Client, echo: Echo) -> None:
    with stopwatch() as seconds:
        client.request("POST", "/", "Content-Length: 10", body=b"a")
        answer = client.answer()
    assert SHORT * 0.9 < seconds[0] < SHORT + PATIENT / 2
    assert (answer.status, answer.json()["code"]) == (408, "request_timeout")
    assert answer.headers["connection"] == "close"
    assert echo.calls == 0


@pytest.mark.parametrize("patience", [SHORT])
def test_a_body_that_comes_in_drops_is_refused_too(client: Client) -> None:
    client.request("POST", "/", "Content-Length: 1000")
    done = threading.Event()

    def drip() -> None:
        while not done.wait(SHORT / 10):
            client.send(b"a")

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        assert client.answer().status == 408
    finally:
        done.set()
        dripping.join()


def test_who_leaves_before_the_end_is_forgotten(port: int, echo: Echo) -> None:
    with Client(port) as client:
        client.request("POST", "/", "Content-Length: 10", body=b"a")
    assert is_answered(port)
    assert echo.calls == 1


def test_clients_that_never_send_their_body_hold_nobody_up(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(Client(port)).request("POST", "/", "Content-Length: 10")
        assert is_answered(port)


def test_clients_that_never_read_their_answer_hold_nobody_up(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(2 * THREADS):
            client = stack.enter_context(Client(port))
            client.request("GET", "/huge")
            assert client.socket.recv(15) == b"HTTP/1.1 200 OK"
        assert is_answered(port)
