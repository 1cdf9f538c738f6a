"""Ratings corrected: a game that is not to count after all, and all of them anew from history."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial

from django.db import transaction

from games import queries
from games.rules.ruleset import NAMED
from games.store.read import lock
from perudo_site.refusals import Code, Refusal
from players.models import Pace
from players.services import ratings


def annul(*, game_id: str, now: datetime) -> None:
    """Let a finished rated game count for no rating, as if it had not been rated; later games are rated anew.

    A game that is annulled already stays so. Raises `Refusal`: not_found, game_not_over, not_ratable (it was not
    rated).
    """
    with transaction.atomic():
        record = lock(game_id)
        if record is None:
            raise Refusal(Code.NOT_FOUND, "There is no such game.")
        game = record.game
        if not record.is_over:
            raise Refusal(Code.GAME_NOT_OVER)
        if game.rated_number is None:
            raise Refusal(Code.NOT_RATABLE, "The game was not rated.")
        if game.annulled_at is None:
            game.annulled_at = now
            game.save(update_fields=["annulled_at"])
            _rebuild(game.ruleset, Pace.of(game.turn_seconds), since=game.rated_number, now=now)


def rebuild_ratings(*, now: datetime) -> Iterator[tuple[str, Pace, int]]:
    """Compute all ratings anew from history, a ruleset and pace at a time: which, and its last game's number."""
    for ruleset in sorted({name for name, _ in NAMED}):
        for pace in Pace:
            yield ruleset, pace, _rebuild(ruleset, pace, since=1, now=now)


def _rebuild(ruleset: str, pace: Pace, *, since: int, now: datetime) -> int:
    history = partial(queries.rated_history, ruleset, pace)
    return ratings.rebuild(ruleset=ruleset, pace=pace, history=history, since=since, now=now)
