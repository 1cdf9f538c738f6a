"""`manage.py simulate_ratings`: what ratings find out about players whose strength is known."""

import random
from argparse import ArgumentParser
from statistics import fmean, median
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.bench.league import League, table
from games.rules.ruleset import MAX_SEATS


class Command(BaseCommand):
    """Play a league by chance, without a database, and print how well the ratings know the players."""

    help = (
        "Play games of two to six players of known strength, and print the rank correlation of their ratings with "
        "it, and the places that the ratings predicted in the second half of the games against those observed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=200, help="default 200")
        parser.add_argument("--games", type=int, default=20_000, help="default 20,000")
        parser.add_argument(
            "--spread",
            type=float,
            default=0.7,
            help="standard deviation of the strengths; one of 0.7 more is ahead in 67 games of 100 (default 0.7)",
        )
        parser.add_argument("--seed", type=int, default=1, help="default 1")

    def handle(self, **options: Any) -> None:
        if options["players"] < MAX_SEATS or options["games"] < 2:
            raise CommandError(f"There are at least {MAX_SEATS} players and 2 games.")
        league = League(options["players"], options["spread"], random.Random(options["seed"]))
        half = options["games"] // 2
        for _ in range(half):
            league.play()
        predictions = league.predict(options["games"] - half)
        self.stdout.write(f"rank correlation of ratings with strengths: {league.correlation:.3f}")
        numbers = [skill.number for skill in league.skills]
        self.stdout.write(f"ratings from {min(numbers)} to {max(numbers)}")
        self.stdout.write(f"mean uncertainty {fmean(skill.uncertainty for skill in league.skills):.0f}")
        settled = league.settled_after.values()
        if settled:
            self.stdout.write(f"settled after {min(settled)} to {max(settled)} games, median {median(settled):.0f}")
        self.stdout.write("\n".join(["", "mean places, second half of the games:", *table(predictions)]))
