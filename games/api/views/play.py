"""Playing: moves, resolved rounds, events."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries
from games.api import event_shapes, requests, shapes
from games.api.problems import as_refusal
from games.api.views.common import actor, answer, answer_if_changed, find_game, read_game_body, view_of
from games.metrics import move_seconds
from games.models import Round
from games.services import moves
from games.services.errors import MoveRefused
from games.store.read import load_rounds
from games.viewpoint.events import events_after
from games.viewpoint.rounds import resolved_round
from perudo_site.http.arrival import received_at
from perudo_site.http.schema import refuses
from perudo_site.http.serializers import read_query
from perudo_site.refusals import Code
from players.api.authentication import caller


class MovesView(APIView):
    notes_token_use = False  # a statement less on the path that must be quick

    @extend_schema(
        operation_id="make_move",
        request=requests.MoveSerializer,
        responses={201: shapes.GameSerializer, 200: shapes.GameSerializer},
    )
    @refuses(
        Code.ILLEGAL_BID,
        Code.NOT_SEATED,
        Code.NOT_IN_PLAY,
        Code.NOT_YOUR_TURN,
        Code.CALZA_NOT_ALLOWED,
        Code.GAME_NOT_ACTIVE,
        Code.STALE_VERSION,
        Code.NO_BID,
        Code.TOO_LATE,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Bid, or call dudo or calza.

        201 when the move was played now, 200 when the same move had been played before and was sent again.
        """
        at = received_at(request)
        body = read_game_body(requests.MoveSerializer, request, game_id)
        player, move = actor(request, game_id), requests.move_of(body)
        try:
            submitted = moves.submit(
                game_id=game_id,
                player=player,
                move=move,
                version=body["version"],
                received_at=at,
                clock=timezone.now,
            )
            return answer(view_of(request, submitted.record), status=200 if submitted.is_repeat else 201)
        except MoveRefused as refused:
            raise as_refusal(refused, caller(request)) from None
        finally:
            move_seconds.labels(body["action"]).observe((timezone.now() - at).total_seconds())


class RoundsView(GenericAPIView[Round]):
    permission_classes = (AllowAny,)
    ordering = ("number",)
    filter_backends = ()

    @extend_schema(operation_id="list_rounds", responses=shapes.ResolvedRoundSerializer(many=True))
    def get(self, request: Request, game_id: str) -> Response:
        """The resolved rounds of a game, oldest first."""
        record = find_game(request, game_id, now=timezone.now())
        page = self.paginate_queryset(queries.resolved_rounds(record)) or ()
        rounds = load_rounds(record, [row.number for row in page])
        return self.get_paginated_response([resolved_round(record, round_) for round_ in rounds])


class EventsView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="list_events",
        parameters=[requests.EventsQuery],
        responses={200: event_shapes.EventsSerializer, 304: None},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What happened after a seq, as the caller may see it."""
        after = read_query(requests.EventsQuery, request)["after"]
        record, player = find_game(request, game_id, now=timezone.now()), caller(request)
        events = events_after(record, player_id=player.pk if player else None, after=after)
        return answer_if_changed(request, {"events": events, "version": record.game.version})
