"""A run: a world, clients, faults, time to settle, and the verdicts."""

import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.chaos import history
from tests.chaos.breaking import Breaking, Window
from tests.chaos.groups import PASSWORD, Group, gather
from tests.chaos.journal import Journal
from tests.chaos.plan import Plan, Planned
from tests.chaos.verdicts import answers, clocks, logs, progress, records, results
from tests.chaos.verdicts.verdict import Verdict
from tests.chaos.worlds import World

AT_ONCE = 4
MakeWorld = Callable[..., AbstractContextManager[World]]


@dataclass
class Outcome:
    """What a run has done, and what came of it."""

    plan: Plan
    faults: list[Planned]
    seconds: float = 0.0
    journal: Journal | None = None
    games: dict[str, history.GameHistory] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    delays: list[clocks.Delay] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return all(verdict.holds for verdict in self.verdicts)


def run(plan: Plan, make_world: MakeWorld, *, tell: Callable[[str], object]) -> Outcome:
    """Break a world of its own as planned. AssertionError if it does not even come up."""
    begin = time.monotonic()
    outcome = Outcome(plan, plan.draw())
    with (
        tempfile.TemporaryDirectory(prefix="perudo-chaos-", ignore_cleanup_errors=True) as name,
        make_world(Path(name), bot_delay=plan.bot_delay) as world,
    ):
        world.start()
        tell("all processes are up; clients register and open tables")
        journal = outcome.journal = Journal(Path(name) / "journal.jsonl")
        closing, over = threading.Event(), threading.Event()
        groups = gather(plan, port=world.port, journal=journal, closing=closing, over=over)
        try:
            _open(groups)
            games = sum(group.wanted for group in groups)
            tell(f"{games} games; {plan.seconds:.0f} s of load, in which {len(outcome.faults)} things break")
            breaking = _break(groups, world, outcome)
            closing.set()
            tell("nothing is broken any more; do the games go on?")
            outcome.verdicts.append(progress.wait(world.database, seconds=plan.settle_seconds))
        finally:
            _leave(groups, over)
        journal.close()
        tell(f"{len(journal.entries)} requests; the verdicts")
        outcome.verdicts += _went_well(groups, breaking)
        _judge(outcome, world, groups)
    outcome.seconds = time.monotonic() - begin
    return outcome


def _open(groups: list[Group]) -> None:
    """Accounts and first tables, some groups at a time, before anybody plays."""

    def prepare(group: Group) -> None:
        group.register()
        group.open_tables()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(prepare, groups))


def _break(groups: list[Group], world: World, outcome: Outcome) -> Breaking:
    begin = time.monotonic()
    for group in groups:
        group.start()
    breaking = Breaking(world, outcome.faults)
    breaking.run()
    time.sleep(max(0.0, begin + outcome.plan.seconds - time.monotonic()))
    outcome.windows = breaking.windows
    return breaking


def _leave(groups: list[Group], over: threading.Event) -> None:
    over.set()
    for group in groups:
        if group.ident is not None:
            group.join()


def _went_well(groups: list[Group], breaking: Breaking) -> list[Verdict]:
    clients = Verdict("no client met an answer that it could not make sense of")
    for group in groups:
        clients.check(group.failed is None, group.failed or "")
    faults = Verdict("whatever was broken was up again in time")
    faults.examined, faults.faults = len(breaking.windows), breaking.failed
    return [clients, faults]


def _judge(outcome: Outcome, world: World, groups: list[Group]) -> None:
    assert outcome.journal is not None
    ended_at = datetime.now(UTC)
    games = outcome.games = history.read(world.database)
    outcome.delays = list(clocks.delays(games, outcome.windows))
    outcome.verdicts += answers.judge(outcome.journal, games)
    outcome.verdicts += clocks.judge(world.database, outcome.journal, games, outcome.windows, ended_at=ended_at)
    # So that running games hold still while they are read.
    exits = world.supervisor.stop(but=world.answering)
    verdicts, keys = records.judge(world.port, games)
    outcome.verdicts += verdicts
    world.exits = exits | {world.answering: world.service(world.answering).stop()}
    stopped = Verdict("every process stopped when it was told to")
    for name, code in world.exits.items():
        # Uvicorn ends by the signal that stopped it.
        stopped.check(code in ((0, -15) if name == "web" else (0,)), f"{name}: {code}")
    outcome.verdicts.append(stopped)
    outcome.verdicts.append(results.judge(world.database, world.environment))
    tokens = {account.token for group in groups for account in group.accounts}
    secrets = keys | tokens | {game.server_seed for game in games.values()}
    outcome.verdicts += logs.judge(world.logs(), secrets, [PASSWORD, world.secret_key])
