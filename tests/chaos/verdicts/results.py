"""What follows from the ends of games: ratings and statistics are those that the games give, computed anew."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tests.chaos.database import Database, Row
from tests.chaos.verdicts.verdict import Verdict
from tests.site.processes import Environment, manage

TABLES = {
    "players_rating": "ratings",
    "players_ratingchange": "changes of ratings",
    "players_playerstats": "statistics",
}


def judge(database: Database, environment: Environment) -> Verdict:
    """Compares the rows with those that `rebuild_ratings` and `rebuild_stats` make of the games."""
    verdict = Verdict("ratings and statistics are those that the games give when they are counted again")
    before = {table: _rows(database, table) for table in TABLES}
    commands = ("rebuild_ratings", "rebuild_stats")
    with ThreadPoolExecutor() as pool:
        for done in pool.map(partial(manage, environment), commands):
            verdict.check(done.returncode == 0, done.stderr[-300:])
    for table, rows in before.items():
        after = _rows(database, table)
        verdict.check(after == rows, f"{TABLES[table]} differ: {_differences(rows, after)}")
        verdict.notes.append(f"{len(rows)} {TABLES[table]}")
    return verdict


def _rows(database: Database, table: str) -> list[str]:
    """Rows without their own keys, which are new when they are made anew."""
    return sorted(str(_told(row)) for row in database.rows(f"SELECT * FROM {table}"))


def _told(row: Row) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in sorted(row.items()) if name != "id"]


def _differences(before: list[str], after: list[str]) -> str:
    return str(sorted(set(before) ^ set(after))[:2])
