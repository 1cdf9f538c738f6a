"""Shapes of what clients send about games. Shape only: no rule of the game stands here."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.api.option_shapes import SomeOptionsSerializer
from games.models import TURN_SECONDS, Game
from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.bids import Bid
from games.rules.fairness import MAX_CLIENT_SEED
from games.rules.legality import MoveKind
from games.rules.ruleset import CURRENT, MAX_SEATS, MIN_SEATS
from perudo_site.http.fields import (
    QueryBooleanField,
    QueryIntegerField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
)
from perudo_site.http.serializers import QuerySerializer, StrictSerializer

DEFAULT_TURN_SECONDS = 60


class ClientSeedField(StrictCharField):
    """1 to 64 printable characters; one that is empty is as good as none (docs/fairness.md, step 2)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MAX_CLIENT_SEED, "allow_blank": True, "default": "", **kwargs})

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not text.isprintable():
            raise serializers.ValidationError("Only printable characters.", code="invalid")
        return text


class TurnSecondsField(StrictIntegerField):
    """The time for a move."""

    def __init__(self) -> None:
        least, most = TURN_SECONDS
        super().__init__(
            min_value=least,
            max_value=most,
            allow_null=True,
            default=DEFAULT_TURN_SECONDS,
            help_text="The time for a move; null for a game without a clock.",
        )


