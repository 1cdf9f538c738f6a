"""Shapes of what clients are shown, for the OpenAPI document. The values themselves are `games.viewpoint`'s."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    FloatField,
    IntegerField,
    ListField,
    Serializer,
)

from games.models import Game
from games.rules.actions import DepartureReason
from games.rules.legality import MoveKind
from games.rules.state import CallKind
from games.viewpoint.analysis import WAIT
from players.api.export import AccountExportSerializer
from players.models import Player

Shape = Serializer[Any]


def _hex(**kwargs: Any) -> CharField:
    return CharField(min_length=64, max_length=64, **kwargs)


def _die() -> IntegerField:
    return IntegerField(min_value=1, max_value=6)


class OptionSerializer(Shape):
    name = CharField()
    value = serializers.JSONField(help_text="The ruleset's own value.")
    choices = ListField(child=serializers.JSONField(), help_text="The values that the option takes.")
    describes = CharField()


class RulesetSerializer(Shape):
    name = CharField()
    version = IntegerField()
    title = CharField()
    source = CharField(help_text="The rule texts it follows.")  # type: ignore[assignment]  # the base's is its own
    options = OptionSerializer(many=True)


class BotSerializer(Shape):
    name = CharField()
    title = CharField()
    strength = IntegerField(help_text="Higher is stronger.")
    describes = CharField()


class SeatSerializer(Shape):
    seat = IntegerField()
    player = CharField(allow_null=True, help_text="Null for a free seat.")
    kind = ChoiceField(choices=Player.Kind.choices, allow_null=True)
    dice_count = IntegerField(allow_null=True, help_text="Null where lost dice are a test of memory.")
    in_play = BooleanField()
    had_palifico = BooleanField()
    timeouts = IntegerField(help_text="Timeouts running.")
    place = IntegerField(allow_null=True)
    client_seed = CharField(allow_null=True)


class RollOffDieSerializer(Shape):
    seat = IntegerField()
    die = _die()


class CommitmentSerializer(Shape):
    seat = IntegerField()
    commitment = _hex()


class BidSerializer(Shape):
    seat = IntegerField()
    quantity = IntegerField(min_value=1)
    face = _die()
    timeout = BooleanField(help_text="Whether time made it for the seat.")
    at = DateTimeField()


class DepartureSerializer(Shape):
    seat = IntegerField()
    after_bids = IntegerField(help_text="The bids that had been made in the round.")
    reason = ChoiceField(choices=[str(reason) for reason in DepartureReason])
    at = DateTimeField()


class RoundBase(Shape):
    number = IntegerField(min_value=1)
    opener = IntegerField()
    palifico_seat = IntegerField(allow_null=True)
    calza_allowed = BooleanField()
    roll_off = ListField(child=RollOffDieSerializer(many=True), allow_null=True)
    commitments = CommitmentSerializer(many=True)
    bids = BidSerializer(many=True)
    departures = DepartureSerializer(many=True)


class RoundSerializer(RoundBase):
    turn = IntegerField()
    deadline = DateTimeField(allow_null=True)


class CallSerializer(Shape):
    kind = ChoiceField(choices=[str(kind) for kind in CallKind])
    seat = IntegerField()
    timeout = BooleanField()
    at = DateTimeField()


class HandSerializer(Shape):
    seat = IntegerField()
    dice = ListField(child=_die())
    key = _hex()


class DiceChangeSerializer(Shape):
    seat = IntegerField()
    before = IntegerField()
    after = IntegerField()


class ResolvedRoundSerializer(RoundBase):
    call = CallSerializer()
    count = IntegerField(allow_null=True)
    hands = HandSerializer(many=True, help_text="In the order of revealing.")
    dice_change = DiceChangeSerializer(allow_null=True)
    out = ListField(child=IntegerField())
    next_opener = IntegerField(allow_null=True)


class UnfinishedRoundSerializer(RoundBase):
    hands = HandSerializer(many=True, help_text="In seat order.")


class LegalRangeSerializer(Shape):
    face = _die()
    min = IntegerField(min_value=1)
    max = IntegerField(min_value=1)


class YouSerializer(Shape):
    seat = IntegerField()
    dice = ListField(child=_die())
    key = _hex(allow_null=True)
    actions = ListField(child=ChoiceField(choices=[str(kind) for kind in MoveKind]))
    legal_bids = LegalRangeSerializer(many=True)


class GameFactsSerializer(Shape):
    id = CharField()
    status = ChoiceField(choices=Game.Status.choices)
    version = IntegerField(min_value=1)
    ruleset = CharField()
    ruleset_version = IntegerField()
    standard = BooleanField(help_text="Whether the options are the ruleset's own.")
    rated = BooleanField()
    private = BooleanField()
    turn_seconds = IntegerField(allow_null=True)
    created_at = DateTimeField()
    started_at = DateTimeField(allow_null=True)
    finished_at = DateTimeField(allow_null=True)
    seats = SeatSerializer(many=True)
    dice_in_play = IntegerField(allow_null=True)
    seed_commitment = _hex()
    server_seed = _hex(allow_null=True)
    winner = IntegerField(allow_null=True, help_text="A seat.")


class GameSummarySerializer(GameFactsSerializer):
    imported = BooleanField(help_text="Whether it was played on another server: its names are no accounts of this one.")
    join_code = CharField(allow_null=True)
    invite = CharField(allow_null=True, help_text="The address of a private table for whoever is to join it.")


class ReplaySerializer(GameFactsSerializer):
    format = CharField(help_text="`perudo-game/1`")
    options = serializers.DictField(child=serializers.JSONField())
    rounds = ResolvedRoundSerializer(many=True, help_text="All resolved rounds, in order.")
    unfinished_round = UnfinishedRoundSerializer(
        allow_null=True, help_text="The round in which a game was abandoned; null for one that was played to its end."
    )


def _chance(**kwargs: Any) -> FloatField:
    return FloatField(min_value=0, max_value=1, **kwargs)


class ChoiceSerializer(Shape):
    action = ChoiceField(choices=[*(str(kind) for kind in MoveKind), WAIT])
    quantity = IntegerField(min_value=1, allow_null=True)
    face = IntegerField(min_value=1, max_value=6, allow_null=True)
    worth = _chance()


class DecisionSerializer(Shape):
    seat = IntegerField()
    action = ChoiceField(choices=[str(kind) for kind in MoveKind])
    timeout = BooleanField(help_text="Whether time moved for the seat.")
    quantity = IntegerField(min_value=1, help_text="Of the bid that was made, or called.")
    face = _die()
    held = IntegerField(min_value=0, help_text="The maker's own dice that count for it.")
    unseen = IntegerField(min_value=0, help_text="The dice under the other cups.")
    chance_good = _chance(help_text="That the bid was good, as its maker or caller saw it.")
    chance_exact = _chance(help_text="That a calza would be right, as the maker or caller saw it.")
    bluff = BooleanField(allow_null=True, help_text="Null for a call.")
    count = IntegerField(min_value=0, help_text="All dice on the table that counted for the bid.")
    worth = _chance(help_text="The share of the dice in play to expect after it.")
    best = ChoiceSerializer(help_text="The choice that was worth most.")
    chance_lost = _chance(help_text="The worth of the best choice, less that of this one.")


class AnalysedRoundSerializer(Shape):
    number = IntegerField(min_value=1)
    dice = IntegerField(help_text="All dice that were rolled.")
    decisions = DecisionSerializer(many=True, help_text="The bids in order, then the call, if there was one.")


class AnalysedSeatSerializer(Shape):
    seat = IntegerField()
    player = CharField()
    bids = IntegerField(min_value=0)
    bluff_rate = _chance(allow_null=True)
    calls = IntegerField(min_value=0)
    good_call_rate = _chance(allow_null=True)
    showdowns = IntegerField(min_value=0, help_text="Own calls, and own bids that were doubted.")
    won = IntegerField(min_value=0)
    expected = FloatField(min_value=0)
    luck = FloatField(help_text="Showdowns won, less those to be expected.")
    mean_chance_lost = _chance(allow_null=True)


class AnalysisSerializer(Shape):
    format = CharField(help_text="`perudo-analysis/1`")
    id = CharField()
    rounds = AnalysedRoundSerializer(many=True)
    seats = AnalysedSeatSerializer(many=True)


class GameSerializer(GameSummarySerializer):
    options = serializers.DictField(child=serializers.JSONField())
    round = RoundSerializer(allow_null=True)
    last_round = ResolvedRoundSerializer(allow_null=True)
    you = YouSerializer(allow_null=True)


class EventSerializer(Shape):
    seq = IntegerField()
    type = ChoiceField(choices=["started", "rolled", "bid", "left", "round_ended", "finished", "abandoned"])
    at = DateTimeField()
    data = serializers.DictField(child=serializers.JSONField())  # type: ignore[assignment]


class EventsSerializer(Shape):
    events = EventSerializer(many=True)
    version = IntegerField()


class OwnBidSerializer(Shape):
    quantity = IntegerField(min_value=1)
    face = _die()
    timeout = BooleanField()
    at = DateTimeField()


class OwnCallSerializer(Shape):
    kind = ChoiceField(choices=[CallKind.DUDO, CallKind.CALZA])
    timeout = BooleanField()
    at = DateTimeField()


class OwnRoundSerializer(Shape):
    number = IntegerField(min_value=1)
    dice = ListField(child=_die(), allow_null=True, help_text="Null while the round is being played.")
    bids = OwnBidSerializer(many=True)
    call = OwnCallSerializer(allow_null=True)


class OwnDepartureSerializer(Shape):
    reason = ChoiceField(choices=[str(reason) for reason in DepartureReason])
    at = DateTimeField()


class OwnGameSerializer(Shape):
    id = CharField()
    status = ChoiceField(choices=Game.Status.choices)
    ruleset = CharField()
    ruleset_version = IntegerField()
    rated = BooleanField()
    private = BooleanField()
    turn_seconds = IntegerField(allow_null=True)
    created_at = DateTimeField()
    started_at = DateTimeField(allow_null=True)
    finished_at = DateTimeField(allow_null=True)
    opened = BooleanField(help_text="Whether the account opened the table.")
    players = ListField(child=CharField(allow_null=True), help_text="By seat.")
    seat = IntegerField(allow_null=True)
    place = IntegerField(allow_null=True)
    client_seed = CharField(allow_null=True)
    left = OwnDepartureSerializer(allow_null=True)
    rounds = OwnRoundSerializer(many=True, help_text="What the account did in each round, and its hand.")


class ExportSerializer(AccountExportSerializer):
    format = ChoiceField(choices=["perudo-account/1"])
    exported_at = DateTimeField()
    games = OwnGameSerializer(many=True)
