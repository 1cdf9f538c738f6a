"""Shapes of what players send and are shown."""

from typing import Any, Final

from django.contrib.auth.password_validation import MinimumLengthValidator
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from perudo_site.http.fields import StrictCharField, StrictChoiceField, StrictIntegerField
from perudo_site.http.serializers import StrictSerializer
from players import names
from players.api.ratings import RatingsField
from players.api.statistics import StatsSerializer
from players.models import Player, Scope, Token, all_scopes
from players.queries.stats import stats_of

LONGEST_LIFE: Final = 315_360_000  # ten years


LONGEST_NAME: Final = 150
"""Which names an account may have is the service's to say; no shape of a name is longer than this."""
LONGEST_PASSWORD: Final = 1024


class PasswordField(StrictCharField):
    """A password that is to be the account's own; any text can be tried."""

    def __init__(self, help_text: str = "The account's password.") -> None:
        super().__init__(max_length=LONGEST_PASSWORD, write_only=True, help_text=help_text)


@extend_schema_field(
    {
        "type": "string",
        "minLength": names.MIN_LENGTH,
        "maxLength": names.MAX_LENGTH,
        "pattern": f"^{names.PATTERN.pattern}$",
    }
)
class NewUsernameField(StrictCharField):
    """A name for an account. The document tells of its form; it is the service that refuses others."""

    def __init__(self) -> None:
        help_text = "Letters A to Z, digits, `_` and `-`. Its case is kept, and no other account has it in any case."
        super().__init__(max_length=LONGEST_NAME, help_text=help_text)


@extend_schema_field(
    {"type": "string", "minLength": MinimumLengthValidator().min_length, "maxLength": LONGEST_PASSWORD}
)
class NewPasswordField(PasswordField):
    """A password for an account. The document tells of its form; it is the service that refuses others."""

    def __init__(self) -> None:
        super().__init__("Not a common password, not digits only, not like the username.")


@extend_schema_serializer(
    examples=[OpenApiExample("Ada", {"username": "ada", "password": "seven fours 7"}, request_only=True)]
)
class CredentialsSerializer(StrictSerializer):
    """An account to register."""

    username = NewUsernameField()
    password = NewPasswordField()


class LabelField(StrictCharField):
    """What a token is called."""

    def __init__(self) -> None:
        super().__init__(max_length=40, allow_blank=True, default="", help_text="For its owner to know it by.")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "To play for a day",
            {"label": "laptop", "scopes": ["read", "play"], "expires_in": 86_400},
            request_only=True,
        )
    ]
)
class TermsSerializer(StrictSerializer):
    """What a token is to be like. All that is left out: it is good for everything, until it is revoked."""

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


@extend_schema_serializer(
    examples=[
        OpenApiExample("Ada", {"username": "ada", "password": "seven fours 7"}, request_only=True),
        OpenApiExample(
            "To play for a day",
            {
                "username": "ada",
                "password": "seven fours 7",
                "label": "laptop",
                "scopes": ["read", "play"],
                "expires_in": 86_400,
            },
            request_only=True,
        ),
    ]
)
class LogInSerializer(TermsSerializer):
    """An account and its password, and what the token for it is to be like."""

    username = StrictCharField(max_length=LONGEST_NAME, help_text="In any case.")
    password = PasswordField()


@extend_schema_serializer(examples=[OpenApiExample("Ada", {"password": "seven fours 7"}, request_only=True)])
class PasswordSerializer(StrictSerializer):
    """The caller's password, to confirm what is asked for."""

    password = PasswordField()


@extend_schema_serializer(
    examples=[OpenApiExample("Ada", {"password": "seven fours 7", "new_password": "three sixes 3"}, request_only=True)]
)
class NewPasswordSerializer(StrictSerializer):
    """The caller's password, and another one to take its place."""

    password = PasswordField("The present one.")
    new_password = NewPasswordField()


@extend_schema_serializer(
    examples=[OpenApiExample("A bot", {"username": "adas-bot", "label": "laptop"}, request_only=True)]
)
class NewBotSerializer(StrictSerializer):
    """An account to register for a program of the caller's."""

    username = NewUsernameField()
    label = LabelField()  # type: ignore[assignment]


class AccountSerializer(serializers.Serializer[Any]):
    """An account, without what it has played."""

    username = serializers.CharField(source="shown_name")
    kind = serializers.ChoiceField(
        choices=Player.Kind.choices, help_text="A person, somebody's program, or one of the server's own bots."
    )
    owner = serializers.CharField(
        source="owner.shown_name", allow_null=True, help_text="Of a bot account: who answers for it."
    )
    joined_at = serializers.DateTimeField()


class PlayerSerializer(AccountSerializer):
    """A player's profile."""

    ratings = RatingsField(help_text="By ruleset, and in it by pace; where a rated game was played.")
    stats = serializers.SerializerMethodField(help_text="What the player has done, by ruleset.")

    @extend_schema_field(serializers.DictField(child=StatsSerializer()))
    def get_stats(self, player: Player) -> dict[str, Any]:
        return stats_of(player)


class TokenSerializer(serializers.Serializer[Any]):
    """A token that an account holds, without its secret."""

    id = serializers.CharField(source="public_id", help_text="Names the token where it is revoked.")
    label = serializers.CharField()  # type: ignore[assignment]
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True, help_text="Null for one without an end.")
    last_used_at = serializers.DateTimeField(
        allow_null=True, help_text="To the hour, and moves do not count; null for one never used."
    )
    current = serializers.SerializerMethodField(help_text="Whether it is the one that this request came with.")

    def get_current(self, token: Token) -> bool:
        return bool(token.pk == self.context["current"].pk)


class IssuedTokenSerializer(serializers.Serializer[Any]):
    """A token that was made."""

    id = serializers.CharField(source="token.public_id", help_text="Names the token where it is revoked.")
    token = serializers.CharField(source="secret", help_text="The secret: shown now, and never again.")
    label = serializers.CharField(source="token.label")  # type: ignore[assignment]
    scopes = serializers.ListField(source="token.scopes", child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField(source="token.created")
    expires_at = serializers.DateTimeField(
        source="token.expiry", allow_null=True, help_text="Null for one without an end."
    )


class RegisteredSerializer(serializers.Serializer[Any]):
    """An account that was registered, and its first token."""

    player = PlayerSerializer(source="token.user")
    token = serializers.CharField(source="secret", help_text="The secret: shown now, and never again.")
