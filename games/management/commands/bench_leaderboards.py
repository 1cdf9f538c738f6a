"""`manage.py bench_leaderboards`: what a leaderboard costs with many players on it."""

import random
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone

from games.management.bench.calls import Caller, CallFailed, InProcess
from games.management.bench.crowd import gather
from games.management.bench.machine import database, machine
from games.management.bench.meters import Statements, Timings
from games.management.bench.plans import plans
from games.management.bench.scratch import scratch_database
from players.models import Pace, RatingPool
from players.queries.boards import Board
from players.services import ratings

RULESET = "asmodee"
PATH = f"/api/v1/leaderboards/{RULESET}/"


class Command(BaseCommand):
    """Fill a leaderboard, and print what its pages, its ranks and the end of a rated game cost."""

    help = (
        "Measure leaderboards in this process, on a database of its own that is dropped at the end: milliseconds, "
        "SQL statements and the database's plans."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=200_000, help="players on the board (default 200,000)")
        parser.add_argument("--repeat", type=int, default=50, help="how often each request is made (default 50)")
        parser.add_argument("--plans", action="store_true", help="print the database's plans, too")

    def handle(self, **options: Any) -> None:
        if options["players"] < 10 or options["repeat"] < 1:
            raise CommandError("--players is at least 10, --repeat at least 1.")
        from perudo_site.wsgi import application

        settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, "1000000000/day")
        host = next((host for host in settings.ALLOWED_HOSTS if host != "*"), "localhost").lstrip(".")
        self._write(machine(), database())
        with scratch_database():
            pool = RatingPool.objects.get(ruleset=RULESET, pace=Pace.LIVE)
            gather(pool, options["players"], chance=random.Random(1), now=timezone.now())
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
            self._measure(InProcess(application, host=host), pool, options["repeat"])
            if options["plans"]:
                self._plans(pool)

    def _measure(self, call: Caller, pool: RatingPool, repeat: int) -> None:
        board = Board(pool=pool)
        players = board.ratings.count()
        in_the_middle = board.ratings.order_by("-board_key")[players // 2].player
        lowest = board.ratings.order_by("board_key")[0].player
        requests = {
            "first page": PATH,
            "first, bots": f"{PATH}?kind=bot",
            "around middle": f"{PATH}around/{in_the_middle.username}/?limit=25",
            "around lowest": f"{PATH}around/{lowest.username}/?limit=25",
            "profile": f"/api/v1/players/{lowest.username}/",
        }
        timings, statements = Timings(), Statements()
        for number in range(repeat + 1):
            meter = timings if number else statements
            for what, path in requests.items():
                with meter.measure(what):
                    _get(call, path)
            six = list(board.ratings.order_by("player")[number * 6 : number * 6 + 6].values_list("player", flat=True))
            with meter.measure("rate six"):
                _rate(pool, number, six)
        self._write(f"\n{players} players on the board", *timings.table(), "", *statements.table())

    def _plans(self, pool: RatingPool) -> None:
        board = Board(pool=pool)
        middle = board.ratings.order_by("-board_key")[board.ratings.count() // 2]
        with plans(self._write):
            list(board.ratings.filter(board_key__lt=middle.board_key).order_by("-board_key")[:25])
            board.ranks([middle])

    def _write(self, *lines: str) -> None:
        self.stdout.write("\n".join(lines))


def _get(call: Caller, path: str) -> None:
    answer = call("GET", path, headers={})
    if answer.status != 200:
        raise CallFailed(f"GET {path} was answered {answer.status}")


def _rate(pool: RatingPool, number: int, ranking: list[int]) -> None:
    """The end of a rated game, as far as ratings go."""
    with transaction.atomic():
        ratings.record(
            ruleset=pool.ruleset, pace=Pace(pool.pace), game=f"game{number}", ranking=ranking, at=timezone.now()
        )
