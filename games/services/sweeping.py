"""What is due in any game is found here, in the rows, whatever became of hints; one after the other is acted on."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from games import queries
from games.models import Game
from games.services import downtime, hints, timing
from games.services.clock import HINT_PATIENCE, act

log = logging.getLogger(__name__)

SWEEP_LIMIT: Final = 500
# How long hints are sent for; then the sweep acts for the bots of so many games each time itself.
BOTS_PATIENCE: Final = timedelta(seconds=10)
STAND_IN_LIMIT: Final = 20
# Bots that think for long, or a broker that hangs when their moves are hinted at, do not keep deadlines waiting.
BOTS_SHARE: Final = timedelta(seconds=2)
# How long after the last word of a sweep, which comes every two seconds, there is taken to be none.
SWEEP_PATIENCE: Final = timedelta(seconds=5)


def sweep(*, now: datetime, alone: bool = False, clock: timing.Clock | None = None) -> int:
    """Say that the server is alive, act on all that is due, and remind the bots' queue of bots that are late.

    Gives how many there were. With `alone` no worker takes hints: bots are asked here, some each time.

    A game that cannot be acted on is logged and does not stop the others.
    """
    downtime.beat(now=now, swept=True)
    acted = _act_on_due(now, clock, limit=SWEEP_LIMIT)
    hinted = None if alone else _remind(now)
    patience = timedelta(0) if hinted is None else BOTS_PATIENCE
    return acted + (hinted or 0) + _act_for_bots(now, clock, patience=patience)


def stand_in(*, now: datetime, clock: timing.Clock | None = None) -> int:
    """For a web process: where nobody sweeps, act on some of what is due; in how many games that was.

    So games that nobody asks for go on while the broker is away, or the last worker, or beat. It does not count as a
    sweep: that there is none is still to be told to whoever runs the server.
    """
    swept_at = queries.last_sweep()
    # One that is yet to come was told by a clock that was wrong.
    if swept_at is not None and abs(now - swept_at) <= SWEEP_PATIENCE:
        return 0
    acted = _act_on_due(now, clock, limit=STAND_IN_LIMIT)
    return acted + _act_for_bots(now, clock, patience=HINT_PATIENCE)


def _act_on_due(now: datetime, clock: timing.Clock | None, *, limit: int) -> int:
    due = queries.due_games(by=now).exclude(due_for=Game.Due.BOTS)[:limit]
    return _act_on_all(due, now, clock)


def _remind(now: datetime) -> int | None:
    """Hints for the bots that are late but not very: a queue that nobody empties is not filled for ever.

    None if there is no broker to take them.
    """
    # Counted apart: no backlog of bots crowds out somebody's deadline.
    late = queries.due_games(by=now - HINT_PATIENCE).filter(due_for=Game.Due.BOTS, due_at__gt=now - BOTS_PATIENCE)
    forgotten = list(late[:SWEEP_LIMIT].values_list("public_id", flat=True))
    # One that could not be sent has cost up to a second, and so would the next.
    return len(forgotten) if all(map(hints.bots_due, forgotten)) else None


def _act_for_bots(now: datetime, clock: timing.Clock | None, *, patience: timedelta) -> int:
    """Where hints have not helped, some games each time: their queue has no worker, or one that is overwhelmed."""
    late = queries.due_games(by=now - patience).filter(due_for=Game.Due.BOTS)[:STAND_IN_LIMIT]
    return _act_on_all(late, now, clock, until=timing.moment(now, clock) + BOTS_SHARE)


def _act_on_all(
    games: QuerySet[Game], now: datetime, clock: timing.Clock | None, *, until: datetime | None = None
) -> int:
    """In how many of the games something was due and done; after `until` no further one is begun."""
    acted = 0
    for game_id in games.values_list("public_id", flat=True):
        if until is not None and timing.moment(now, clock) > until:
            break
        acted += _act_safely(game_id, now, clock)
    return acted


def _act_safely(game_id: str, now: datetime, clock: timing.Clock | None) -> bool:
    try:
        return act(game_id=game_id, now=now, clock=clock)
    except Exception:
        log.exception("nobody could act on game %s", game_id)
        return False
