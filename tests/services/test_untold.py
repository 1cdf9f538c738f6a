"""What the database refuses is told without the row that it refused: that would be a hand, or a game with its seed."""

import logging
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Game, Hand
from tests.services.tables import started

pytestmark = pytest.mark.django_db


def refused(change: Any, **columns: Any) -> IntegrityError:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        change(**columns)
    return caught.value


def told(error: IntegrityError) -> str:
    """By a log line with its traceback, which has the database's own error as the cause."""
    record = logging.LogRecord("games", logging.ERROR, __file__, 1, "a fault", None, (type(error), error, None))
    return logging.Formatter().format(record) + repr(error)


def test_a_hand_that_is_refused_is_not_told() -> None:
    hand = Hand.objects.filter(round__game__public_id=started("ada", "bea").game_id)[:1].get()
    error = refused(Hand.objects.filter(pk=hand.pk).update, dice=f"{hand.dice[:4]}7")
    assert "hand_faces" in told(error)
    assert hand.dice[:4] not in told(error)


def test_a_seed_is_not_told() -> None:
    game = Game.objects.get(public_id=started("ada", "bea").game_id)
    error = refused(Game.objects.filter(pk=game.pk).update, turn_seconds=1)
    assert "game_turn_seconds_range" in told(error)
    assert game.server_seed not in told(error)


def test_several_rows_at_once() -> None:
    hand = Hand.objects.filter(round__game__public_id=started("ada", "bea").game_id)[:1].get()
    fives = Hand(round=hand.round, seat=5, dice="55555")
    error = refused(Hand.objects.bulk_create, objs=[fives, Hand(round=hand.round, seat=4, dice="7")])
    assert "55555" not in told(error)


@pytest.mark.postgres
def test_without_this_the_database_tells_them() -> None:
    """The control."""
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: SQLite quotes no rows")
    game = Game.objects.get(public_id=started("ada", "bea").game_id)
    wrappers, connection.execute_wrappers = connection.execute_wrappers, []
    try:
        error = refused(Game.objects.filter(pk=game.pk).update, turn_seconds=1)
    finally:
        connection.execute_wrappers = wrappers
    assert game.server_seed in told(error)
