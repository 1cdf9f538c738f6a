"""Whatever is sent, a refusal has a status of the 400s and a code, and nothing is changed."""

import json
from typing import Any

import pytest

from players.models import IdempotentRequest, Player, Token
from players.services import revoke_all_tokens
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer

WRITING = ["/api/v1/players/", "/api/v1/tokens/"]
GOOD = {"username": "ada", "password": PASSWORD}

NO_TEXT: list[Any] = [1, 1.5, True, False, 12345678, [], ["ada"], {}, {"a": 1}]
WRONG_FIELDS: list[tuple[dict[str, Any], str, str]] = [
    *[({**GOOD, "username": value}, "username", "invalid") for value in NO_TEXT],
    *[({**GOOD, "password": value}, "password", "invalid") for value in NO_TEXT],
    ({**GOOD, "username": None}, "username", "null"),
    ({**GOOD, "password": None}, "password", "null"),
    ({**GOOD, "username": ""}, "username", "blank"),
    ({**GOOD, "password": ""}, "password", "blank"),
    ({"password": PASSWORD}, "username", "required"),
    ({"username": "ada"}, "password", "required"),
    ({**GOOD, "username": "a" * 151}, "username", "max_length"),
    ({**GOOD, "password": "a" * 1025}, "password", "max_length"),
    ({**GOOD, "is_staff": True}, "is_staff", "unknown_field"),
    ({**GOOD, "kind": "server"}, "kind", "unknown_field"),
    ({**GOOD, "": 1}, "", "unknown_field"),
]

WRONG_BODIES: dict[str, bytes] = {
    "broken": b'{"username": "ada", ',
    "text after it": b"{} {}",
    "a list": b"[]",
    "a string": b'"ada"',
    "a number": b"1",
    "null": b"null",
    "true": b"true",
    "blank": b" ",
    "a form": b"username=ada&password=seven",
    "NaN": b'{"username": NaN}',
    "infinity": b'{"username": -Infinity}',
    "an overflow": b'{"username": 1e999}',
    "a huge integer": b'{"username": ' + b"9" * 5000 + b"}",
    "a long integer": b'{"username": ' + b"9" * 21 + b"}",
    "deep lists": b'{"username": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "deep objects": b'{"username":' * 5_000 + b"1" + b"}" * 5_000,
    "rather deep": b'{"username": ' + b"[" * 20 + b"]" * 20 + b"}",
    "unclosed depth": b"[" * 60_000,
    "a name twice": b'{"username": "eve", "password": "wrong horse 1", "password": "seven fours 7"}',
    "NUL in a value": b'{"username": "a\\u0000da"}',
    "NUL in a name": b'{"user\\u0000name": "ada"}',
    "NUL deep down": b'{"x": [{"y": "\\u0000"}]}',
    "a lone surrogate": b'{"username": "a\\ud800da"}',
    "a lone surrogate in a name": b'{"\\udfff": 1}',
    "surrogates in the wrong order": b'{"username": "\\udfb2\\ud83c"}',
    "a raw NUL": b'{"username": "a\0da"}',
    "latin-1": '{"username": "\u00e9t\u00e9"}'.encode("latin-1"),
    "UTF-16": '{"username": "ada"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "an encoded surrogate": b'{"username": "\xed\xa0\x80"}',
    "an overlong NUL": b'{"username": "\xc0\x80"}',
}


def rows() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (Player, Token, IdempotentRequest)]


@pytest.fixture(autouse=True)
def _nothing_changes(make_player: MakePlayer) -> Any:
    make_player("bob")
    before = rows()
    yield
    assert rows() == before


def assert_invalid(answer: Any) -> None:
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), answer.content
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", WRITING)
@pytest.mark.parametrize(("body", "field", "code"), WRONG_FIELDS)
def test_wrong_fields(api: CheckedClient, path: str, body: dict[str, Any], field: str, code: str) -> None:
    answer = api.post(path, body)
    assert_invalid(answer)
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]


@pytest.mark.parametrize("label", [1, True, None, [], "x" * 41])
def test_wrong_labels(api: CheckedClient, label: Any) -> None:
    answer = api.post("/api/v1/tokens/", {"username": "bob", "password": PASSWORD, "label": label})
    assert_invalid(answer)
    assert answer.json()["errors"][0]["field"] == "label"


def test_every_fault_is_named_at_once(api: CheckedClient) -> None:
    answer = api.post("/api/v1/players/", {"username": 1, "extra": 2})
    assert_invalid(answer)
    found = {error["field"]: error["code"] for error in answer.json()["errors"]}
    assert found == {"username": "invalid", "password": "required", "extra": "unknown_field"}


