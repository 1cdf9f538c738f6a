"""Pages of other sites: which may call the API, and that they can read whatever it answers, refusals too."""

import asyncio
from typing import Any

import pytest
from django.conf import settings as django_settings

from perudo_site.asgi import _answer
from perudo_site.cors import CrossOrigin
from perudo_site.http.pagination import Whole

CLUB, STRANGER = "https://club.example", "https://elsewhere.example"
PROBLEMS = "/api/v1/problems/"
ALLOW_ORIGIN = "access-control-allow-origin"


class Answer:
    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""


def ask(origins: list[str], method: str, path: str, *, body: bytes = b"", **headers: str) -> Answer:
    """One request to the whole application, as a server hands it over."""
    given = {"host": "localhost", "content-length": str(len(body)), **headers}
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "headers": [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in given.items()],
    }
    answer = Answer()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        else:
            answer.body += message.get("body", b"")

    asyncio.run(CrossOrigin(_answer, origins=origins)(scope, receive, send))
    return answer


def preflight(origins: list[str], origin: str, path: str = PROBLEMS, **headers: str) -> Answer:
    asked = {"origin": origin, "access_control_request_method": "POST", **headers}
    return ask(origins, "OPTIONS", path, body=b"", **asked)


def allows(answer: Answer) -> str | None:
    return answer.headers.get(ALLOW_ORIGIN)


def test_it_is_off_unless_it_is_set() -> None:
    assert django_settings.CORS_ALLOWED_ORIGINS == []
    answer = ask([], "GET", PROBLEMS, origin=CLUB)
    assert answer.status == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]
    asked = preflight([], CLUB)
    assert (asked.status, allows(asked)) == (200, None)
    assert asked.body == b'{"methods":["GET","HEAD","OPTIONS"]}'


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        ([CLUB], CLUB, CLUB),
        ([STRANGER, CLUB], CLUB, CLUB),
        ([CLUB], STRANGER, None),
        ([CLUB], "http://club.example", None),
        ([CLUB], f"{CLUB}.evil.example", None),
        ([CLUB], f"{CLUB}:8443", None),
        ([CLUB], "null", None),
        (["*"], STRANGER, "*"),
    ],
)
def test_who_is_named_may_read(origins: list[str], origin: str, allowed: str | None) -> None:
    answer = ask(origins, "GET", PROBLEMS, origin=origin)
    assert (answer.status, allows(answer)) == (200, allowed)
    assert "access-control-allow-credentials" not in answer.headers
    assert "Origin" in answer.headers["vary"]


def test_without_an_origin_the_answer_is_as_ever() -> None:
    assert allows(ask([CLUB], "GET", PROBLEMS)) is None


def test_a_page_may_ask_beforehand() -> None:
    answer = preflight([CLUB], CLUB, access_control_request_headers="authorization,content-type,idempotency-key")
    assert (answer.status, allows(answer)) == (200, CLUB)
    assert {"POST", "DELETE"} <= set(answer.headers["access-control-allow-methods"].split(", "))
    assert answer.headers["access-control-max-age"] == "86400"
    refused = preflight([CLUB], STRANGER)
    assert (refused.status, allows(refused)) == (400, None)
    assert preflight([CLUB], CLUB, access_control_request_headers="cookie").status == 400


@pytest.fixture(params=["bad token", "no such address", "too large", "not json", "throttled", "fault"])
def refusal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Answer:
    """Refusals from every depth: before a thread is taken, in the views, at the throttles, and a fault."""
    big = b"x" * (django_settings.MAX_BODY_BYTES + 1)
    json_body = {"content_type": "application/json"}
    match request.param:
        case "bad token":
            answer, status = ask([CLUB], "GET", PROBLEMS, origin=CLUB, authorization="Bearer nonsense"), 401
        case "no such address":
            answer, status = ask([CLUB], "GET", "/api/v1/nothing/", origin=CLUB), 404
        case "too large":
            answer, status = ask([CLUB], "POST", "/api/v1/players/", body=big, origin=CLUB, **json_body), 413
        case "not json":
            answer, status = ask([CLUB], "POST", "/api/v1/players/", body=b"[", origin=CLUB, **json_body), 400
        case "throttled":
            settings.THROTTLE_RATES = {"anonymous": "0/minute"}
            answer, status = ask([CLUB], "GET", PROBLEMS, origin=CLUB), 429
            assert int(answer.headers["retry-after"]) >= 1
        case _:
            monkeypatch.setattr(Whole, "get_paginated_response", lambda self, data: 1 / 0)
            answer, status = ask([CLUB], "GET", PROBLEMS, origin=CLUB), 500
    assert answer.status == status
    return answer


def test_refusals_can_be_read_too(refusal: Answer) -> None:
    assert allows(refusal) == CLUB
    assert "Retry-After" in refusal.headers["access-control-expose-headers"]
    assert refusal.headers["content-type"] == "application/problem+json"
    assert refusal.headers["cache-control"] == "private, no-store"
    assert refusal.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("origins", [[CLUB], ["*"]])
def test_the_admin_is_nobody_elses(origins: list[str]) -> None:
    answer = ask(origins, "GET", "/admin", origin=CLUB)
    assert (answer.status, allows(answer)) == (301, None)
