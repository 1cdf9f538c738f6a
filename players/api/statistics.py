"""Statistics of players: their shapes, and two players compared."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.queries.accounts import player_named
from players.queries.stats import head_to_head


def _rate(help_text: str) -> serializers.FloatField:
    return serializers.FloatField(allow_null=True, min_value=0, max_value=1, help_text=help_text)


class ResultsSerializer(serializers.Serializer[Any]):
    """How a player's finished games ended."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    mean_place = serializers.FloatField(allow_null=True)


class StatsSerializer(ResultsSerializer):
    """What a player has done in the finished games of one ruleset. Rates are null where nothing is to divide by."""

    by_players = serializers.DictField(
        child=ResultsSerializer(), help_text="The results by the number of seats at the table."
    )
    bids = serializers.IntegerField()
    bluff_rate = _rate("The part of the bids for which the own hand held less than its share.")
    bids_doubted = serializers.IntegerField()
    bids_good = _rate("The part of the doubted bids that were good.")
    dudos = serializers.IntegerField()
    dudos_right = _rate("The part of the dudos that were on bids that were not good.")
    calzas = serializers.IntegerField()
    calzas_right = _rate("The part of the calzas that were on bids that were exact.")
    timeouts = serializers.IntegerField()
    leavings = serializers.IntegerField()


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """How two players have fared against each other."""

    player = serializers.CharField()
    other = serializers.CharField()
    games = serializers.IntegerField(help_text="Finished games that both sat in.")
    ahead = serializers.IntegerField(help_text="Games in which `player` took the better place.")
    behind = serializers.IntegerField(help_text="Games in which `other` did.")


class HeadToHeadView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="get_head_to_head", responses=HeadToHeadSerializer)
    def get(self, request: Request, username: str, other: str) -> Response:
        """How often two players have met, and who took the better place."""
        return Response(head_to_head(player_named(username), player_named(other)))