@pytest.mark.parametrize("path", WRITING)
@pytest.mark.parametrize("name", WRONG_BODIES)
def test_wrong_bodies(api: CheckedClient, path: str, name: str) -> None:
    assert_invalid(api.post(path, WRONG_BODIES[name], content_type="application/json"))


@pytest.mark.parametrize("path", WRITING)
@pytest.mark.parametrize("content_type", ["application/json", "application/x-www-form-urlencoded", "text/plain", ""])
def test_no_body_is_an_empty_object(api: CheckedClient, path: str, content_type: str) -> None:
    answer = api.generic("POST", path, "", content_type=content_type)
    assert_invalid(answer)
    assert {error["code"] for error in answer.json()["errors"]} == {"required"}


@pytest.mark.parametrize("path", WRITING)
@pytest.mark.parametrize("size", [65_537, 1_000_000])
def test_too_large_a_body(api: CheckedClient, path: str, size: int) -> None:
    answer = api.post(path, b'{"x": "' + b"a" * (size - 9) + b'"}', content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_the_largest_body_is_read(api: CheckedClient, settings: Any) -> None:
    body = json.dumps({**GOOD, "x": ""}).encode()
    settings.MAX_BODY_BYTES = len(body)
    assert_invalid(api.post("/api/v1/players/", body, content_type="application/json"))
    settings.MAX_BODY_BYTES -= 1
    assert api.post("/api/v1/players/", body, content_type="application/json").status_code == 413


@pytest.mark.parametrize("path", WRITING)
@pytest.mark.parametrize(
    "content_type",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "application/xml",
        "application/merge-patch+json",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application/json; charset=zlib",
        "application/json; charset=nonsense",
        "application",
        ";",
        "",
    ],
)
def test_another_kind_of_body(api: CheckedClient, path: str, content_type: str) -> None:
    answer = api.generic("POST", path, json.dumps(GOOD), content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("encoding", ["", "identity", " Identity "])
def test_a_body_that_says_it_is_sent_as_it_is(api: CheckedClient, encoding: str) -> None:
    """It is read, and found wanting."""
    assert_invalid(api.post(WRITING[0], {}, HTTP_CONTENT_ENCODING=encoding))


@pytest.mark.parametrize("content_type", ["application/json; charset=UTF-8", 'APPLICATION/JSON;charset="utf8"'])
def test_ways_to_say_utf8(api: CheckedClient, content_type: str) -> None:
    assert api.generic("POST", "/api/v1/tokens/", json.dumps(GOOD), content_type=content_type).status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        *[(method, "/api/v1/players/", "POST, OPTIONS") for method in ("GET", "HEAD", "PUT", "TRACE", "FOO")],
        *[(method, "/api/v1/tokens/", "GET, POST, HEAD, OPTIONS") for method in ("PUT", "PATCH", "DELETE")],
        *[(method, "/api/v1/players/bob/", "GET, HEAD, OPTIONS") for method in ("POST", "PUT", "PATCH", "DELETE")],
        *[(method, "/api/v1/players/me/", "GET, DELETE, HEAD, OPTIONS") for method in ("POST", "PUT", "PATCH")],
        *[(method, "/api/v1/tokens/x/", "DELETE, OPTIONS") for method in ("GET", "POST", "PUT", "PATCH")],
    ],
)
def test_wrong_methods(method: str, path: str, allowed: str, as_player: As) -> None:
    client = as_player(Player.objects.get(username="bob"))
    answer = client.generic(method, path, json.dumps(GOOD), content_type="application/json")
    assert answer.status_code == 405
    assert method == "HEAD" or answer.json()["code"] == "method_not_allowed"
    assert answer["Allow"] == allowed
    revoke_all_tokens(player=Player.objects.get(username="bob"))


@pytest.mark.parametrize(
    "path", ["/api/v1/players/bob/", "/api/v1/players/me/", "/api/v1/tokens/", "/api/v1/problems/"]
)
@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*;q=0.1", "", "x", ";", "\0"])
def test_an_answer_in_another_form(api: CheckedClient, path: str, accept: str) -> None:
    answer = api.get(path, HTTP_ACCEPT=accept)
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("accept", ["*/*", "application/*", "text/html, application/json;q=0.1"])
def test_ways_to_accept_json(api: CheckedClient, accept: str) -> None:
    assert api.get("/api/v1/players/bob/", HTTP_ACCEPT=accept).status_code == 200


@pytest.mark.parametrize("key", ["", "x" * 256, "\u00e9", "a\tb", "\0", "\x7f"])
@pytest.mark.parametrize("path", WRITING)
def test_wrong_idempotency_keys(api: CheckedClient, path: str, key: str) -> None:
    answer = api.post(path, GOOD, HTTP_IDEMPOTENCY_KEY=key)
    assert_invalid(answer)
    assert answer.json()["errors"][0]["field"] == "Idempotency-Key"
