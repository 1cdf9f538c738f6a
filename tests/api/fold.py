"""How a client keeps its view up to date from events: the example of docs/api.md, "Watching", itself."""

import copy
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.docs.examples import python_blocks

Json = dict[str, Any]

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"
CHOICES = ("turn", "deadline", "actions", "legal_bids")
"""What each event carries beside its own data."""


def fold(view: Json, events: Iterable[Json]) -> Json:
    """The view after the events that follow it; those given are left as they are."""
    view = copy.deepcopy(view)
    for event in events:
        # An open table has versions without events; from `started` on there is one event a version.
        assert event["seq"] == view["version"] + 1 or (view["status"] == "open" and event["type"] == "started")
        _documented()(view, copy.deepcopy(event))
    return view


@lru_cache
def _documented() -> Callable[[Json, Json], None]:
    [block] = [block for block in python_blocks(GUIDE) if "def fold(" in block.text]
    scope: dict[str, Any] = {}
    exec(block.text, scope)
    found: Callable[[Json, Json], None] = scope["fold"]
    return found
