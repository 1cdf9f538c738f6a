"""Shapes of what happens in a game, for the OpenAPI document: data of its own for each type of event."""

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework.serializers import CharField, ChoiceField, DateTimeField, IntegerField, ListField

from games.api.shapes import (
    BidSerializer,
    DepartureSerializer,
    MovesBase,
    OwnHandBase,
    ResolvedRoundSerializer,
    RollBase,
    Shape,
    hexadecimal,
)
from players.models import Player


class Choices(MovesBase):
    turn = IntegerField(allow_null=True, help_text="The seat that is to bid or call dudo now, if there is one.")
    deadline = DateTimeField(allow_null=True, help_text="When its time is up; null without a clock.")


class StartedSeatSerializer(Shape):
    """Who sits at a seat when the game begins."""

    seat = IntegerField()
    player = CharField()
    kind = ChoiceField(choices=Player.Kind.choices)
    client_seed = CharField(help_text="The seat's part in the dice.")


class StartedDataSerializer(Choices):
    """The game began."""

    seats = StartedSeatSerializer(many=True)


class RolledDataSerializer(RollBase, OwnHandBase, Choices):
    """A round began, and every cup was rolled."""


class BidDataSerializer(BidSerializer, Choices):
    """A bid was made."""


class LeftDataSerializer(DepartureSerializer, Choices):
    """A seat left the game."""

    place = IntegerField(help_text="The place that it took.")
    opener = IntegerField(help_text="The round's opener from then on.")


class RoundEndedDataSerializer(ResolvedRoundSerializer, Choices):
    """The round was closed: the resolved round."""


class FinishedSeatSerializer(Shape):
    """The place that a seat took in the end."""

    seat = IntegerField()
    place = IntegerField(help_text="1 for the winner.")


class FinishedDataSerializer(Choices):
    """The game came to its end."""

    places = FinishedSeatSerializer(many=True)
    server_seed = hexadecimal(help_text="What every roll can be verified with.")


class AbandonedSeatSerializer(Shape):
    """The dice that a seat had in the end."""

    seat = IntegerField()
    dice_count = IntegerField()


class AbandonedDataSerializer(Choices):
    """The game, or the table, was given up."""

    reason = CharField(help_text="`unknown`, `empty`, `closed`, `stale`, `nobody moved` or `aborted`.")
    dice_counts = AbandonedSeatSerializer(many=True)
    server_seed = hexadecimal(help_text="What every roll can be verified with.")


DATA: dict[str, type[Shape]] = {
    "started": StartedDataSerializer,
    "rolled": RolledDataSerializer,
    "bid": BidDataSerializer,
    "left": LeftDataSerializer,
    "round_ended": RoundEndedDataSerializer,
    "finished": FinishedDataSerializer,
    "abandoned": AbandonedDataSerializer,
}


class EventBase(Shape):
    seq = IntegerField(help_text="Numbers the events of a game, by one and without a gap.")
    at = DateTimeField()


def _event(kind: str, data: type[Shape]) -> type[Shape]:
    """The shape of an event of this type, which tells it from the others."""
    declared = {"__doc__": f"An event of the type `{kind}`.", "type": ChoiceField(choices=[kind]), "data": data()}
    return type(data.__name__.replace("Data", "Event"), (EventBase,), declared)


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="Event",
        serializers={kind: _event(kind, data) for kind, data in DATA.items()},
        resource_type_field_name="type",
        many=True,
    )
)
class EventsField(ListField):
    """Events of any type."""


class EventsSerializer(Shape):
    """What happened in a game, as the caller may see it."""

    events = EventsField(help_text="Oldest first.")
    version = IntegerField(help_text="Of the game: what to ask for events after, the next time.")
