"""Players in the admin: to look at, to shut out and to rename, not to write by hand. Rights are superusers' affair."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.forms import AdminPasswordChangeForm, UserChangeForm

from perudo_site.admin.columns import column
from perudo_site.admin.confirm import Act, confirmed
from perudo_site.admin.readonly import KeysetAdmin
from players import services
from players.admin import player_acts
from players.admin.page import results_of
from players.admin.player_filters import KIND_NAMES, KindFilter, StateFilter
from players.models import Player
from players.names import name_in_words

OWNER: Final = column("owner", _("Owner"))
JOINED: Final = column("joined_at", _("Joined"))
BANNED: Final = column("banned_at", _("Banned"))
DELETED: Final = column("deleted_at", _("Deleted"))
STAFF: Final = column("is_staff", _("Staff"), boolean=True)
STATES: Final = {"active": "success", "banned": "danger", "deleted": "warning"}


class NewPasswordForm(AdminPasswordChangeForm):
    """Django's own, but the account is logged out everywhere."""

    def save(self, commit: bool = True) -> Player:  # noqa: FBT001, FBT002 - as Django calls it
        player: Player = self.user
        usable = self.cleaned_data["set_usable_password"]
        services.set_password(player=player, password=self.cleaned_data["password1"] if usable else None)
        return player


class PlayerAdmin(UserAdmin, KeysetAdmin):  # type: ignore[misc, type-arg]  # unfold has no types
    """Accounts, the newest first. Of Django's own page for them the form for a new password, for superusers."""

    list_display = ("name", "kind_name", "state", OWNER, JOINED, STAFF)
    list_filter = (KindFilter, StateFilter)
    list_select_related = ("owner",)
    ordering = ("-id",)
    search_fields = ("username",)
    search_help_text = _("A name, or how it begins")
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("name", "kind_name", "state_in_words", OWNER, JOINED, BANNED, DELETED)}),
        (_("Rights"), {"fields": ("password", "is_staff", "is_superuser", "groups", "last_login")}),
    )
    readonly_fields: ClassVar[Any] = (
        "name",
        "kind_name",
        "state_in_words",
        OWNER,
        JOINED,
        BANNED,
        DELETED,
        "last_login",
    )
    filter_horizontal = ()
    form = UserChangeForm
    change_password_form = NewPasswordForm
    change_form_after_template = "admin/players/player/results.html"
    actions_detail = ("ban", "unban", "rename", "revoke_tokens")
    # How an account is banned that is to leave its games, too, who knows of games adds.
    acts: ClassVar[Mapping[str, Act]] = {
        "unban": player_acts.UNBAN,
        "rename": player_acts.RENAME,
        "revoke_tokens": player_acts.REVOKE,
    }

    # --- Whom, and what of them -----------------------------------------------------------------------------------

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Those whose names begin so, in whatever case."""
        return queryset.filter(pk__in=Player.objects.beginning(search_term)) if search_term else queryset, False

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Rights are told to those who can give them."""
        fieldsets = super().get_fieldsets(request, obj)
        return fieldsets if request.user.is_superuser else fieldsets[:1]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        player = self.get_object(request, object_id)
        more = results_of(player) if player is not None else {}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    @display(description=_("Name"), ordering="username")
    def name(self, player: Player) -> str:
        return name_in_words(player.shown_name)

    @display(description=_("Kind"))
    def kind_name(self, player: Player) -> Any:
        return KIND_NAMES[Player.Kind(player.kind)]

    @display(description=_("State"), label=STATES)
    def state(self, player: Player) -> tuple[str, Any]:
        if player.deleted_at is not None:
            return "deleted", _("deleted")
        return ("active", _("active")) if player.is_active else ("banned", _("banned"))

    @display(description=_("State"))
    def state_in_words(self, player: Player) -> Any:
        _state, words = self.state(player)
        return words

    # --- What may be done -----------------------------------------------------------------------------------------

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """To give rights and passwords, which only superusers do; nobody to an account that is deleted."""
        gone = obj is not None and obj.deleted_at is not None
        return not gone and bool(request.user.is_superuser)

    def has_moderate_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """Over everybody but oneself and server bots; over those with rights a superuser only."""
        user = request.user
        if not user.has_perm("players.moderate_player"):
            return False
        player = self.get_object(request, object_id) if object_id else None
        if player is None:
            return True
        within_reach = user.is_superuser or not (player.is_staff or player.is_superuser)
        return player.pk != user.pk and within_reach and player.kind != Player.Kind.SERVER

    @action(description=_("Ban"), permissions=["moderate"], icon="block", variant=ActionVariant.DANGER)
    def ban(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.confirmed(request, object_id, self.acts["ban"])

    @action(description=_("Let in again"), permissions=["moderate"], icon="how_to_reg")
    def unban(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.confirmed(request, object_id, player_acts.UNBAN)

    @action(description=_("Rename"), permissions=["moderate"], icon="edit")
    def rename(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.confirmed(request, object_id, player_acts.RENAME)

    @action(description=_("Revoke all tokens"), permissions=["moderate"], icon="key_off", url_path="revoke-tokens")
    def revoke_tokens(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.confirmed(request, object_id, player_acts.REVOKE)

    def confirmed(self, request: HttpRequest, object_id: str, act: Act) -> HttpResponse:
        player = self.get_object(request, object_id)
        if player is None:
            return HttpResponseRedirect(reverse("admin:players_player_changelist"))
        return confirmed(self, request, player, act, back=reverse("admin:players_player_change", args=[player.pk]))

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        player = self.get_object(request, id)
        if player is not None and player.kind != Player.Kind.HUMAN:
            raise PermissionDenied  # nobody logs in as a program
        return super().user_change_password(request, id, form_url)
