"""After a time in which the server was down nobody loses for it: what ran out meanwhile is set anew to its full length.

Sweeps and web processes write down, every few seconds, that they are alive (`Heartbeat`). Whoever is the first to do so
after a silence of `DOWN_AFTER_SECONDS` sets the clocks anew, in the transaction that ends the silence: so it is done
once, however many processes come back. Nobody acts on what has run out before that (`clock.act`, `moves.submit`).

Set anew is what ran out in the silence, and what has less time left than the silence took. Bots' moments are not: they
come late, and nobody loses by that.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import DateTimeField, Q, QuerySet, Value
from django.db.models.functions import Greatest

from games.models import Game, Heartbeat
from games.services import timing

log = logging.getLogger(__name__)

OFTEN_ENOUGH: Final = timedelta(seconds=2)
"""How long after a sign of life the next one is written, at the most."""
AT_ONCE: Final = 500


def beat(*, now: datetime, swept: bool = False) -> int:
    """Say that the server is alive, and if so that a sweep says it; how many games' clocks were set anew.

    Most calls find that it was said a moment ago: they read one row, and write nothing.
    """
    last = _last()
    if last is None:
        first = Heartbeat(alive_at=now, swept_at=now if swept else None)
        Heartbeat.objects.bulk_create([first], ignore_conflicts=True)
        return 0
    if _is_silence(last, now):
        return _end_silence(now=now, swept=swept)
    said_at = last.swept_at if swept else last.alive_at
    if said_at is None or now - said_at >= min(OFTEN_ENOUGH, _silence() / 3):
        _say(now, swept=swept)
    return 0


def is_unnoticed(*, now: datetime) -> bool:
    """Whether the server was silent until now, and nobody has set the clocks anew yet.

    Where nobody has ever said that it was alive, nobody knows of a silence.
    """
    last = _last()
    return last is not None and _is_silence(last, now)


def notice(*, now: datetime) -> bool:
    """For whoever is about to act on what has run out: set the clocks anew first, if that is still to be done.

    Whether it was, so that what has been read before is to be read again.
    """
    if not is_unnoticed(now=now):
        return False
    beat(now=now)
    return True


def _last() -> Heartbeat | None:
    return Heartbeat.objects.filter(pk=Heartbeat.ONLY).first()


def _silence() -> timedelta:
    return timedelta(seconds=settings.DOWN_AFTER_SECONDS)


def _is_silence(last: Heartbeat, now: datetime) -> bool:
    return now - last.alive_at > _silence()


def _end_silence(*, now: datetime, swept: bool) -> int:
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update().get(pk=Heartbeat.ONLY)
        if not _is_silence(last, now):
            return 0  # somebody else has ended it while the row was waited for
        games = _set_anew(since=last.alive_at, now=now)
        _say(now, swept=swept)
    log.info("the server was down from %s to %s: the clocks of %d games are set anew", last.alive_at, now, games)
    return games


def _say(now: datetime, *, swept: bool) -> None:
    """Two that say it at once both write, and the later moment stands."""
    moment = Value(now, output_field=DateTimeField())
    said = {"alive_at": Greatest("alive_at", moment)} | ({"swept_at": now} if swept else {})
    Heartbeat.objects.filter(pk=Heartbeat.ONLY).update(**said)


def _set_anew(*, since: datetime, now: datetime) -> int:
    """In one order, so that nobody who locks several games waits for this while this waits for them."""
    games = list(_run_out(since, now).select_for_update(no_key=True).order_by("pk"))
    for game in games:
        timing.set_anew(game, at=now)
    Game.objects.bulk_update(games, ["deadline", "due_at"], AT_ONCE)
    return len(games)


def _run_out(since: datetime, now: datetime) -> QuerySet[Game]:
    grace = timedelta(seconds=settings.TIMEOUT_GRACE_SECONDS)
    soon = now + (now - since)
    # A deadline that had passed before, but its grace had not, may have been met by a move on its way.
    deadline = Q(status=Game.Status.ACTIVE, deadline__gt=since - grace, deadline__lte=soon)
    patience = Q(due_for=Game.Due.SHUT, due_at__gt=since, due_at__lte=soon)
    # The first condition is the index's.
    games = Game.objects.filter(Q(due_at__lte=soon + grace), deadline | patience)
    return games.only("status", "turn_seconds", "deadline", "due_at", "due_for")
