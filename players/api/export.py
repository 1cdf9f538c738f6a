"""Everything held about an account, but its games, as it is told to the one whose account it is."""

from typing import Any

from django.contrib.admin.models import LogEntry
from rest_framework import serializers

from players import queries
from players.api.ratings import NumberSerializer, number
from players.api.serializers import AccountSerializer
from players.models import HeadToHead, Pace, Player, PlayerStats, Rating, RatingChange, Scope
from players.queries import export
from players.ratings import Skill
from players.services.stats import COLUMNS


class HeldTokenSerializer(serializers.Serializer[Any]):
    """A token that the account holds, without its secret."""

    id = serializers.CharField(source="public_id")
    label = serializers.CharField()  # type: ignore[assignment]  # the base class has a `label` of another sort
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class HeldRatingSerializer(NumberSerializer):
    """A rating of the account's."""

    ruleset = serializers.CharField()
    pace = serializers.ChoiceField(choices=Pace.choices)
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    last_game_at = serializers.DateTimeField()


class HeldChangeSerializer(serializers.Serializer[Any]):
    """What a rated game did to a rating of the account's."""

    ruleset = serializers.CharField()
    pace = serializers.ChoiceField(choices=Pace.choices)
    game = serializers.CharField()
    at = serializers.DateTimeField()
    place = serializers.IntegerField()
    players = serializers.IntegerField()
    before = NumberSerializer()
    after = NumberSerializer()


class HeldStatsSerializer(serializers.Serializer[PlayerStats]):
    """Sums over the account's finished games of one ruleset and one number of seats."""

    ruleset = serializers.CharField()
    seats = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    places = serializers.IntegerField(help_text="The sum of the places.")
    bids = serializers.IntegerField()
    bluffs = serializers.IntegerField()
    bids_doubted = serializers.IntegerField()
    bids_good = serializers.IntegerField()
    dudos = serializers.IntegerField()
    dudos_right = serializers.IntegerField()
    calzas = serializers.IntegerField()
    calzas_right = serializers.IntegerField()
    timeouts = serializers.IntegerField()
    leavings = serializers.IntegerField()


class MeetingSerializer(serializers.Serializer[HeadToHead]):
    """Finished games in which the account met another player."""

    other = serializers.CharField(source="other.shown_name")
    games = serializers.IntegerField()
    ahead = serializers.IntegerField()


class ActSerializer(serializers.Serializer[LogEntry]):
    """Something that those who run the place did to the account."""

    at = serializers.DateTimeField(source="action_time")
    name = serializers.CharField(source="object_repr", help_text="What the account was called then.")
    what = serializers.CharField(source="get_change_message", help_text="What was done, and the reason given.")


class AccountExportSerializer(serializers.Serializer[Any]):
    """What is held about an account, but its games."""

    account = AccountSerializer()
    bots = AccountSerializer(many=True)
    tokens = HeldTokenSerializer(many=True)
    ratings = HeldRatingSerializer(many=True)
    rating_changes = HeldChangeSerializer(many=True)
    statistics = HeldStatsSerializer(many=True)
    head_to_head = MeetingSerializer(many=True)
    moderation = ActSerializer(many=True, help_text="What those who run the place did to the account.")


def account_export(player: Player) -> dict[str, Any]:
    """The document's parts; those that may be long are iterators, each one statement when it is read."""
    return {
        "account": AccountSerializer(player).data,
        "bots": AccountSerializer(queries.bots_of(player).order_by("pk"), many=True).data,
        "tokens": HeldTokenSerializer(queries.tokens_of(player), many=True).data,
        "ratings": map(_rating, export.ratings_held(player).iterator()),
        "rating_changes": map(_change, export.changes_held(player).iterator()),
        "statistics": map(_stats, export.stats_held(player).iterator()),
        "head_to_head": map(_meeting, export.meetings_held(player).iterator()),
        "moderation": map(_act, export.acts_held(player).iterator()),
    }


def _rating(rating: Rating) -> dict[str, Any]:
    return {
        "ruleset": rating.pool.ruleset,
        "pace": rating.pool.pace,
        **number(Skill(rating.mu, rating.sigma)),
        "games": rating.games,
        "wins": rating.wins,
        "last_game_at": rating.last_game_at,
    }


def _change(change: RatingChange) -> dict[str, Any]:
    return {
        "ruleset": change.pool.ruleset,
        "pace": change.pool.pace,
        "game": change.game,
        "at": change.at,
        "place": change.place,
        "players": change.players,
        "before": number(Skill(change.mu_before, change.sigma_before)),
        "after": number(Skill(change.mu_after, change.sigma_after)),
    }


def _stats(stats: PlayerStats) -> dict[str, Any]:
    return {"ruleset": stats.ruleset, "seats": stats.seats} | {name: getattr(stats, name) for name in COLUMNS}


def _act(entry: LogEntry) -> dict[str, Any]:
    return ActSerializer(entry).data


def _meeting(meeting: HeadToHead) -> dict[str, Any]:
    return {"other": meeting.other.shown_name, "games": meeting.games, "ahead": meeting.ahead}
