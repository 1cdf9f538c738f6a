"""`manage.py bench_moves`: what a move costs, on this machine, through the whole HTTP stack."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.bench.calls import CallFailed
from games.management.bench.clients import Client
from games.management.bench.machine import database, machine
from games.management.bench.meters import Statements, Timings
from games.management.bench.race import Race
from games.management.bench.stage import NewCaller, stage
from games.rules.ruleset import CURRENT


class Command(BaseCommand):
    """Play two-player games between people, as fast as the answers come, and print moves per second."""

    help = (
        "Measure moves per second, and milliseconds a move. Without --server the WSGI application is called in this "
        "process, on a database of its own that is dropped at the end; with it, a running server is measured, and "
        "the accounts and games made stay there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=20, help="games that each client plays (default 20)")
        parser.add_argument("--reads", type=int, default=200, help="views that each client reads then (default 200)")
        parser.add_argument("--clients", type=int, default=1, help="clients at one time (default 1)")
        parser.add_argument("--ruleset", choices=sorted(CURRENT), default="boxed", help="default boxed")
        parser.add_argument("--seed", type=int, default=1, help="of the clients' choices (default 1)")
        parser.add_argument("--server", metavar="URL", help="a running server, such as http://127.0.0.1:8000")
        parser.add_argument("--sql", action="store_true", help="print the SQL of a bid and of a dudo, too")

    def handle(self, **options: Any) -> None:
        if min(options["games"], options["reads"], options["clients"]) < 1:
            raise CommandError("--games, --reads and --clients are at least 1.")
        try:
            with stage(options["server"]) as new_caller:
                self._measure(new_caller, options)
        except CallFailed as error:
            raise CommandError(str(error)) from error

    def _measure(self, new_caller: NewCaller, options: dict[str, Any]) -> None:
        server, games = options["server"], options["games"]
        self.stdout.write(machine())
        self.stdout.write(server or f"the WSGI application in this process, {database()}")
        clients = [
            Client(new_caller(), Timings(), ruleset=options["ruleset"], chance=random.Random(f"{options['seed']} {n}"))
            for n in range(options["clients"])
        ]
        result = Race(clients, games=games, reads=options["reads"]).run()
        self.stdout.write(f"\nclients {len(clients)}, games of each {games} ({options['ruleset']})")
        self.stdout.write(
            f"{result.moves} moves in {result.seconds:.1f} s: {result.moves / result.seconds:.0f} moves/s"
        )
        if not server:
            self.stdout.write(f"CPU {result.cpu_seconds / result.moves * 1000:.2f} ms a move, the clients' included")
        self._write("", *result.timings.table())
        if not server:
            self._count(clients[0], show=options["sql"])

    def _count(self, client: Client, *, show: bool) -> None:
        """One more game and a reading, not timed, with every SQL statement counted."""
        client.meter = statements = Statements()
        client.play()
        client.read(1)
        self._write("", *statements.table())
        for what in ("bid", "dudo") if show else ():
            self._write("", f"SQL of a {what}:", *statements.usual(what))

    def _write(self, *lines: str) -> None:
        self.stdout.write("\n".join(lines))
