"""One's own account, where its games matter: exporting and deleting it, and deleting a bot account."""

from collections.abc import Sequence
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.api import shapes
from games.services import farewell
from games.viewpoint.export import own_games
from games.viewpoint.values import time
from perudo_site.http.schema import takes
from perudo_site.http.serializers import read_body
from perudo_site.http.streaming import DISPOSITION, json_download
from perudo_site.http.throttles import OwnPasswordThrottle
from players.api.authentication import signed_in
from players.api.export import account_export
from players.api.permissions import ForAccount
from players.api.serializers import PasswordSerializer
from players.api.views import MeView

FORMAT = "perudo-account/1"


class AccountView(MeView):
    """`GET` is the players' own (players/api/views.py)."""

    def get_permissions(self) -> Sequence[Any]:
        return [ForAccount()] if self.request.method == "DELETE" else super().get_permissions()

    def get_throttles(self) -> list[BaseThrottle]:
        throttles = super().get_throttles()
        return [*throttles, OwnPasswordThrottle()] if self.request.method == "DELETE" else throttles

    @extend_schema(operation_id="delete_me", responses={204: None})
    @takes(PasswordSerializer)
    def delete(self, request: Request) -> Response:
        """Delete your account and your bot accounts, for good.

        Running games are left, open tables closed. What was played stays, under the name "deleted player".
        """
        password = read_body(PasswordSerializer, request)["password"]
        farewell.delete_account(player=signed_in(request), password=password, now=timezone.now())
        return Response(status=204)


class ExportView(APIView):
    permission_classes = (ForAccount,)

    @extend_schema(operation_id="export_me", parameters=[DISPOSITION], responses=shapes.ExportSerializer)
    def get(self, request: Request) -> StreamingHttpResponse:
        """Everything held about you, as one document."""
        player = signed_in(request)
        head = {"format": FORMAT, "exported_at": time(timezone.now())}
        document = head | account_export(player) | {"games": own_games(player)}
        return json_download(document, filename=f"{player.username}.json")


class BotAccountView(APIView):
    permission_classes = (ForAccount,)

    @extend_schema(operation_id="delete_bot", responses={204: None})
    def delete(self, request: Request, username: str) -> Response:
        """Delete a bot account of yours, for good."""
        farewell.delete_bot(owner=signed_in(request), username=username, now=timezone.now())
        return Response(status=204)
