"""Rated games that end as the test wants, and the books that are kept of them."""

from collections import Counter
from typing import Any

from django.db.models import Model

from games.services.annul import rebuild_ratings
from players.models import BoardCount, Rating, RatingChange, RatingPool
from players.ratings import span_of
from tests.services.tables import Sitting, at, started

Books = dict[str, list[tuple[Any, ...]]]

POOL = ("pool__ruleset", "pool__pace")
COLUMNS: dict[type[Model], tuple[str, ...]] = {
    RatingPool: ("ruleset", "pace", "last_number"),
    Rating: (*POOL, "player", "kind", "mu", "sigma", "games", "wins", "last_game_at", "board", "board_key"),
    RatingChange: (
        *(*POOL, "number", "place", "player", "game", "players", "at"),
        *("mu_before", "sigma_before", "mu_after", "sigma_after"),
    ),
}


def played(*ranking: str, when: float = 0.0, **fields: Any) -> Sitting:
    """A rated game in which the accounts of these names take these places, the best first.

    One round is resolved by a call; then they leave one after the other, server bots staying.
    """
    sitting = before_the_end(*ranking, when=when, **fields)
    if sitting.game.status == "active":
        sitting.leave(1, when=when)
    return sitting


def before_the_end(*ranking: str, when: float = 0.0, **fields: Any) -> Sitting:
    """The same, but for the departure of seat 1, which is still to come: the first two of the ranking are in play."""
    sitting = started(*ranking, **{"rated": True} | fields)
    resolve_a_round(sitting)
    for seat in reversed(range(2, len(ranking))):
        sitting.leave(seat, when=when)
    return sitting


def resolve_a_round(sitting: Sitting) -> None:
    """People bid a two, and doubt whatever was bid; bots do as they please."""
    number = sitting.game.round_number
    while sitting.game.round_number == number:
        record = sitting.record
        if sitting.turn in record.bot_seats:
            due_at = record.game.due_at
            assert due_at is not None
            sitting.act((due_at - at(0)).total_seconds())
        else:
            sitting.move("dudo" if record.rounds[-1].bids else "1 two")


def books() -> Books:
    """All that is kept of ratings, every digit of it, in an order of its own."""
    rows = {model.__name__: sorted(model._default_manager.values_list(*columns)) for model, columns in COLUMNS.items()}
    counted = BoardCount.objects.exclude(players=0).values_list(*POOL, "board", "kind", "span", "players")
    return rows | {"BoardCount": sorted(counted)}


def recounted() -> list[tuple[Any, ...]]:
    """What the counts of the boards must be, from the ratings on them."""
    ratings = Rating.objects.exclude(board=Rating.Board.NONE).values_list(*POOL, "board", "kind", "board_key")
    counts = Counter((*where, span_of(key)) for *where, key in ratings)
    return sorted((*key, players) for key, players in counts.items())


def rebuilt(when: float = 0.0) -> Books:
    """The books after everything was computed anew from history alone, the pools' rows gone as well."""
    for model in (RatingChange, Rating, BoardCount, RatingPool):
        model.objects.all().delete()
    list(rebuild_ratings(now=at(when)))
    return books()
