"""Hints to the bots' workers: when one is sent, and that it is never needed."""

from typing import Any

import pytest
from django.db import transaction

from tests.services.bots import answers
from tests.services.conftest import Hints, Register
from tests.services.tables import open_table, started

Committed = Any
"""pytest-django's way to have a test's transaction commit, as far as what follows a commit goes."""

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _bot(register: Register) -> None:
    register(quiet=answers(None))


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Any) -> Committed:
    return lambda: django_capture_on_commit_callbacks(execute=True)


def test_a_game_that_a_bot_opens(hints: Hints, committed: Committed) -> None:
    with committed():
        sitting = started(bots=["quiet", "quiet"])
    assert hints() == [sitting.game_id]


def test_a_bid_that_a_bot_may_call(hints: Hints, committed: Committed) -> None:
    sitting = started("ada", "bea", bots=["quiet"], opener=0)
    hints()
    with committed():
        sitting.move("2 threes")
    assert hints() == [sitting.game_id]


def test_people_among_themselves(hints: Hints, committed: Committed) -> None:
    with committed():
        sitting = started("ada", "bea")
        sitting.move("2 threes")
        sitting.move("dudo")
    assert hints() == []


def test_a_table_that_is_open(hints: Hints, committed: Committed) -> None:
    with committed():
        open_table("ada", "bea", bots=["quiet"], seats=4)
    assert hints() == []


def test_a_moment_that_is_far_is_the_sweeps(hints: Hints, committed: Committed, settings: Any) -> None:
    settings.BOT_DELAY_SECONDS = 5.1
    with committed():
        started(bots=["quiet", "quiet"])
    assert hints() == []


def test_a_game_that_is_over(hints: Hints, committed: Committed) -> None:
    sitting = started("ada", bots=["quiet"])
    hints()
    with committed():
        sitting.leave(0)
    assert hints() == []


def test_nothing_is_told_of_what_was_not_committed(hints: Hints, committed: Committed) -> None:
    with committed(), transaction.atomic():
        started(bots=["quiet", "quiet"])
        transaction.set_rollback(True)
    assert hints() == []
