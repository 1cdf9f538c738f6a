"""What is counted and timed while the server works, for Prometheus (docs/operation.md, "Metrics").

Counts are this process's. With `PROMETHEUS_MULTIPROC_DIR` every process of the machine writes its own there, and
`/metrics` adds them up (games/ops/metrics.py).
"""

from typing import Final

from prometheus_client import Counter, Histogram

from games.rules.actions import Action, CallCalza, CallDudo, Leave, PlaceBid, TimeOut

KINDS: Final = {PlaceBid: "bid", CallDudo: "dudo", CallCalza: "calza", Leave: "leave", TimeOut: "timeout"}
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
LATE_SECONDS: Final = (0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 300, 3600)

_moves = Counter(
    "perudo_moves",
    "Moves by what they were, who made them (player, bots, time, admin) and what came of them: played, repeated, or "
    "the code of the refusal",
    ["kind", "by", "result"],
)
move_seconds = Histogram(
    "perudo_move_seconds",
    "From the arrival of a player's bid or call to its answer, refusals included",
    ["kind"],
    buckets=SECONDS,
)
late_seconds = Histogram(
    "perudo_late_seconds",
    "How long after its moment (due_at) the server did what was due, by what that was",
    ["due_for"],
    buckets=LATE_SECONDS,
)
bot_think_seconds = Histogram(
    "perudo_bot_think_seconds", "How long a server bot thought about one decision", ["bot"], buckets=SECONDS
)


def count_move(action: Action, *, by: str, result: str = "played") -> None:
    """One more, once the transaction is committed."""
    _moves.labels(KINDS[type(action)], by, result).inc()
