"""Games that are over: their record, and what can be said of them."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games import queries
from games.api import requests, shapes
from games.api.text import ByFormat, ByFormatOfRecords, Lines, PlainText
from games.api.views.common import answer_if_changed, find_game
from games.models import Game
from games.rules.notation import write, write_all
from games.rules.record import as_line
from games.store.read import load_rounds
from games.viewpoint.analysis import analysis
from games.viewpoint.replay import replay, replays
from games.viewpoint.values import Json
from perudo_site.http.schema import refuses
from perudo_site.http.serializers import read_query
from perudo_site.http.streaming import DISPOSITION
from perudo_site.http.throttles import ExportThrottle
from perudo_site.refusals import Code, Refusal
from players.api.authentication import caller
from players.queries import player_named


class ReplayView(APIView):
    permission_classes = (AllowAny,)
    renderer_classes = (JSONRenderer, PlainText)
    content_negotiation_class = ByFormat

    @extend_schema(
        operation_id="get_replay",
        parameters=[requests.ReplayQuery],
        responses={
            (200, "application/json"): shapes.ReplaySerializer,
            (200, "text/plain"): OpenApiTypes.STR,
            304: None,
        },
    )
    @refuses(Code.GAME_NOT_OVER)
    def get(self, request: Request, game_id: str) -> Response:
        """The whole of a game that is over: enough to rebuild and to verify every roll.

        As JSON, or as the text that people read and type.
        """
        record = find_game(request, game_id, now=timezone.now())
        if not record.is_over:
            raise Refusal(Code.GAME_NOT_OVER)
        document = replay(record, load_rounds(record))
        if request.accepted_renderer.format == PlainText.format:
            return answer_if_changed(request, _as_text(document))
        return answer_if_changed(request, document)


class PlayerRecordsView(APIView):
    permission_classes = (AllowAny,)
    renderer_classes = (Lines, PlainText)
    content_negotiation_class = ByFormatOfRecords

    def get_throttles(self) -> list[BaseThrottle]:
        return [*super().get_throttles(), ExportThrottle()]

    @extend_schema(
        operation_id="export_player_games",
        parameters=[requests.RecordsQuery, DISPOSITION],
        responses={
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, username: str) -> StreamingHttpResponse:
        """The records of a player's games that are over, oldest first: those that the caller may see.

        As JSON, a replay document a line, or as one text. It is written while it is read, however long it is.
        """
        wanted: dict[str, Any] = read_query(requests.RecordsQuery, request)
        wanted.pop("format", None)
        player = player_named(username)
        games = queries.on_record(queries.games_of(player, seen_by=caller(request)), **wanted)
        as_text = request.accepted_renderer.format == PlainText.format
        return StreamingHttpResponse(
            write_all(replays(games)) if as_text else map(as_line, replays(games)),
            content_type=f"{PlainText.media_type}; charset=utf-8" if as_text else Lines.media_type,
            headers={
                "Content-Disposition": f'attachment; filename="{player.username}.{"txt" if as_text else "ndjson"}"'
            },
        )


class AnalysisView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="get_analysis", responses={200: shapes.AnalysisSerializer, 304: None})
    @refuses(Code.GAME_NOT_OVER)
    def get(self, request: Request, game_id: str) -> Response:
        """What each bid and call of a finished game was worth to the one who made it."""
        record = find_game(request, game_id, now=timezone.now())
        if record.game.status != Game.Status.FINISHED:
            raise Refusal(Code.GAME_NOT_OVER)
        return answer_if_changed(request, analysis(record, load_rounds(record)))


def _as_text(document: Json) -> str:
    if document["started_at"] is None:
        raise Refusal(
            Code.GAME_NOT_OVER, "The table was given up before its game began: there is nothing to write down."
        )
    return write(document)
