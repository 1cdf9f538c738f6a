"""`manage.py check_dice`: whether the server's dice are even, each by itself and one beside the other."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.bench.chance import findings, throw
from games.management.bench.machine import machine

DICE = 6_000_000
UNLIKELY = 1e-6
"""The chance at which a line is no chance any more: of all lines of 40,000 runs, fair dice have one such."""


class Command(BaseCommand):
    """Throw dice as games do, with new seeds, and print what chance has to say of them. It needs no database."""

    help = "Throw dice as games do, and print the chi-square of faces, by seat and by position, and of neighbours."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dice", type=int, default=DICE, help=f"default {DICE:,}")

    def handle(self, **options: Any) -> None:
        if options["dice"] < 1:
            raise CommandError("There is one die at least.")
        before = time.perf_counter()
        thrown = throw(options["dice"])
        seconds = time.perf_counter() - before
        self.stdout.write(f"{machine()}\n{thrown.dice:,} dice in {seconds:.1f} s\n")
        self.stdout.write(f"{'':36}{'counted':>11}{'cells':>7}{'chi-square':>12}{'probability':>13}")
        found = list(findings(thrown))
        for one in found:
            self.stdout.write(
                f"{one.name:36}{one.counted:>11,}{one.cells:>7}{one.chi_square:>12.2f}{one.probability:>13.4f}"
            )
        uneven = [one.name for one in found if one.probability < UNLIKELY]
        if uneven:
            raise CommandError(f"Fair dice do not fall so: {', '.join(uneven)}.")
