"""Each verdict holds for a game in which all went well, and finds the fault that is put into it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.breaking import Window
from tests.chaos.database import Database
from tests.chaos.history import Change, Event, GameHistory
from tests.chaos.journal import Entry, Journal
from tests.chaos.report import quantile
from tests.chaos.verdicts import answers, clocks, logs
from tests.chaos.verdicts.verdict import Verdict

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
TURN = 5


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def change(
    number: int, version: int, *, due: float | None, due_for: str = "time", written: float, **other: Any
) -> Change:
    """The row after it was changed; the deadline is a second before time is due, a bot's moment has one of its own."""
    deadline = other.get("deadline", None if due is None else due - 1)
    return Change(
        number=number,
        was_version=other.get("was_version", version - 1),
        was_due_at=None if other.get("was_due") is None else at(other["was_due"]),
        version=version,
        status="active",
        deadline=None if deadline is None else at(deadline),
        due_at=None if due is None else at(due),
        due_for=due_for,
        written_at=at(written),
        actor=other.get("actor", "web"),
    )


def game() -> GameHistory:
    """Ada (seat 0) bids, time bids for bea (seat 1), and a bot (seat 2) calls dudo."""
    events = [
        Event(2, "started", at(0)),
        Event(3, "rolled", at(0)),
        Event(4, "bid", at(2), 0, 1, 2),
        Event(5, "dudo", at(8.2), 1, by_time=True),
        Event(6, "rolled", at(8.2)),
        Event(7, "bid", at(10.5), 2, 1, 3),
    ]
    changes = [
        change(1, 3, due=6, written=0, was_version=1),
        change(2, 4, due=8, written=2.01, was_version=3, was_due=6),
        change(3, 6, due=10, due_for="bots", written=8.3, was_version=4, was_due=8, deadline=13.2, actor="deadlines"),
        change(4, 7, due=16.5, written=10.6, was_version=6, was_due=10, deadline=15.5, actor="bots"),
    ]
    return GameHistory(
        "g", "active", 7, 2, TURN, "00" * 32, "ada", {0: "ada", 1: "bea", 2: "odds"}, {2}, events, changes
    )


BID = {"action": "bid", "quantity": 1, "face": 2, "version": 3}


def entry(status: int | None, body: Mapping[str, Any] = BID, who: str = "ada", path: str = "games/g/moves/") -> Entry:
    code = "stale_version" if status and status >= 400 else None
    return Entry(START.timestamp(), START.timestamp() + 1, who, "POST", path, dict(body), None, status, code, None)


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal")
    yield journal
    journal.close()


@pytest.fixture
def journal(empty: Journal) -> Journal:
    """Of the game in which all went well."""
    empty.note(entry(None))
    empty.note(entry(201))
    empty.note(entry(200))
    empty.note(entry(409, {"action": "dudo", "version": 4}, "bea"))
    return empty


def failing(verdicts: list[Verdict]) -> set[str]:
    """The claims that faults were found against."""
    return {verdict.claim for verdict in verdicts if verdict.faults}


def the(claim: str, verdicts: list[Verdict]) -> Verdict:
    return next(verdict for verdict in verdicts if claim in verdict.claim)


# --- Answers ------------------------------------------------------------------------------------------------------


def test_answers_that_are_in_the_history(journal: Journal) -> None:
    assert failing(answers.judge(journal, {"g": game()})) == set()


def lost(game: GameHistory) -> None:
    game.events[2] = replace(game.events[2], face=6)


def doubled(game: GameHistory) -> None:
    game.events.insert(3, game.events[2])


def made_by_time(game: GameHistory) -> None:
    game.events[2] = replace(game.events[2], by_time=True)


def left_unasked(game: GameHistory) -> None:
    game.events.append(Event(8, "left", at(11), 0))


