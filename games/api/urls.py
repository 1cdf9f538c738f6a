"""Addresses below /api/v1/ that are about games."""

from django.urls import path

from games.api.views import play, rules, tables

urlpatterns = [
    path("rulesets/", rules.RulesetsView.as_view()),
    path("bots/", rules.BotsView.as_view()),
    path("players/<slug:username>/games/", tables.PlayerGamesView.as_view()),
    path("games/", tables.GamesView.as_view()),
    path("games/quick/", tables.QuickView.as_view()),
    path("games/<slug:game_id>/", tables.GameView.as_view()),
    path("games/<slug:game_id>/join/", tables.JoinView.as_view()),
    path("games/<slug:game_id>/leave/", tables.LeaveView.as_view()),
    path("games/<slug:game_id>/close/", tables.CloseView.as_view()),
    path("games/<slug:game_id>/seats/<int:seat>/", tables.SeatView.as_view()),
    path("games/<slug:game_id>/moves/", play.MovesView.as_view()),
    path("games/<slug:game_id>/rounds/", play.RoundsView.as_view()),
    path("games/<slug:game_id>/replay/", play.ReplayView.as_view()),
    path("games/<slug:game_id>/events/", play.EventsView.as_view()),
]
