"""Bot accounts: registered by whoever answers for them."""

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from perudo_site.http.schema import refuses
from perudo_site.http.serializers import read_body
from perudo_site.http.throttles import RegisterNameThrottle, RegisterThrottle
from perudo_site.refusals import Code
from players import queries, services
from players.api import serializers
from players.api.authentication import signed_in
from players.api.permissions import ForAccount
from players.api.views import IDEMPOTENCY_KEY
from players.idempotency import key_of
from players.models import Player


class BotAccountsView(GenericAPIView[Player]):
    permission_classes = (ForAccount,)
    ordering = ("-id",)
    filter_backends = ()

    def get_throttles(self) -> list[BaseThrottle]:
        throttles = super().get_throttles()
        if self.request.method == "POST":
            throttles += [RegisterThrottle(), RegisterNameThrottle()]
        return throttles

    @extend_schema(operation_id="list_bot_accounts", responses=serializers.AccountSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your bot accounts, newest first."""
        page = self.paginate_queryset(queries.bots_of(signed_in(request)))
        return self.get_paginated_response(serializers.AccountSerializer(page, many=True).data)

    @extend_schema(
        operation_id="register_bot",
        parameters=[IDEMPOTENCY_KEY],
        request=serializers.NewBotSerializer,
        responses={201: serializers.RegisteredSerializer},
    )
    @refuses(Code.USERNAME_TAKEN, Code.TOO_MANY_BOTS)
    def post(self, request: Request) -> Response:
        """Register an account for a program of yours; the answer holds its first token."""
        given = read_body(serializers.NewBotSerializer, request)
        issued = services.register_bot(owner=signed_in(request), key=key_of(request), **given)
        return Response(serializers.RegisteredSerializer(issued).data, status=201)


class BotTokensView(APIView):
    permission_classes = (ForAccount,)

    @extend_schema(
        operation_id="issue_bot_token",
        parameters=[IDEMPOTENCY_KEY],
        request=serializers.TermsSerializer,
        responses={201: serializers.IssuedTokenSerializer},
    )
    def post(self, request: Request, username: str) -> Response:
        """Make a further token for a bot account of yours."""
        terms = services.Terms(**read_body(serializers.TermsSerializer, request))
        issued = services.issue_bot_token(owner=signed_in(request), username=username, terms=terms, key=key_of(request))
        return Response(serializers.IssuedTokenSerializer(issued).data, status=201)
