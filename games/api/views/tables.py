"""Games: list, create, view, join, leave."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries
from games.api import requests, shapes
from games.api.problems import as_refusal
from games.api.views.common import actor, answer, answer_if_changed, find_game, read_game_body, view_of
from games.models import Game
from games.services import lobby, matching
from games.services.errors import MoveRefused
from games.store.record import GameRecord
from games.viewpoint.view import game_summary
from perudo_site.http.pagination import Cursor
from perudo_site.http.schema import refuses
from perudo_site.http.serializers import read_body, read_query
from perudo_site.refusals import Code
from players.api.authentication import caller, signed_in
from players.api.permissions import require_scope
from players.api.views import IDEMPOTENCY_KEY
from players.idempotency import key_of, once
from players.models import Scope
from players.queries import player_named


class GameList(GenericAPIView[Game]):
    """What lists of games share: newest first, by cursor, as summaries."""

    ordering = ("-id",)
    filter_backends = ()

    def place(self) -> dict[str, Any]:
        """From which game on the list goes on, and in which direction, for those who find games by their seats."""
        assert isinstance(self.paginator, Cursor)
        cursor = self.paginator.decode_cursor(self.request)
        return {"after": int(cursor.position), "rising": cursor.reverse} if cursor and cursor.position else {}

    def page(self, games: QuerySet[Game]) -> Response:
        player = caller(self.request)
        summaries = [
            game_summary(queries.summary_record(game), player_id=player.pk if player else None)
            for game in self.paginate_queryset(games) or ()
        ]
        return self.get_paginated_response(summaries)


class GamesView(GameList):
    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method in SAFE_METHODS else super().get_permissions()

    @extend_schema(
        operation_id="list_games",
        parameters=[requests.GamesQuery],
        responses=shapes.GameSummarySerializer(many=True),
    )
    @refuses(Code.NOT_AUTHENTICATED, Code.FORBIDDEN)
    def get(self, request: Request) -> Response:
        """Public games, and the caller's own, newest first."""
        return self.page(_filtered(request, read_query(requests.GamesQuery, request), self.place()))

    @extend_schema(
        operation_id="create_game",
        parameters=[IDEMPOTENCY_KEY],
        request=requests.TableSerializer,
        responses={201: shapes.GameSerializer},
    )
    @refuses(Code.UNKNOWN_OPTION, Code.NOT_RATABLE, Code.TOO_MANY_GAMES)
    def post(self, request: Request) -> Response:
        """Open a table; its game starts by itself when every seat is taken.

        With an Idempotency-Key, the same request within a day answers with the table made then, as it is now.
        """
        player, body = signed_in(request), read_body(requests.TableSerializer, request)
        if body["private"]:  # which is not there for a token that cannot read
            require_scope(request, Scope.READ)

        table = lobby.Table(**body)
        record = _once(request, body, lambda: lobby.create(table=table, creator=player, now=timezone.now()))
        return answer(view_of(request, record), status=201)


class QuickView(APIView):
    @extend_schema(
        operation_id="quick_game",
        parameters=[IDEMPOTENCY_KEY],
        request=requests.QuickSerializer,
        responses={201: shapes.GameSerializer, 200: shapes.GameSerializer},
    )
    @refuses(Code.TOO_MANY_GAMES)
    def post(self, request: Request) -> Response:
        """Take a seat at the oldest public table of a kind, or open one.

        201 when the table was opened now, 200 when it was there. Whoever waits at such a table already stays there.

        With an Idempotency-Key, the same request within a day answers 200 with the same game, as it is now.
        """
        player, body = signed_in(request), read_body(requests.QuickSerializer, request)
        is_opened = False

        def find() -> GameRecord:
            nonlocal is_opened
            record, is_opened = matching.quick(wish=matching.Wish(**body), player=player, now=timezone.now())
            return record

        record = _once(request, body, find)
        return answer(view_of(request, record), status=201 if is_opened else 200)


