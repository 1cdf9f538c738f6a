"""Whatever is due in a game is done here: timeouts and bots' moves, and open tables that wait no longer.

`act` is idempotent. A hint, the sweep and whoever touches an overdue game call it; the version that it decided on
says, under the lock, whether somebody else was first.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import metrics
from games.models import Game
from games.rules.actions import Action, Move, TimeOut
from games.services import downtime, finish, matching, timing
from games.services.brains import ask_bots
from games.services.moves import play
from games.store.read import load, lock
from games.store.record import GameRecord
from games.store.write import save_game

# How long a hint to the bots is waited for before the sweep, or a reader, sees to them instead.
HINT_PATIENCE: Final = timedelta(seconds=1)


def act(*, game_id: str, now: datetime, clock: timing.Clock | None = None) -> bool:
    """Do what is due in a game at `now`; whether anything was.

    With a `clock` it is done at the moment that the clock shows once the game is locked. So whoever is next has their
    whole time, also where the lock was waited for, or this process was suspended.
    """
    record = load(game_id)
    if record is None or not timing.is_due(record.game, now):
        return False
    if record.game.due_for in (Game.Due.TIME, Game.Due.SHUT) and downtime.notice(now=now):
        # Nobody loses by a time in which the server was down; but by what was before.
        act(game_id=game_id, now=now, clock=clock)
        return True
    do, move = _decided(record)
    return _carry_out(record, do, now=now, clock=clock, move=move)


Do = Callable[[GameRecord, datetime], object]


def _decided(record: GameRecord) -> tuple[Do, Action | None]:
    """What is to be done in a game in which something is due, and what move that is, if it is one."""
    match Game.Due(record.game.due_for):
        case Game.Due.TIME:
            turn, time_out = record.game.turn or 0, TimeOut()
            return lambda locked, at: play(locked, turn, time_out, at=at), time_out
        case Game.Due.BOTS:
            # Bots think before the lock is taken, on the state as it was read.
            decided = ask_bots(record)
            return lambda locked, at: _bots_decided(locked, decided, at), decided[1] if decided else None
        case Game.Due.FILL:
            return lambda locked, at: matching.fill(locked, now=at), None
        case Game.Due.SHUT:
            return lambda locked, at: finish.abandon(locked, reason="stale", now=at), None


def see_to(record: GameRecord, *, now: datetime, clock: timing.Clock | None = None) -> bool:
    """For whoever touches a game: act if it is overdue; whether it was, so that it is no longer as it was read.

    Whoever was faster may have acted, or set its clock anew.
    """
    game = record.game
    patience = HINT_PATIENCE if game.due_for == Game.Due.BOTS else timedelta(0)
    if not timing.is_due(game, now - patience):
        return False
    act(game_id=game.public_id, now=now, clock=clock)
    return True


def _carry_out(read: GameRecord, do: Do, *, now: datetime, clock: timing.Clock | None, move: Action | None) -> bool:
    """Do what was decided on a record read without the lock, unless the game has moved on since.

    `move` is what that comes to, if it is one.
    """
    with transaction.atomic():
        record = lock(read.game.public_id)
        if record is None or _has_moved_on(record.game, read.game) or not timing.is_due(record.game, now):
            return False
        at = timing.moment(now, clock)
        do(record, at)
    _measure(read.game, move, at)
    return True


def _measure(game: Game, move: Action | None, now: datetime) -> None:
    assert game.due_at is not None
    metrics.late_seconds.labels(game.due_for).observe((now - game.due_at).total_seconds())
    if move is not None:
        metrics.count_move(move, by=game.due_for)


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