@extend_schema_field(SomeOptionsSerializer)
class OptionsField(serializers.Field[Any, Any, Any, Any]):
    """Options by name; which there are, and the values they take, is the rules' to say."""

    default_error_messages = {"invalid": "Expected an object of options by name."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class RulesetField(StrictCharField):
    """A ruleset, by name; which there are is the rules' to say."""

    def __init__(self) -> None:
        super().__init__(max_length=30, help_text="The name of a ruleset, as `GET /api/v1/rulesets/` lists them.")


class SeatsField(StrictIntegerField):
    """How many play."""

    def __init__(self) -> None:
        super().__init__(min_value=MIN_SEATS, max_value=MAX_SEATS, help_text="How many play.")


@extend_schema_serializer(
    examples=[
        OpenApiExample("A table for three", {"ruleset": "boxed", "seats": 3}, request_only=True),
        OpenApiExample(
            "A private table with a bot",
            {
                "ruleset": "aces",
                "seats": 3,
                "options": {"starting_dice": 3, "calza": True},
                "bots": ["odds"],
                "turn_seconds": 86_400,
                "private": True,
                "client_seed": "my own words",
            },
            request_only=True,
        ),
    ]
)
class TableSerializer(StrictSerializer):
    """A table to open."""

    ruleset = RulesetField()
    seats = SeatsField()
    options = OptionsField(default=dict, help_text="Options to set otherwise than the ruleset does.")
    bots = serializers.ListField(
        child=StrictCharField(max_length=30),
        max_length=MAX_SEATS,
        default=list,
        help_text="Server bots, which take the last seats; the same one several times if asked.",
    )
    sit = StrictBooleanField(default=True, help_text="Whether the creator takes seat 0.")
    turn_seconds = TurnSecondsField()
    rated = StrictBooleanField(default=False, help_text="Whether the game is to count for ratings.")
    private = StrictBooleanField(default=False, help_text="Seen by its players only, and joined with a join code.")
    client_seed = ClientSeedField(help_text="The creator's part in the dice.")


@extend_schema_serializer(
    examples=[
        OpenApiExample("A game for two", {"ruleset": "asmodee", "seats": 2}, request_only=True),
        OpenApiExample(
            "With bots after a minute",
            {"ruleset": "asmodee", "seats": 3, "fill_with_bots": True, "max_wait": 60},
            request_only=True,
        ),
    ]
)
class QuickSerializer(StrictSerializer):
    """A table of a kind to sit down at, whichever it is."""

    ruleset = RulesetField()
    seats = SeatsField()
    turn_seconds = TurnSecondsField()
    rated = StrictBooleanField(default=False, help_text="Whether the game is to count for ratings.")
    fill_with_bots = StrictBooleanField(
        default=False, help_text="Whether server bots may take the seats that are still free after `max_wait`."
    )
    max_wait = StrictIntegerField(
        min_value=1, max_value=3600, default=30, help_text="Seconds after which bots come, if they may."
    )
    client_seed = ClientSeedField(help_text="The player's part in the dice.")


@extend_schema_serializer(
    examples=[OpenApiExample("At a public table", {"client_seed": "my own words"}, request_only=True)]
)
class JoinSerializer(StrictSerializer):
    """A seat to take."""

    client_seed = ClientSeedField(help_text="The player's part in the dice.")
    join_code = StrictCharField(max_length=64, allow_blank=True, default="", help_text="Needed at a private table.")


class NothingSerializer(StrictSerializer):
    """Nothing is to be said: an empty object, or no body at all."""


@extend_schema_serializer(
    examples=[
        OpenApiExample("A bid", {"action": "bid", "quantity": 3, "face": 4, "version": 17}, request_only=True),
        OpenApiExample("Dudo", {"action": "dudo", "version": 17}, request_only=True),
        OpenApiExample("Calza", {"action": "calza", "version": 17}, request_only=True),
    ]
)
class MoveSerializer(StrictSerializer):
    """A bid with its numbers, or a call without any."""

    action = StrictChoiceField(choices=[str(kind) for kind in MoveKind])
    version = StrictIntegerField(help_text="The version of the view that the move was decided on.")
    quantity = StrictIntegerField(
        min_value=1, max_value=None, allow_null=True, default=None, help_text="Of a bid; null or absent with a call."
    )
    face = StrictIntegerField(
        min_value=1, max_value=6, allow_null=True, default=None, help_text="Of a bid; null or absent with a call."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        is_bid = attrs["action"] == MoveKind.BID
        wrong = [name for name in ("quantity", "face") if (attrs[name] is None) == is_bid]
        if wrong:
            detail = (
                ErrorDetail("A bid needs this.", code="required")
                if is_bid
                else ErrorDetail("A call takes no numbers.", code="invalid")
            )
            raise serializers.ValidationError({name: [detail] for name in wrong})
        return attrs


def move_of(body: dict[str, Any]) -> Move:
    """The move that a `MoveSerializer` asks for."""
    match MoveKind(body["action"]):
        case MoveKind.BID:
            return PlaceBid(Bid(body["quantity"], body["face"]))
        case MoveKind.DUDO:
            return CallDudo()
        case MoveKind.CALZA:
            return CallCalza()


class GamesQuery(QuerySerializer):
    """Which games a list has."""

    status = serializers.ChoiceField(choices=Game.Status.choices, required=False, help_text="Only games like this.")
    ruleset = serializers.ChoiceField(choices=list(CURRENT), required=False, help_text="Only games of this ruleset.")
    player = serializers.CharField(max_length=150, required=False, help_text="Only games that this player sits in.")
    my_turn = QueryBooleanField(
        default=False, help_text="Only games in which the caller is on turn; needs a token that may read."
    )


class ViewQuery(QuerySerializer):
    join_code = serializers.CharField(
        max_length=64,
        default="",
        allow_blank=True,
        help_text="Shows a private table that is open to one who has its code.",
    )


class ReplayQuery(QuerySerializer):
    format = serializers.ChoiceField(
        choices=["json", "text"], required=False, help_text="Unless told, as the Accept header has it."
    )


class MomentField(serializers.DateTimeField):
    """A date, which is its first moment, or a time; in UTC unless it says otherwise."""

    default_error_messages = {
        "invalid": "Expected a date or a time in ISO 8601, such as 2026-03-01 or 2026-03-01T12:00:00Z."
    }


class RecordsQuery(QuerySerializer):
    """Which records of a player's games."""

    format = serializers.ChoiceField(
        choices=["ndjson", "text"], required=False, help_text="Unless told, as the Accept header has it."
    )
    since = MomentField(
        required=False, help_text="Only games that ended at this time, or later; a date is its first moment."
    )
    until = MomentField(required=False, help_text="Only games that ended before this time; a date is its first moment.")
    ruleset = serializers.ChoiceField(choices=list(CURRENT), required=False, help_text="Only games of this ruleset.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "since" in attrs and "until" in attrs and attrs["until"] < attrs["since"]:
            raise serializers.ValidationError({"until": [ErrorDetail("It is before `since`.", code="invalid")]})
        return attrs


class EventsQuery(QuerySerializer):
    after = QueryIntegerField(min_value=0, default=0, help_text="The seq that the events come after.")
