"""Everything held about an account, but its games: a statement each, however much there is."""

from collections.abc import Iterable

from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet

from players.models import HeadToHead, Player, PlayerStats, Rating, RatingChange


def ratings_held(player: Player) -> QuerySet[Rating]:
    return Rating.objects.filter(player=player).select_related("pool").order_by("pk")


def changes_held(player: Player) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(player=player).select_related("pool").order_by("pk")


def stats_held(player: Player) -> QuerySet[PlayerStats]:
    return PlayerStats.objects.filter(player=player).order_by("pk")


def acts_held(player: Player) -> QuerySet[LogEntry]:
    """What those who run the place did to the account, as their log has it."""
    return logged_of([player]).order_by("pk")


def logged_of(players: Iterable[Player]) -> QuerySet[LogEntry]:
    """The lines of the admin's log that are about these accounts."""
    keys = [str(player.pk) for player in players]
    about_players = LogEntry.objects.filter(content_type__app_label="players", content_type__model="player")
    return about_players.filter(object_id__in=keys)


def meetings_held(player: Player) -> QuerySet[HeadToHead]:
    return HeadToHead.objects.filter(player=player).select_related("other").order_by("pk")
