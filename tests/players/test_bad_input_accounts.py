"""Whatever is sent to the addresses of accounts, a refusal has a status of the 400s and a code, and nothing changes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from players.models import Player, Token
from players.services import register_bot
from tests.api import rows
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer
from tests.players.tables import BOTS, ME, TOKENS, refused
from tests.players.test_bad_input import WRONG_BODIES

Json = dict[str, Any]

NO_TEXT: list[Any] = [None, 1, 1.5, True, [], ["x"], {}, {"a": 1}]
NO_SCOPES: list[Any] = [
    *(None, "read", "", 1, True, {}, {"read": True}, []),
    *(["write"], ["READ"], ["read "], [""], [None], [1], [["read"]], ["read", "play", "account", "read"]),
]
NO_SECONDS: list[Any] = [0, -1, 1.5, 60.0, "60", "", True, False, [], [60], {}, 315_360_001, 2**63, -(2**63)]


@dataclass(frozen=True)
class Call:
    """A call that takes a body, and one that it would take."""

    method: str
    path: str
    body: Json

    def send(self, client: CheckedClient, body: Any, **kwargs: Any) -> Any:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        kwargs = {"content_type": "application/json", **kwargs}
        return client.generic(self.method, self.path, content, **kwargs)  # type: ignore[arg-type]  # it takes bytes


PASSWORDS = Call("POST", f"{ME}password/", {"password": PASSWORD, "new_password": "other horse 1"})
DELETION = Call("DELETE", ME, {"password": PASSWORD})
NEW_BOT = Call("POST", BOTS, {"username": "adabot2"})
BOT_TOKEN = Call("POST", f"{BOTS}adabot/tokens/", {})
LOG_IN = Call("POST", TOKENS, {"username": "ada", "password": PASSWORD})
CALLS = [PASSWORDS, DELETION, NEW_BOT, BOT_TOKEN, LOG_IN]

WRONG: list[tuple[Call, str, list[Any]]] = [
    (PASSWORDS, "password", [*NO_TEXT, "", "x" * 1025]),
    (PASSWORDS, "new_password", [*NO_TEXT, "", "x" * 1025]),
    (DELETION, "password", [*NO_TEXT, "", "x" * 1025]),
    (NEW_BOT, "username", [*NO_TEXT, "", "x" * 151, "ab", "a b", "ada\u00e9", "\u212aate"]),
    (NEW_BOT, "label", [*NO_TEXT, "x" * 41]),
    (BOT_TOKEN, "label", [*NO_TEXT, "x" * 41]),
    *((call, "scopes", NO_SCOPES) for call in (BOT_TOKEN, LOG_IN)),
    *((call, "expires_in", NO_SECONDS) for call in (BOT_TOKEN, LOG_IN)),
]
CASES = [
    pytest.param(call, field, value, id=f"{call.method} {call.path} {field}={value!r:.40}")
    for call, field, values in WRONG
    for value in values
]


@pytest.fixture
def ada(make_player: MakePlayer, as_player: As) -> Iterator[CheckedClient]:
    """After the test everything stored is as it was before."""
    player = make_player("ada")
    register_bot(owner=player, username="adabot")
    client = as_player(player)
    before = rows.digest()
    yield client
    assert rows.digest() == before


def assert_invalid(answer: Any) -> set[str]:
    """The fields that are named."""
    assert refused(answer) == (400, "invalid"), answer.content
    assert answer["Content-Type"] == "application/problem+json"
    return {error["field"].partition(".")[0] for error in answer.json().get("errors", [])}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_the_good_bodies_are_good(make_player: MakePlayer, as_player: As, call: Call) -> None:
    """Or the tests below would prove little."""
    player = make_player("ada")
    register_bot(owner=player, username="adabot")
    assert call.send(as_player(player), call.body).status_code in (201, 204)


@pytest.mark.parametrize(("call", "field", "value"), CASES)
def test_wrong_values(ada: CheckedClient, call: Call, field: str, value: Any) -> None:
    assert assert_invalid(call.send(ada, {**call.body, field: value})) == {field}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_missing_and_unknown_fields(ada: CheckedClient, call: Call) -> None:
    for field in call.body:
        assert assert_invalid(call.send(ada, {k: v for k, v in call.body.items() if k != field})) == {field}
    for extra in ("", "kind", "owner", "is_staff", "user", "password2", "Scopes"):
        assert assert_invalid(call.send(ada, {**call.body, extra: 1})) == {extra}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_wrong_bodies(ada: CheckedClient, call: Call) -> None:
    for body in WRONG_BODIES.values():
        assert_invalid(call.send(ada, body))
    assert refused(call.send(ada, b'{"x": "' + b"a" * 65_536 + b'"}')) == (413, "too_large")
    for kind in ("application/x-www-form-urlencoded", "text/plain", "application/json; charset=utf-16", ";"):
        assert refused(call.send(ada, call.body, content_type=kind)) == (415, "unsupported_media_type")
    for encoding in ("gzip", "deflate", "identity, gzip", "x"):
        answer = call.send(ada, call.body, HTTP_CONTENT_ENCODING=encoding)
        assert refused(answer) == (415, "unsupported_media_type")


@pytest.mark.parametrize("call", [NEW_BOT, BOT_TOKEN], ids=lambda call: call.path)
def test_wrong_idempotency_keys(ada: CheckedClient, call: Call) -> None:
    for key in ("", "x" * 256, "\u00e9", "a\tb", "\0", "\x7f"):
        assert assert_invalid(call.send(ada, call.body, HTTP_IDEMPOTENCY_KEY=key)) == {"Idempotency-Key"}


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        (f"{ME}password/", "POST, OPTIONS"),
        (f"{ME}export/", "GET, HEAD, OPTIONS"),
        (ME, "GET, DELETE, HEAD, OPTIONS"),
        (BOTS, "GET, POST, HEAD, OPTIONS"),
        (f"{BOTS}adabot/", "DELETE, OPTIONS"),
        (f"{BOTS}adabot/tokens/", "POST, OPTIONS"),
    ],
)
def test_wrong_methods(ada: CheckedClient, path: str, allowed: str) -> None:
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "FOO"} - set(allowed.split(", ")):
        answer = ada.generic(method, path, json.dumps({"password": PASSWORD}), content_type="application/json")
        assert refused(answer) == (405, "method_not_allowed")
        assert answer["Allow"] == allowed


@pytest.mark.parametrize("name", ["%00", "a" * 500, "ada%20", "\u212aate", "..", "ada%2f", "deleted%201"])
def test_odd_names_in_addresses(ada: CheckedClient, name: str) -> None:
    for answer in (ada.delete(f"{BOTS}{name}/"), ada.post(f"{BOTS}{name}/tokens/")):
        assert answer.status_code == 404


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "cursor=x", "cursor=%00"])
def test_bad_pages(ada: CheckedClient, query: str) -> None:
    assert assert_invalid(ada.get(f"{BOTS}?{query}")) == {query.partition("=")[0]}


@pytest.mark.parametrize("accept", ["text/html", "text/csv", "x", "\0"])
def test_an_export_in_another_form(ada: CheckedClient, accept: str) -> None:
    assert refused(ada.get(f"{ME}export/", HTTP_ACCEPT=accept)) == (406, "not_acceptable")


def test_an_account_is_not_deleted_by_a_form(ada: CheckedClient) -> None:
    """No page of another site can have a browser send it."""
    answer = ada.generic("DELETE", ME, f"password={PASSWORD}", content_type="application/x-www-form-urlencoded")
    assert refused(answer) == (415, "unsupported_media_type")
    assert Player.objects.filter(username="ada").exists()
    assert Token.objects.filter(user__username="ada").count() == 1
