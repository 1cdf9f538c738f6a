"""Hints to the workers that a game will be due soon.

A hint may be lost, doubled or late: the sweep finds what is due anyway. So it is sent after the commit, once, and a
broker that is down delays nothing and loses nothing.
"""

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from games.models import Game

log = logging.getLogger(__name__)

BOT_TURN: Final = "games.tasks.bot_turn"
# Farther moments are the sweep's: a long ETA costs memory, and Redis delivers it again and again.
HORIZON: Final = timedelta(seconds=5)


def after_commit(game: Game, *, now: datetime) -> None:
    """Tell the bots' queue, once the transaction is committed, if bots are to act within a few seconds."""
    if game.due_for == Game.Due.BOTS and game.due_at is not None and game.due_at <= now + HORIZON:
        transaction.on_commit(partial(bots_due, game.public_id, at=game.due_at), robust=True)


def bots_due(game_id: str, *, at: datetime | None = None) -> bool:
    """Ask the bots' queue to see to a game at `at`, or now; whether there was a broker to take it."""
    try:
        current_app.signature(BOT_TURN, args=(game_id,)).apply_async(eta=at, retry=False, expires=HORIZON.seconds * 2)
    except (OperationalError, OSError):
        log.warning("no broker: the sweep will see to the bots of game %s", game_id)
        return False
    return True
