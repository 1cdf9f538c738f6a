"""Requests at the same moment, in threads, each with a database connection of its own."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from players.idempotency import once
from players.models import IdempotentRequest, Player, Token
from players.services import ensure_server_players, issue_token
from tests.client import CheckedClient
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls in as many threads, let go together; what each returned."""
    start = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            start.wait(timeout=60)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def register(username: str, **headers: Any) -> Any:
    return CheckedClient().post("/api/v1/players/", {"username": username, "password": PASSWORD}, **headers)


@pytest.mark.parametrize("attempt", range(3))
def test_one_of_two_equal_registrations_gets_the_name(attempt: int) -> None:
    answers = at_once(*[lambda name=name: register(name) for name in ("ada", "ADA", "Ada", "aDA")])
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 3}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"username_taken"}
    assert Player.objects.named("ada").count() == 1
    assert Token.objects.count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_one_registration_sent_twice_is_answered_twice(attempt: int) -> None:
    answers = at_once(*[lambda: register("ada", HTTP_IDEMPOTENCY_KEY="k")] * 4)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["token"] for answer in answers}) == 1
    assert Token.objects.count() == 1


REQUEST: dict[str, Any] = {"caller": "1", "path": "POST x", "key": "k", "body": {}}


@pytest.mark.parametrize("attempt", range(3))
def test_once_makes_one_thing_anew_after_the_window(attempt: int, settings: Any) -> None:
    once(**REQUEST, create=lambda: "long ago", now=timezone.now() - settings.IDEMPOTENCY_WINDOW)
    made: list[str] = []

    def create() -> str:
        made.append(Player.objects.create_user(f"player-{len(made)}").username)
        return made[-1]

    answers = at_once(*[lambda: once(**REQUEST, create=create)] * 4)
    assert Counter(answers) == {("player-0", True): 1, ("player-0", False): 3}


@pytest.mark.parametrize("attempt", range(3))
def test_once_makes_one_thing(attempt: int) -> None:
    made: list[str] = []

    def create() -> str:
        made.append(Player.objects.create_user(f"player-{len(made)}").username)
        return made[-1]

    answers = at_once(*[lambda: once(**REQUEST, create=create)] * 4)
    assert Counter(answers) == {("player-0", True): 1, ("player-0", False): 3}
    assert IdempotentRequest.objects.count() == 1


def test_tokens_made_at_once_stay_within_the_limit(settings: Any) -> None:
    settings.MAX_TOKENS = 2
    ada = Player.objects.create_user("ada", PASSWORD)
    issued = at_once(*[lambda: issue_token(player=ada)] * 4)
    assert len({one.secret for one in issued}) == 4
    assert Token.objects.count() == 2


def test_server_players_ensured_twice_at_once() -> None:
    at_once(*[lambda: ensure_server_players(["bluff-one", "bluff-two"])] * 3)
    assert Player.objects.filter(username__startswith="bluff-").count() == 2
