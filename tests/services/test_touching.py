"""Whoever touches an overdue game acts on it: nothing is lost when neither worker nor beat runs."""

from collections.abc import Callable
from typing import Any

import pytest

from games.services import clock
from tests.client import CheckedClient
from tests.services.bots import answers
from tests.services.conftest import Register
from tests.services.tables import TURN, Sitting, at, bids_of, started

pytestmark = pytest.mark.django_db

DUE = TURN + 1.0
DELAY = 1.5
PATIENCE = 1.0

Touch = Callable[[Sitting, float], Any]


def see_to(sitting: Sitting, seconds: float) -> bool:
    return clock.see_to(sitting.record, now=at(seconds))


def test_a_reader_at_the_deadline() -> None:
    sitting = started("ada", "bea", "cleo")
    assert not see_to(sitting, DUE - 1e-6)
    assert see_to(sitting, DUE)
    assert [bid.timeout for bid in bids_of(sitting.record)] == [True]
    assert not see_to(sitting, DUE)


def test_a_reader_leaves_the_bots_to_their_workers_for_a_while(register: Register) -> None:
    register(quiet=answers(None))
    sitting = started("ada", bots=["quiet"], opener=1)
    assert not see_to(sitting, DELAY + PATIENCE - 1e-6)
    assert see_to(sitting, DELAY + PATIENCE)
    assert len(bids_of(sitting.record)) == 1


@pytest.mark.parametrize("path", ["", "rounds/", "events/"])
def test_reading_over_http(path: str, api: CheckedClient) -> None:
    """These games began long ago, so that their time is up at any reader's now."""
    sitting = started("ada", "bea", "cleo")
    answer = api.get(f"/api/v1/games/{sitting.game_id}/{path}")
    assert answer.status_code == 200
    [bid] = bids_of(sitting.record)
    assert bid.timeout
    if path == "":
        assert answer.json()["version"] == sitting.game.version
    if path == "events/":
        assert answer.json()["events"][-1]["type"] == "bid"


def test_a_move_over_http_that_is_too_late_is_refused_and_the_timeout_stands(
    as_player: Callable[..., CheckedClient],
) -> None:
    sitting = started("ada", "bea", "cleo")
    late = as_player(sitting.player(sitting.turn))
    move = {"action": "bid", "quantity": 2, "face": 3, "version": sitting.game.version}
    answer = late.post(f"/api/v1/games/{sitting.game_id}/moves/", move)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")
    assert [bid["timeout"] for bid in answer.json()["game"]["round"]["bids"]] == [True]
    assert [bid.timeout for bid in bids_of(sitting.record)] == [True]


def test_one_who_leaves_over_http_when_their_time_is_up(as_player: Callable[..., CheckedClient]) -> None:
    """Time comes first: the bid stands, and then they go."""
    sitting = started("ada", "bea", "cleo")
    sleeper = sitting.turn
    answer = as_player(sitting.player(sleeper)).post(f"/api/v1/games/{sitting.game_id}/leave/", {})
    assert answer.status_code == 200
    assert [(bid.seat, bid.timeout) for bid in bids_of(sitting.record)] == [(sleeper, True)]
    assert sitting.record.seats[sleeper].left_reason == "left"
