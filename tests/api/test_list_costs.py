"""A page costs the same whatever is on it, and whatever else there is."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queries
from players.services import issue_token
from tests.client import CheckedClient
from tests.services.tables import account, started

pytestmark = pytest.mark.django_db


def statements(client: CheckedClient, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    assert answer.status_code == 200
    return len(captured)


@pytest.fixture
def ada() -> CheckedClient:
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(player=account('ada')).secret}")
    return client


def fill() -> None:
    for number in range(6):
        started("ada", f"guest{number}", bots=["random", "random"])
        issue_token(player=account("ada"))


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/games/",
        "/api/v1/games/?status=active&ruleset=asmodee&player=ada&my_turn=true",
        "/api/v1/players/ada/games/",
        "/api/v1/players/random/games/",
        "/api/v1/tokens/",
        "/api/v1/bots/accounts/",
        "/api/v1/leaderboards/asmodee/",
    ],
)
def test_a_full_page_costs_what_a_short_one_costs(ada: CheckedClient, path: str) -> None:
    fill()
    ada.get(path)  # when a token was last used is noted once an hour
    short = statements(ada, f"{path}{'&' if '?' in path else '?'}limit=1")
    assert statements(ada, path) == short


def test_a_bot_that_sits_several_times_at_a_table_plays_one_game_there(ada: CheckedClient) -> None:
    fill()
    for path in ("/api/v1/players/random/games/", "/api/v1/games/?player=Random"):
        found = [game["id"] for game in ada.get(path).json()["results"]]
        assert len(found) == len(set(found)) == 6


def test_tables_are_counted_once_though_made_and_sat_at() -> None:
    fill()
    assert queries.tables_of(account("ada")) == {"active": 6}
    assert queries.tables_of(account("guest0")) == {"active": 1}


def test_bad_tokens_are_counted_by_address(settings: Any) -> None:
    settings.THROTTLE_RATES = {"anonymous": "3/hour"}
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {'0' * 64}")
    answers = [client.get("/api/v1/games/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
    assert int(answers[3]["Retry-After"]) > 0
