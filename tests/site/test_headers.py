"""What the API says to browsers stands in every answer, and in every refusal, from whatever depth it comes."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings

from perudo_site.http.pagination import Whole
from tests.site.test_cors import PROBLEMS, Answer, ask

ACCOUNTS = "/api/v1/players/"
JSON = {"content_type": "application/json"}
SAID = {
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
OF_THE_ANSWER = {"allow", "connection", "content-length", "content-type", "retry-after", "vary", "www-authenticate"}
"""Headers that hang on what is answered."""


def said(answer: Answer) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in OF_THE_ANSWER}


async def _never(receive: Any) -> tuple[bytes, bool]:
    await asyncio.sleep(60)
    return b"", False


def _late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perudo_site.body._next_chunk", _never)
    monkeypatch.setattr("perudo_site.body.DRAIN_SECONDS", 0.0)
    monkeypatch.setattr("perudo_site.asgi.web.seconds", 0.05)


def _too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(django_settings, "THROTTLE_RATES", {"anonymous": "0/minute"})


def _at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Whole, "get_paginated_response", lambda self, data: 1 / 0)


Ask = Callable[[], Answer]
Prepare = Callable[[pytest.MonkeyPatch], None]
ANSWERS: dict[str, tuple[int, Ask, Prepare | None]] = {
    "what was asked for": (200, lambda: ask([], "GET", PROBLEMS), None),
    "methods": (200, lambda: ask([], "OPTIONS", PROBLEMS), None),
    "another host": (400, lambda: ask([], "GET", PROBLEMS, host="elsewhere.example"), None),
    "a host that is none": (400, lambda: ask([], "GET", "/api/v1/nothing/", host="a b"), None),
    "no host": (400, lambda: ask([], "POST", ACCOUNTS, host=""), None),
    "no JSON": (400, lambda: ask([], "POST", ACCOUNTS, body=b"[", **JSON), None),
    "no token": (401, lambda: ask([], "GET", "/api/v1/players/me/"), None),
    "a bad token": (401, lambda: ask([], "GET", PROBLEMS, authorization="Bearer nonsense"), None),
    "no such address": (404, lambda: ask([], "GET", "/api/v1/nothing/"), None),
    "nothing but the start": (404, lambda: ask([], "GET", "/api"), None),
    "no such method": (405, lambda: ask([], "DELETE", PROBLEMS), None),
    "another type": (406, lambda: ask([], "GET", PROBLEMS, accept="text/html"), None),
    "a late body": (408, lambda: ask([], "POST", ACCOUNTS), _late),
    "a large body": (413, lambda: ask([], "POST", ACCOUNTS, body=b"x" * 1_000_000, **JSON), None),
    "a body of another type": (415, lambda: ask([], "POST", ACCOUNTS, body=b"x", content_type="text/plain"), None),
    "too often": (429, lambda: ask([], "GET", PROBLEMS), _too_often),
    "a fault": (500, lambda: ask([], "GET", PROBLEMS), _at_fault),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_no_answer_may_be_framed_sniffed_or_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status, asked, prepare = ANSWERS[name]
    if prepare:
        prepare(monkeypatch)
    answer = asked()
    assert (answer.status, said(answer)) == (status, SAID)
