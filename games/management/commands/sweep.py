"""`manage.py sweep`: what is due, done from here; with `--loop` each second, for as long as the process lives."""

import logging
import signal
import threading
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, close_old_connections
from django.utils import timezone

from games.services import sweeping

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Sweep once, and say how many games there were; or keep time until SIGTERM or Ctrl-C."""

    help = (
        "Do what is due in all games: moves of those whose time is up, tables to be filled or shut, bots. With --loop "
        "each second, without broker, beat or workers; any number may run at one time."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="sweep each second until told to stop")
        parser.add_argument("--every", type=float, default=1.0, metavar="SECONDS", help="default 1")
        parser.add_argument(
            "--alone",
            action="store_true",
            default=settings.EMBEDDED,
            help="ask the bots here, and no worker; so it is without BROKER_URL",
        )

    def handle(self, **options: Any) -> None:
        if options["every"] <= 0:
            raise CommandError("--every is more than 0.")
        if options["loop"]:
            self._loop(every=options["every"], alone=options["alone"])
            return
        try:
            self.stdout.write(f"{sweeping.sweep(now=timezone.now(), alone=options['alone'], clock=timezone.now)} games")
        except Error as error:
            raise CommandError(f"The database does not answer: {error}") from error

    def _loop(self, *, every: float, alone: bool) -> None:
        stopped = threading.Event()
        numbers = (signal.SIGTERM, signal.SIGINT)
        handlers = {number: signal.signal(number, lambda *_: stopped.set()) for number in numbers}
        self.stdout.write("Sweeping. Ctrl-C stops it.")
        self.stdout.flush()
        try:
            while not stopped.is_set():
                start = time.monotonic()
                found = _sweep_safely(alone=alone)
                # Bots are asked some at a time, with a look at the deadlines in between.
                if not (alone and found):
                    stopped.wait(every - (time.monotonic() - start))
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)


def _sweep_safely(*, alone: bool) -> int:
    """The next one tries again, whatever has happened: a database that is away comes back."""
    close_old_connections()
    try:
        return sweeping.sweep(now=timezone.now(), alone=alone, clock=timezone.now)
    except Error as error:
        log.error("no sweep, the database does not answer: %s", type(error).__name__)
    except Exception:
        log.exception("no sweep")
    return 0