class GameView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="get_game",
        parameters=[requests.ViewQuery],
        responses={200: shapes.GameSerializer, 304: None},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """A game as the caller may see it."""
        join_code = read_query(requests.ViewQuery, request)["join_code"]
        record = find_game(request, game_id, now=timezone.now(), join_code=join_code)
        return answer_if_changed(request, view_of(request, record))


class JoinView(APIView):
    @extend_schema(operation_id="join_game", request=requests.JoinSerializer, responses=shapes.GameSerializer)
    @refuses(Code.GAME_NOT_OPEN, Code.ALREADY_SEATED, Code.GAME_FULL, Code.NOT_RATABLE, Code.TOO_MANY_GAMES)
    def post(self, request: Request, game_id: str) -> Response:
        """Take the lowest free seat."""
        body = read_game_body(requests.JoinSerializer, request, game_id)
        record = lobby.join(
            game_id=game_id, player=actor(request, game_id), now=timezone.now(), clock=timezone.now, **body
        )
        return answer(view_of(request, record))


class LeaveView(APIView):
    @extend_schema(operation_id="leave_game", request=requests.NothingSerializer, responses=shapes.GameSerializer)
    @refuses(Code.NOT_SEATED, Code.NOT_IN_PLAY, Code.GAME_NOT_ACTIVE)
    def post(self, request: Request, game_id: str) -> Response:
        """Give the seat of an open table back, or leave an active game for good."""
        read_game_body(requests.NothingSerializer, request, game_id)
        now = timezone.now()
        find_game(request, game_id, now=now)
        try:
            record = lobby.leave(game_id=game_id, player=actor(request, game_id), now=now, clock=timezone.now)
        except MoveRefused as refused:
            raise as_refusal(refused, caller(request)) from None
        return answer(view_of(request, record))


class SeatView(APIView):
    @extend_schema(operation_id="free_seat", responses={200: shapes.GameSerializer})
    @refuses(Code.FORBIDDEN, Code.GAME_NOT_OPEN)
    def delete(self, request: Request, game_id: str, seat: int) -> Response:
        """Free a seat of the open table that you opened."""
        record = lobby.remove(game_id=game_id, seat=seat, player=actor(request, game_id), now=timezone.now())
        return answer(view_of(request, record))


class CloseView(APIView):
    @extend_schema(operation_id="close_table", request=requests.NothingSerializer, responses=shapes.GameSerializer)
    @refuses(Code.FORBIDDEN, Code.GAME_NOT_OPEN)
    def post(self, request: Request, game_id: str) -> Response:
        """Close the open table that you opened; it is then abandoned."""
        read_game_body(requests.NothingSerializer, request, game_id)
        record = lobby.close(game_id=game_id, player=actor(request, game_id), now=timezone.now())
        return answer(view_of(request, record))


class PlayerGamesView(GameList):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="list_player_games", responses=shapes.GameSummarySerializer(many=True))
    def get(self, request: Request, username: str) -> Response:
        """The games of a player, newest first; private ones for their own players only."""
        return self.page(queries.games_of(player_named(username), seen_by=caller(request), **self.place()))


def _once(request: Request, body: dict[str, Any], find: Callable[[], GameRecord]) -> GameRecord:
    """The game that `find` finds or makes; where the same request came before with its key, that game as it is now."""
    found: list[GameRecord] = []

    def make() -> str:
        found.append(find())
        return found[0].game.public_id

    player, key = signed_in(request), key_of(request)
    game_id, _ = once(caller=str(player.pk), path=f"POST {request.path}", key=key, body=body, create=make)
    return found[0] if found else find_game(request, game_id, now=timezone.now())


def _filtered(request: Request, wanted: dict[str, Any], place: dict[str, Any]) -> QuerySet[Game]:
    player = caller(request)
    games = queries.games_seen_by(player)
    for name in ("status", "ruleset"):
        if name in wanted:
            games = games.filter(**{name: wanted[name]})
    if "player" in wanted:
        games = queries.with_player(games, wanted["player"], **place)
    if wanted["my_turn"]:
        require_scope(request, Scope.READ)
        if player is None:
            raise NotAuthenticated("Whose turn it is needs to know who you are.")
        games = queries.awaiting(games, player)
    return games
