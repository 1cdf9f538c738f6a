"""`manage.py bench_history`: what reading costs when there are many games, and whether it grows with them."""

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.bench.crowd import NO_PASSWORD, OWNER
from games.management.bench.history.crowd import UNDECIDED
from games.management.bench.history.fill import REGULAR, counts, fill
from games.management.bench.history.measure import Cost, measure
from games.management.bench.history.questions import ADMIN, EXPORTED, dismiss, questions
from games.management.bench.machine import database, machine
from games.management.bench.scratch import scratch_database
from games.models import Game
from players.models import Player

FACTOR: Final = 2.0
NOISE: Final = 5.0
"""Milliseconds that a question may differ by, whatever is asked."""
LEAST: Final = 2 * UNDECIDED + 7 * (EXPORTED + 10)

Costs = Mapping[str, Cost]


class Command(BaseCommand):
    """Fill two histories, ask both the same questions, and compare."""

    help = (
        "Simulate a short and a long history of games through the rules, in a database of its own each that is dropped "
        "at the end, and measure lists, games, leaderboards and the admin on both. Fails if one reads a large table "
        "from end to end, or takes more than twice as long in the long history."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=200_000, help="of the long history (default 200,000)")
        parser.add_argument("--compare", type=int, default=1_000, help="of the short one (default 1,000)")
        parser.add_argument("--processes", type=int, default=2, help="that play, on PostgreSQL (default 2)")
        parser.add_argument("--repeat", type=int, default=10, help="how often each question is asked (default 10)")
        parser.add_argument("--plans", action="store_true", help="print the plans in the long history, too")
        parser.add_argument(
            "--here",
            action="store_true",
            help="the long history goes into the configured database, which has no games and no players yet, and stays",
        )

    def handle(self, **options: Any) -> None:
        if min(options["games"], options["compare"]) < LEAST or min(options["processes"], options["repeat"]) < 1:
            raise CommandError(f"--games and --compare are at least {LEAST}, --processes and --repeat at least 1.")
        if options["here"]:
            _check_room()
        # Requests are counted as ever, which is a part of what each costs, but no limit is reached.
        settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, "1000000000/day")
        settings.ALLOWED_HOSTS = ["testserver"]
        self._write(machine(), database())
        with scratch_database():
            short = self._history(options["compare"], options)
        with _stage(here=options["here"]):
            long = self._history(options["games"], options)
        grown = list(self._compare(short, long))
        if options["plans"]:
            self._tell_plans(long.values())
        scanned = {name: cost.scanned for name, cost in long.items() if cost.scanned}
        self._write(
            "", f"of {len(long)}, {len(grown)} take more than twice as long, {len(scanned)} read a large table whole"
        )
        if grown or scanned:
            raise CommandError("; ".join([*grown, *(f"{name}: {', '.join(t)} whole" for name, t in scanned.items())]))

    def _history(self, games: int, options: dict[str, Any]) -> dict[str, Cost]:
        if not Game.objects.exists():
            fill(games, processes=options["processes"], say=self._write)
        self._write(", ".join(f"{name} {number:,}" for name, number in counts().items()))
        try:
            return {question.name: measure(question, repeat=options["repeat"]) for question in questions()}
        finally:
            dismiss()

    def _compare(self, short: Costs, long: Costs) -> Iterable[str]:
        """A table of all questions, as it stands in docs/performance.md; the names of those that have grown."""
        self._write("", "| question | SQL | CPU, ms | | database, ms | | pages | | indexes |", "|" + " --- |" * 9)
        for name, after in long.items():
            before = short[name]
            numbers = [
                *(f"{cost.request:.0f}" for cost in (before, after)),
                *(f"{cost.database:.1f}" for cost in (before, after)),
                *(f"{cost.blocks:,}" for cost in (before, after)),
            ]
            self._write(f"| {name} | {after.statements} | {' | '.join(numbers)} | {', '.join(after.indexes)} |")
            if after.whole > FACTOR * before.whole and after.whole - before.whole > NOISE:
                yield name

    def _tell_plans(self, costs: Iterable[Cost]) -> None:
        for cost in costs:
            self._write("", f"{cost.question.name}: {cost.question.path.partition('cursor=')[0]}")
            for plan in cost.plans:
                self._write(f"  {plan.milliseconds:.2f} ms, {plan.blocks} pages: {plan.sql[:100]}")
                self._write(*(f"    {line}" for line in plan.lines))

    def _write(self, *lines: str) -> None:
        self.stdout.write("\n".join(lines))
        self.stdout.flush()


def _check_room() -> None:
    """Raise CommandError where somebody plays: a history among their games would be no measure, and stay there.

    Staff may be there, and the history that an earlier run has left.
    """
    if Player.objects.filter(username=REGULAR, password=NO_PASSWORD).exists():
        return
    players = Player.objects.exclude(kind=Player.Kind.SERVER).filter(is_staff=False, is_superuser=False)
    if Game.objects.exists() or players.exists():
        raise CommandError("--here is for a database without games and players: it fills it with others, for good.")
    if taken := Player.objects.filter(username__iregex=f"^({OWNER}|{REGULAR}|{ADMIN}|p[0-9]+)$").first():
        raise CommandError(f"--here wants the name {taken.username} for one of its own accounts.")


def _stage(*, here: bool) -> AbstractContextManager[None]:
    return nullcontext() if here else scratch_database()
