"""Every game, played again from what the server tells of it: by its own verifier, and by an independent one."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from games.rules.record import RecordFault, verify
from tests.audit import audit
from tests.chaos.history import GameHistory
from tests.chaos.journal import Json
from tests.chaos.verdicts.verdict import Verdict
from tests.site.processes import call

TRIES = 10
"""Attempts to read a running game, view and rounds, while nothing happens in it."""
READERS = 4


def judge(port: int, games: Mapping[str, GameHistory]) -> tuple[list[Verdict], set[str]]:
    """The verdicts, and every key that was read: none of them may stand in a log."""
    over = Verdict("every replay of a game that is over re-plays to the stored result")
    running = Verdict("every running game is what its seeds and its moves make of it", rare=True)
    keys: set[str] = set()
    begun = [game for game in games.values() if game.started_seq is not None]

    def look(game: GameHistory) -> tuple[Verdict, str, str | None, list[Json]]:
        verdict, check = (running, _running) if game.status == "active" else (over, _over)
        try:
            return verdict, game.id, None, check(port, game)
        except (AssertionError, RecordFault) as fault:
            return verdict, game.id, f"{game.id}: {type(fault).__name__}: {str(fault)[:300]}", []

    with ThreadPoolExecutor(READERS) as pool:
        for verdict, _, fault, rounds in pool.map(look, begun):
            verdict.check(fault is None, fault or "")
            keys |= {hand["key"] for round_ in rounds for hand in round_["hands"]}
    return [over, running], keys


def _over(port: int, game: GameHistory) -> list[Json]:
    document = call(port, "GET", f"games/{game.id}/replay/")
    state = verify(document)
    assert document["winner"] == (None if game.status == "abandoned" else state.winner)
    view = call(port, "GET", f"games/{game.id}/")
    assert (view["status"], view["version"]) == (game.status, game.version)
    if document["unfinished_round"] is None:
        audit(view, document["rounds"])
    rounds: list[Json] = document["rounds"]
    return rounds


def _running(port: int, game: GameHistory) -> list[Json]:
    for _ in range(TRIES):
        view = call(port, "GET", f"games/{game.id}/")
        rounds = _rounds(port, game)
        if view["status"] != "active":
            return _over_by_now(port, game)
        if call(port, "GET", f"games/{game.id}/")["version"] == view["version"]:
            audit(view, rounds, server_seed=game.server_seed)
            return rounds
    raise AssertionError("it did not hold still")


def _over_by_now(port: int, game: GameHistory) -> list[Json]:
    """To look at a game makes the server act on what is due in it, and that may end it."""
    document = call(port, "GET", f"games/{game.id}/replay/")
    verify(document)
    rounds: list[Json] = document["rounds"]
    return rounds


def _rounds(port: int, game: GameHistory) -> list[Json]:
    page: Any = call(port, "GET", f"games/{game.id}/rounds/?limit=100")
    rounds: list[Json] = page["results"]
    while page["next"]:
        page = call(port, "GET", page["next"].partition("/api/v1/")[2])
        rounds += page["results"]
    return rounds
