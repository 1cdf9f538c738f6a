"""Limits, counted by the real cache, with the clock in the test's hands."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from perudo_site.http.throttles import RateThrottle, parse_rate
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer

PROBLEMS = "/api/v1/problems/"


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000 * 3600.0 + 15  # 15 seconds into an hour

    def __call__(self) -> float:
        return self.time


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(RateThrottle, "timer", staticmethod(clock))
    return clock


def statuses(client: CheckedClient, number: int, path: str = PROBLEMS, **headers: Any) -> list[int]:
    return [client.get(path, **headers).status_code for _ in range(number)]


def log_in(client: CheckedClient, username: str, **headers: Any) -> Any:
    return client.post("/api/v1/tokens/", {"username": username, "password": PASSWORD}, **headers)


def test_anonymous_callers_are_counted_by_address(api: CheckedClient, settings: Any, clock: Clock) -> None:
    settings.THROTTLE_RATES = {"anonymous": "2/minute"}
    assert statuses(api, 3) == [200, 200, 429]
    assert statuses(api, 1, REMOTE_ADDR="10.0.0.2") == [200]
    clock.time += 44
    assert statuses(api, 1) == [429]
    clock.time += 1
    assert statuses(api, 3) == [200, 200, 429]


def test_the_refusal_says_how_long_to_wait(api: CheckedClient, settings: Any, clock: Clock) -> None:
    settings.THROTTLE_RATES = {"anonymous": "1/minute"}
    api.get(PROBLEMS)
    clock.time += 0.5
    answer = api.get(PROBLEMS)
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert answer["Retry-After"] == "45"


@pytest.mark.parametrize(
    "scope", ["register", "register_name", "login_address", "login_name", "anonymous", "player", "bad token"]
)
def test_every_limit_says_how_long_to_wait(
    api: CheckedClient, make_player: MakePlayer, as_player: As, settings: Any, scope: str
) -> None:
    ada = as_player(make_player("ada"))
    credentials = {"username": "eve", "password": PASSWORD}
    settings.THROTTLE_RATES = {"anonymous" if scope == "bad token" else scope: "0/hour"}
    asks: dict[str, Callable[[], Any]] = {
        "register": lambda: api.post("/api/v1/players/", credentials),
        "register_name": lambda: api.post("/api/v1/players/", credentials),
        "login_address": lambda: log_in(api, "ada"),
        "login_name": lambda: log_in(api, "ada"),
        "anonymous": lambda: api.get(PROBLEMS),
        "player": lambda: ada.get(PROBLEMS),
        "bad token": lambda: api.get(PROBLEMS, HTTP_AUTHORIZATION="Bearer nonsense"),
    }
    answer = asks[scope]()
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert answer["Retry-After"] == str(3600 - 15)


def test_the_admins_form_is_limited_as_log_ins_are(
    client: Client, api: CheckedClient, make_player: MakePlayer, settings: Any
) -> None:
    """By name, in whatever case, together with the API's log-ins; and by address."""
    make_player("ada", is_staff=True)
    form = {"username": "ADA", "password": "wrong"}
    settings.THROTTLE_RATES = {"login_name": "2/hour"}
    assert client.post("/admin/login/", form).status_code == 200
    assert log_in(api, "ada").status_code == 201
    refused = client.post("/admin/login/", {**form, "password": PASSWORD}, REMOTE_ADDR="10.0.0.9")
    assert (refused.status_code, refused["Retry-After"]) == (429, str(3600 - 15))
    assert client.get("/admin/login/").status_code == 200
    assert client.post("/admin/login/", {**form, "username": "bob"}).status_code == 200
    settings.THROTTLE_RATES = {"login_address": "0/hour"}
    assert client.post("/admin/login/", {"username": "eve"}).status_code == 429


@pytest.mark.parametrize("rates", [{}, {"anonymous": None}, {"anonymous": ""}])
def test_no_rate_is_no_limit(api: CheckedClient, settings: Any, rates: dict[str, Any]) -> None:
    settings.THROTTLE_RATES = rates
    assert statuses(api, 5) == [200] * 5


def test_players_are_counted_by_account(make_player: MakePlayer, as_player: As, settings: Any) -> None:
    ada, bob = make_player("ada"), make_player("bob")
    first, second, other = as_player(ada), as_player(ada), as_player(bob)
    settings.THROTTLE_RATES = {"player": "2/minute", "anonymous": "1/minute"}
    assert statuses(first, 1) + statuses(second, 2) == [200, 200, 429]
    assert statuses(other, 1, REMOTE_ADDR="127.0.0.1") == [200]


