"""What is measured of each request: how long it took, or which SQL it ran."""

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from django.db import connection

# Not data: how a transaction or a part of one begins and ends. PostgreSQL's driver begins and commits unasked.
FRAMES = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


class Meter(Protocol):
    """Measures one request, the block, under the name of its kind."""

    def measure(self, what: str) -> AbstractContextManager[None]: ...


class Timings:
    """Seconds of every request, by kind."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}

    @contextmanager
    def measure(self, what: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.seconds.setdefault(what, []).append(time.perf_counter() - begin)

    def add(self, other: "Timings") -> None:
        for what, seconds in other.seconds.items():
            self.seconds.setdefault(what, []).extend(seconds)

    def table(self) -> Iterator[str]:
        """A line for each kind: how many, and milliseconds at the median, the 90th and the 99th percentile."""
        yield f"{'request':<16} {'number':>7} {'median ms':>10} {'90 % ms':>9} {'99 % ms':>9}"
        for what, taken in self.seconds.items():
            cuts = statistics.quantiles(taken, n=100, method="inclusive") if len(taken) > 1 else taken * 99
            median, ninety, ninety_nine = (f"{cuts[percent - 1] * 1000:.2f}" for percent in (50, 90, 99))
            yield f"{what:<16} {len(taken):>7} {median:>10} {ninety:>9} {ninety_nine:>9}"


class Statements:
    """The SQL of every request of this thread, by kind."""

    def __init__(self) -> None:
        self.runs: dict[str, list[list[str]]] = {}

    @contextmanager
    def measure(self, what: str) -> Iterator[None]:
        run: list[str] = []

        def note(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
            if not sql.upper().startswith(FRAMES):
                run.append(sql)
            return execute(sql, params, *rest)

        with connection.execute_wrapper(note):
            yield
        self.runs.setdefault(what, []).append(run)

    def usual(self, what: str) -> list[str]:
        """The statements of a run that has as many as most have."""
        runs = self.runs[what]
        number = Counter(map(len, runs)).most_common(1)[0][0]
        return next(run for run in runs if len(run) == number)

    def table(self) -> Iterator[str]:
        """A line for each kind: how many statements it usually is, and of which sort."""
        yield f"{'request':<16} {'statements':>10}"
        for what in self.runs:
            usual = self.usual(what)
            sorts = Counter(sql.split(maxsplit=1)[0].upper() for sql in usual)
            yield f"{what:<16} {len(usual):>10}   {', '.join(f'{count} {sort}' for sort, count in sorts.items())}"
