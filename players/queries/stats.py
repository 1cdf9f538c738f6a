"""What a player has done, as others may see it (docs/statistics.md)."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from players.models import HeadToHead, Player, PlayerStats


def stats_of(player: Player) -> dict[str, Any]:
    """By ruleset, in one statement: counts, means and rates, and games by the number of players."""
    rows = PlayerStats.objects.filter(player=player).order_by("ruleset", "seats")
    return {ruleset: _of_ruleset(list(tables)) for ruleset, tables in groupby(rows, key=lambda row: row.ruleset)}


def head_to_head(player: Player, other: Player) -> dict[str, Any]:
    """How often two players have met, and who took the better place."""
    met = HeadToHead.objects.filter(player=player, other=other).first()
    games, ahead = (met.games, met.ahead) if met else (0, 0)
    return {
        "player": player.shown_name,
        "other": other.shown_name,
        "games": games,
        "ahead": ahead,
        "behind": games - ahead,
    }


def _of_ruleset(rows: list[PlayerStats]) -> dict[str, Any]:
    def total(name: str) -> int:
        return sum(getattr(row, name) for row in rows)

    return _results(rows) | {
        "by_players": {str(row.seats): _results([row]) for row in rows},
        "bids": total("bids"),
        "bluff_rate": _rate(total("bluffs"), total("bids")),
        "bids_doubted": total("bids_doubted"),
        "bids_good": _rate(total("bids_good"), total("bids_doubted")),
        "dudos": total("dudos"),
        "dudos_right": _rate(total("dudos_right"), total("dudos")),
        "calzas": total("calzas"),
        "calzas_right": _rate(total("calzas_right"), total("calzas")),
        "timeouts": total("timeouts"),
        "leavings": total("leavings"),
    }


def _results(rows: Iterable[PlayerStats]) -> dict[str, Any]:
    games = sum(row.games for row in rows)
    return {
        "games": games,
        "wins": sum(row.wins for row in rows),
        "mean_place": _rate(sum(row.places for row in rows), games),
    }


def _rate(part: int, whole: int) -> float | None:
    """To four places; nothing where there is nothing to divide by."""
    return round(part / whole, 4) if whole else None
