"""`manage.py bench_timing`: whether the time that an answer takes tells of hidden dice."""

import random
import time
from argparse import ArgumentParser
from statistics import median
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.management.bench.calls import CallFailed
from games.management.bench.machine import database, machine
from games.management.bench.meters import Timings
from games.management.bench.ranks import Comparison
from games.management.bench.stage import stage
from games.management.bench.telling import PLANTED, Telling, Times

LEVEL: Final = 0.01
"""Of error for all questions together: each is held against its share."""


class Command(BaseCommand):
    """Ask about many games, and compare the times where the standing bid is true with those where it is not."""

    help = (
        "Compare how long answers take in games in which the standing bid is true and in which it is not, which who "
        "asks cannot know. Without --server in this process, on a database of its own that is dropped at the end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=200, help="tables to ask about (default 200)")
        parser.add_argument("--repeats", type=int, default=20, help="of each question at a table (default 20)")
        parser.add_argument("--server", metavar="URL", help="a running server, such as http://127.0.0.1:8000")

    def handle(self, **options: Any) -> None:
        if options["games"] < 20 or options["repeats"] < 1:
            raise CommandError("--games is at least 20, and --repeats at least 1.")
        try:
            with stage(options["server"]) as new_caller:
                self.stdout.write(machine())
                self.stdout.write(options["server"] or f"the WSGI application in this process, {database()}")
                client = Telling(new_caller(), Timings(), ruleset="aces", chance=random.Random(1))
                # In this process its own work alone, so that a machine with other things to do tells as much.
                clock = time.perf_counter if options["server"] else time.thread_time
                client.measure(games=options["games"], repeats=options["repeats"], clock=clock)
        except CallFailed as error:
            raise CommandError(str(error)) from error
        self._tell(client.times)

    def _tell(self, times: dict[str, Times]) -> None:
        counts = [len(times[PLANTED].false), len(times[PLANTED].true)]
        self.stdout.write(
            f"\ntables where the bid is false {counts[0]}, true {counts[1]}; milliseconds at the median\n"
        )
        self.stdout.write(f"{'question':30}{'false':>9}{'true':>9}{'more':>9}{'p':>9}")
        share = LEVEL / len(times)
        for name, taken in times.items():
            compared = Comparison(taken.false, taken.true)
            told = "differs" if compared.p < share else "no difference"
            medians = [median(taken.false), median(taken.true), compared.difference]
            figures = "".join(f"{seconds * 1000:9.3f}" for seconds in medians)
            self.stdout.write(f"{name:30}{figures}{compared.p:9.4f}  {told}")
        self.stdout.write(f"\n{PLANTED!r} is there to be found. p is held against {share:.4f}.")
