"""Two JSON values compared, and the first place in which they differ."""

from collections.abc import Mapping
from typing import Any

from games.rules.record.faults import RecordFault


def check_same(told: Any, found: Any, where: str = "") -> None:
    """Raises `RecordFault` unless `told`, of a document, is `found`, what it should be. Fields may be in any order.

    As in JSON, true, 1 and 1.0 are three things.
    """
    if isinstance(found, Mapping) and isinstance(told, Mapping):
        _same_fields(told, found, where)
    elif isinstance(found, list) and isinstance(told, list):
        for index, both in enumerate(zip(told, found, strict=False)):
            check_same(*both, _join(where, index))
        if len(told) != len(found):
            raise RecordFault(where, f"{len(found)} entries are expected here, and there are {len(told)}")
    elif type(told) is not type(found) or told != found:
        raise RecordFault(where, f"the document says {told!r}, and the game comes to {found!r}")


def _same_fields(told: Mapping[str, Any], found: Mapping[str, Any], where: str) -> None:
    for name, value in found.items():
        if name not in told:
            raise RecordFault(_join(where, name), "it is missing")
        check_same(told[name], value, _join(where, name))
    for name in told:
        if name not in found:
            raise RecordFault(_join(where, name), "there is no such field")


def _join(where: str, name: str | int) -> str:
    return f"{where}.{name}" if where else str(name)
