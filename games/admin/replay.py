"""The page of a game that is over: its record to be stepped through, with its analysis."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern

from games.admin.outcome import outcome
from games.admin.table import find_game, page_at, table_page
from games.models import Game
from games.store.read import load_rounds
from games.viewpoint.analysis import analysis
from games.viewpoint.replay import replay
from games.viewpoint.sights import sights
from perudo_site.admin.readonly import ReadOnlyAdmin


def replay_page(admin: ReadOnlyAdmin) -> URLPattern:
    """`admin:games_game_replay`, by the game's public id. A game that is not over is watched instead."""

    def view(request: HttpRequest, game_id: str) -> HttpResponse:
        record = find_game(admin, request, game_id)
        if not record.is_over:
            return redirect("admin:games_game_watch", game_id)
        rounds = load_rounds(record)
        is_finished = record.game.status == Game.Status.FINISHED
        source = {
            "game": replay(record, rounds),
            "sights": sights(record, rounds),
            "analysis": analysis(record, rounds) if is_finished else None,
        }
        return table_page(admin, request, record, source, outcome=outcome(record.game))

    return page_at(admin, "<slug:game_id>/replay/", view, name="games_game_replay")
