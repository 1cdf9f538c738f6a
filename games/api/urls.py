"""Addresses below /api/v1/ that are about games, and what of accounts has to do with them."""

from django.urls import path

from games.api.views import account, history, play, rules, tables

urlpatterns = [
    path("rulesets/", rules.RulesetsView.as_view()),
    path("bots/", rules.BotsView.as_view()),
    path("bots/accounts/<slug:username>/", account.BotAccountView.as_view()),
    path("players/me/", account.AccountView.as_view()),
    path("players/me/export/", account.ExportView.as_view()),
    path("players/<slug:username>/games/", tables.PlayerGamesView.as_view()),
    path("players/<slug:username>/games/export/", history.PlayerRecordsView.as_view()),
    path("games/", tables.GamesView.as_view()),
    path("games/quick/", tables.QuickView.as_view()),
    path("games/<slug:game_id>/", tables.GameView.as_view()),
    path("games/<slug:game_id>/join/", tables.JoinView.as_view()),
    path("games/<slug:game_id>/leave/", tables.LeaveView.as_view()),
    path("games/<slug:game_id>/close/", tables.CloseView.as_view()),
    path("games/<slug:game_id>/seats/<int:seat>/", tables.SeatView.as_view()),
    path("games/<slug:game_id>/moves/", play.MovesView.as_view()),
    path("games/<slug:game_id>/rounds/", play.RoundsView.as_view()),
    path("games/<slug:game_id>/replay/", history.ReplayView.as_view()),
    path("games/<slug:game_id>/analysis/", history.AnalysisView.as_view()),
    path("games/<slug:game_id>/events/", play.EventsView.as_view()),
]
