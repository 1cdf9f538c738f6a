"""Whatever is sent to the games' addresses, a refusal has a status of the 400s and a code, and nothing is changed.

Every test sends many requests and compares all rows before and after.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from players.models import Player, Token
from players.services import issue_token
from tests.api import rows
from tests.api.conftest import Clients
from tests.api.problem import STATUS, field_errors, refused
from tests.api.table import GAMES, LONG
from tests.client import CheckedClient
from tests.conftest import As
from tests.players.test_bad_input import WRONG_BODIES

Json = dict[str, Any]

JSON = "application/json"
TABLE: Json = {"ruleset": "aces", "seats": 3}


@dataclass
class World:
    """Ada's public table, and a game of ada and bob in which it is `mover`'s turn; cyd has no seat."""

    ada: CheckedClient
    cyd: CheckedClient
    mover: CheckedClient
    open: str
    game: str
    move: Json
    writes: dict[str, tuple[CheckedClient, str, Json]] = field(init=False)

    def __post_init__(self) -> None:
        # Whoever may do it, where, and a body that would be taken.
        self.writes = {
            "create": (self.cyd, GAMES, TABLE),
            "quick": (self.cyd, f"{GAMES}quick/", TABLE),
            "join": (self.cyd, f"{self.open}join/", {}),
            "close": (self.ada, f"{self.open}close/", {}),
            "leave": (self.mover, f"{self.game}leave/", {}),
            "move": (self.mover, f"{self.game}moves/", self.move),
        }

    @property
    def reads(self) -> list[str]:
        pages = [self.open, *(f"{self.game}{page}" for page in ("", "events/", "rounds/"))]
        return [GAMES, "/api/v1/players/ada/games/", "/api/v1/rulesets/", "/api/v1/bots/", *pages]


@pytest.fixture
def world(clients: Clients) -> Iterator[World]:
    """After the test everything stored is as it was before."""
    ada, bob, cyd = clients(3)
    waiting = ada.post(GAMES, {**TABLE, "turn_seconds": LONG}).json()
    table = ada.post(GAMES, {**TABLE, "seats": 2, "turn_seconds": LONG}).json()
    game = bob.post(f"{GAMES}{table['id']}/join/").json()
    yield_world = World(
        ada=ada,
        cyd=cyd,
        mover=(ada, bob)[game["round"]["turn"]],
        open=f"{GAMES}{waiting['id']}/",
        game=f"{GAMES}{game['id']}/",
        move={"action": "bid", "quantity": 3, "face": 4, "version": game["version"]},
    )
    before = rows.digest()
    yield yield_world
    assert rows.digest() == before


def test_the_good_bodies_are_good(world: World) -> None:
    """Or the tests below would prove little."""
    for client, path, body in world.writes.values():
        with rows.undone():
            assert client.post(path, body).status_code in (200, 201)


# --- Fields -------------------------------------------------------------------------------------------------------

HUGE = [10**18, 10**30, -(10**30), 10**400, 2**63, -(2**63) - 1]
NO_NUMBERS: list[Any] = [True, False, 1.0, 1.5, 1e30, "3", "", [], [3], {}, {"a": 3}]
NO_TEXTS: list[Any] = [None, True, 0, 1.5, [], ["aces"], {}, {"a": "b"}]
NO_FLAGS: list[Any] = [None, 0, 1, 1.0, "true", "", [], {}]
BAD_TEXTS = ["\0", "a\0b", "\ud800", "\udfff\ud800", "x" * 60_000]

WRONG: dict[str, dict[str, list[Any]]] = {
    "create": {
        "ruleset": [*NO_TEXTS, *BAD_TEXTS, "", "Aces", " aces", "aces\n", "chess"],
        "seats": [*NO_NUMBERS, *HUGE, None, -1, 0, 1, 7],
        "turn_seconds": [*NO_NUMBERS, *HUGE, -1, 0, 4, 1_209_601],
        "sit": NO_FLAGS,
        "rated": NO_FLAGS,
        "private": NO_FLAGS,
        "client_seed": [*NO_TEXTS, *BAD_TEXTS, "x" * 65, "\n", "\x7f", "\u202e", "\u2028"],
        "bots": [None, True, 1, "odds", {}, {"0": "odds"}, [1], [None], [["odds"]], [{}], [""], ["ODDS"], ["\0"]],
        "options": [
            *[None, True, 1, "x", [], [1], {"": 1}, {"x": 1}, {"x" * 60_000: 1}, {"\0": 1}],
            *[{"starting_dice": value} for value in (*NO_NUMBERS, *HUGE, None, 0, 6, -1)],
            *[{"calza": value} for value in NO_FLAGS],
            *[{"raise_rule": value} for value in (*NO_TEXTS, *BAD_TEXTS, "", "EXCLUSIVE")],
        ],
    },
    "quick": {
        "ruleset": [*NO_TEXTS, *BAD_TEXTS, "chess"],
        "seats": [*NO_NUMBERS, *HUGE, None, -1, 0, 1, 7],
        "turn_seconds": [*NO_NUMBERS, *HUGE, -1, 0, 4, 1_209_601],
        "rated": NO_FLAGS,
        "fill_with_bots": NO_FLAGS,
        "max_wait": [*NO_NUMBERS, *HUGE, None, -1, 0, 3601],
        "client_seed": [*NO_TEXTS, *BAD_TEXTS, "x" * 65],
    },
    "join": {
        "client_seed": [*NO_TEXTS, *BAD_TEXTS, "x" * 65, "\t"],
        "join_code": [*NO_TEXTS, *BAD_TEXTS, "x" * 65],
    },
    "leave": {},
    "close": {},
    "move": {
        "action": [*NO_TEXTS, *BAD_TEXTS, "", "BID", "pass", "dudo "],
        "version": [*NO_NUMBERS, *HUGE, None, 0, -1],
        "quantity": [*NO_NUMBERS, *HUGE, None, 0, -1, 11],
        "face": [*NO_NUMBERS, *HUGE, None, 0, 7, -1],
    },
}
REQUIRED = {
    "create": ["ruleset", "seats"],
    "quick": ["ruleset", "seats"],
    "move": ["action", "version", "quantity", "face"],
}
CODES_OF_FIELDS = {"invalid", "unknown_option", "illegal_bid", "stale_version", "too_large"}


def assert_refused(answer: Any, case: object, codes: Iterable[str] = ("invalid",)) -> None:
    """A problem document with one of the codes, and that code's status."""
    assert 400 <= answer.status_code < 500, (case, answer.content)
    problem = answer.json()
    assert problem["code"] in codes, (case, problem)
    assert answer.status_code == problem["status"] == STATUS[problem["code"]], (case, problem)
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("call", WRONG)
def test_wrong_values(world: World, call: str) -> None:
    client, path, good = world.writes[call]
    for name, values in WRONG[call].items():
        for value in values:
            body = json.dumps({**good, name: value})
            assert_refused(client.generic("POST", path, body, content_type=JSON), (name, value), CODES_OF_FIELDS)


