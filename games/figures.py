"""What the first page of the admin counts: how the server is doing. Each number is read by an index, at any size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, Min, QuerySet
from django.db.models.functions import TruncDate

from games import queries
from games.models import Bid, Game, Heartbeat, Round
from games.rules.state import CallKind
from players.models import Player

DAYS: Final = 14
PATIENCE: Final = timedelta(seconds=3)
"""A game is overdue when what was due in it has not been done for so long: the sweep passes each second."""
KEPT_SECONDS: Final = 6 * 3600
"""How long the count of a day that is over is believed; games that are imported may be of such a day."""


@dataclass(frozen=True, kw_only=True)
class Pulse:
    """How the server is doing. `lag` is how long the longest overdue game waits, `swept` how long ago a sweep was."""

    running: int
    open: int
    moves: int
    overdue: int
    lag: timedelta
    swept: timedelta | None
    new_players: int
    finished_today: int


def pulse(*, now: datetime) -> Pulse:
    """The numbers of this moment; moves are those of the last hour, new players those of the last day."""
    overdue = queries.due_games(by=now - PATIENCE).order_by().aggregate(games=Count("pk"), since=Min("due_at"))
    alive = Heartbeat.objects.first()
    return Pulse(
        running=Game.objects.filter(status=Game.Status.ACTIVE).count(),
        open=Game.objects.filter(status=Game.Status.OPEN).count(),
        moves=moves_since(now - timedelta(hours=1)),
        overdue=overdue["games"],
        lag=now - overdue["since"] if overdue["since"] else timedelta(0),
        swept=now - alive.swept_at if alive and alive.swept_at else None,
        new_players=_people().filter(joined_at__gte=now - timedelta(days=1)).count(),
        finished_today=_finished().filter(finished_at__gte=_midnight(now.date())).count(),
    )


def moves_since(moment: datetime) -> int:
    """Bids and calls, of whomever."""
    calls = Round.objects.filter(called_at__gte=moment, call_kind__in=(CallKind.DUDO, CallKind.CALZA))
    return Bid.objects.filter(at__gte=moment).count() + calls.count()


def finished_by_day(*, today: date) -> Mapping[date, int]:
    """Finished games of each of the last days, today last."""
    return _by_day("finished", _finished(), "finished_at", today)


def joined_by_day(*, today: date) -> Mapping[date, int]:
    """New accounts of people, of each of the last days, today last."""
    return _by_day("joined", _people(), "joined_at", today)


def _by_day(name: str, rows: QuerySet[Any], column: str, today: date) -> Mapping[date, int]:
    """Days that are over are counted once in a while; today each time."""
    days = [today - timedelta(days=back) for back in reversed(range(DAYS))]
    keys = {day: f"figures.{name}.{day}" for day in days}
    kept = cache.get_many(keys[day] for day in days[:-1])
    unknown = [day for day in days if keys[day] not in kept]
    counted = _counted(rows, column, unknown)
    cache.set_many({keys[day]: counted[day] for day in unknown if day != today}, timeout=KEPT_SECONDS)
    return {day: kept.get(keys[day], counted.get(day, 0)) for day in days}


def _counted(rows: QuerySet[Any], column: str, days: Sequence[date]) -> Mapping[date, int]:
    """How many rows each of these days has, in one statement over the days from the first of them on."""
    since = rows.filter(**{f"{column}__gte": _midnight(days[0])})
    found = since.annotate(day=TruncDate(column, tzinfo=UTC)).values("day").annotate(rows=Count("pk")).order_by()
    by_day = {row["day"]: row["rows"] for row in found}
    return {day: by_day.get(day, 0) for day in days}


def _finished() -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.FINISHED)


def _people() -> QuerySet[Player]:
    return Player.objects.filter(kind=Player.Kind.HUMAN)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
