"""Small values as JSON."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from games.rules.bids import LegalRange
from games.rules.state import RollOff

Json = dict[str, Any]


def time(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC, to the microsecond."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def legal_bids(ranges: Iterable[LegalRange]) -> list[Json]:
    return [{"face": r.face, "min": r.minimum, "max": r.maximum} for r in ranges]


def roll_off(passes: RollOff | None) -> list[list[Json]] | None:
    if passes is None:
        return None
    return [[{"seat": thrown.seat, "die": thrown.die} for thrown in thrown_together] for thrown_together in passes]
