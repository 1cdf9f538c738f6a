"""What the list of games can be narrowed by. The first that is set of those with an index is the one it follows.

But before all others one that leaves few games: what is overdue, what is open, what runs.
"""

from typing import Any

from django.contrib.admin.views.main import PAGE_VAR
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import queries
from games.figures import PATIENCE
from games.models import Game, Seat
from games.rules.ruleset import NAMED
from perudo_site.admin.filters import Choice, Day, Text
from perudo_site.admin.order import Order, Place
from players.models import Player

Games = QuerySet[Game]
# Games that go on are no part of the indexes of days and rulesets, so that no move writes those; they are few.
GOING_ON = (Game.Status.OPEN, Game.Status.ACTIVE)
OVER_AND_GOING_ON = (Q(finished_at__isnull=False), Q(status__in=GOING_ON))
STATUS_NAMES = {
    Game.Status.OPEN: _("open"),
    Game.Status.ACTIVE: _("running"),
    Game.Status.FINISHED: _("finished"),
    Game.Status.ABANDONED: _("abandoned"),
}


def seated(request: HttpRequest, games: Games, name: str) -> Games:
    """The games of the player of that name, from where the page of the list begins."""
    player = Player.objects.named(name).first()
    if player is None:
        return games.none()
    place = Place.read(request.GET.get(PAGE_VAR, ""), Order.of(Game, ("-id",)))
    return queries.seated(games, player, after=place.key[0] if place.key else None, rising=place.backwards)


class PlayerFilter(Text):
    """By name, in whatever case."""

    title = _("player")
    parameter_name = "player"
    index = "player"

    def queryset(self, request: HttpRequest, queryset: Games) -> Games:
        name = self.value()
        return seated(request, queryset, name) if name else queryset


class SinceFilter(Day):
    title = _("opened on this day or later")
    parameter_name = "since"
    index = "created_at"
    lookup = "created_at__gte"
    parts = OVER_AND_GOING_ON


class UntilFilter(Day):
    title = _("opened before this day")
    parameter_name = "until"
    index = "created_at"
    lookup = "created_at__lt"
    parts = OVER_AND_GOING_ON


class RulesetFilter(Choice):
    title = _("ruleset")
    parameter_name = "ruleset"
    index = "ruleset"
    parts = OVER_AND_GOING_ON

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in sorted({name for name, _version in NAMED})]

    def queryset(self, request: HttpRequest, queryset: Games) -> Games:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


class DueFilter(Choice):
    """Games in which the server is late; the longest of them first."""

    title = _("what is due")
    parameter_name = "due"
    index = "due"

    @property
    def is_narrow(self) -> bool:
        return bool(self.value())

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("overdue", _("overdue"))]

    def queryset(self, request: HttpRequest, queryset: Games) -> Games:
        return queryset.filter(due_at__lte=timezone.now() - PATIENCE) if self.value() else queryset


class StatusFilter(Choice):
    title = _("status")
    parameter_name = "status"
    index = "status"

    @property
    def is_narrow(self) -> bool:
        """Games that go on are few, and not in the index of days."""
        return self.value() in GOING_ON

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(STATUS_NAMES.items())

    def queryset(self, request: HttpRequest, queryset: Games) -> Games:
        return queryset.filter(status=self.value()) if self.value() else queryset


class BotsFilter(Choice):
    """Whether a server bot sits there. No index has it: the list looks at so many games a page."""

    title = _("server bots")
    parameter_name = "bots"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("with", _("with server bots")), ("without", _("without"))]

    def queryset(self, request: HttpRequest, queryset: Games) -> Games:
        bots = Exists(Seat.objects.filter(game=OuterRef("pk"), is_bot=True))
        return {"with": queryset.filter(bots), "without": queryset.filter(~bots)}.get(self.value() or "", queryset)


FILTERS = (PlayerFilter, SinceFilter, UntilFilter, RulesetFilter, DueFilter, StatusFilter, BotsFilter)
