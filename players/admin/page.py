"""What a player's page tells beside the account: ratings and statistics."""

from typing import Any

from django.urls import reverse
from django.utils.formats import number_format

from players.models import Player
from players.queries.ratings import ratings_of
from players.queries.stats import stats_of
from players.ratings import Skill


def results_of(player: Player) -> dict[str, Any]:
    """For the template: ratings by pool, each with the address of its curve, and statistics by ruleset."""
    ratings = [
        {
            "ruleset": ruleset,
            "pace": pace,
            "rating": rating,
            "skill": Skill(rating.mu, rating.sigma),
            "curve": reverse("admin:players_rating_change", args=[rating.pk]),
        }
        for ruleset, by_pace in ratings_of(player).items()
        for pace, rating in by_pace.items()
    ]
    stats = [
        {
            "ruleset": ruleset,
            "games": row["games"],
            "wins": row["wins"],
            "mean_place": "–" if row["mean_place"] is None else number_format(f"{row['mean_place']:.2f}"),
            "bluffs": _percent(row["bluff_rate"]),
            "bids_good": _percent(row["bids_good"]),
            "dudos_right": _percent(row["dudos_right"]),
            "calzas_right": _percent(row["calzas_right"]),
            "timeouts": row["timeouts"],
        }
        for ruleset, row in stats_of(player).items()
    ]
    return {"ratings": ratings, "stats": stats}


def _percent(rate: float | None) -> str:
    """Of a rate; a dash where there was nothing to divide by."""
    return "–" if rate is None else f"{rate:.0%}"
