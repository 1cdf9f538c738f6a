"""Games in the admin: to look at. What is done to a game is done by services."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant

from games import queries
from games.admin import game_acts
from games.admin.game_filters import FILTERS, GOING_ON, STATUS_NAMES, seated
from games.admin.outcome import why_abandoned
from games.admin.replay import replay_page
from games.admin.table import words_page
from games.admin.watch import news_page, watch_page
from games.models import Game, Seat
from perudo_site.admin.columns import MOMENT, column
from perudo_site.admin.confirm import Act, confirmed
from perudo_site.admin.readonly import KeysetAdmin, ReadOnlyAdmin
from players.models import PACE_NAMES, Pace
from players.names import name_in_words

Page = Callable[[ReadOnlyAdmin], URLPattern]
# Pages of one game, each of a module of its own: it is called with the GameAdmin that it belongs to.
PAGES: Final[tuple[Page, ...]] = (replay_page, watch_page, news_page, words_page)

SHOWN: Final = (
    *("id", "public_id", "status", "version", "ruleset", "ruleset_version", "options", "creator", "turn_seconds"),
    *("rated", "rated_number", "annulled_at", "private", "started_seq", "round_number", "turn", "created_at"),
    *("started_at", "finished_at", "deadline", "due_at", "due_for", "abandoned_reason", "imported_at"),
)
"""All that the pages read of a game's row: no seed and no join code comes near them."""
ID: Final = column("public_id", _("Game"))
RULESET: Final = column("ruleset", _("Ruleset"))
ROUNDS: Final = column("round_number", _("Rounds"))
FACTS: Final = (
    column("turn_seconds", _("Seconds for a move")),
    column("private", _("Private"), boolean=True),
    column("creator", _("Opened by")),
    column("created_at", _("Opened")),
    column("started_at", _("Started")),
    column("finished_at", _("Over since")),
    "why_abandoned",
    column("annulled_at", _("Annulled")),
    column("imported_at", _("Imported")),
    column("deadline", _("Deadline")),
    column("version", _("Version")),
)
DUE_FOR: Final = {
    Game.Due.BOTS: _("bots consider a move"),
    Game.Due.TIME: _("the time for the move is up"),
    Game.Due.FILL: _("free seats go to bots"),
    Game.Due.SHUT: _("it is given up"),
}
COLOURS: Final = {"open": "info", "active": "success", "finished": "primary", "abandoned": "warning"}