@pytest.mark.parametrize("call", REQUIRED)
def test_missing_fields(world: World, call: str) -> None:
    client, path, good = world.writes[call]
    for name in REQUIRED[call]:
        answer = client.post(path, {key: value for key, value in good.items() if key != name})
        assert field_errors(refused(answer, "invalid")) == {name: "required"}


@pytest.mark.parametrize("call", WRONG)
def test_extra_fields(world: World, call: str) -> None:
    client, path, good = world.writes[call]
    values: list[Any] = [None, 1, "x", {}]
    for name in ("x", "", "id", "game", "player", "seat", "server_seed", "dice", "__class__", "é"):
        for value in values:
            problem = refused(client.post(path, {**good, name: value}), "invalid")
            assert field_errors(problem) == {name: "unknown_field"}


# --- Bodies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", WRONG)
def test_wrong_bodies(world: World, call: str) -> None:
    client, path, _ = world.writes[call]
    for name, body in WRONG_BODIES.items():
        assert_refused(client.post(path, body, content_type=JSON), name)


@pytest.mark.parametrize("call", WRONG)
def test_a_megabyte_of_body(world: World, call: str) -> None:
    client, path, good = world.writes[call]
    for body in (b" " * 1_000_000, json.dumps({**good, "x": "y" * 1_000_000}).encode(), b"[" * 1_000_000):
        refused(client.post(path, body, content_type=JSON), "too_large")


