"""A document as text."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from games.rules.notation import wording
from games.rules.notation.tags import tags_of
from games.rules.notation.tokens import quoted
from games.rules.record import verify
from games.rules.record.happenings import before_the_call, happenings
from games.rules.record.moments import read_moment
from games.rules.record.values import Values

Json = dict[str, Any]


def write(document: Json) -> str:
    """The text of a document, ending in a line end; several parted by an empty line make one text of many games.

    Only a true document can be told by what does not follow from the rest. Raises `RecordFault` for any other.
    """
    verify(document)
    lines = [f"[{name} {quoted(value)}]" for name, value in tags_of(document)]
    return "\n".join([*lines, "", *_rounds(document)]) + "\n"


def write_all(documents: Iterable[Json]) -> Iterator[str]:
    """One text of many games, a game at a time."""
    before = ""
    for document in documents:
        yield before + write(document)
        before = "\n"


def _rounds(document: Json) -> Iterator[str]:
    """A line a round, and below it, unless all was done at once, one of times."""
    before = read_moment(document["started_at"])
    for round_ in [*document["rounds"], document["unfinished_round"]]:
        if round_ is None:
            continue
        read = happenings if "call" in round_ else before_the_call
        happened = list(read(Values.of(round_)))
        moments = [read_moment(at) for _, _, at in happened]
        yield _round(round_, " ".join(wording.move(what) for _, what, _ in happened))
        if any(moment != before for moment in moments):
            yield f"   @ {' '.join(_steps(before, moments))}"
            before = moments[-1]


def _round(round_: Json, moves: str) -> str:
    head = [f"{round_['number']}."]
    if round_["roll_off"] is not None:
        head.append(f"({wording.roll_off(round_['roll_off'])})")
    if round_["palifico_seat"] is not None:
        head.append("palifico")
    clauses = [f"{' '.join(head)} {round_['opener']}: {moves}".rstrip(), wording.hands(round_), wording.result(round_)]
    return " | ".join(clause for clause in clauses if clause)


def _steps(before: datetime, moments: list[datetime]) -> Iterator[str]:
    for earlier, moment in zip([before, *moments], moments, strict=False):
        yield wording.seconds(moment - earlier)
