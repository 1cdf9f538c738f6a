"""Whatever is due in a game is done here: timeouts and bots' moves, and open tables that wait no longer.

`act` is idempotent. A hint, the sweep and whoever touches an overdue game call it; the version that it decided on
says, under the lock, whether somebody else was first.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games import queries
from games.models import Game
from games.rules.actions import Move, TimeOut
from games.services import downtime, finish, hints, matching, timing
from games.services.brains import ask_bots
from games.services.moves import play
from games.store.read import load, lock
from games.store.record import GameRecord
from games.store.write import save_game

log = logging.getLogger(__name__)

# How long a hint to the bots is waited for before the sweep, or a reader, sees to them instead.
HINT_PATIENCE: Final = timedelta(seconds=1)
# How long hints are sent for; then the sweep acts for the bots of so many games each time itself.
BOTS_PATIENCE: Final = timedelta(seconds=10)
SWEEP_LIMIT: Final = 500
STAND_IN_LIMIT: Final = 20


def act(*, game_id: str, now: datetime) -> bool:
    """Do what is due in a game at `now`; whether anything was."""
    record = load(game_id)
    if record is None or not timing.is_due(record.game, now):
        return False
    if record.game.due_for in (Game.Due.TIME, Game.Due.SHUT):
        downtime.notice(now=now)  # nobody loses for a time in which the server was down
    match Game.Due(record.game.due_for):
        case Game.Due.TIME:
            turn = record.game.turn
            return _carry_out(record, lambda locked: play(locked, turn or 0, TimeOut(), at=now), now=now)
        case Game.Due.BOTS:
            # Bots think before the lock is taken, on the state as it was read.
            decided = ask_bots(record)
            return _carry_out(record, lambda locked: _bots_decided(locked, decided, now), now=now)
        case Game.Due.FILL:
            return _carry_out(record, lambda locked: matching.fill(locked, now=now), now=now)
        case Game.Due.SHUT:
            return _carry_out(record, lambda locked: finish.abandon(locked, reason="stale", now=now), now=now)


def see_to(record: GameRecord, *, now: datetime) -> bool:
    """For whoever touches a game: act if it is overdue; whether anything was done."""
    game = record.game
    patience = HINT_PATIENCE if game.due_for == Game.Due.BOTS else timedelta(0)
    return timing.is_due(game, now - patience) and act(game_id=game.public_id, now=now)


def sweep(*, now: datetime) -> int:
    """Say that the server is alive, act on all that is due, and remind the bots' queue of bots that are late.

    Gives how many there were.

    A game that cannot be acted on is logged and does not stop the others.
    """
    downtime.beat(now=now, swept=True)
    return _act_on_due(now) + _remind(now) + _stand_in_for_bots(now)


def _act_on_due(now: datetime) -> int:
    due = queries.due_games(by=now).exclude(due_for=Game.Due.BOTS)[:SWEEP_LIMIT]
    return _act_on_all(due, now)


def _remind(now: datetime) -> int:
    """Hints for the bots that are late but not very: a queue that nobody empties is not filled for ever."""
    # Counted apart: no backlog of bots crowds out somebody's deadline.
    late = queries.due_games(by=now - HINT_PATIENCE).filter(due_for=Game.Due.BOTS, due_at__gt=now - BOTS_PATIENCE)
    forgotten = list(late[:SWEEP_LIMIT].values_list("public_id", flat=True))
    for game_id in forgotten:
        hints.bots_due(game_id)
    return len(forgotten)


def _stand_in_for_bots(now: datetime) -> int:
    """Where hints have not helped, some games each time: their queue has no worker, or one that is overwhelmed."""
    late = queries.due_games(by=now - BOTS_PATIENCE).filter(due_for=Game.Due.BOTS)[:STAND_IN_LIMIT]
    return _act_on_all(late, now)


def _act_on_all(games: QuerySet[Game], now: datetime) -> int:
    return sum(_act_safely(game_id, now) for game_id in games.values_list("public_id", flat=True))


def _act_safely(game_id: str, now: datetime) -> bool:
    try:
        return act(game_id=game_id, now=now)
    except Exception:
        log.exception("the sweep could not act on game %s", game_id)
        return False


def _carry_out(read: GameRecord, do: Callable[[GameRecord], object], *, now: datetime) -> bool:
    """Do what was decided on a record read without the lock, unless the game has moved on since."""
    with transaction.atomic():
        record = lock(read.game.public_id)
        if record is None or _has_moved_on(record.game, read.game) or not timing.is_due(record.game, now):
            return False
        do(record)
        return True


def _bots_decided(record: GameRecord, decided: tuple[int, Move] | None, now: datetime) -> None:
    """Play a bot's move, or let the bots' moment pass."""
    if decided is None:
        timing.await_person(record.game, at=now)
        save_game(record.game)
    else:
        seat, move = decided
        play(record, seat, move, at=now)


def _has_moved_on(game: Game, since: Game) -> bool:
    return (game.version, game.due_for) != (since.version, since.due_for)
