"""Moments as records write them: ISO 8601 in UTC to the microsecond, `2026-11-29T21:06:19.879110Z`."""

import re
from datetime import UTC, datetime
from typing import Final

FORM: Final = "2026-11-29T21:06:19.879110Z"
_PATTERN: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


def read_moment(text: str) -> datetime:
    """Raises ValueError for what is not a moment, or not written in that one form."""
    if not _PATTERN.fullmatch(text):
        raise ValueError(f"not a moment such as {FORM}")
    return datetime.fromisoformat(text)


def write_moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
