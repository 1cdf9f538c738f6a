"""A document from its bytes."""

import json
from typing import Any, NoReturn

from games.rules.record.faults import RecordFault


def read(told: bytes) -> Any:
    """The JSON value that is written there. Raises `RecordFault` for what is none, or says a thing twice."""
    try:
        return json.loads(told.decode(), object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError as error:
        raise RecordFault("", "it is nested too deeply") from error
    except ValueError as error:
        raise RecordFault("", f"it is not JSON in UTF-8: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object gives a name twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
