"""Shapes of what players send and are shown."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from perudo_site.http.fields import StrictCharField, StrictChoiceField, StrictIntegerField
from perudo_site.http.serializers import StrictSerializer
from players.api.ratings import RatingsField
from players.api.statistics import StatsSerializer
from players.models import Player, Scope, Token, all_scopes
from players.queries.stats import stats_of

LONGEST_LIFE: Final = 315_360_000  # ten years


class CredentialsSerializer(StrictSerializer):
    # Which names an account may have is the service's to say; no shape of a name is longer than this.
    username = StrictCharField(max_length=150)
    password = StrictCharField(max_length=1024, write_only=True)


class LabelField(StrictCharField):
    """What a token is called."""

    def __init__(self) -> None:
        super().__init__(max_length=40, allow_blank=True, default="", help_text="For its owner to know it by.")


class TermsSerializer(StrictSerializer):
    """What a token is to be like."""

    label = LabelField()  # type: ignore[assignment]  # the base class has a `label` of another sort
    scopes = serializers.ListField(
        child=StrictChoiceField(choices=Scope.choices),
        min_length=1,
        max_length=len(Scope),
        default=all_scopes,
        help_text="What the token is good for; everything unless told.",
    )
    expires_in = StrictIntegerField(
        min_value=1,
        max_value=LONGEST_LIFE,
        allow_null=True,
        default=None,
        help_text="For how many seconds it is valid; null until it is revoked.",
    )

    def validate_scopes(self, scopes: list[str]) -> list[str]:
        """Each once, in one order."""
        return [scope for scope in all_scopes() if scope in scopes]


class LogInSerializer(TermsSerializer):
    username = StrictCharField(max_length=150)
    password = StrictCharField(max_length=1024, write_only=True)


class PasswordSerializer(StrictSerializer):
    password = StrictCharField(max_length=1024, write_only=True)


class NewPasswordSerializer(PasswordSerializer):
    new_password = StrictCharField(max_length=1024, write_only=True)


class NewBotSerializer(StrictSerializer):
    username = StrictCharField(max_length=150)
    label = LabelField()  # type: ignore[assignment]


class AccountSerializer(serializers.Serializer[Any]):
    """An account without what it has played."""

    username = serializers.CharField(source="shown_name")
    kind = serializers.ChoiceField(choices=Player.Kind.choices)
    owner = serializers.CharField(source="owner.shown_name", allow_null=True, help_text="Who answers for a bot.")
    joined_at = serializers.DateTimeField()


class PlayerSerializer(AccountSerializer):
    ratings = RatingsField()
    stats = serializers.SerializerMethodField(help_text="What the player has done, by ruleset.")

    @extend_schema_field(serializers.DictField(child=StatsSerializer()))
    def get_stats(self, player: Player) -> dict[str, Any]:
        return stats_of(player)


class TokenSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(source="public_id")
    label = serializers.CharField()  # type: ignore[assignment]
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the hour; moves do not count as use.")
    current = serializers.SerializerMethodField(help_text="Whether it is the one that this request came with.")

    def get_current(self, token: Token) -> bool:
        return bool(token.pk == self.context["current"].pk)


class IssuedTokenSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(source="token.public_id")
    token = serializers.CharField(source="secret", help_text="The secret: shown now, and never again.")
    label = serializers.CharField(source="token.label")  # type: ignore[assignment]
    scopes = serializers.ListField(source="token.scopes", child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField(source="token.created")
    expires_at = serializers.DateTimeField(source="token.expiry", allow_null=True)


class RegisteredSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer(source="token.user")
    token = serializers.CharField(source="secret", help_text="The secret: shown now, and never again.")
