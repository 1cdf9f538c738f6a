"""Registering, logging in and out, profiles."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from perudo_site.http.schema import refuses
from perudo_site.http.serializers import read_body
from perudo_site.http.throttles import (
    LoginAddressThrottle,
    LoginNameThrottle,
    OwnPasswordThrottle,
    RegisterNameThrottle,
    RegisterThrottle,
)
from perudo_site.refusals import Code
from players import queries, services
from players.api import serializers
from players.api.authentication import signed_in, token_of
from players.api.permissions import ForAccount
from players.idempotency import HEADER, key_of
from players.models import Token

IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description=(
        "1 to 255 characters that the client makes up, one for each thing it wants made. The same key and body again, "
        "within a day, make nothing new, and are answered with what was made the first time."
    ),
)


class PlayersView(APIView):
    permission_classes = (AllowAny,)

    def get_throttles(self) -> list[BaseThrottle]:
        return [*super().get_throttles(), RegisterThrottle(), RegisterNameThrottle()]

    @extend_schema(
        operation_id="register",
        parameters=[IDEMPOTENCY_KEY],
        request=serializers.CredentialsSerializer,
        responses={201: serializers.RegisteredSerializer},
    )
    @refuses(Code.USERNAME_TAKEN)
    def post(self, request: Request) -> Response:
        """Register an account; the answer holds its first token."""
        credentials = read_body(serializers.CredentialsSerializer, request)
        issued = services.register(**credentials, key=key_of(request))
        return Response(serializers.RegisteredSerializer(issued).data, status=201)


class MeView(APIView):
    @extend_schema(operation_id="get_me", responses=serializers.PlayerSerializer)
    def get(self, request: Request) -> Response:
        """Your own profile."""
        return Response(serializers.PlayerSerializer(signed_in(request)).data)


class PlayerView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="get_player", responses=serializers.PlayerSerializer)
    def get(self, request: Request, username: str) -> Response:
        """A player's profile; the case of the name does not matter."""
        return Response(serializers.PlayerSerializer(queries.player_named(username)).data)


class PasswordView(APIView):
    permission_classes = (ForAccount,)

    def get_throttles(self) -> list[BaseThrottle]:
        return [*super().get_throttles(), OwnPasswordThrottle()]

    @extend_schema(operation_id="change_password", request=serializers.NewPasswordSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change your password; all your tokens but the one in use are revoked."""
        passwords = read_body(serializers.NewPasswordSerializer, request)
        services.change_password(player=signed_in(request), token=token_of(request), **passwords)
        return Response(status=204)


class TokensView(GenericAPIView[Token]):
    permission_classes = (ForAccount,)
    ordering = ("-created", "-public_id")
    filter_backends = ()

    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method == "POST" else super().get_permissions()

    def get_throttles(self) -> list[BaseThrottle]:
        throttles = super().get_throttles()
        if self.request.method == "POST":
            throttles += [LoginAddressThrottle(), LoginNameThrottle()]
        return throttles

    @extend_schema(operation_id="list_tokens", responses=serializers.TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your tokens, newest first, without their secrets."""
        page = self.paginate_queryset(queries.tokens_of(signed_in(request)))
        shown = serializers.TokenSerializer(page, many=True, context={"current": token_of(request)})
        return self.get_paginated_response(shown.data)

    @extend_schema(
        operation_id="log_in",
        parameters=[IDEMPOTENCY_KEY],
        request=serializers.LogInSerializer,
        responses={201: serializers.IssuedTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a token by username and password."""
        given, key = read_body(serializers.LogInSerializer, request), key_of(request)
        username, password = given.pop("username"), given.pop("password")
        player = services.log_in(username=username, password=password)
        issued = services.issue_token(player=player, terms=services.Terms(**given), password=password, key=key)
        return Response(serializers.IssuedTokenSerializer(issued).data, status=201)


class TokenView(APIView):
    permission_classes = (ForAccount,)

    @extend_schema(operation_id="revoke_token", responses={204: None})
    def delete(self, request: Request, token_id: str) -> Response:
        """Revoke one of your tokens; the one in use, too."""
        services.revoke_token(player=signed_in(request), token_id=token_id)
        return Response(status=204)
