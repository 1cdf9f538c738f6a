"""Takes in the records of games that were played on another server, or here before."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management.records import DIGESTS, Told, read_digests, read_records
from games.rules.record import RecordFault
from games.services.importing import Imported, NotImported, import_game


class Command(BaseCommand):
    help = "Verify records, and keep their games. They count for nobody's ratings or statistics (docs/record.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", help="a file of records, NDJSON or text, or - for standard input")
        parser.add_argument(
            "--digests", help=f"digests that the records must have; those beside the file ({DIGESTS}) unless told"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        source = options["source"]
        try:
            digests = _digests(source, options["digests"])
            with ExitStack() as stack:
                lines = sys.stdin.buffer if source == "-" else stack.enter_context(Path(source).open("rb"))
                done = Counter(self._import(told, digests) for told in read_records(lines))
        except OSError as error:
            raise CommandError(f"cannot read {error.filename}: {error.strerror}") from error
        self.stdout.write(f"{done[Imported.ADDED]} games imported, {done[Imported.KNOWN]} were here already.")
        if done[None]:
            raise CommandError(f"{done[None]} refused.")

    def _import(self, told: Told, digests: Mapping[str, str] | None) -> Imported | None:
        """What became of a record; None if it was refused, and why is told."""
        try:
            if told.fault:
                raise NotImported(told.fault)
            if digests is not None and told.name not in digests:
                raise NotImported("there is no digest of it")
            known_by = digests[told.name] if digests is not None else ""
            return import_game(told.document, now=timezone.now(), known_by=known_by)
        except (RecordFault, NotImported) as refusal:
            self.stderr.write(f"{told.place}: {refusal}")
            return None


def _digests(source: str, given: str | None) -> dict[str, str] | None:
    """The digests that are to be held against; None if there are none."""
    beside = None if source == "-" else Path(source + DIGESTS)
    path = Path(given) if given else beside if beside is not None and beside.exists() else None
    if path is None:
        return None
    try:
        with path.open(encoding="utf-8") as lines:
            return read_digests(lines)
    except ValueError as error:
        raise CommandError(f"{path} is not a file of digests") from error
