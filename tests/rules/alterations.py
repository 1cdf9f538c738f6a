"""Records with a value that somebody might have altered."""

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from games.rules.record.facts import KINDS
from games.rules.ruleset import CURRENT, Options
from tests.rules.records import Json, leaves_of

Path = tuple[str | int, ...]
"""Where a value stands in a document."""


def dotted(path: Path) -> str:
    return ".".join(map(str, path))


def field_of(path: Path) -> str:
    """`rounds.3.bids.0.seat` is of the field `rounds.bids.seat`; what stands in a list without a name is the list's."""
    field = ".".join(name for name in path if isinstance(name, str))
    if field.startswith("unfinished_round."):
        return field.replace("unfinished_round", "rounds")
    return "options" if field.startswith("options.") else field


WORDS: dict[str, list[str]] = {
    "kind": ["dudo", "calza", "departure"],
    "reason": ["left", "timeout", "removed"],
    "ruleset": sorted(CURRENT),
    **{
        option: [str(choice) for choice in Options.__dataclass_fields__[option].metadata["choices"]]
        for option in ("raise_rule", "ones_entry", "palifico_face_change", "first_opener", "calza_callers")
    },
}


def other_values(path: Path, value: Any) -> list[Any]:
    """Values of the same type that a forger might put in the place of this one."""
    name = path[-1]
    if name in ("at", "created_at", "started_at", "finished_at"):
        return ["2026-03-01T12:00:01.000001Z"]
    if name == "turn_seconds":
        return [None, 5]
    if name == "status":
        return [other for other in ("finished", "abandoned", "open") if other != value]
    if value == []:
        return [[0]] if name == "out" else []
    if name in WORDS:
        choices = KINDS if path[0] == "seats" else WORDS[str(name)]
        return [other for other in choices if other != value]
    return others_of_its_type(value)


def others_of_its_type(value: Any) -> list[Any]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1, value + 2]
        case str():
            return [("1" if value[0] == "0" else "0") + value[1:]]
        case _:
            return [0]


def one_of_each_field(document: Json, chance: random.Random, *, times: int = 1) -> Iterator[tuple[Path, Any]]:
    by_field = defaultdict(list)
    for path, value in leaves_of(document):
        by_field[field_of(path)].append((path, value))
    for leaves in by_field.values():
        yield from chance.sample(leaves, min(times, len(leaves)))
