"""Celery's tasks: a line of a service call each."""

from celery import shared_task
from django.utils import timezone

from games.services import clock, sweeping
from games.services import farewell as leaving
from players.services import boards, housekeeping


@shared_task(name="games.tasks.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Each second: every deadline that has passed, and bots that were forgotten."""
    sweeping.sweep(now=timezone.now(), clock=timezone.now)


@shared_task(name="games.tasks.bot_turn")  # type: ignore[untyped-decorator]
def bot_turn(game_id: str) -> None:
    """A game whose bots may have a move."""
    clock.act(game_id=game_id, now=timezone.now(), clock=timezone.now)


@shared_task(name="games.tasks.fade")  # type: ignore[untyped-decorator]
def fade() -> None:
    """Each hour: who has played no rated game for long enough leaves the leaderboards."""
    boards.fade(now=timezone.now())


@shared_task(name="games.tasks.purge")  # type: ignore[untyped-decorator]
def purge() -> None:
    """Each hour: what is remembered for a while only, requests, tokens and names."""
    housekeeping.purge(now=timezone.now())


@shared_task(name="games.tasks.farewell")  # type: ignore[untyped-decorator]
def farewell() -> None:
    """Every ten minutes: games that deleted accounts should have left, but the server was stopped."""
    leaving.finish(now=timezone.now())
