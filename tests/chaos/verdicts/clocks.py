"""Deadlines, bots' moments, tables to be filled: each acted on once, none early; and how late each was."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from tests.chaos.breaking import Window
from tests.chaos.database import Database
from tests.chaos.history import Change, Event, GameHistory
from tests.chaos.journal import Journal
from tests.chaos.verdicts.verdict import Verdict

GRACE = timedelta(seconds=1)
"""TIMEOUT_GRACE_SECONDS, as it is unless told otherwise."""
DOWN_AFTER = 5.0
"""DOWN_AFTER_SECONDS, as it is unless told otherwise."""
STALLED = 10.0
"""STALLED_TRANSACTION_SECONDS, as it is unless told otherwise: what is between reading the clock and writing."""
SILENCING = {
    *("restart PostgreSQL, fast", "restart PostgreSQL, immediate", "kill all of web", "kill the server"),
}
"""The kinds of faults that leave nobody who could say that the server is alive, if they last."""
SOON = 5.0
OVERDUE = 20.0
"""Seconds after which a moment that is still waited for at the end counts as lost."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Between two signs of life: too long, so that whatever ran out meanwhile was set anew."""

    begin: datetime
    end: datetime
    noted_at: datetime


@dataclass(frozen=True, slots=True)
class Delay:
    """How long after it was due something was done, by which process, and whether anything was broken meanwhile."""

    what: str
    seconds: float
    actor: str
    in_fault: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a game's row and the one before; `event` is the first that it brought, if any."""

    game: GameHistory
    before: Change
    after: Change
    event: Event | None

    def __str__(self) -> str:
        return f"{self.game.id} v{self.before.version}→{self.after.version}: {self.event}, after {self.before}"

    @property
    def is_set_anew(self) -> bool:
        before, after = self.before, self.after
        return (
            after.version == before.version
            and after.due_for == before.due_for
            and (after.deadline, after.due_at) != (before.deadline, before.due_at)
        )

    @property
    def answers_for(self) -> str | None:
        """What was due and has been done: time, bots, fill, shut. None for what people did before."""
        before, event = self.before, self.event
        if self.is_set_anew or not before.due_for:
            return None
        if event is None:
            return "bots" if (before.due_for, self.after.due_for) == ("bots", "time") else None
        if event.what == "started":
            return "fill" if self.game.bots and before.due_for == "fill" else None
        if event.what == "finished":  # and nothing that led to it: it was given up
            return before.due_for
        if event.by_time:
            return "time"
        return "bots" if event.seat in self.game.bots else None


def judge(
    database: Database,
    journal: Journal,
    games: Mapping[str, GameHistory],
    windows: Sequence[Window],
    *,
    ended_at: datetime,
) -> list[Verdict]:
    silences = read_silences(database)
    return [
        _noted(games),
        _one_by_one(games),
        _on_time(games),
        _in_time(journal, games),
        _whole_turns(games),
        _reasoned(silences, windows),
        _set_anew(games, silences),
        _nobody_lost(games, silences),
        _seen(journal, games),
        _nothing_left(games, ended_at),
        *_late(games, windows),
    ]


def read_silences(database: Database) -> list[Silence]:
    """The silences that were ended by setting clocks anew; the server's own measure is longer than any other's."""
    found = []
    for row in database.rows("SELECT * FROM chaos_silence"):
        begin, end, noted = (database.moment(row[name]) for name in ("was_alive_at", "alive_at", "written_at"))
        assert begin is not None
        assert end is not None
        assert noted is not None
        if (end - begin).total_seconds() > DOWN_AFTER:
            found.append(Silence(begin, end, noted))
    return found


def steps(games: Mapping[str, GameHistory]) -> Iterator[Step]:
    for game in games.values():
        for before, after in pairwise(game.changes):
            yield Step(game, before, after, game.at(before.version + 1) if after.version > before.version else None)


def delays(games: Mapping[str, GameHistory], windows: Sequence[Window]) -> Iterator[Delay]:
    """From the moment something was due to the moment it was written down."""
    for step in steps(games):
        what, due_at = step.answers_for, step.before.due_at
        if what is not None and due_at is not None and what == step.before.due_for:
            begin, end = due_at.timestamp(), step.after.written_at.timestamp()
            broken = any(window.begin <= end and begin <= window.end for window in windows)
            yield Delay(what, end - begin, step.after.actor, broken)


