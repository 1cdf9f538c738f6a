"""Addresses below /api/v1/ that are about players."""

from django.urls import path

from players.api import leaderboards, statistics, views

urlpatterns = [
    path("players/", views.PlayersView.as_view()),
    path("players/me/", views.MeView.as_view()),
    path("players/<slug:username>/", views.PlayerView.as_view()),
    path("players/<slug:username>/head-to-head/<slug:other>/", statistics.HeadToHeadView.as_view()),
    path("players/<slug:username>/ratings/<slug:ruleset>/", leaderboards.RatingCurveView.as_view()),
    path("leaderboards/<slug:ruleset>/", leaderboards.LeaderboardView.as_view()),
    path("leaderboards/<slug:ruleset>/around/<slug:username>/", leaderboards.AroundView.as_view()),
    path("tokens/", views.TokensView.as_view()),
    path("tokens/<slug:token_id>/", views.TokenView.as_view()),
]
