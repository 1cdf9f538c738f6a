"""The table of a game, drawn: what the pages of a game that is over and of one that runs have in common."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.i18n import JavaScriptCatalog

from games.store.read import load
from games.store.record import GameRecord
from games.viewpoint.values import Json
from perudo_site.admin.columns import MOMENT
from perudo_site.admin.readonly import ReadOnlyAdmin

View = Callable[..., HttpResponseBase]
TEMPLATE: Final = "admin/games/game/table.html"


def find_game(admin: ReadOnlyAdmin, request: HttpRequest, game_id: str) -> GameRecord:
    """The game of that id, for somebody who may look at games. Raises PermissionDenied and Http404."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    record = load(game_id)
    if record is None:
        raise Http404
    return record


def table_page(
    admin: ReadOnlyAdmin, request: HttpRequest, record: GameRecord, source: Json, **context: Any
) -> HttpResponse:
    """The page that draws `source`: a `game`, what was to be seen in it (`sights`), and its `analysis` or None."""
    game = record.game
    page = {
        **admin.admin_site.each_context(request),
        "title": _("Game %(id)s") % {"id": game.public_id},
        "opts": admin.opts,
        "original": game,
        "own_address": reverse("admin:games_game_change", args=[game.pk]),
        "game": source["game"],
        "started_at": _moment(game.started_at),
        "finished_at": _moment(game.finished_at),
        "source": source,
        "is_fullwidth": "1",
        **context,
    }
    return TemplateResponse(request, TEMPLATE, page)


def _moment(at: datetime | None) -> str:
    return f"{at:{MOMENT}} UTC" if at else ""


def page_at(admin: ReadOnlyAdmin, route: str, view: View, *, name: str) -> URLPattern:
    """An address below that of the games, for those who may enter the admin."""
    page: URLPattern = path(route, admin.admin_site.admin_view(view), name=name)
    return page


def words_page(admin: ReadOnlyAdmin) -> URLPattern:
    """The texts that the table's scripts say, in the language of the request."""
    catalog = JavaScriptCatalog.as_view(packages=["games"])
    return page_at(admin, "words.js", catalog, name="games_game_words")
