"""Rows into the database, as fast as it takes them: COPY on PostgreSQL, many rows a statement elsewhere."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import JSONField, Model

from games.management.bench.history.play import BID_COLUMNS, HAND_COLUMNS, ROUND_COLUMNS, Row, Rows
from games.models import Bid, Game, Hand, RemarkableRound, Round, Seat

REMARKABLE_COLUMNS: Final = ("game_id", "kind", "round", "bid", "seat", "value", "key")
GAMES: Final = 2**40
"""As in games/services/remarkable.py: of equally remarkable games the newer stands first."""


@contextmanager
def hurry() -> Iterator[None]:
    """For this connection: what is lost with the machine is made anew, and references are looked at by nobody."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        is_superuser = cursor.fetchone() == (True,)
        cursor.execute("SET synchronous_commit = off")
        if is_superuser:
            cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("RESET synchronous_commit")
        if is_superuser:
            cursor.execute("RESET session_replication_role")


def load(rows: Rows) -> None:
    """All of it, in the order in which rows refer to others."""
    load_models(Game, rows.games)
    load_models(Seat, rows.seats, without="id")
    load_rows(Round, ROUND_COLUMNS, rows.rounds)
    load_rows(Hand, HAND_COLUMNS, rows.hands)
    load_rows(Bid, BID_COLUMNS, rows.bids)
    load_rows(RemarkableRound, REMARKABLE_COLUMNS, _remarkable(rows))


def load_models(model: type[Model], instances: Sequence[Model], *, without: str = "") -> None:
    fields = [field for field in model._meta.concrete_fields if field.attname != without]
    columns = [str(field.column) for field in fields]
    as_json = [isinstance(field, JSONField) for field in fields]
    names = [field.attname for field in fields]
    found = (
        tuple(
            json.dumps(value) if is_json else value
            for value, is_json in zip((getattr(instance, name) for name in names), as_json, strict=True)
        )
        for instance in instances
    )
    load_rows(model, columns, found)


def load_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Row]) -> None:
    table, names = connection.ops.quote_name(model._meta.db_table), ", ".join(map(connection.ops.quote_name, columns))
    if connection.vendor == "postgresql":
        lines = "".join("\t".join(map(_text, row)) + "\n" for row in rows)
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
            copy.write(lines)
        return
    marks = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - names of our own tables
        cursor.executemany(statement, [tuple(map(_value, row)) for row in rows])


def _text(value: Any) -> str:
    """As COPY reads it. None of these texts has a tab or a backslash."""
    if value is None:
        return "\\N"
    return json.dumps(value) if isinstance(value, list) else str(value)


def _value(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return json.dumps(value) if isinstance(value, list) else value


def _remarkable(rows: Rows) -> Iterable[Row]:
    """The longest bidding of each game; every fifth game has had a bold bid, too."""
    for game, number, bids, seat in rows.remarkable:
        yield (game, RemarkableRound.Kind.LONGEST, number, bids, seat, bids, bids * GAMES + game)
        if game % 5 == 0:
            yield (game, RemarkableRound.Kind.BOLDEST, number, bids, seat, 1 / bids / 8, bids * 400 * GAMES + game)
