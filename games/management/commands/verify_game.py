"""Checks finished games from their records alone: every roll, every move, every round."""

import sys
from argparse import ArgumentParser
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.core.management.base import BaseCommand, CommandError

from games.management.records import Told, read_records
from games.rules.record import RecordFault, read, verify

TIMEOUT_SECONDS = 30


class Command(BaseCommand):
    help = "Verify replay documents: make every roll anew from its seeds and play every move again by the rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "source",
            help="a file, an address (https://…/replay/) or - (standard input): a document, or NDJSON or text of many",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = _read(options["source"])
        except (OSError, URLError, ValueError) as exc:
            raise CommandError(f"cannot read {options['source']}: {exc}") from exc
        games = 0
        for told in _records(content):
            if told.fault:
                raise CommandError(f"cannot read {told.place}: {told.fault}")
            self._verify(told)
            games += 1
        if not games:
            raise CommandError(f"cannot read {options['source']}: there is no game in it")

    def _verify(self, told: Told) -> None:
        try:
            state = verify(told.document)
        except RecordFault as fault:
            place = f"line {told.line} " if told.line > 1 else ""
            raise CommandError(f"{place}does not fit: {fault}") from fault
        document = told.document
        end = "abandoned" if document["winner"] is None else f"won by seat {state.winner}"
        self.stdout.write(f"Game {document['id']} is as it says: {len(document['rounds'])} rounds, {end}.")


def _records(content: bytes) -> Iterator[Told]:
    """One document, however it is laid out; or many, a line each or in text."""
    try:
        whole = read(content.removeprefix(BOM_UTF8))
    except RecordFault:
        return read_records(content.splitlines(keepends=True))
    return iter([Told(1, whole)])


def _read(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    if source.startswith(("http://", "https://")):
        with urlopen(source, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 - the two schemes above
            content: bytes = answer.read()
            return content
    return Path(source).read_bytes()
