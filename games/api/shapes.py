"""Shapes of what clients are shown, for the OpenAPI document. The values themselves are `games.viewpoint`'s."""

from typing import Any

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

from games.api.option_shapes import JSON_TYPES, OptionsSerializer
from games.models import Game
from games.rules.actions import DepartureReason
from games.rules.legality import MoveKind
from games.rules.state import CallKind
from games.viewpoint.analysis import WAIT
from perudo_site.http.schema import DescribedField, has_etag
from players.api.export import AccountExportSerializer
from players.models import Player

Shape = Serializer[Any]


def hexadecimal(**kwargs: Any) -> CharField:
    return CharField(min_length=64, max_length=64, **kwargs)


def die() -> IntegerField:
    return IntegerField(min_value=1, max_value=6)


class OptionSerializer(Shape):
    """What a game can be played with or without, and what a ruleset makes of it."""

    name = CharField()
    value = DescribedField(JSON_TYPES, help_text="The ruleset's own value.")
    choices = ListField(child=DescribedField(JSON_TYPES), help_text="The values that the option takes.")
    describes = CharField(help_text="What the option decides, in a sentence.")


class RulesetSerializer(Shape):
    """A set of options with a name."""

    name = CharField(help_text="What `ruleset` of a new game takes.")
    version = IntegerField(help_text="Rises when the ruleset changes; games keep the version they began with.")
    title = CharField(help_text="The name for people.")
    source = CharField(help_text="The rule texts it follows.")  # type: ignore[assignment]  # the base's is its own
    options = OptionSerializer(many=True)


class BotSerializer(Shape):
    """One of the server's own bots."""

    name = CharField(help_text="What `bots` of a new game takes.")
    title = CharField(help_text="The name for people.")
    strength = IntegerField(help_text="Higher is stronger; only the order counts.")
    describes = CharField(help_text="How it plays, in a sentence.")


class SeatSerializer(Shape):
    """A seat of a table, and who sits there."""

    seat = IntegerField(help_text="Its number, from 0.")
    player = CharField(allow_null=True, help_text="A username; null for a free seat.")
    kind = ChoiceField(choices=Player.Kind.choices, allow_null=True, help_text="Null for a free seat.")
    dice_count = IntegerField(
        allow_null=True, help_text="The dice rolled this round; null where it is not for the caller to see."
    )
    in_play = BooleanField(help_text="False while the table is open, and from the moment of going out or leaving.")
    had_palifico = BooleanField(help_text="True from the roll of this player's palifico round on.")
    timeouts = IntegerField(help_text="Timeouts running: a move of one's own makes it 0.")
    place = IntegerField(allow_null=True, help_text="Once out or first; 1 for the winner.")
    client_seed = CharField(allow_null=True, help_text="The seat's part in the dice; null before the game has started.")


class RollOffDieSerializer(Shape):
    """A die thrown for who opens the first round."""

    seat = IntegerField()
    die = die()


class CommitmentSerializer(Shape):
    """What binds the server to a seat's dice before they are shown."""

    seat = IntegerField()
    commitment = hexadecimal(help_text="SHA-256 of the key that proves the seat's hand.")


class BidSerializer(Shape):
    """A bid that was made."""

    seat = IntegerField()
    quantity = IntegerField(min_value=1)
    face = die()
    timeout = BooleanField(help_text="Whether time made it for the seat.")
    at = DateTimeField()


class DepartureSerializer(Shape):
    """That a seat left the game before its end."""

    seat = IntegerField()
    after_bids = IntegerField(help_text="The bids that had been made in the round.")
    reason = ChoiceField(
        choices=[str(reason) for reason in DepartureReason],
        help_text="By itself, for two timeouts running, or by an administrator.",
    )
    at = DateTimeField()


class RollBase(Shape):
    number = IntegerField(min_value=1)
    opener = IntegerField(help_text="The seat that opened the bidding, or is to.")
    palifico_seat = IntegerField(allow_null=True, help_text="Whose palifico round it is, if it is one.")
    calza_allowed = BooleanField(help_text="Whether calza may be called in this round at all.")
    roll_off = ListField(
        child=RollOffDieSerializer(many=True),
        allow_null=True,
        help_text="In a first round whose opener was thrown for: the passes, each with a die of every seat in it.",
    )
    commitments = CommitmentSerializer(many=True, help_text="Of every seat that rolled.")


class RoundBase(RollBase):
    bids = BidSerializer(many=True, help_text="In order.")
    departures = DepartureSerializer(many=True, help_text="Seats that left in this round, in order.")


