"""What the list of players can be narrowed by."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from perudo_site.admin.filters import Choice
from players.models import Player

Players = QuerySet[Player]
KIND_NAMES = {
    Player.Kind.HUMAN: _("person"),
    Player.Kind.BOT: _("bot account"),
    Player.Kind.SERVER: _("server bot"),
}


class KindFilter(Choice):
    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(KIND_NAMES.items())

    def queryset(self, request: HttpRequest, queryset: Players) -> Players:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class StateFilter(Choice):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("active", _("active")), ("banned", _("banned")), ("deleted", _("deleted")), ("staff", _("staff"))]

    def queryset(self, request: HttpRequest, queryset: Players) -> Players:
        narrowed = {
            "active": {"is_active": True},
            "banned": {"banned_at__isnull": False},
            "deleted": {"deleted_at__isnull": False},
            "staff": {"is_staff": True},
        }
        return queryset.filter(**narrowed.get(self.value() or "", {}))