@pytest.mark.parametrize(
    ("spoil", "claims"),
    [
        (lost, {"answered as done", "asked for by its player"}),
        (doubled, {"numbered by one", "answered as done"}),
        (made_by_time, {"answered as done"}),
        (left_unasked, {"numbered by one", "whoever asked for nothing"}),
    ],
)
def test_answers_that_are_not(journal: Journal, spoil: Callable[[GameHistory], None], claims: set[str]) -> None:
    spoilt = game()
    spoil(spoilt)
    found = failing(answers.judge(journal, {"g": spoilt}))
    assert len(found) == len(claims)
    assert all(any(claim in one for one in found) for claim in claims), found


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ([entry(201)], "answered as done"),  # the same move made twice
        (
            [entry(409, {"action": "dudo", "version": 4}), entry(201, {"action": "dudo", "version": 4})],
            "answered as done",
        ),
        ([entry(200, {}, path="games/g/leave/")], "has left, once"),
        ([entry(200, {}, "cleo", path="games/g/join/")], "taken a seat"),
    ],
)
def test_answers_that_promise_too_much(journal: Journal, told: list[Entry], claim: str) -> None:
    for one in told:
        journal.note(one)
    assert the(claim, answers.judge(journal, {"g": game()})).faults


def test_a_refused_move_that_was_made_all_the_same(empty: Journal) -> None:
    empty.note(entry(409))
    assert the("refused", answers.judge(empty, {"g": game()})).faults


def test_a_key_that_opened_two_tables(empty: Journal) -> None:
    for game_id in ("g", "h"):
        empty.note(replace(entry(201, {}, path="games/"), key="k", seen={"id": game_id}))
    assert the("Idempotency-Key", answers.judge(empty, {"g": game(), "h": replace(game(), id="h")})).faults


# --- Clocks -------------------------------------------------------------------------------------------------------


class Silent(Database):
    """No database: the silences it tells of are given."""

    def __init__(self, *silences: tuple[float, float]) -> None:
        super().__init__("")
        self.silences = silences

    def rows(self, sql: str) -> list[dict[str, Any]]:
        return [{"was_alive_at": at(a), "alive_at": at(b), "written_at": at(b)} for a, b in self.silences]


def judged(
    spoilt: GameHistory,
    journal: Journal,
    *silences: tuple[float, float],
    ended: float = 11,
    broken: str = "restart PostgreSQL, immediate",
) -> set[str]:
    """Where there was a silence, it is because of what was `broken` in it."""
    windows = [Window(broken, at(a).timestamp(), at(b).timestamp(), recovered=True) for a, b in silences]
    return failing(clocks.judge(Silent(*silences), journal, {"g": spoilt}, windows, ended_at=at(ended)))


def test_clocks_that_were_kept(journal: Journal) -> None:
    assert judged(game(), journal) == set()


def early(game: GameHistory) -> None:
    game.changes[1] = replace(game.changes[1], due_at=at(8.25))
    game.changes[2] = replace(game.changes[2], was_due_at=at(8.25))


def early_bot(game: GameHistory) -> None:
    game.changes[2] = replace(game.changes[2], due_at=at(10.55))
    game.changes[3] = replace(game.changes[3], was_due_at=at(10.55))


def unseen_change(game: GameHistory) -> None:
    del game.changes[2]


def short_turn(game: GameHistory) -> None:
    """By who was suspended for long between the decision and the writing."""
    game.changes[3] = replace(game.changes[3], written_at=at(20.6))


def two_at_once(game: GameHistory) -> None:
    """The bot's move came in the change that time's made."""
    game.changes[2:] = [replace(game.changes[3], was_version=4, was_due_at=at(8))]


def forgotten(game: GameHistory) -> None:
    game.changes[3] = replace(game.changes[3], due_at=at(-30))


@pytest.mark.parametrize(
    ("spoil", "claim"),
    [
        (early, "early"),
        (early_bot, "early"),
        (unseen_change, "followed the one before"),
        (short_turn, "less than its whole time"),
        (two_at_once, "one change of its game"),
        (forgotten, "still waited for"),
    ],
)
def test_clocks_that_were_not(journal: Journal, spoil: Callable[[GameHistory], None], claim: str) -> None:
    spoilt = game()
    spoil(spoilt)
    assert any(claim in one for one in judged(spoilt, journal))


