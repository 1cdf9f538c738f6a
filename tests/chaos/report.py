"""What a run has measured, in lines for people."""

import math
import os
import platform
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.chaos.run import Outcome
from tests.chaos.verdicts.clocks import Delay
from tests.chaos.verdicts.verdict import Verdict

FAULTS_TOLD = 5
CLOCKS = {"time": "deadlines", "bots": "bots' moments", "fill": "tables to be filled", "shut": "tables to be closed"}


def lines(outcome: Outcome, *, name: str) -> Iterator[str]:
    yield ""
    yield f"{name}: {outcome.plan.seconds:.0f} s of load, {outcome.seconds:.0f} s in all, on {machine()}"
    yield from _load(outcome)
    yield from _faults(outcome)
    yield from _delays(outcome.delays)
    yield ""
    for verdict in outcome.verdicts:
        yield from _verdict(verdict)


def machine() -> str:
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def quantile(values: Sequence[float], q: float) -> float:
    """The least value that a part `q` of all does not exceed; not a number where there are none."""
    return sorted(values)[max(0, math.ceil(q * len(values)) - 1)] if values else math.nan


def _load(outcome: Outcome) -> Iterator[str]:
    assert outcome.journal is not None
    entries = outcome.journal.entries
    answered = [entry.seconds for entry in entries if entry.status is not None]
    lost = sum(entry.status is None for entry in entries)
    broken = sum(entry.status is not None and entry.status >= 500 for entry in entries)
    states = Counter(game.status for game in outcome.games.values())
    events = sum(len(game.events) for game in outcome.games.values())
    yield f"  {len(entries)} requests, {lost} without an answer, {broken} answered 500 and above"
    half, most = quantile(answered, 0.5), quantile(answered, 0.99)
    yield f"  time to answer: p50 {half:.3f} s, p99 {most:.2f} s, worst {max(answered):.1f} s"
    told = ", ".join(f"{number} {status}" for status, number in states.most_common())
    yield f"  {len(outcome.games)} games ({told}), {events} events"


def _faults(outcome: Outcome) -> Iterator[str]:
    yield ""
    yield "  what was broken                     times   seconds each"
    for kind in outcome.plan.faults:
        found = [window.end - window.begin for window in outcome.windows if window.kind == kind]
        if found:
            yield f"  {kind:35} {len(found):5}   {min(found):.1f} to {max(found):.1f}"


def _delays(delays: Sequence[Delay]) -> Iterator[str]:
    yield ""
    yield "  seconds from due_at to the act      times     p50     p99   worst   done by"
    for what, told in CLOCKS.items():
        for in_fault in (False, True):
            some = [delay for delay in delays if delay.what == what and delay.in_fault == in_fault]
            if some:
                seconds = [delay.seconds for delay in some]
                by = ", ".join(f"{actor} {times}" for actor, times in Counter(d.actor for d in some).most_common(4))
                name = f"{told}, {'with' if in_fault else 'without'} a fault"
                yield (
                    f"  {name:35} {len(some):5} {quantile(seconds, 0.5):7.2f} {quantile(seconds, 0.99):7.2f}"
                    f" {max(seconds):7.2f}   {by}"
                )


def _verdict(verdict: Verdict) -> Iterator[str]:
    yield f"  {'ok    ' if verdict.holds else 'FAILED'} {verdict.claim} ({verdict.examined})"
    for note in verdict.notes:
        yield f"           {note}"
    if not verdict.holds:
        yield f"           {len(verdict.faults)} times not"
    for fault in verdict.faults[:FAULTS_TOLD]:
        yield f"         - {fault}"
