"""What the clients wrote down: every request, every answer, with its times."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """A request and its answer. `status` is None where none came; times are seconds since 1970.

    `seen` is what a game view in the answer said: `id`, `version`, `status`, `turn`, `deadline`, `seat`.
    """

    sent: float
    answered: float
    who: str
    method: str
    path: str
    body: Json | None
    key: str | None
    status: int | None
    code: str | None
    seen: Json | None

    @property
    def is_done(self) -> bool:
        return self.status is not None and self.status < 300

    @property
    def is_refused(self) -> bool:
        return self.status is not None and 400 <= self.status < 500

    @property
    def seconds(self) -> float:
        return self.answered - self.sent


class Journal:
    """A line of JSON an entry, in a file, and all of them in memory."""

    def __init__(self, path: Path) -> None:
        self.entries: list[Entry] = []
        self._file = path.open("w")
        self._lock = threading.Lock()

    def note(self, entry: Entry) -> None:
        line = json.dumps({name: getattr(entry, name) for name in Entry.__slots__})
        with self._lock:
            self.entries.append(entry)
            self._file.write(line + "\n")

    def close(self) -> None:
        self._file.close()

    def moves(self) -> Iterator[tuple[str, Entry]]:
        """Moves by the id of their game."""
        for entry in self.entries:
            if entry.method == "POST" and entry.path.endswith("/moves/"):
                yield entry.path.split("/")[1], entry


def seen_in(body: Any) -> Json | None:
    """What a verdict needs of a game view; None of what is not one."""
    if not isinstance(body, dict) or not {"id", "version", "seats", "round", "you"} <= body.keys():
        return None
    round_, you = body["round"] or {}, body["you"] or {}
    return {
        "id": body["id"],
        "version": body["version"],
        "status": body["status"],
        "turn": round_.get("turn"),
        "deadline": round_.get("deadline"),
        "seat": you.get("seat"),
    }
