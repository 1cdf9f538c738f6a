"""How a game ended, in words: why one was given up is stored as a word that programs read (docs/api.md)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.admin.game_filters import STATUS_NAMES
from games.models import Game

WHY_ABANDONED: Final = {
    "aborted": _("an administrator aborted it"),
    "closed": _("who opened the table closed it"),
    "empty": _("nobody but bots was left at the table"),
    "stale": _("nobody came or went, or moved, for too long"),
    "nobody moved": _("time made every move"),
    "unknown": _("the reason is known to the server it comes from"),
}


def why_abandoned(game: Game) -> str:
    """Nothing for one that was not given up."""
    return str(WHY_ABANDONED.get(game.abandoned_reason, game.abandoned_reason))


def outcome(game: Game) -> str:
    """The status of a game that is over, and why if it was given up."""
    status = str(STATUS_NAMES[Game.Status(game.status)])
    return f"{status}: {why_abandoned(game)}" if game.abandoned_reason else status