@pytest.mark.parametrize("call", WRONG)
def test_wrong_kinds_of_body(world: World, call: str) -> None:
    client, path, good = world.writes[call]
    kinds = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "application/xml")
    for kind in (*kinds, "application/json; charset=latin-1", "x", ""):
        answer = client.generic("POST", path, json.dumps({**good, "x": 1}), content_type=kind)
        refused(answer, "unsupported_media_type")
    for encoding in ("gzip", "br", "identity, gzip", "x"):
        answer = client.generic("POST", path, json.dumps({**good, "x": 1}), JSON, HTTP_CONTENT_ENCODING=encoding)
        refused(answer, "unsupported_media_type")


# --- Who is asking ------------------------------------------------------------------------------------------------

BAD_HEADERS = [
    "Bearer",
    "Bearer ",
    "Bearer x",
    f"Bearer {'0' * 64}",
    f"Bearer {'0' * 63}",
    f"Bearer {'g' * 64}",
    f"Token {'0' * 64}",
    "Basic YWRhOmFkYQ==",
    "\xff\xfe",
    "x" * 5000,
]


def test_broken_tokens(world: World, api: CheckedClient) -> None:
    """On public addresses, too: it is a mistake that the client should see."""
    for header in BAD_HEADERS:
        api.credentials(HTTP_AUTHORIZATION=header)
        for path in world.reads:
            assert_refused(api.get(path), (header, path), ["bad_token"])
        for _, path, body in world.writes.values():
            assert_refused(api.post(path, body), (header, path), ["bad_token"])


def test_a_revoked_token(world: World, as_player: As) -> None:
    ada = Player.objects.get(username="ada")
    issued = issue_token(player=ada)
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.secret}")
    assert client.get(world.game).status_code == 200
    Token.objects.filter(public_id=issued.token.public_id).delete()
    for path in world.reads:
        refused(client.get(path), "bad_token")
    for _, path, body in world.writes.values():
        refused(client.post(path, body), "bad_token")


def test_writing_needs_a_token(world: World, api: CheckedClient) -> None:
    for _, path, body in world.writes.values():
        refused(api.post(path, body), "not_authenticated")
        refused(api.post(path, {"x": 1}), "not_authenticated")


# --- Addresses ----------------------------------------------------------------------------------------------------

ODD_IDS = [
    "nowhere",
    "-",
    "_",
    "1",
    "0" * 1000,
    "%00",
    "a%00b",
    "%FF",
    "%C3%A9",
    "%F0%9F%8E%B2",
    "%ED%A0%80",
    "..",
    "%2e%2e",
    "%2F",
    "a%20b",
    "'%20OR%201=1--",
    "%25",
    "null",
    "9" * 30,
]


def test_odd_ids(world: World) -> None:
    for odd in ODD_IDS:
        for page in ("", "events/", "rounds/", "replay/"):
            assert_refused(world.ada.get(f"{GAMES}{odd}/{page}"), (odd, page), ["not_found"])
        for call in ("join/", "leave/", "close/", "moves/"):
            body = world.move if call == "moves/" else {}
            assert_refused(world.ada.post(f"{GAMES}{odd}/{call}", body), (odd, call), ["not_found"])
        assert_refused(world.ada.delete(f"{GAMES}{odd}/seats/0/"), odd, ["not_found"])
        assert_refused(world.ada.get(f"/api/v1/players/{odd}/games/"), odd, ["not_found"])


def test_odd_seats(world: World) -> None:
    for odd in ("1", "6", "-1", "1.0", "x", "%00", "%D9%A0", "9" * 30, "9" * 5000):
        assert_refused(world.ada.delete(f"{world.open}seats/{odd}/"), odd, ["not_found"])


def test_an_id_in_another_case_is_another_id(world: World) -> None:
    game_id = world.game.removeprefix(GAMES).strip("/")
    assert game_id != game_id.upper()
    refused(world.ada.get(f"{GAMES}{game_id.upper()}/"), "not_found")


