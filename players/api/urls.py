"""Addresses below /api/v1/ that are about players. What needs their games, too, stands in games/api/urls.py."""

from django.urls import path

from players.api import bots, leaderboards, statistics, views

urlpatterns = [
    path("players/", views.PlayersView.as_view()),
    path("players/me/password/", views.PasswordView.as_view()),
    path("players/<slug:username>/", views.PlayerView.as_view()),
    path("players/<slug:username>/head-to-head/<slug:other>/", statistics.HeadToHeadView.as_view()),
    path("players/<slug:username>/ratings/<slug:ruleset>/", leaderboards.RatingCurveView.as_view()),
    path("leaderboards/<slug:ruleset>/", leaderboards.LeaderboardView.as_view()),
    path("leaderboards/<slug:ruleset>/around/<slug:username>/", leaderboards.AroundView.as_view()),
    path("bots/accounts/", bots.BotAccountsView.as_view()),
    path("bots/accounts/<slug:username>/tokens/", bots.BotTokensView.as_view()),
    path("tokens/", views.TokensView.as_view()),
    path("tokens/<slug:token_id>/", views.TokenView.as_view()),
]