class RoundSerializer(RoundBase):
    """The round that is being played."""

    turn = IntegerField(help_text="The seat that is to bid or call dudo.")
    deadline = DateTimeField(allow_null=True, help_text="When its time is up; null without a clock.")


class CallSerializer(Shape):
    """What closed a round: a call, or the departure of the last opponent."""

    kind = ChoiceField(choices=[str(kind) for kind in CallKind])
    seat = IntegerField(help_text="Who called, or who left.")
    timeout = BooleanField(help_text="Whether time called for the seat.")
    at = DateTimeField()


class HandSerializer(Shape):
    """What was under a cup."""

    seat = IntegerField()
    dice = ListField(child=die())
    key = hexadecimal(help_text="Proves the hand: its SHA-256 is the seat's commitment.")


class DiceChangeSerializer(Shape):
    """The die that a seat lost or took back."""

    seat = IntegerField()
    before = IntegerField()
    after = IntegerField()


class ResolvedRoundSerializer(RoundBase):
    """A round that is over, with every hand."""

    call = CallSerializer()
    count = IntegerField(allow_null=True, help_text="The dice that counted for the bid; null where nobody called.")
    hands = HandSerializer(many=True, help_text="In the order of revealing.")
    dice_change = DiceChangeSerializer(allow_null=True, help_text="Null where nobody lost a die or took one back.")
    out = ListField(child=IntegerField(), help_text="The seats that went out, leavers too, in that order.")
    next_opener = IntegerField(allow_null=True, help_text="Null at the end of the game.")


class UnfinishedRoundSerializer(RoundBase):
    """The round in which a game was abandoned, with every hand."""

    hands = HandSerializer(many=True, help_text="In seat order.")


class LegalRangeSerializer(Shape):
    """A face that may be bid, and the quantities: every one from `min` to `max`."""

    face = die()
    min = IntegerField(min_value=1)
    max = IntegerField(min_value=1)


class OwnHandBase(Shape):
    dice = ListField(child=die(), help_text="The caller's own hand; empty for one who has none.")
    key = hexadecimal(allow_null=True, help_text="Proves the hand: its SHA-256 is the seat's commitment.")


class MovesBase(Shape):
    actions = ListField(
        child=ChoiceField(choices=[str(kind) for kind in MoveKind]), help_text="What the caller may do now."
    )
    legal_bids = LegalRangeSerializer(many=True, help_text="The bids that the caller may make now.")


class YouSerializer(OwnHandBase, MovesBase):
    """The caller's own part in a game."""

    seat = IntegerField()


class GameFactsSerializer(Shape):
    id = CharField()
    status = ChoiceField(choices=Game.Status.choices)
    version = IntegerField(min_value=1, help_text="Rises with everything that happens: the seq of the last event.")
    ruleset = CharField()
    ruleset_version = IntegerField()
    standard = BooleanField(help_text="Whether the options are the ruleset's own.")
    rated = BooleanField()
    private = BooleanField(help_text="Whether only its players can see it.")
    turn_seconds = IntegerField(allow_null=True, help_text="The time for a move; null for a game without a clock.")
    created_at = DateTimeField()
    started_at = DateTimeField(allow_null=True)
    finished_at = DateTimeField(allow_null=True)
    seats = SeatSerializer(many=True, help_text="In order.")
    dice_in_play = IntegerField(
        allow_null=True, help_text="The dice rolled this round; null where it is not for the caller to see."
    )
    seed_commitment = hexadecimal(help_text="SHA-256 of the server seed.")
    server_seed = hexadecimal(allow_null=True, help_text="Null until the game is over.")
    winner = IntegerField(allow_null=True, help_text="A seat.")


class GameSummarySerializer(GameFactsSerializer):
    """A game in a list: what the caller may see of it, without its options and its rounds."""

    imported = BooleanField(help_text="Whether it was played on another server: its names are no accounts of this one.")
    join_code = CharField(
        allow_null=True, help_text="Of a private table, shown to its creator and to those who sit there."
    )
    invite = CharField(allow_null=True, help_text="The address of a private table for whoever is to join it.")


class ReplaySerializer(GameFactsSerializer):
    """A game that is over, whole: enough to play it again and to verify every roll."""

    format = CharField(help_text="`perudo-game/1`")
    options = OptionsSerializer()
    rounds = ResolvedRoundSerializer(many=True, help_text="All resolved rounds, in order.")
    unfinished_round = UnfinishedRoundSerializer(
        allow_null=True, help_text="The round in which a game was abandoned; null for one that was played to its end."
    )


