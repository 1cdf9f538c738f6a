"""`python -m tests.fuzz.broken ...`: the same on a server that is wrong in each of the ways that are to be found."""

import sys
from functools import wraps
from typing import Any

from tests.fuzz import world
from tests.fuzz.__main__ import main


def break_it() -> None:
    """A call fails, another answers in another shape, a third changes something before it refuses."""
    from django.utils import timezone

    from games.api.views import rules, tables
    from perudo_site.refusals import Code, Refusal
    from players.models import Player

    def fail(view: Any, request: Any) -> Any:
        raise ZeroDivisionError

    def misspell(view: Any, request: Any) -> Any:
        return view.get_paginated_response([{"name": 7}])

    def write_and_refuse(view: Any, request: Any) -> Any:
        Player.objects.update(last_login=timezone.now())
        raise Refusal(Code.TOO_MANY_GAMES)

    for view, method, broken in (
        (rules.BotsView, "get", fail),
        (rules.RulesetsView, "get", misspell),
        (tables.QuickView, "post", write_and_refuse),
    ):
        setattr(view, method, wraps(getattr(view, method))(broken))  # what the document says of them stays


if __name__ == "__main__":
    set_up = world.set_up

    def set_up_and_break(folder: Any) -> None:
        set_up(folder)
        break_it()

    sys.modules["tests.fuzz.__main__"].set_up = set_up_and_break  # type: ignore[attr-defined]
    sys.exit(main())
