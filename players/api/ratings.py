"""Ratings as they are shown."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players.models import Player, Rating
from players.queries.ratings import ratings_of
from players.ratings import Skill


class NumberSerializer(serializers.Serializer[Any]):
    """A rating, and how sure it is."""

    rating = serializers.IntegerField(help_text="1500 at the start.")
    uncertainty = serializers.IntegerField(
        help_text="The true skill lies within so much of the rating nineteen times in twenty."
    )


class RatingSerializer(NumberSerializer):
    """A player's rating in one ruleset at one pace."""

    provisional = serializers.BooleanField(
        help_text="Whether the uncertainty is still too great for the main leaderboard."
    )
    games = serializers.IntegerField(help_text="Rated games.")


class PacesSerializer(serializers.Serializer[Any]):
    """A player's ratings in one ruleset; none at a pace at which no rated game was played."""

    live = RatingSerializer(required=False)
    correspondence = RatingSerializer(required=False)


@extend_schema_field(serializers.DictField(child=PacesSerializer()))
class RatingsField(serializers.ReadOnlyField):
    """A player's ratings, by ruleset and pace; only where a rated game was played."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", **kwargs)

    def to_representation(self, value: Player) -> dict[str, Any]:
        return {
            ruleset: {pace: _rating(rating) for pace, rating in by_pace.items()}
            for ruleset, by_pace in ratings_of(value).items()
        }


def number(skill: Skill) -> dict[str, int]:
    """A skill as the two numbers that people are shown."""
    return {"rating": skill.number, "uncertainty": skill.uncertainty}


def _rating(rating: Rating) -> dict[str, Any]:
    skill = Skill(rating.mu, rating.sigma)
    return {**number(skill), "provisional": skill.is_provisional, "games": rating.games}
