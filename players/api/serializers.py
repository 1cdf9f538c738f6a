"""Shapes of what players send and are shown."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from perudo_site.http.fields import StrictCharField
from perudo_site.http.serializers import StrictSerializer
from players.api.ratings import RatingsField
from players.api.statistics import StatsSerializer
from players.models import Player
from players.queries.stats import stats_of


class CredentialsSerializer(StrictSerializer):
    # Which names an account may have is the service's to say; no shape of a name is longer than this.
    username = StrictCharField(max_length=150)
    password = StrictCharField(max_length=1024, write_only=True)


class LogInSerializer(CredentialsSerializer):
    label = StrictCharField(  # type: ignore[assignment]  # the base class has a `label` of another sort
        max_length=40, allow_blank=True, default="", help_text="For its owner to know it by."
    )


class PlayerSerializer(serializers.Serializer[Player]):
    username = serializers.CharField()
    kind = serializers.ChoiceField(choices=Player.Kind.choices)
    joined_at = serializers.DateTimeField()
    ratings = RatingsField()
    stats = serializers.SerializerMethodField(help_text="What the player has done, by ruleset.")

    @extend_schema_field(serializers.DictField(child=StatsSerializer()))
    def get_stats(self, player: Player) -> dict[str, Any]:
        return stats_of(player)


class TokenSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(source="public_id")
    label = serializers.CharField()  # type: ignore[assignment]
    created_at = serializers.DateTimeField(source="created")


class IssuedTokenSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(source="token.public_id")
    token = serializers.CharField(source="secret", help_text="The secret: shown now, and never again.")
    label = serializers.CharField(source="token.label")  # type: ignore[assignment]
    created_at = serializers.DateTimeField(source="token.created")


class RegisteredSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer(source="token.user")
    token = serializers.CharField(source="secret", help_text="The secret: shown now, and never again.")
