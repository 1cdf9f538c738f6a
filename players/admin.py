"""Players in the admin: to look at and to shut out, not to write by hand."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from players import services
from players.models import Player
from players.services.boards import place_again


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # it takes none at run time
    list_display = ("username", "kind", "joined_at", "is_active", "is_staff")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("username",)
    ordering = ("-joined_at",)
    fields = ("username", "kind", "joined_at", "last_login", "is_active", "is_staff", "is_superuser", "groups")
    readonly_fields = ("username", "kind", "joined_at", "last_login")
    filter_horizontal = ("groups",)
    actions = ("revoke_tokens",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # accounts are registered by the API, or made by `manage.py createsuperuser`

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:  # noqa: FBT001 - Django's
        super().save_model(request, obj, form, change)
        if "is_active" in form.changed_data:
            place_again(player=obj, now=timezone.now())

    @admin.action(description="Revoke all tokens", permissions=["change"])
    def revoke_tokens(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            services.revoke_all_tokens(player=player)
