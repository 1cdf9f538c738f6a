"""Whether this process would serve: each thing that it or the games depend on, by name, with its state.

`ok`; `degraded`: games go on, but not as they should; `failed`: requests would fail. What cannot be told because the
database does not answer is `unknown`. A broker that is away costs hints, and no game
(docs/operation.md, "When a part is down"), so it is `degraded`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from redis import Redis

from games import queries
from games.ops.question import Question

OK: Final = "ok"
DEGRADED: Final = "degraded"
FAILED: Final = "failed"
UNKNOWN: Final = "unknown"
NONE: Final = "none"
"""There is no broker, and there need be none."""

DATABASE_SECONDS: Final = 2.0
BROKER_SECONDS: Final = 1.0
LATE: Final = timedelta(seconds=10)
"""How late the oldest overdue game, or the last sweep, may be."""

Check = dict[str, Any]


@dataclass(frozen=True)
class _Rows:
    """What the database tells."""

    missing: Sequence[str]
    first_due: datetime | None
    swept_at: datetime | None


def report(*, now: datetime) -> dict[str, Any]:
    """Every check, and the worst of their states. Takes three seconds at the most."""
    checks = {**_of_database(now), "broker": _of_broker()}
    states = {check["state"] for check in checks.values()}
    status = next((state for state in (FAILED, DEGRADED) if state in states), OK)
    return {"status": status, "checks": checks}


def _of_database(now: datetime) -> dict[str, Check]:
    unknown: Check = {"state": UNKNOWN}
    try:
        rows = _database.answer()
    except Exception as error:
        database = {"state": FAILED, "reason": type(error).__name__}
        return {"database": database, "migrations": unknown, "overdue": unknown, "sweep": unknown}
    if rows.missing:
        migrations = {"state": FAILED, "missing": list(rows.missing)}
        return {"database": {"state": OK}, "migrations": migrations, "overdue": unknown, "sweep": unknown}
    return {
        "database": {"state": OK},
        "migrations": {"state": OK},
        "overdue": _age(rows.first_due, now, known=True),
        # One that is yet to come was told by a clock that was wrong.
        "sweep": _age(rows.swept_at, now, known=rows.swept_at is not None and rows.swept_at <= now + LATE),
    }


def _age(moment: datetime | None, now: datetime, *, known: bool) -> Check:
    """Of the oldest overdue game, which is 0 where none is; of the last sweep, which is null before the first."""
    age = timedelta(0) if moment is None else max(now - moment, timedelta(0))
    return {
        "state": OK if known and age <= LATE else DEGRADED,
        "age_seconds": round(age.total_seconds(), 3) if known else None,
    }


def _of_broker() -> Check:
    if settings.EMBEDDED:
        return {"state": NONE}
    try:
        _broker.answer()
    except Exception as error:
        return {"state": DEGRADED, "reason": type(error).__name__}
    return {"state": OK}


def _ask_database() -> _Rows:
    """On a connection of its own: one that could not be made now is what is looked for."""
    applied = MigrationRecorder(connection).applied_migrations()
    missing = [f"{app}.{name}" for app, name in _migrations() if (app, name) not in applied]
    if missing:
        return _Rows(missing, None, None)
    return _Rows((), queries.first_due(), queries.last_sweep())


def _ask_broker() -> None:
    limits = {"socket_connect_timeout": BROKER_SECONDS / 2, "socket_timeout": BROKER_SECONDS / 2}
    with Redis.from_url(settings.BROKER_URL, **limits) as client:
        client.ping()


@cache
def _migrations() -> Sequence[tuple[str, str]]:
    """Those on disk, which do not change while the process runs."""
    return sorted(MigrationLoader(None).disk_migrations)


_database = Question(_ask_database, seconds=DATABASE_SECONDS)
_broker = Question(_ask_broker, seconds=BROKER_SECONDS)
