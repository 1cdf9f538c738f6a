"""The rows of a server's database, read from outside; and tables of our own: changes of games, and signs of life."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row

Row = dict[str, Any]

COLUMNS: Final = "game_id, was_version, was_due_at, version, status, deadline, due_at, due_for, written_at, actor"
NOTED: Final = "NEW.version, NEW.status, NEW.deadline, NEW.due_at, NEW.due_for"

# The table is written by the database, in the transaction of whoever changes a game: nothing can be missing in it.
ON_POSTGRES: Final = f"""
CREATE TABLE chaos_clock (
    id bigserial PRIMARY KEY, game_id bigint, was_version integer, was_due_at timestamptz, version integer, status text,
    deadline timestamptz, due_at timestamptz, due_for text, written_at timestamptz, actor text);
CREATE FUNCTION chaos_note() RETURNS trigger AS $$ BEGIN
    INSERT INTO chaos_clock ({COLUMNS})
    VALUES (NEW.id, OLD.version, OLD.due_at, {NOTED}, clock_timestamp(), current_setting('application_name'));
    RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER chaos_note AFTER INSERT OR UPDATE ON games_game FOR EACH ROW EXECUTE FUNCTION chaos_note();
CREATE TABLE chaos_silence (was_alive_at timestamptz, alive_at timestamptz, written_at timestamptz);
CREATE FUNCTION chaos_alive() RETURNS trigger AS $$ BEGIN
    INSERT INTO chaos_silence VALUES (OLD.alive_at, NEW.alive_at, clock_timestamp());
    RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER chaos_alive AFTER UPDATE ON games_heartbeat FOR EACH ROW EXECUTE FUNCTION chaos_alive();
"""
ON_SQLITE: Final = f"""
CREATE TABLE chaos_clock (
    id integer PRIMARY KEY AUTOINCREMENT, game_id, was_version, was_due_at, version, status, deadline, due_at, due_for,
    written_at, actor);
CREATE TRIGGER chaos_note_new AFTER INSERT ON games_game BEGIN
    INSERT INTO chaos_clock ({COLUMNS})
    VALUES (NEW.id, NULL, NULL, {NOTED}, strftime('%Y-%m-%d %H:%M:%f', 'now'), 'server'); END;
CREATE TRIGGER chaos_note_changed AFTER UPDATE ON games_game BEGIN
    INSERT INTO chaos_clock ({COLUMNS})
    VALUES (NEW.id, OLD.version, OLD.due_at, {NOTED}, strftime('%Y-%m-%d %H:%M:%f', 'now'), 'server'); END;
CREATE TABLE chaos_silence (was_alive_at, alive_at, written_at);
CREATE TRIGGER chaos_alive AFTER UPDATE ON games_heartbeat BEGIN
    INSERT INTO chaos_silence VALUES (OLD.alive_at, NEW.alive_at, strftime('%Y-%m-%d %H:%M:%f', 'now')); END;
"""


class Database:
    """By the URL of a PostgreSQL, or the path of an SQLite file."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_postgres = address.startswith("postgres")

    def watch_clocks(self) -> None:
        """Note each change of a game's row, and each sign of life, from now on."""
        with self._connected() as connection:
            if self.is_postgres:
                connection.execute(ON_POSTGRES)
            else:
                connection.executescript(ON_SQLITE)

    def rows(self, sql: str) -> list[Row]:
        """Every row; its times are read by `moment`."""
        with self.snapshot() as rows:
            return rows(sql)

    @contextmanager
    def snapshot(self) -> Iterator[Callable[[str], list[Row]]]:
        """Rows of several statements as they were at one moment."""
        with self._connected() as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ" if self.is_postgres else "BEGIN")
            yield lambda sql: [dict(row) for row in connection.execute(sql).fetchall()]
            connection.execute("COMMIT")

    def is_in_transaction(self, name: str) -> bool:
        """Whether a process of this name has begun a transaction and does nothing in it now. PostgreSQL only."""
        idle = "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = %s"
        with suppress(psycopg.Error), self._connected() as connection:
            return connection.execute(idle, (name,)).fetchone() is not None
        return False

    def moment(self, told: Any) -> datetime | None:
        """A time of a column: SQLite keeps texts, in UTC."""
        if told is None or isinstance(told, datetime):
            return told
        return datetime.fromisoformat(told).replace(tzinfo=UTC)

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        if self.is_postgres:
            with psycopg.connect(self.address, autocommit=True, row_factory=dict_row) as connection:
                yield connection
            return
        file = sqlite3.connect(self.address, timeout=30, isolation_level=None)
        file.row_factory = sqlite3.Row
        try:
            yield file
        finally:
            file.close()