@admin.register(Game)
class GameAdmin(KeysetAdmin):
    """Every game, the newest first."""

    list_display = (ID, "table", "state", RULESET, "players", "pace", "is_rated", ROUNDS, "opened")
    list_display_links = (ID,)
    list_filter = FILTERS
    search_fields = ("public_id",)
    search_help_text = _("Id of a game, or name of a player")
    fields = (
        ID,
        "state_in_words",
        "players_linked",
        "ruleset_used",
        "pace",
        "is_rated",
        "due",
        ROUNDS,
        *FACTS,
        "options_used",
    )
    readonly_fields = fields
    actions_detail = ("look", "abort", "remove_player", "annul")
    acts: ClassVar[Mapping[str, Act]] = {
        "abort": game_acts.ABORT,
        "remove_player": game_acts.REMOVE,
        "annul": game_acts.ANNUL,
    }

    # --- Which games, and in what order ---------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games: QuerySet[Game] = super().get_queryset(request).only(*SHOWN, "creator__username", "creator__deleted_at")
        return queries.with_seats(games.select_related("creator"))

    def page_order(self, request: HttpRequest) -> Sequence[str]:
        """Newest first; where only days are chosen, by the index that has the days; of what is overdue the longest."""
        if request.GET.get("due"):
            return ("due_at", "id")
        if request.GET.get("status") in GOING_ON:
            return ("-id",)
        by_day = any(request.GET.get(name) for name in ("since", "until"))
        by_player = any(request.GET.get(name) for name in ("player", "q"))
        return ("-created_at", "-id") if by_day and not by_player else ("-id",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """The game of that id, or else those of the player of that name."""
        if not search_term:
            return queryset, False
        if Game.objects.filter(public_id=search_term).exists():
            return queryset.filter(public_id=search_term), False
        return seated(request, queryset, search_term), False

    # --- What is told of one --------------------------------------------------------------------------------------

    @display(description=_("Opened"))
    def opened(self, game: Game) -> SafeString:
        return format_html('<span class="perudo-nowrap">{}</span>', f"{game.created_at:{MOMENT}}")

    @display(description=_("What the server does next"))
    def due(self, game: Game) -> str:
        if game.due_at is None:
            return ""
        return f"{game.due_at:%Y-%m-%d %H:%M:%S} UTC: {DUE_FOR[Game.Due(game.due_for)]}"

    @display(description=_("Status"), label=COLOURS)
    def state(self, game: Game) -> tuple[str, Any]:
        return game.status, STATUS_NAMES[Game.Status(game.status)]

    @display(description=_("Status"))
    def state_in_words(self, game: Game) -> Any:
        return STATUS_NAMES[Game.Status(game.status)]

    @display(description=_("Options"))
    def options_used(self, game: Game) -> str:
        return ", ".join(f"{name}: {str(value).lower()}" for name, value in game.options.items())

    @display(description=_("Table"))
    def table(self, game: Game) -> SafeString:
        if game.started_at is None:
            return SafeString("")
        over = game.finished_at is not None
        symbol = '<span class="material-symbols-outlined" aria-hidden="true">{}</span>'
        return format_html(
            f'<a class="perudo-table-link" href="{{}}">{symbol}{{}}</a>',
            reverse("admin:games_game_replay" if over else "admin:games_game_watch", args=[game.public_id]),
            "replay" if over else "visibility",
            _("Replay") if over else _("Watch"),
        )

    @display(description=_("Players"))
    def players(self, game: Game) -> SafeString:
        seats = game.seats.all()
        won = [seat.place == 1 for seat in seats]
        names = [name_in_words(seat.shown_name) for seat in seats]
        classes = ["perudo-won" if first else "" for first in won]
        joined = format_html_join(", ", '<span class="{}">{}</span>', zip(classes, names, strict=True))
        return format_html("<span>{}</span>", joined)  # one piece, on a phone's width too

    @display(description=_("Players"))
    def players_linked(self, game: Game) -> SafeString:
        """Each a way to the account; in an imported game no seat is one's."""
        return format_html_join(", ", "{}", ((self._linked(seat),) for seat in game.seats.all()))

    def _linked(self, seat: Seat) -> SafeString:
        css, name = "perudo-won" if seat.place == 1 else "", name_in_words(seat.shown_name)
        if seat.player_id is None:
            return format_html('<span class="{}">{}</span>', css, name)
        address = reverse("admin:players_player_change", args=[seat.player_id])
        return format_html('<a class="perudo-link {}" href="{}">{}</a>', css, address, name)

    @display(description=_("Why abandoned"))
    def why_abandoned(self, game: Game) -> str:
        return why_abandoned(game)

    @display(description=_("Ruleset"))
    def ruleset_used(self, game: Game) -> str:
        return f"{game.ruleset} {game.ruleset_version}"

    @display(description=_("Pace"))
    def pace(self, game: Game) -> Any:
        return PACE_NAMES[Pace.of(game.turn_seconds)]

    @display(description=_("Rated"))
    def is_rated(self, game: Game) -> str:
        return "✓" if game.rated and game.annulled_at is None else "–"

    # --- What may be done -----------------------------------------------------------------------------------------

    def has_moderate_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        return bool(request.user.has_perm("games.moderate_game"))

    def is_offered(self, button: str, row: Any) -> bool:
        return row.started_at is not None if button == "look" else super().is_offered(button, row)

    @action(description=_("Look at the table"), permissions=["view"], icon="casino", variant=ActionVariant.PRIMARY)
    def look(self, request: HttpRequest, object_id: str) -> HttpResponse:
        game = self.get_object(request, object_id)
        if game is None:
            return redirect("admin:games_game_changelist")
        name = "admin:games_game_watch" if game.finished_at is None else "admin:games_game_replay"
        return redirect(name, game.public_id)

    @action(description=_("Abort"), permissions=["moderate"], icon="cancel", variant=ActionVariant.DANGER)
    def abort(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._confirmed(request, object_id, game_acts.ABORT)

    @action(description=_("Remove a player"), permissions=["moderate"], icon="person_remove", url_path="remove")
    def remove_player(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._confirmed(request, object_id, game_acts.REMOVE)

    @action(
        description=_("Annul the rating"), permissions=["moderate"], icon="exposure_zero", variant=ActionVariant.DANGER
    )
    def annul(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._confirmed(request, object_id, game_acts.ANNUL)

    def _confirmed(self, request: HttpRequest, object_id: str, act: Act) -> HttpResponse:
        game = self.get_object(request, object_id)
        if game is None:
            back: HttpResponse = HttpResponseRedirect(reverse("admin:games_game_changelist"))
            return back
        return confirmed(self, request, game, act, back=reverse("admin:games_game_change", args=[game.pk]))

    def get_urls(self) -> list[URLPattern]:
        urls: list[Any] = [page(self) for page in PAGES]
        return [*urls, *super().get_urls()]
