"""Files of many records: NDJSON or text, and beside them the digests of their games."""

from argparse import ArgumentTypeError
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Final

from rest_framework.exceptions import ValidationError
from rest_framework.serializers import DateTimeField

from games.rules.notation import NotationFault, read_each
from games.rules.record import RecordFault, read

FORMATS: Final = ("ndjson", "text")
DIGESTS: Final = ".digests"
"""What the name of a file of digests adds to that of its records."""


@dataclass(frozen=True)
class Told:
    """A record as it stands in a file, from a line on; or why none can be read there."""

    line: int
    document: Any = None
    fault: str = ""
    column: int | None = None
    """Where in the line the fault is, if that is known."""
    game: str = ""
    """The id that stands with what cannot be read."""

    @property
    def name(self) -> str:
        """The game's id, as far as it can be told."""
        told = self.document.get("id") if isinstance(self.document, dict) else self.game
        return told if isinstance(told, str) and told else "?"

    @property
    def place(self) -> str:
        """Where it stands, and which game it is of: `line 18, column 39, game x5p73iufif`."""
        column = "" if self.column is None else f", column {self.column}"
        return f"line {self.line}{column}{'' if self.name == '?' else f', game {self.name}'}"


def read_records(lines: Iterable[bytes]) -> Iterator[Told]:
    """The records of a file, one after another as they are asked for; which form they have, the first shows.

    A byte order mark, which some editors put before a text, is no part of it.
    """
    rest = iter(lines)
    for number, marked in enumerate(rest, 1):
        line = marked.removeprefix(BOM_UTF8) if number == 1 else marked
        if line.strip():
            whole = chain([b""] * (number - 1), [line], rest)
            yield from _read_json(whole) if line.lstrip().startswith(b"{") else _read_text(whole)
            return


def _read_json(lines: Iterable[bytes]) -> Iterator[Told]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield Told(number, read(line))
            except RecordFault as fault:
                yield Told(number, fault=str(fault))


def _read_text(lines: Iterable[bytes]) -> Iterator[Told]:
    """After what has not the form of a text nothing is read."""
    try:
        for number, game in read_each(_decoded(lines)):
            yield _fault(game) if isinstance(game, NotationFault) else Told(number, game)
    except NotationFault as fault:
        yield _fault(fault, "; nothing after it was read")


def _fault(fault: NotationFault, more: str = "") -> Told:
    return Told(fault.line, fault=fault.why + more, column=fault.column, game=fault.game)


def _decoded(lines: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            raise NotationFault(number, 1, "it is not UTF-8") from error


def write_digest(digest: str, game_id: str) -> str:
    """A line of a file of digests."""
    return f"{digest}  {game_id}\n"


def read_digests(lines: Iterable[str]) -> dict[str, str]:
    """Digests by the id of the game. Raises ValueError for a line that is none."""
    found = {}
    for line in lines:
        digest, game_id = line.split()
        found[game_id] = digest
    return found


def moment(text: str) -> datetime:
    """A date or time of the command line, as the API takes it; in UTC unless it says otherwise."""
    try:
        return DateTimeField().run_validation(text)  # type: ignore[no-any-return]
    except ValidationError as error:
        raise ArgumentTypeError(f"{text!r} is no date or time in ISO 8601") from error