def test_addresses_end_with_a_slash(world: World) -> None:
    refused(world.ada.get(world.game.rstrip("/")), "not_found")
    refused(world.ada.post(f"{world.game}moves", world.move), "not_found")


def test_wrong_methods(world: World) -> None:
    for path in world.reads:
        for method in ("PUT", "PATCH", "DELETE", "TRACE", *(() if path == GAMES else ("POST",))):
            answer = world.ada.generic(method, path, "{}", content_type=JSON)
            assert_refused(answer, (method, path), ["method_not_allowed"])
    for _, path, _ in world.writes.values():
        for method in ("PUT", "PATCH", "DELETE", *(() if path == GAMES else ("GET",))):
            answer = world.ada.generic(method, path, "{}", content_type=JSON)
            assert_refused(answer, (method, path), ["method_not_allowed"])


def test_answers_in_another_form(world: World) -> None:
    for path in world.reads:
        refused(world.ada.get(path, HTTP_ACCEPT="application/xml"), "not_acceptable")
    for client, path, body in world.writes.values():
        refused(client.post(path, body, HTTP_ACCEPT="text/html"), "not_acceptable")


# --- Queries ------------------------------------------------------------------------------------------------------

ODD_NUMBERS = [
    "-1",
    "abc",
    "1.5",
    "1e3",
    "0x1",
    "%2B1",
    "1" + "0" * 30,
    "1" + "0" * 400,
    "%00",
    "%FF",
    "%D9%A3",
    "true",
]


def test_odd_numbers_in_queries(world: World) -> None:
    for odd in ODD_NUMBERS:
        assert_refused(world.ada.get(f"{world.game}events/?after={odd}"), odd)
        for path in (GAMES, "/api/v1/players/ada/games/", f"{world.game}rounds/"):
            assert_refused(world.ada.get(f"{path}?limit={odd}"), (path, odd))


def test_odd_cursors(world: World) -> None:
    for odd in ("xyz", "%00", "%FF", "cD0y", "x" * 5000, "a:b", "a:b:c", "bzE=", "[]"):
        for path in (GAMES, "/api/v1/players/ada/games/", f"{world.game}rounds/"):
            assert_refused(world.ada.get(f"{path}?cursor={odd}"), (path, odd))


def test_odd_join_codes_in_the_query(world: World, api: CheckedClient) -> None:
    with rows.undone():
        private = world.ada.post(GAMES, {**TABLE, "private": True}).json()["id"]
        for odd in ("", "wrong", "%FF", "%C3%A9", "%F0%9F%8E%B2", "%ED%A0%80", "x" * 64):
            assert_refused(api.get(f"{GAMES}{private}/?join_code={odd}"), odd, ["not_found"])
        for odd in ("%00", "x" * 65):
            assert_refused(api.get(f"{GAMES}{private}/?join_code={odd}"), odd)


def test_parameters_that_do_not_exist_are_ignored(world: World) -> None:
    for path in world.reads:
        assert world.ada.get(f"{path}?nothing=x&%00=%00&format=xml").status_code == 200


def test_odd_idempotency_keys(world: World) -> None:
    for odd in ("", "x" * 256, "\u00e9", "a\tb", "\0", "\x7f"):
        assert_refused(world.cyd.post(GAMES, TABLE, HTTP_IDEMPOTENCY_KEY=odd), odd)


# --- Anything at all ----------------------------------------------------------------------------------------------

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from([*WRONG["create"], *WRONG["move"], "join_code"]) | st.text(max_size=5)


@given(changes=st.dictionaries(NAMES, ANY_JSON, min_size=1, max_size=3), call=st.sampled_from(list(WRONG)))
@hypothesis_settings(
    max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_json(world: World, call: str, changes: Json) -> None:
    """What is taken is undone; what is refused has a code, and neither is a fault of the server."""
    client, path, good = world.writes[call]
    with rows.undone():
        answer = client.generic("POST", path, json.dumps({**good, **changes}), content_type=JSON)
        if answer.status_code not in (200, 201):
            assert_refused(answer, changes, STATUS)