def _noted(games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every change of a game followed the one before, and none was lost")
    for step in steps(games):
        before, after = step.before, step.after
        follows = (after.was_version, after.was_due_at) == (before.version, before.due_at)
        verdict.check(follows and after.version >= before.version, str(step))
    return verdict


def _one_by_one(games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every move of time, of a bot and of a player was one change of its game")
    for game in games.values():
        began = {before.version + 1 for before, after in pairwise(game.changes) if after.version > before.version}
        for event in game.events:
            if event.what in ("bid", "dudo", "calza", "left", "timeout", "removed"):
                verdict.check(event.seq in began, f"{game.id}: {event} came with another")
    return verdict


def _on_time(games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every deadline and every bots' moment that was acted on was due, and none was acted on early")
    for step in steps(games):
        what, before = step.answers_for, step.before
        if what is None:
            continue
        # What a reader or the sweep does is dated by the moment it began.
        at = step.event.at if step.event is not None and step.event.at is not None else step.after.written_at
        due = before.due_for == what and before.due_at is not None and at >= before.due_at
        verdict.check(due and step.after.written_at >= (before.due_at or at), str(step))
    return verdict


def _in_time(journal: Journal, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every move of a player's had been sent by its deadline")
    sent: dict[tuple[str, str, int], float] = {}
    for game_id, entry in journal.moves():
        of = (game_id, entry.who, (entry.body or {})["version"])
        sent[of] = min(entry.sent, sent.get(of, entry.sent))
    for step in steps(games):
        event, deadline = step.event, step.before.deadline
        is_players = event is not None and event.what in ("bid", "dudo", "calza") and step.answers_for is None
        if is_players and deadline is not None:
            assert event is not None
            assert event.seat is not None
            of = (step.game.id, step.game.seats[event.seat] or "", step.before.version)
            verdict.check(sent.get(of, math.inf) <= deadline.timestamp(), str(step))
    return verdict


def _whole_turns(games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("no turn began with much less than its whole time")
    missing = []
    for step in steps(games):
        deadline, seconds = step.after.deadline, step.game.turn_seconds
        if deadline is not None and seconds is not None and deadline != step.before.deadline:
            short = seconds - (deadline - step.after.written_at).total_seconds()
            missing.append(short)
            verdict.check(short < STALLED, f"{short:.1f} s less: {step}")
    if missing:
        verdict.notes.append(
            f"{sum(short > 1 for short in missing)} had lost over a second; most: {max(missing):.2f} s"
        )
    return verdict


def _reasoned(silences: Sequence[Silence], windows: Sequence[Window]) -> Verdict:
    verdict = Verdict("the server was taken to be down only when nobody could move", rare=True)
    away = [window for window in windows if window.kind in SILENCING]
    for silence in silences:
        begin, end = silence.begin.timestamp(), silence.end.timestamp()
        verdict.check(any(window.begin <= end and begin <= window.end for window in away), str(silence))
    return verdict


def _set_anew(games: Mapping[str, GameHistory], silences: Sequence[Silence]) -> Verdict:
    verdict = Verdict("a clock was set anew after a silence only, to a full turn, and once a silence", rare=True)
    anew: dict[tuple[str, datetime], int] = defaultdict(int)
    for step in steps(games):
        if not step.is_set_anew or step.after.status != "active":
            continue
        after = step.after
        ended = [silence for silence in silences if abs((silence.noted_at - after.written_at).total_seconds()) < 10]
        full = {silence.end + timedelta(seconds=step.game.turn_seconds or 0) for silence in ended}
        verdict.check(after.deadline is None or after.deadline in full, str(step))
        if after.deadline is not None:
            anew[step.game.id, after.deadline] += 1
            verdict.check(anew[step.game.id, after.deadline] == 1, f"twice: {step}")
    verdict.notes.append(f"{len(silences)} silences, {sum(anew.values())} clocks set anew")
    return verdict


def _nobody_lost(games: Mapping[str, GameHistory], silences: Sequence[Silence]) -> Verdict:
    verdict = Verdict("no time that ran out in a silence cost anybody a turn")
    for step in steps(games):
        deadline = step.before.deadline
        if step.answers_for != "time" or deadline is None:
            continue
        # A clock that was set after the silence had been ended is not of it.
        lost_in = [
            silence
            for silence in silences
            if silence.begin - GRACE < deadline <= silence.end
            and step.before.written_at <= silence.noted_at <= step.after.written_at
        ]
        verdict.check(not lost_in, f"{step} in {lost_in}")
    return verdict


def _seen(journal: Journal, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every deadline that a client was shown was the game's own at that version")
    known: dict[tuple[str, int], set[datetime | None]] = defaultdict(set)
    for game in games.values():
        for change in game.changes:
            known[game.id, change.version].add(change.deadline)
    for entry in journal.entries:
        if entry.is_done and entry.seen is not None and entry.seen["status"] == "active":
            seen = entry.seen
            deadline = datetime.fromisoformat(seen["deadline"]) if seen["deadline"] else None
            verdict.check(deadline in known[seen["id"], seen["version"]], f"{seen} is none of the game's")
    return verdict


def _late(games: Mapping[str, GameHistory], windows: Sequence[Window]) -> Iterator[Verdict]:
    """For runs in which a worker was suspended. What it wrote late is among what the other verdicts looked at."""
    suspended = [window for window in windows if window.kind.startswith("suspend worker")]
    if not suspended:
        return
    verdict = Verdict(
        "what a suspended worker did when it was resumed was still due then, or it did nothing", rare=True
    )
    late = soon = 0
    for step in steps(games):
        event, actor = step.event, step.after.actor
        if event is None or event.at is None:
            continue
        for window in suspended:
            since = step.after.written_at.timestamp() - window.end
            soon += window.kind.endswith(actor) and 0 <= since < SOON
            # It had begun before it was suspended, and wrote after it was resumed.
            if window.kind.endswith(actor) and event.at.timestamp() < window.end <= step.after.written_at.timestamp():
                late += 1
                verdict.check(step.before.written_at <= event.at, str(step))
    verdict.notes.append(f"{soon} acts in the {SOON:.0f} s after it, {late} of them dated before")
    yield verdict


def _nothing_left(games: Mapping[str, GameHistory], ended_at: datetime) -> Verdict:
    verdict = Verdict("nothing that was due is still waited for")
    for game in games.values():
        last = game.changes[-1]
        late = 0.0 if last.due_at is None else (ended_at - last.due_at).total_seconds()
        verdict.check(late < OVERDUE, f"{game.id}: {last.due_for} was due {late:.1f} s ago")
    return verdict
