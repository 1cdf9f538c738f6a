"""What those who run the place do to a game. Of what was played nothing is changed."""

from datetime import datetime

from django.db import transaction

from games.rules.actions import DepartureReason
from games.services import clock, finish
from games.services.departing import depart
from games.services.errors import MoveRefused
from games.store.read import load, lock
from games.store.record import GameRecord
from perudo_site.refusals import Code, Refusal


def abort(*, game_id: str, now: datetime) -> GameRecord:
    """Give up a table or a game: no places, no ratings, all is shown (docs/rules.md 9).

    Raises `Refusal` not_found, `MoveRefused` game_not_active (it is over already).
    """
    with transaction.atomic():
        record = _locked(game_id)
        if record.is_over:
            raise MoveRefused(Code.GAME_NOT_ACTIVE, record)
        return finish.abandon(record, reason="aborted", now=now)


def remove(*, game_id: str, seat: int, now: datetime) -> GameRecord:
    """Take whoever sits there from an open table, or from a game for good, as if they had left.

    A move whose time is up comes before it. Raises `Refusal` not_found (the game, or nobody sits there),
    `MoveRefused` (game_not_active, not_in_play).
    """
    read = load(game_id)
    if read is not None:
        clock.see_to(read, now=now)
    with transaction.atomic():
        record = _locked(game_id)
        if not any(other.number == seat and other.player_id is not None for other in record.seats):
            raise Refusal(Code.NOT_FOUND, "Nobody sits there.")
        return depart(record, seat, reason=DepartureReason.REMOVED, now=now)


def _locked(game_id: str) -> GameRecord:
    record = lock(game_id)
    if record is None:
        raise Refusal(Code.NOT_FOUND, "There is no such game.")
    return record
