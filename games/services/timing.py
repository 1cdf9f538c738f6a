"""When the server must act next. `Game.due_at` says it; nothing else does."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings

from games.models import Game
from games.rules.legality import allowed_moves
from games.store.record import GameRecord

Clock = Callable[[], datetime]
"""Reads the time. Services are given one where what they wait for, a game's lock, may take long."""


def moment(now: datetime, clock: Clock | None) -> datetime:
    """The present moment, which without a clock is `now` still; time does not go back."""
    return now if clock is None else max(now, clock())


def set_clock(record: GameRecord, *, at: datetime, turn_began: bool) -> None:
    """Set deadline and due time of a game's row for the state it is in now; the caller saves the row.

    Where a bot may move, even if only to call calza, the bots' moment comes first, and then the deadline.
    """
    game = record.game
    if record.playing.round is None:
        game.deadline = game.due_at = None
        game.due_for = ""
        return
    if turn_began:
        game.deadline = _end_of_turn(game, at)
    if _bots_may_move(record):
        game.due_at, game.due_for = at + timedelta(seconds=settings.BOT_DELAY_SECONDS), Game.Due.BOTS
    else:
        await_person(game, at=at)


def await_person(game: Game, *, at: datetime) -> None:
    """Nothing to do before the time of the seat on turn is up, and then only after the grace for moves on their way.

    A game without a clock waits for very long, and is then given up.
    """
    if game.deadline is None:
        game.due_at, game.due_for = at + timedelta(seconds=settings.IDLE_GAME_SECONDS), Game.Due.SHUT
    else:
        game.due_at = game.deadline + timedelta(seconds=settings.TIMEOUT_GRACE_SECONDS)
        game.due_for = Game.Due.TIME


def await_guests(game: Game, *, at: datetime) -> None:
    """An open table that nobody comes to or leaves is closed after a while; one that bots will fill is not."""
    if game.due_for != Game.Due.FILL:
        game.due_at, game.due_for = at + timedelta(seconds=settings.OPEN_TABLE_SECONDS), Game.Due.SHUT


def set_anew(game: Game, *, at: datetime) -> None:
    """Give a game's row all the time again that it waits for: a turn, or guests; the caller saves the row.

    A bots' moment stays what it is.
    """
    if game.status == Game.Status.OPEN:
        await_guests(game, at=at)
        return
    game.deadline = _end_of_turn(game, at)
    if game.due_for != Game.Due.BOTS:
        await_person(game, at=at)


def is_due(game: Game, now: datetime) -> bool:
    return game.due_at is not None and game.due_at <= now


def _end_of_turn(game: Game, began: datetime) -> datetime | None:
    return None if game.turn_seconds is None else began + timedelta(seconds=game.turn_seconds)


def _bots_may_move(record: GameRecord) -> bool:
    return any(allowed_moves(record.playing, seat) for seat in record.bot_seats)