def test_a_move_that_was_sent_too_late(empty: Journal) -> None:
    empty.note(replace(entry(201), sent=at(5.5).timestamp()))
    assert any("sent by its deadline" in one for one in judged(game(), empty))


def set_anew(written: float, *, deadline: float) -> GameHistory:
    """Bea's clock was set anew; she has not moved since."""
    anew = game()
    anew.version, anew.events = 4, anew.events[:3]
    last = change(3, 4, due=deadline + 1, written=written, was_version=4, was_due=8)
    anew.changes[2:] = [last]
    return anew


def test_a_clock_that_was_set_anew_after_a_silence(journal: Journal) -> None:
    assert judged(set_anew(20, deadline=25), journal, (6.5, 20), ended=21) == set()


@pytest.mark.parametrize(
    ("anew", "silences"),
    [
        (set_anew(20, deadline=25), []),  # there was no silence
        (set_anew(20, deadline=23), [(6.5, 20)]),  # not a full turn
    ],
)
def test_a_clock_that_should_not_have_been(
    journal: Journal, anew: GameHistory, silences: list[tuple[float, float]]
) -> None:
    assert any("set anew after a silence only" in one for one in judged(anew, journal, *silences, ended=21))


def test_a_silence_while_people_could_move(journal: Journal) -> None:
    found = judged(set_anew(20, deadline=25), journal, (6.5, 20), ended=21, broken="stop Redis")
    assert found == {"the server was taken to be down only when nobody could move"}


def test_a_turn_that_was_lost_to_a_silence(journal: Journal) -> None:
    assert any("cost anybody a turn" in one for one in judged(game(), journal, (2.5, 8.1)))


def test_a_deadline_that_was_not_the_games(journal: Journal) -> None:
    seen = {"id": "g", "version": 4, "status": "active", "deadline": at(6).isoformat()}
    journal.note(replace(entry(201), seen=seen))
    assert any("was shown" in one for one in judged(game(), journal))


def test_how_late_things_were_done() -> None:
    broken = Window("kill beat", at(9).timestamp(), at(10.1).timestamp(), recovered=True)
    time, bots = clocks.delays({"g": game()}, [broken])
    assert (time.what, time.actor, time.in_fault) == ("time", "deadlines", False)
    assert (bots.what, bots.actor, bots.in_fault) == ("bots", "bots", True)
    assert [time.seconds, bots.seconds] == pytest.approx([0.3, 0.6])
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile([3, 1, 2], 0.99) == 3


# --- Logs ---------------------------------------------------------------------------------------------------------

SECRET = "5e" * 32
EXPECTED = f"{logs.TRACEBACK}\n  File x\n    y\ndjango.db.utils.OperationalError: the connection is lost\n"


@pytest.mark.parametrize("line", [f"token {SECRET}", "the hand is [1, 3, 3, 5, 2]", "'13352'", "the word abracadabra"])
def test_secrets_in_logs(line: str) -> None:
    hidden, faults = logs.judge({"web.1.log": f"{EXPECTED}all is well\n{line}"}, [SECRET], ["abracadabra"])
    assert hidden.faults == ["web.1.log, line 6"]
    assert faults.holds


def test_tracebacks_in_logs() -> None:
    text = f"{EXPECTED}{logs.TRACEBACK}\n  File x\nKeyError: 3\n"
    _, faults = logs.judge({"web.1.log": text}, [], [])
    assert faults.faults == ["web.1.log: KeyError"]
    assert "1 × the database went away (django.db.utils.OperationalError)" in faults.notes


def test_a_verdict_on_nothing_does_not_hold() -> None:
    assert not Verdict("nothing was looked at").holds
    assert Verdict("it does not happen each time", rare=True).holds
