"""What is done to a game by those who run the place: each a call of a service."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from games.models import Game
from games.services import annul, moderation
from games.services.errors import MoveRefused
from perudo_site.admin.confirm import Act, ReasonForm, Refused
from perudo_site.refusals import Code, Refusal
from players.names import name_in_words

WHY_NOT: Final[Mapping[Code, Any]] = {
    Code.NOT_FOUND: _("There is no such game, or nobody sits there."),
    Code.GAME_NOT_ACTIVE: _("The game is over already."),
    Code.NOT_IN_PLAY: _("This seat is out of the game already."),
    Code.GAME_NOT_OVER: _("The game is not over."),
    Code.NOT_RATABLE: _("The game was not rated."),
}


def _if_over(game: Game) -> Any:
    return None if game.finished_at is None else WHY_NOT[Code.GAME_NOT_ACTIVE]


def _if_unrated(game: Game) -> Any:
    if game.finished_at is None:
        return WHY_NOT[Code.GAME_NOT_OVER]
    if game.rated_number is None:
        return WHY_NOT[Code.NOT_RATABLE]
    return None if game.annulled_at is None else _("The game counts for no rating already.")


class SeatForm(ReasonForm):
    """Whose seat it is about: those taken at an open table, those in play in a running game."""

    seat = forms.ChoiceField(label=_("Seat"), widget=UnfoldAdminSelectWidget)

    def __init__(self, obj: Game, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(obj, data)
        is_open = obj.status == Game.Status.OPEN
        there = [seat for seat in obj.seats.all() if seat.player_id is not None and (is_open or seat.in_play)]
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (
                str(seat.number),
                gettext("%(number)s: %(name)s") % {"number": seat.number, "name": name_in_words(seat.shown_name)},
            )
            for seat in there
        ]


def _doing(service: Callable[..., object]) -> Callable[[Game, Mapping[str, Any]], None]:
    """The service, called with the game's id and what the form says beside the reason; its refusals in words."""

    def do(game: Game, data: Mapping[str, Any]) -> None:
        told = {"seat": int(data["seat"])} if "seat" in data else {}
        try:
            service(game_id=game.public_id, now=timezone.now(), **told)
        except (Refusal, MoveRefused) as refused:
            raise Refused(WHY_NOT.get(refused.code, refused.code)) from None

    return do


ABORT = Act(
    name="abort",
    title=_("Abort the game"),
    warning=_(
        "The game ends here and now, without places and ratings. All hands and seeds are shown, and everybody at the "
        "table is told. There is no way back."
    ),
    button=_("Abort the game"),
    done=_("The game is aborted."),
    do=_doing(moderation.abort),
    why_not=_if_over,
)
REMOVE = Act(
    name="remove",
    title=_("Remove a player"),
    warning=_(
        "The player is out of the game for good, as if they had left: they take the lowest free place, and the game "
        "goes on. The last who stays has won. At an open table the seat is free again."
    ),
    button=_("Remove the player"),
    done=_("The player is removed."),
    do=_doing(moderation.remove),
    why_not=_if_over,
    form=SeatForm,
    noted=lambda data: f"seat {data['seat']}",
)
ANNUL = Act(
    name="annul",
    title=_("Annul the rating of the game"),
    warning=_(
        "The game counts for no rating any more, and all later ratings of its ruleset and pace are computed anew. "
        "There is no way back. The game itself stays as it was played."
    ),
    button=_("Annul the rating"),
    done=_("The game counts for no rating any more."),
    do=_doing(annul.annul),
    why_not=_if_unrated,
)