def _chance(**kwargs: Any) -> FloatField:
    return FloatField(min_value=0, max_value=1, **kwargs)


class ChoiceSerializer(Shape):
    """A bid or call that could have been made, or `wait`: to call no calza."""

    action = ChoiceField(choices=[*(str(kind) for kind in MoveKind), WAIT])
    quantity = IntegerField(min_value=1, allow_null=True)
    face = IntegerField(min_value=1, max_value=6, allow_null=True)
    worth = _chance()


class DecisionSerializer(Shape):
    """A bid or call, and what it was worth to the one who made it."""

    seat = IntegerField()
    action = ChoiceField(choices=[str(kind) for kind in MoveKind])
    timeout = BooleanField(help_text="Whether time moved for the seat.")
    quantity = IntegerField(min_value=1, help_text="Of the bid that was made, or called.")
    face = die()
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
    """What each decision of a round was worth."""

    number = IntegerField(min_value=1)
    dice = IntegerField(help_text="All dice that were rolled.")
    decisions = DecisionSerializer(many=True, help_text="The bids in order, then the call, if there was one.")


class AnalysedSeatSerializer(Shape):
    """What the decisions of a seat come to. Rates are null where there is nothing to divide by."""

    seat = IntegerField()
    player = CharField()
    bids = IntegerField(min_value=0, help_text="The seat's own, not those that time made.")
    bluff_rate = _chance(allow_null=True, help_text="The part of them that were bluffs.")
    calls = IntegerField(min_value=0, help_text="The seat's own dudos and calzas.")
    good_call_rate = _chance(allow_null=True, help_text="The part of them that were right.")
    showdowns = IntegerField(min_value=0, help_text="Own calls, and own bids that were doubted.")
    won = IntegerField(min_value=0, help_text="Showdowns that went the seat's way.")
    expected = FloatField(min_value=0, help_text="How many could be expected to.")
    luck = FloatField(help_text="Showdowns won, less those to be expected.")
    mean_chance_lost = _chance(allow_null=True, help_text="By one bid or call.")


class AnalysisSerializer(Shape):
    """What each bid and call of a finished game was worth."""

    format = CharField(help_text="`perudo-analysis/1`")
    id = CharField()
    rounds = AnalysedRoundSerializer(many=True)
    seats = AnalysedSeatSerializer(many=True)


@has_etag
class GameSerializer(GameSummarySerializer):
    """A game as the caller may see it."""

    options = OptionsSerializer()
    round = RoundSerializer(allow_null=True, help_text="The round being played; null unless the game is active.")
    last_round = ResolvedRoundSerializer(allow_null=True, help_text="The round resolved last, if there is one.")
    you = YouSerializer(allow_null=True, help_text="The caller's own part; null for one who has no seat.")


class OwnBidSerializer(Shape):
    """A bid of the account's."""

    quantity = IntegerField(min_value=1)
    face = die()
    timeout = BooleanField()
    at = DateTimeField()


class OwnCallSerializer(Shape):
    """A call of the account's."""

    kind = ChoiceField(choices=[CallKind.DUDO, CallKind.CALZA])
    timeout = BooleanField()
    at = DateTimeField()


class OwnRoundSerializer(Shape):
    """What the account did in a round, and what it held."""

    number = IntegerField(min_value=1)
    dice = ListField(child=die(), allow_null=True, help_text="Null while the round is being played.")
    bids = OwnBidSerializer(many=True)
    call = OwnCallSerializer(allow_null=True)


class OwnDepartureSerializer(Shape):
    """That the account left a game before its end."""

    reason = ChoiceField(choices=[str(reason) for reason in DepartureReason])
    at = DateTimeField()


class OwnGameSerializer(Shape):
    """A game that the account opened or sat in."""

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
    seat = IntegerField(allow_null=True, help_text="The account's own; null for one who did not sit.")
    place = IntegerField(allow_null=True)
    client_seed = CharField(allow_null=True)
    left = OwnDepartureSerializer(allow_null=True, help_text="Null for one who stayed to the end.")
    rounds = OwnRoundSerializer(many=True, help_text="What the account did in each round, and its hand.")


class ExportSerializer(AccountExportSerializer):
    """Everything held about an account."""

    format = ChoiceField(choices=["perudo-account/1"])
    exported_at = DateTimeField()
    games = OwnGameSerializer(many=True)
