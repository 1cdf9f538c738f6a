"""Checks a finished game from its replay document alone: every roll, every move, every round."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.core.management.base import BaseCommand, CommandError

from games.rules.record import RecordFault, verify

TIMEOUT_SECONDS = 30


class Command(BaseCommand):
    help = "Verify a replay document: make every roll anew from its seeds and play every move again by the rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", help="a file, an address (https://…/replay/), or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = json.loads(_read(options["source"]))
        except (OSError, URLError, ValueError) as exc:
            raise CommandError(f"cannot read {options['source']}: {exc}") from exc
        try:
            state = verify(document)
        except RecordFault as fault:
            raise CommandError(f"does not fit: {fault}") from fault
        rounds = len(document["rounds"])
        end = "abandoned" if document["winner"] is None else f"won by seat {state.winner}"
        self.stdout.write(f"Game {document['id']} is as it says: {rounds} rounds, {end}.")


def _read(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    if source.startswith(("http://", "https://")):
        with urlopen(source, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 - the two schemes above
            content: bytes = answer.read()
            return content
    return Path(source).read_bytes()
