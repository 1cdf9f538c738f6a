"""`manage.py play`: a game against the server's bots, in the terminal."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.terminal.arguments import add_arguments, wishes_of
from games.terminal.run import run


class Command(BaseCommand):
    """Play against the bots of a server that runs. Only HTTP is used: no database is needed here."""

    help = "Play against a running server's bots in the terminal, over HTTP like any other client."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, **options: Any) -> None:
        sys.exit(run(wishes_of(options)))
