"""Leaderboards, and the curve of a player's rating."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from perudo_site.http.fields import QueryBooleanField, QueryIntegerField
from perudo_site.http.pagination import MAX_LIMIT, Whole
from perudo_site.http.serializers import QuerySerializer, read_query
from players.api.ratings import NumberSerializer, number
from players.models import Pace, Player, Rating, RatingChange
from players.queries import player_named
from players.queries.boards import Board
from players.queries.ratings import changes_of, pool_of
from players.ratings import Skill

DEFAULT_AROUND = 11


class PaceQuery(QuerySerializer):
    pace = serializers.ChoiceField(
        choices=Pace.choices,
        default=Pace.LIVE,
        help_text="Games with up to an hour for a move are live; with more, or without a clock, correspondence.",
    )


class BoardQuery(PaceQuery):
    """Which leaderboard."""

    kind = serializers.ChoiceField(
        choices=[Player.Kind.HUMAN, Player.Kind.BOT, "all"],
        default="all",
        help_text="Whom the ranks count. The server's own bots are not rated.",
    )
    provisional = QueryBooleanField(
        default=False, help_text="The list of those whose rating is not yet certain, apart from the others."
    )


class AroundQuery(BoardQuery):
    limit = QueryIntegerField(
        min_value=1, max_value=MAX_LIMIT, default=DEFAULT_AROUND, help_text="How many rows there are at most."
    )


class RankSerializer(NumberSerializer):
    """A player's place on a leaderboard."""

    rank = serializers.IntegerField(min_value=1, help_text="No two alike.")
    username = serializers.CharField()
    kind = serializers.ChoiceField(choices=[Player.Kind.HUMAN, Player.Kind.BOT])
    games = serializers.IntegerField(help_text="Rated games.")
    wins = serializers.IntegerField(help_text="Games in which no other rated player had a better place.")


class ChangeSerializer(serializers.Serializer[Any]):
    """What a rated game did to a player's rating."""

    game = serializers.CharField(help_text="The game's id.")
    at = serializers.DateTimeField()
    place = serializers.IntegerField(min_value=1, help_text="Among the rated players.")
    players = serializers.IntegerField(min_value=2, help_text="How many rated players there were.")
    before = NumberSerializer()
    after = NumberSerializer()


class LeaderboardView(GenericAPIView[Rating]):
    permission_classes = (AllowAny,)
    ordering = ("-board_key",)
    filter_backends = ()

    @extend_schema(operation_id="get_leaderboard", parameters=[BoardQuery], responses=RankSerializer(many=True))
    def get(self, request: Request, ruleset: str) -> Response:
        """The players of a ruleset by rating, the highest first."""
        board = _board(ruleset, read_query(BoardQuery, request))
        page = self.paginate_queryset(board.ratings) or []
        return self.get_paginated_response(_ranked(board, list(page)))


class AroundView(GenericAPIView[Rating]):
    permission_classes = (AllowAny,)
    pagination_class = Whole
    filter_backends = ()

    @extend_schema(operation_id="get_leaderboard_around", parameters=[AroundQuery], responses=RankSerializer(many=True))
    def get(self, request: Request, ruleset: str, username: str) -> Response:
        """The part of a leaderboard around a player, as many rows above as below where there are as many."""
        query = read_query(AroundQuery, request)
        board = _board(ruleset, query)
        return self.get_paginated_response(_ranked(board, board.around(username, query["limit"])))


class RatingCurveView(GenericAPIView[RatingChange]):
    permission_classes = (AllowAny,)
    ordering = ("-number",)
    filter_backends = ()

    @extend_schema(operation_id="get_rating_curve", parameters=[PaceQuery], responses=ChangeSerializer(many=True))
    def get(self, request: Request, username: str, ruleset: str) -> Response:
        """What each rated game did to a player's rating, the newest first."""
        pace = Pace(read_query(PaceQuery, request)["pace"])
        player = player_named(username)
        page = self.paginate_queryset(changes_of(player, pool_of(ruleset, pace))) or []
        return self.get_paginated_response([_change(change) for change in page])


def _board(ruleset: str, query: dict[str, Any]) -> Board:
    kind = None if query["kind"] == "all" else Player.Kind(query["kind"])
    return Board(pool=pool_of(ruleset, Pace(query["pace"])), provisional=query["provisional"], kind=kind)


def _ranked(board: Board, page: list[Rating]) -> list[dict[str, Any]]:
    return [
        {
            "rank": rank,
            "username": rating.player.shown_name,
            "kind": rating.kind,
            **number(Skill(rating.mu, rating.sigma)),
            "games": rating.games,
            "wins": rating.wins,
        }
        for rank, rating in zip(board.ranks(page), page, strict=True)
    ]


def _change(change: RatingChange) -> dict[str, Any]:
    return {
        "game": change.game,
        "at": change.at,
        "place": change.place,
        "players": change.players,
        "before": number(Skill(change.mu_before, change.sigma_before)),
        "after": number(Skill(change.mu_after, change.sigma_after)),
    }
