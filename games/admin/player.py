"""Players in the admin, with what they play: their last games on their page, and a ban that takes them out of all."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from games import queries
from games.admin.game_filters import STATUS_NAMES
from games.models import Game
from games.services import farewell
from perudo_site.admin.confirm import Act
from perudo_site.refusals import Refusal
from players.admin.player import PlayerAdmin
from players.admin.player_acts import if_banned, in_words
from players.models import Player
from players.names import name_in_words

LAST_GAMES: Final = 10


def _ban(player: Player, data: Mapping[str, Any]) -> None:
    try:
        farewell.ban_account(player=player, now=timezone.now())
    except Refusal as refusal:
        raise in_words(refusal) from None


BAN = Act(
    name="ban",
    title=_("Ban the player"),
    warning=_(
        "At once all tokens are worthless, nobody logs in as this player or as one of their bots, they are removed "
        "from all running games, their open tables are closed, and they are on no leaderboard."
    ),
    button=_("Ban the player"),
    done=_("The player is banned."),
    do=_ban,
    why_not=if_banned,
)


@admin.register(Player)
class PlayingPlayerAdmin(PlayerAdmin):
    """A player's page, with their last games."""

    acts: ClassVar[Mapping[str, Act]] = {"ban": BAN, **PlayerAdmin.acts}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        player = self.get_object(request, object_id)
        may_look = request.user.has_perm("games.view_game")
        more = last_games_of(player) if player is not None and may_look else {}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})


def last_games_of(player: Player) -> dict[str, Any]:
    """For the template: the newest games, with the player's place in each, and where to find them all."""
    games = queries.seated(queries.with_seats(Game.objects.all()), player).order_by("-id")[:LAST_GAMES]
    rows = [
        {
            "game": game,
            "status": STATUS_NAMES[Game.Status(game.status)],
            "place": min((s.place for s in game.seats.all() if s.player_id == player.pk and s.place), default=None),
            "others": _others(game, player),
            "address": reverse("admin:games_game_change", args=[game.pk]),
        }
        for game in games
    ]
    every = f"{reverse('admin:games_game_changelist')}?{urlencode({'player': player.username})}"
    template = "admin/games/player_games.html"
    return {"games_template": template, "last_games": rows, "every_game": None if player.deleted_at else every}


def _others(game: Game, player: Player) -> str:
    others = [seat for seat in game.seats.all() if seat.player_id != player.pk and seat.shown_name]
    return ", ".join(name_in_words(seat.shown_name) for seat in others)
