"""Writes the records of games that are over, for keeping or for another server."""

import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from games import queries
from games.management.records import DIGESTS, FORMATS, moment, write_digest
from games.models import Game
from games.rules.notation import write
from games.rules.record import as_line, digest
from games.rules.ruleset import NAMED
from games.viewpoint.replay import replays
from perudo_site.refusals import Refusal
from players.queries import player_named

Json = dict[str, Any]


class Command(BaseCommand):
    help = "Write the records of games that are over, private ones too, oldest first (docs/record.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--player", help="only games in which this player sat")
        parser.add_argument("--ruleset", default="", choices=sorted({name for name, _ in NAMED}))
        parser.add_argument("--since", type=moment, help="only games that ended then or later: a date or a time")
        parser.add_argument("--until", type=moment, help="only games that ended before")
        parser.add_argument("--format", choices=FORMATS, default=FORMATS[0])
        parser.add_argument("--output", default="-", help="a file, or - for standard output, the default")
        parser.add_argument(
            "--digests", help=f"a file for the digest of each game; of the name of the output and {DIGESTS} unless told"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        output, digests = options["output"], options["digests"]
        if digests is None and output != "-":
            digests = output + DIGESTS
        try:
            games = self._export(output, digests, options)
        except OSError as error:
            raise CommandError(f"cannot write {error.filename or output}: {error.strerror}") from error
        self.stderr.write(f"{games} games.")

    def _export(self, output: str, digests: str | None, options: Json) -> int:
        """How many games were written."""
        games = 0
        with ExitStack() as stack:
            out = sys.stdout.buffer if output == "-" else stack.enter_context(Path(output).open("wb"))
            beside = stack.enter_context(Path(digests).open("w", encoding="utf-8")) if digests else None
            for document in replays(_wanted(options)):
                out.write(_written(document, as_text=options["format"] == "text", is_first=games == 0))
                if beside is not None:
                    beside.write(write_digest(digest(document), document["id"]))
                games += 1
        return games


def _wanted(options: Json) -> QuerySet[Game]:
    games = Game.objects.all()
    if options["player"] is not None:
        try:
            player = player_named(options["player"])
        except Refusal as refusal:
            raise CommandError(refusal.detail) from refusal
        games = queries.with_player(games, player.username)
    return queries.on_record(games, since=options["since"], until=options["until"], ruleset=options["ruleset"])


def _written(document: Json, *, as_text: bool, is_first: bool) -> bytes:
    if not as_text:
        return as_line(document)
    return f"{'' if is_first else chr(10)}{write(document)}".encode()
