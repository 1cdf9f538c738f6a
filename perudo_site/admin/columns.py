"""Columns of rows under names that are translated: those of the models are for those who read the code."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from unfold.decorators import display

MOMENT: Final = "%Y-%m-%d %H:%M"
"""How a moment is written, in whatever language; all are UTC."""


def column(name: str, title: str | Promise, *, boolean: bool | None = None) -> Callable[[Any], Any]:
    """A column of a list, or a line of a row's page: `column("created_at", _("Opened"))`; "game.ruleset" goes on."""

    @display(description=title, boolean=boolean)
    def read(row: Any) -> Any:
        for part in name.split("."):
            row = getattr(row, part)
        return f"{row:{MOMENT}}" if isinstance(row, datetime) else row

    named: Callable[[Any], Any] = read
    named.__name__ = f"column_{name.replace('.', '_')}"
    return named
