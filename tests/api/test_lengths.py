"""Every answer that is whole says how long it is, over real HTTP."""

import http.client
from typing import Any

import pytest

from tests.api.live import LiveServer

GAMES = "/api/v1/games/"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", GAMES, None, 200),
        ("HEAD", "/api/v1/bots/", None, 200),
        ("GET", "/api/v1/games/nosuch/", None, 404),
        ("POST", "/api/v1/players/", b'{"username": "ada", "password": "seven fours 7"}', 201),
        ("POST", "/api/v1/players/", b"{", 400),
        ("PUT", "/api/v1/bots/", None, 405),
        ("OPTIONS", "/api/v1/bots/", None, 200),
        ("GET", "/api/v1/docs/", None, 200),
        ("GET", "/api/nowhere", None, 404),
        ("GET", "/nowhere", None, 404),
        ("GET", "/", None, 302),
        ("GET", "/admin/login/", None, 200),
        ("GET", "/livez", None, 200),
    ],
)
def test_an_answer_says_its_length(server: LiveServer, method: str, path: str, body: bytes | None, status: int) -> None:
    response, content = ask(server, method, path, body=body)
    assert response.status == status
    assert response.headers["Transfer-Encoding"] is None
    length = int(response.headers["Content-Length"])
    assert length == (len(ask(server, "GET", path)[1]) if method == "HEAD" else len(content))


def test_what_has_no_body_has_no_length(server: LiveServer) -> None:
    """The length in a 304 would be that of the answer that it stands for."""
    client = server.client()
    client.sign_in(client.post("/api/v1/players/", {"username": "ada", "password": "seven fours 7"}).json()["token"])
    game = client.post(GAMES, {"ruleset": "aces", "seats": 2})
    given = {**client.headers, "If-None-Match": game["ETag"]}
    answer, content = ask(server, "GET", f"{GAMES}{game.json()['id']}/", headers=given)
    assert (answer.status, content) == (304, b"")
    assert answer.headers["Content-Length"] is None
    assert answer.headers["Transfer-Encoding"] is None


def ask(server: LiveServer, method: str, path: str, **request: Any) -> tuple[http.client.HTTPResponse, bytes]:
    request.setdefault("headers", {"Content-Type": "application/json"})
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request(method, path, **request)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()
