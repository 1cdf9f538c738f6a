"""What a question costs: the time of its request and of its statements, and how the database goes about each."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection

from games.management.bench.history.questions import Question

LARGE: Final = frozenset({"games_game", "games_seat", "games_round", "games_hand", "games_bid", "players_ratingchange"})
"""Tables that grow with history: no list reads one from end to end."""
PLAIN_READS: Final = ("SELECT", "WITH")


@dataclass
class Plan:
    """How PostgreSQL ran one statement: the plan as text, and from it what matters here."""

    sql: str
    lines: Sequence[str]
    milliseconds: float
    blocks: int
    """Pages of 8 KB that it looked at, in its memory or not."""
    examined: int = 0
    """Rows of large tables that it looked at, whether they were wanted or not."""
    scanned: Sequence[str] = ()
    """Large tables that it read from end to end."""
    indexes: Sequence[str] = ()


@dataclass
class Cost:
    """What a question takes, in milliseconds: the least of several times, for what else the machine does only adds.

    `request` is this process's CPU time, `database` what PostgreSQL says of its planning and its running.
    """

    question: Question
    request: float
    statements: int
    plans: list[Plan] = field(default_factory=list)

    @property
    def database(self) -> float:
        return sum(plan.milliseconds for plan in self.plans)

    @property
    def whole(self) -> float:
        return self.request + self.database

    @property
    def blocks(self) -> int:
        return sum(plan.blocks for plan in self.plans)

    @property
    def examined(self) -> int:
        return sum(plan.examined for plan in self.plans)

    @property
    def indexes(self) -> list[str]:
        """Those that its statements use, each once."""
        return list(dict.fromkeys(index for plan in self.plans for index in plan.indexes))

    @property
    def scanned(self) -> set[str]:
        return {table for plan in self.plans for table in plan.scanned}


def measure(question: Question, *, repeat: int) -> Cost:
    """Ask so often, after a first time that is not counted."""
    question.ask()
    own = []
    for _ in range(repeat):
        with _Noting() as noted:
            begin = time.thread_time()
            question.ask()
            own.append(time.thread_time() - begin)
    return Cost(question, min(own) * 1000, len(noted.statements), _plans(noted.statements, repeat=repeat))


def plans_of(question: Question) -> list[Plan]:
    """How the database goes about a question that is asked once."""
    with _Noting() as noted:
        question.ask()
    return _plans(noted.statements, repeat=1)


def _plans(statements: Sequence[tuple[str, Any]], *, repeat: int) -> list[Plan]:
    if connection.vendor != "postgresql":
        return []
    reads = [(sql, params) for sql, params in statements if sql.lstrip("(").startswith(PLAIN_READS)]
    return [
        min((_plan(sql, params) for _ in range(repeat)), key=lambda plan: plan.milliseconds) for sql, params in reads
    ]


class _Noting:
    """Notes the statements of the block."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, Any]] = []
        self._wrapper = connection.execute_wrapper(self._note)

    def __enter__(self) -> "_Noting":
        self._wrapper.__enter__()
        return self

    def __exit__(self, *exc: Any) -> None:
        self._wrapper.__exit__(*exc)

    def _note(self, execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        self.statements.append((sql, params))
        return execute(sql, params, *rest)


def _plan(sql: str, params: Any) -> Plan:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
        told = cursor.fetchone()[0]
    [top] = json.loads(told) if isinstance(told, str) else told
    nodes = list(_nodes(top["Plan"]))
    return Plan(
        sql=sql,
        lines=list(_lines(top["Plan"], 0)),
        milliseconds=top["Planning Time"] + top["Execution Time"],
        blocks=top["Plan"]["Shared Hit Blocks"] + top["Plan"]["Shared Read Blocks"],
        examined=sum(map(_examined, nodes)),
        scanned=sorted({n["Relation Name"] for n in nodes if n["Node Type"] == "Seq Scan"} & LARGE),
        indexes=sorted({n["Index Name"] for n in nodes if "Index Name" in n}),
    )


def _examined(node: dict[str, Any]) -> int:
    if node.get("Relation Name") not in LARGE or node["Node Type"] == "Bitmap Index Scan":
        return 0
    removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    rows: float = (node["Actual Rows"] + removed) * node["Actual Loops"]
    return round(rows)


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def _lines(node: dict[str, Any], depth: int) -> Iterator[str]:
    """One line a node: what it is, of what, how many rows came how often, and the pages it looked at."""
    of = " ".join(str(node[name]) for name in ("Relation Name", "Index Name") if name in node)
    rows, loops = round(node["Actual Rows"]), node["Actual Loops"]
    pages = node["Shared Hit Blocks"] + node["Shared Read Blocks"]
    removed = node.get("Rows Removed by Filter", 0)
    yield (
        f"{'  ' * depth}{node['Node Type']}{' ' + of if of else ''}: {rows} rows × {loops}, {pages} pages"
        f"{f', {removed} filtered out' if removed else ''}"
    )
    for child in node.get("Plans", ()):
        yield from _lines(child, depth + 1)
