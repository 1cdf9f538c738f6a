"""Players in the admin: to look at, to shut out and to give a new password, not to write by hand."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm

from players import services
from players.models import Player
from players.services import boards


class NewPasswordForm(AdminPasswordChangeForm):  # type: ignore[misc]  # unfold has no types
    """Django's own, but the account is logged out everywhere."""

    def save(self, commit: bool = True) -> Player:  # noqa: FBT001, FBT002 - as Django calls it
        player: Player = self.user
        usable = self.cleaned_data["set_usable_password"]
        services.set_password(player=player, password=self.cleaned_data["password1"] if usable else None)
        return player


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):  # type: ignore[misc, type-arg]  # unfold has no types
    """Of Django's own page for accounts the form for a new password, which the admin's log remembers."""

    list_display = ("name", "kind", "owner", "joined_at", "deleted_at", "is_active", "is_staff")
    list_filter = ("kind", "is_active", "is_staff")
    list_select_related = ("owner",)
    ordering = ("-joined_at",)
    fieldsets = (
        (None, {"fields": ("name", "password", "kind", "owner", "joined_at", "last_login", "deleted_at")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
    )
    readonly_fields = ("name", "kind", "owner", "joined_at", "last_login", "deleted_at")
    filter_horizontal = ("groups",)
    search_fields = ("username",)
    form = UserChangeForm
    change_password_form = NewPasswordForm
    actions = ("revoke_tokens",)

    @admin.display(ordering="username")
    def name(self, player: Player) -> str:
        return player.shown_name

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # accounts are registered by the API, or made by `manage.py createsuperuser`

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # games refer to them: an account that is deleted keeps its row (docs/accounts.md)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        gone = obj is not None and obj.deleted_at is not None
        return not gone and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        super().save_model(request, obj, form, change)
        if "is_active" in form.changed_data:
            boards.place_again(player=obj, now=timezone.now())

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        player = self.get_object(request, id)
        if player is not None and player.kind != Player.Kind.HUMAN:
            raise PermissionDenied  # nobody logs in as a program
        return super().user_change_password(request, id, form_url)

    @admin.action(description=_("Revoke all tokens"), permissions=["change"])
    def revoke_tokens(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            services.revoke_all_tokens(player=player)
