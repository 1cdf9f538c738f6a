"""Games that are over: their record, and what can be said of them."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import requests, shapes
from games.api.text import ByFormat, PlainText
from games.api.views.common import answer_if_changed, find_game
from games.models import Game
from games.rules.notation import write
from games.store.read import load_rounds
from games.viewpoint.analysis import analysis
from games.viewpoint.replay import replay
from games.viewpoint.values import Json
from perudo_site.http.schema import refuses
from perudo_site.refusals import Code, Refusal


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
