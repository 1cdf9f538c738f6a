"""What is done to an account by those who run the place: each a call of a service."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from perudo_site.admin.confirm import Act, ReasonForm, Refused
from perudo_site.refusals import Code, Refusal
from players import names, services
from players.models import Player
from players.services import moderation

WHY_NOT: Final[Mapping[Code, str | Promise]] = {
    Code.NOT_FOUND: _("The account is deleted."),
    Code.FORBIDDEN: _("Server bots are the server's own."),
    Code.INVALID: _("A name has 3 to 20 letters A to Z, digits, _ and -."),
    Code.USERNAME_TAKEN: _("The name is taken, or reserved."),
}


class NameForm(ReasonForm):
    """The new name."""

    username = forms.CharField(label=_("New name"), max_length=names.MAX_LENGTH, widget=UnfoldAdminTextInputWidget)


def in_words(refusal: Refusal) -> Refused:
    """Why a service does not do it, in the language of the reader."""
    return Refused(WHY_NOT.get(refusal.code, refusal.detail))


def if_deleted(player: Player) -> Any:
    return None if player.deleted_at is None else WHY_NOT[Code.NOT_FOUND]


def if_banned(player: Player) -> Any:
    return if_deleted(player) or (None if player.is_active else _("The player is banned already."))


def _if_let_in(player: Player) -> Any:
    return if_deleted(player) or (_("The player is not banned.") if player.is_active else None)


def _unban(player: Player, data: Mapping[str, Any]) -> None:
    try:
        moderation.unban(player=player, now=timezone.now())
    except Refusal as refusal:
        raise in_words(refusal) from None


def _rename(player: Player, data: Mapping[str, Any]) -> None:
    try:
        moderation.rename(player=player, username=data["username"], now=timezone.now())
    except Refusal as refusal:
        raise in_words(refusal) from None


def _revoke_tokens(player: Player, data: Mapping[str, Any]) -> None:
    services.revoke_all_tokens(player=player)


UNBAN = Act(
    name="unban",
    title=_("Let the player in again"),
    warning=_(
        "The account may log in and play again, and so may those of its bots that were banned with it. Tokens stay "
        "revoked; it stands on the leaderboards again."
    ),
    button=_("Let the player in again"),
    done=_("The player is let in again."),
    do=_unban,
    why_not=_if_let_in,
)
RENAME = Act(
    name="rename",
    title=_("Rename the player"),
    warning=_(
        "The new name is shown everywhere at once, in games long over, too. The old name is reserved for a while: "
        "nobody can take it, not even this player."
    ),
    button=_("Rename the player"),
    done=_("The player has a new name."),
    do=_rename,
    why_not=if_deleted,
    form=NameForm,
)
REVOKE = Act(
    name="revoke tokens",
    title=_("Revoke all tokens"),
    warning=_("The player is logged out everywhere, and every program of theirs with it."),
    button=_("Revoke all tokens"),
    done=_("All tokens are revoked."),
    do=_revoke_tokens,
    why_not=if_deleted,
)
