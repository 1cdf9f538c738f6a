"""Everything held about an account, but its games: a statement each, however much there is."""

from django.db.models import QuerySet

from players.models import HeadToHead, Player, PlayerStats, Rating, RatingChange


def ratings_held(player: Player) -> QuerySet[Rating]:
    return Rating.objects.filter(player=player).select_related("pool").order_by("pk")


def changes_held(player: Player) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(player=player).select_related("pool").order_by("pk")


def stats_held(player: Player) -> QuerySet[PlayerStats]:
    return PlayerStats.objects.filter(player=player).order_by("pk")


def meetings_held(player: Player) -> QuerySet[HeadToHead]:
    return HeadToHead.objects.filter(player=player).select_related("other").order_by("pk")
