"""Players in the admin: to look at and to shut out, not to write by hand."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from players import services
from players.models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # it takes none at run time
    list_display = ("username", "kind", "joined_at", "is_active", "is_staff")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("username",)
    ordering = ("-joined_at",)
    fields = ("username", "kind", "joined_at", "last_login", "is_active", "is_staff", "is_superuser", "groups")
    readonly_fields = ("username", "joined_at", "last_login")
    filter_horizontal = ("groups",)
    actions = ("revoke_tokens",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Whether a client is a person or a program may be put right; a server bot stays one."""
        server = obj is not None and obj.kind == Player.Kind.SERVER
        return (*self.readonly_fields, "kind") if server else self.readonly_fields

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "kind":
            kwargs["choices"] = [choice for choice in Player.Kind.choices if choice[0] != Player.Kind.SERVER]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # accounts are registered by the API, or made by `manage.py createsuperuser`

    @admin.action(description="Revoke all tokens", permissions=["change"])
    def revoke_tokens(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            services.revoke_all_tokens(player=player)
