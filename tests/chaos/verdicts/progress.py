"""Whether games go on when nothing is broken any more."""

import time

from tests.chaos.database import Database
from tests.chaos.verdicts.verdict import Verdict


def wait(database: Database, *, seconds: float) -> Verdict:
    """Wait until every game that runs now has had an event, or is over."""
    verdict = Verdict("every game went on, or was over, after the last fault")
    before = _running(database)
    begin = time.monotonic()
    waiting = dict(before)
    while waiting and time.monotonic() - begin < seconds:
        time.sleep(0.5)
        now = _running(database)
        waiting = {game: version for game, version in waiting.items() if now.get(game) == version}
    for game, version in before.items():
        verdict.check(game not in waiting, f"{game} is still at version {version} after {seconds:.0f} s")
    verdict.notes.append(f"{len(before)} games, the last of them after {time.monotonic() - begin:.1f} s")
    return verdict


def _running(database: Database) -> dict[str, int]:
    rows = database.rows("SELECT public_id, version FROM games_game WHERE status IN ('active', 'open')")
    return {row["public_id"]: row["version"] for row in rows}