def test_registrations_are_counted_by_address(api: CheckedClient, db: None, settings: Any) -> None:
    settings.THROTTLE_RATES = {"register": "2/hour"}
    answers = [api.post("/api/v1/players/", {"username": f"ada{n}", "password": PASSWORD}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert statuses(api, 1) == [200]


def test_registrations_are_counted_by_name_in_every_case(api: CheckedClient, db: None, settings: Any) -> None:
    settings.THROTTLE_RATES = {"register_name": "2/hour"}
    asked = [{"username": username, "password": PASSWORD} for username in ("ada", "ADA", "Ada", "bob")]
    answers = [api.post("/api/v1/players/", body, REMOTE_ADDR=f"10.0.0.{n}") for n, body in enumerate(asked)]
    assert [answer.status_code for answer in answers] == [201, 409, 429, 201]


def test_logins_are_counted_by_address(api: CheckedClient, make_player: MakePlayer, settings: Any) -> None:
    make_player("ada")
    settings.THROTTLE_RATES = {"login_address": "2/hour"}
    assert [log_in(api, name).status_code for name in ("ada", "bob", "eve")] == [201, 401, 429]
    assert log_in(api, "ada", REMOTE_ADDR="10.0.0.2").status_code == 201
    assert api.get("/api/v1/tokens/").status_code == 401


def test_logins_are_counted_by_name_in_every_case(api: CheckedClient, make_player: MakePlayer, settings: Any) -> None:
    make_player("ada")
    settings.THROTTLE_RATES = {"login_name": "2/hour"}
    answers = [log_in(api, name, REMOTE_ADDR=f"10.0.0.{n}") for n, name in enumerate(("ada", "ADA", "Ada", "bob"))]
    assert [answer.status_code for answer in answers] == [201, 201, 429, 401]


def test_many_callers_do_not_make_the_server_forget_one(api: CheckedClient, settings: Any) -> None:
    settings.THROTTLE_RATES = {"anonymous": "1/minute"}
    assert statuses(api, 2, REMOTE_ADDR="10.1.0.0") == [200, 429]
    assert all(statuses(api, 1, REMOTE_ADDR=f"10.0.{n // 256}.{n % 256}") == [200] for n in range(400))
    assert statuses(api, 1, REMOTE_ADDR="10.1.0.0") == [429]


@pytest.mark.parametrize("username", [1, None, ["ada"], {"a": 1}, "\u00e9" * 100, "a b\n", "x" * 10_000])
def test_strange_names_are_only_counted(api: CheckedClient, db: None, settings: Any, username: Any) -> None:
    settings.THROTTLE_RATES = {"login_name": "2/hour", "register_name": "2/hour"}
    assert log_in(api, username).status_code in (400, 401)
    assert api.post("/api/v1/players/", {"username": username, "password": PASSWORD}).status_code == 400
    for path in ("/api/v1/tokens/", "/api/v1/players/"):
        assert api.post(path, b"[", content_type="application/json").status_code == 400


@pytest.mark.parametrize(
    ("proxies", "forwarded", "same"),
    [
        (0, ["1.1.1.1", "2.2.2.2"], True),  # nobody is trusted: the header is the client's own words
        (1, ["1.1.1.1", "2.2.2.2"], False),
        (1, ["1.1.1.1, 9.9.9.9", "2.2.2.2, 9.9.9.9"], True),  # what the client put before is not believed
        (2, ["1.1.1.1, 9.9.9.9", "2.2.2.2, 9.9.9.9"], False),
        (3, ["1.1.1.1, 9.9.9.9", "2.2.2.2, 9.9.9.9"], False),
        (1, ["", ", ,"], True),
        (1, ["\u00e9 \n", "x" * 5000], False),
    ],
)
def test_an_address_is_what_trusted_proxies_say(
    api: CheckedClient, settings: Any, proxies: int, forwarded: list[str], same: bool
) -> None:
    settings.TRUSTED_PROXIES = proxies
    settings.THROTTLE_RATES = {"anonymous": "1/minute"}
    found = [status for header in forwarded for status in statuses(api, 1, HTTP_X_FORWARDED_FOR=header)]
    assert found == [200, 429 if same else 200]


def test_counting_costs_no_statement(
    api: CheckedClient, db: None, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.THROTTLE_RATES = {"anonymous": "1/minute", "player": "1/minute"}
    with django_assert_num_queries(0):
        assert statuses(api, 2) == [200, 429]


def test_without_the_cache_nobody_is_throttled(
    api: CheckedClient, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }
    settings.THROTTLE_RATES = {"anonymous": "1/minute"}
    assert statuses(api, 2) == [200, 200]
    assert "the cache does not answer" in caplog.text


@pytest.mark.parametrize(
    ("rate", "parsed"),
    [("30/hour", (30, 3600)), ("1/second", (1, 1)), ("600/minute", (600, 60)), ("5/day", (5, 86_400))],
)
def test_rates(rate: str, parsed: tuple[int, int]) -> None:
    assert parse_rate(rate) == parsed


@pytest.mark.parametrize("rate", ["30", "30/", "/hour", "x/hour", "-1/hour", "30/week", "3.5/hour", "30/h"])
def test_what_is_not_a_rate(rate: str) -> None:
    with pytest.raises(ValueError, match="is not a rate"):
        parse_rate(rate)
