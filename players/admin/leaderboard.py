"""Leaderboards in the admin, and how a player's rating came about."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from perudo_site.admin.chart import line_chart
from perudo_site.admin.columns import column
from perudo_site.admin.filters import Choice
from perudo_site.admin.readonly import KeysetAdmin
from players.admin.player_filters import KIND_NAMES
from players.models import PACE_NAMES, Pace, Player, Rating, RatingPool
from players.names import name_in_words
from players.queries.boards import Board
from players.queries.ratings import changes_of
from players.ratings import Skill

RULESET: Final = column("pool.ruleset", _("Ruleset"))
SUMS: Final = (
    column("games", _("Games")),
    column("wins", _("Wins")),
    column("last_game_at", _("Last game")),
)
CURVE_GAMES: Final = 500
LAST_GAMES: Final = 20
Ratings = QuerySet[Rating]


class PoolFilter(Choice):
    """Which ruleset at which pace; one is always chosen."""

    title = _("ruleset and pace")
    parameter_name = "pool"
    index = "board"
    all_option = None

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        pools = RatingPool.objects.order_by("ruleset", "-pace")
        return [(str(pool.pk), str(pool)) for pool in pools]

    def value(self) -> str | None:
        chosen = super().value()
        known = [key for key, _name in self.lookup_choices]
        return chosen if chosen in known else next(iter(known), None)

    def queryset(self, request: HttpRequest, queryset: Ratings) -> Ratings:
        pool = self.value()
        return queryset.filter(pool=int(pool)) if pool else queryset.none()


class BoardFilter(Choice):
    """The main board, or that of players about whom little is known yet."""

    title = _("board")
    parameter_name = "board"
    index = "board"
    all_option = None

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(Rating.Board.MAIN, _("main")), (Rating.Board.PROVISIONAL, _("provisional"))]

    def value(self) -> str:
        return Rating.Board.PROVISIONAL if super().value() == Rating.Board.PROVISIONAL else Rating.Board.MAIN

    def queryset(self, request: HttpRequest, queryset: Ratings) -> Ratings:
        return queryset.filter(board=self.value())


class BoardKindFilter(Choice):
    title = _("kind")
    parameter_name = "kind"
    index = "board"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(KIND_NAMES.items())

    def queryset(self, request: HttpRequest, queryset: Ratings) -> Ratings:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(Rating)
class RatingAdmin(KeysetAdmin):
    """One leaderboard at a time, the best first; of each rating its curve."""

    keyset: ClassVar[Sequence[str]] = ("-board_key",)
    list_display = ("rank", "player_link", "number", "uncertainty", *SUMS)
    list_display_links = ("rank", "number")
    list_filter = (PoolFilter, BoardFilter, BoardKindFilter)
    list_select_related = ("player", "pool")
    search_fields = ("player__username",)
    search_help_text = _("Name of a player")
    fields = ("player_link", RULESET, "pace", "number", "uncertainty", *SUMS)
    readonly_fields = fields
    change_form_after_template = "admin/players/rating/curve.html"

    def get_search_results(self, request: HttpRequest, queryset: Ratings, search_term: str) -> tuple[Ratings, bool]:
        """The ratings of the player of that name."""
        named = Player.objects.named(search_term)
        return queryset.filter(player__in=named) if search_term else queryset, False

    def prepare_page(self, request: HttpRequest, rows: Sequence[Any]) -> None:
        """The ranks follow one another on a page of a board; where a name was searched, each has its own."""
        chosen = request.GET.get("kind", "")
        kind = Player.Kind(chosen) if chosen in Player.Kind.values else None
        apart = [[row] for row in rows] if request.GET.get("q") else [rows]
        for page in apart:
            if page:
                provisional = page[0].board == Rating.Board.PROVISIONAL
                board = Board(pool=page[0].pool, provisional=provisional, kind=kind)
                for row, rank in zip(page, board.ranks(page), strict=True):
                    row.rank_on_board = rank

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        rating = self.get_object(request, object_id)
        more = curve_of(rating) if rating is not None else {}
        page: HttpResponse = super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})
        return page

    @display(description=_("Rank"))
    def rank(self, rating: Rating) -> Any:
        return getattr(rating, "rank_on_board", "–")

    @display(description=_("Player"))
    def player_link(self, rating: Rating) -> SafeString:
        address = reverse("admin:players_player_change", args=[rating.player_id])
        return format_html('<a class="perudo-link" href="{}">{}</a>', address, name_in_words(rating.player.shown_name))

    @display(description=_("Pace"))
    def pace(self, rating: Rating) -> Any:
        return PACE_NAMES[Pace(rating.pool.pace)]

    @display(description=_("Rating"))
    def number(self, rating: Rating) -> int:
        return Skill(rating.mu, rating.sigma).number

    @display(description=_("Uncertainty"))
    def uncertainty(self, rating: Rating) -> str:
        return f"±{Skill(rating.mu, rating.sigma).uncertainty}"


def curve_of(rating: Rating) -> dict[str, Any]:
    """For the template: the rating after each of the last games, drawn, and the last of them one by one."""
    changes = list(changes_of(rating.player, rating.pool).order_by("-number")[:CURVE_GAMES])[::-1]
    numbers = [Skill(change.mu_after, change.sigma_after).number for change in changes]
    if not numbers:
        return {}
    text = gettext("%(games)s games, from %(first)s to %(last)s; lowest %(lowest)s, highest %(highest)s") % {
        "games": len(numbers),
        "first": numbers[0],
        "last": numbers[-1],
        "lowest": min(numbers),
        "highest": max(numbers),
    }
    last = [
        {
            "change": change,
            "after": number,
            "by": number - Skill(change.mu_before, change.sigma_before).number,
            "replay": reverse("admin:games_game_replay", args=[change.game]),
        }
        for change, number in list(zip(changes, numbers, strict=True))[: -LAST_GAMES - 1 : -1]
    ]
    feet = [changes[0].at.date().isoformat(), changes[-1].at.date().isoformat()]
    return {"curve": line_chart(numbers, title=gettext("Rating"), text=text, feet=feet), "last_games": last}
