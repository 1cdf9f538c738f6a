"""The games app."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from perudo_site.pulse import alive, chores


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        post_migrate.connect(seat_server_bots, sender=self)
        post_migrate.connect(open_leaderboards, sender=self)
        post_migrate.connect(make_groups, sender=self)
        alive.connect(note_that_the_web_is_alive)
        chores.connect(stand_in_for_the_sweep)


def seat_server_bots(using: str, **kwargs: Any) -> None:
    """Give every bot of the registry its account, so that its name is its own before anybody can take it."""
    from games.bots.registry import REGISTRY
    from players.services import ensure_server_players

    ensure_server_players(REGISTRY)


def open_leaderboards(using: str, **kwargs: Any) -> None:
    """Give every ruleset its leaderboards, empty as they are before the first rated game."""
    from games.rules.ruleset import CURRENT
    from players.services.ratings import ensure_pools

    ensure_pools(CURRENT)


def note_that_the_web_is_alive(clock: Callable[[], datetime], **kwargs: Any) -> None:
    """While people can move, the server is not down, though nobody sweeps."""
    from games.services import downtime

    downtime.beat(now=clock())


def stand_in_for_the_sweep(clock: Callable[[], datetime], **kwargs: Any) -> None:
    """Where nobody sweeps, the web itself sees to what is due."""
    from games.services import sweeping

    sweeping.stand_in(now=clock(), clock=clock)


VIEWER: Final = ("games.view_game", "games.view_remarkableround", "players.view_player", "players.view_rating")
GROUPS: Final = {
    "viewer": VIEWER,
    "moderator": (*VIEWER, "games.moderate_game", "players.moderate_player", "admin.view_logentry"),
}
"""Who may do what in the admin (docs/admin.md); superusers may do everything that anybody may."""


def make_groups(using: str, **kwargs: Any) -> None:
    """Give the admin its groups. This app is migrated last, so that all their rights are there."""
    from players.services.groups import ensure_groups

    ensure_groups(GROUPS)
