"""The page of a game that runs, and what has happened in it since: what a spectator sees, whoever asks."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse

from games.admin.table import find_game, page_at, table_page
from games.viewpoint.watch import watched
from perudo_site.admin.readonly import ReadOnlyAdmin


def watch_page(admin: ReadOnlyAdmin) -> URLPattern:
    """`admin:games_game_watch`, by the game's public id. A game that is over has a replay instead."""

    def view(request: HttpRequest, game_id: str) -> HttpResponse:
        record = find_game(admin, request, game_id)
        if record.is_over:
            return redirect("admin:games_game_replay", game_id)
        addresses = {
            "news_address": reverse("admin:games_game_news", args=[game_id]),
            "replay_address": reverse("admin:games_game_replay", args=[game_id]),
        }
        return table_page(admin, request, record, watched(record) | {"analysis": None}, **addresses)

    return page_at(admin, "<slug:game_id>/watch/", view, name="games_game_watch")


def news_page(admin: ReadOnlyAdmin) -> URLPattern:
    """`admin:games_game_news`: the game as it stands, with the rounds in which something happened after `?after=`."""

    def view(request: HttpRequest, game_id: str) -> HttpResponse:
        record = find_game(admin, request, game_id)
        after = request.GET.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) <= len(str(record.game.version))):
            raise Http404
        return JsonResponse(watched(record, after=int(after)))

    return page_at(admin, "<slug:game_id>/news/", view, name="games_game_news")
