"""Ratings, read: a player's own, and how they came about."""

from django.db.models import QuerySet

from perudo_site.refusals import Code, Refusal
from players.models import Pace, Player, Rating, RatingChange, RatingPool


def pool_of(ruleset: str, pace: Pace) -> RatingPool:
    """A ruleset at a pace; `not_found` if there is no such ruleset."""
    pool = RatingPool.objects.filter(ruleset=ruleset, pace=pace).first()
    if pool is None:
        raise Refusal(Code.NOT_FOUND, "There is no such ruleset.")
    return pool


def ratings_of(player: Player) -> dict[str, dict[str, Rating]]:
    """The player's ratings, by ruleset and pace, live before correspondence; only where a rated game was played."""
    ratings: dict[str, dict[str, Rating]] = {}
    for rating in Rating.objects.filter(player=player).select_related("pool").order_by("pool__ruleset", "-pool__pace"):
        ratings.setdefault(rating.pool.ruleset, {})[rating.pool.pace] = rating
    return ratings


def changes_of(player: Player, pool: RatingPool) -> QuerySet[RatingChange]:
    """What games did to the player's rating; their order is that of `number`."""
    return RatingChange.objects.filter(player=player, pool=pool)
