"""What the rows say has happened in each game: every event by its seq, and every change of its clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.chaos.database import Database, Row


@dataclass(frozen=True, slots=True)
class Event:
    """`what`: bid, dudo, calza, left, timeout (a departure by time), removed; or started, rolled, ended, finished."""

    seq: int
    what: str
    at: datetime | None
    seat: int | None = None
    quantity: int | None = None
    face: int | None = None
    by_time: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """The row of a game after it was changed, and when, and by which process."""

    number: int
    was_version: int | None
    was_due_at: datetime | None
    version: int
    status: str
    deadline: datetime | None
    due_at: datetime | None
    due_for: str
    written_at: datetime
    actor: str


@dataclass
class GameHistory:
    """A game. `seats` are usernames, None for one that nobody took; `bots` are seats of the server's bots."""

    id: str
    status: str
    version: int
    started_seq: int | None
    turn_seconds: int | None
    server_seed: str
    creator: str | None
    seats: dict[int, str | None] = field(default_factory=dict)
    bots: set[int] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def at(self, seq: int) -> Event | None:
        """The event of this number, if there is just one."""
        found = [event for event in self.events if event.seq == seq]
        return found[0] if len(found) == 1 else None


Rows = Callable[[str], list[Row]]


def read(database: Database) -> dict[str, GameHistory]:
    """Every game, by its public id, all as they were at one moment."""
    with database.snapshot() as rows:
        return _read(rows, database)


def _read(rows: Rows, database: Database) -> dict[str, GameHistory]:
    names = {row["id"]: row["username"] for row in rows("SELECT id, username FROM players_player")}
    games = {
        row["id"]: GameHistory(
            row["public_id"],
            row["status"],
            row["version"],
            row["started_seq"],
            row["turn_seconds"],
            row["server_seed"],
            names.get(row["creator_id"]),
        )
        for row in rows("SELECT * FROM games_game")
    }
    _read_seats(rows, database, games, names)
    _read_rounds(rows, database, games)
    for row in rows("SELECT * FROM chaos_clock ORDER BY id"):
        games[row["game_id"]].changes.append(_change(row, database))
    for row in rows("SELECT id, finished_at FROM games_game WHERE finished_at IS NOT NULL"):
        game = games[row["id"]]
        if game.started_seq is not None:
            game.events.append(Event(game.version, "finished", database.moment(row["finished_at"])))
    for game in games.values():
        game.events.sort(key=lambda event: event.seq)
    return {game.id: game for game in games.values()}


def _read_seats(rows: Rows, database: Database, games: Mapping[int, GameHistory], names: Mapping[int, str]) -> None:
    for row in rows("SELECT * FROM games_seat ORDER BY number"):
        game, number = games[row["game_id"]], row["number"]
        game.seats[number] = names.get(row["player_id"])
        if row["is_bot"]:
            game.bots.add(number)
        if row["left_seq"] is not None:
            at, reason = database.moment(row["left_at"]), row["left_reason"]
            game.events.append(Event(row["left_seq"], reason, at, number, by_time=reason == "timeout"))


def _read_rounds(rows: Rows, database: Database, games: Mapping[int, GameHistory]) -> None:
    game_of: dict[int, GameHistory] = {}
    for row in rows("SELECT * FROM games_round ORDER BY id"):
        game = game_of[row["id"]] = games[row["game_id"]]
        if row["number"] == 1 and game.started_seq is not None:
            game.events.append(Event(game.started_seq, "started", database.moment(row["rolled_at"])))
        game.events.append(Event(row["rolled_seq"], "rolled", database.moment(row["rolled_at"])))
        if row["ended_seq"] is not None:
            at, by_time = database.moment(row["called_at"]), bool(row["call_timeout"])
            # What a departure closes, nobody has called.
            what = "ended" if row["call_kind"] == "departure" else row["call_kind"]
            game.events.append(Event(row["ended_seq"], what, at, row["call_seat"], by_time=by_time))
    for row in rows("SELECT * FROM games_bid ORDER BY id"):
        at, by_time = database.moment(row["at"]), bool(row["timeout"])
        event = Event(row["seq"], "bid", at, row["seat"], row["quantity"], row["face"], by_time)
        game_of[row["round_id"]].events.append(event)


def _change(row: Row, database: Database) -> Change:
    moments: dict[str, Any] = {
        name: database.moment(row[name]) for name in ("was_due_at", "deadline", "due_at", "written_at")
    }
    return Change(
        number=row["id"],
        was_version=row["was_version"],
        version=row["version"],
        status=row["status"],
        due_for=row["due_for"],
        actor=row["actor"],
        **moments,
    )


def by_seat(game: GameHistory) -> dict[str, int]:
    """The seats of people and of their programs, by username."""
    return {name: number for number, name in game.seats.items() if name is not None and number not in game.bots}
