"""A seat given up, by whoever's will: of an open table, or of a game that runs (docs/rules.md 9)."""

from datetime import datetime
from functools import partial

from django.db import transaction

from games import metrics
from games.models import Game
from games.rules.actions import DepartureReason, Leave
from games.rules.errors import RuleViolation
from games.services import finish, seating
from games.services.errors import MoveRefused
from games.services.moves import play
from games.store.record import GameRecord
from perudo_site.refusals import Code


def depart(record: GameRecord, seat: int, *, reason: DepartureReason, now: datetime) -> GameRecord:
    """Free a taken seat of a locked open table, or take it out of a locked active game for good.

    An open table that no person sits at any more is abandoned. Raises `MoveRefused` (game_not_active, not_in_play).
    """
    if record.game.status == Game.Status.OPEN:
        seating.give_back(record.seats[seat])
        if any(other.player_id is not None and not other.is_bot for other in record.seats):
            return seating.seats_changed(record, now=now)
        return finish.abandon(record, reason="empty", now=now)
    if not record.is_active:
        raise MoveRefused(Code.GAME_NOT_ACTIVE, record)
    leave, by = Leave(reason), "admin" if reason is DepartureReason.REMOVED else "player"
    try:
        record = play(record, seat, leave, at=now)
    except RuleViolation as violation:
        raise MoveRefused.by_rules(violation, record) from None
    transaction.on_commit(partial(metrics.count_move, leave, by=by))
    return record
