"""What players have done, added up as games end (docs/statistics.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import permutations

from django.db import transaction
from django.db.models import F

from players.models import HeadToHead, PlayerStats


@dataclass(kw_only=True)
class Tally:
    """What an account did in one game; the columns of `PlayerStats` that are sums."""

    games: int = 0
    wins: int = 0
    places: int = 0
    bids: int = 0
    bluffs: int = 0
    bids_doubted: int = 0
    bids_good: int = 0
    dudos: int = 0
    dudos_right: int = 0
    calzas: int = 0
    calzas_right: int = 0
    timeouts: int = 0
    leavings: int = 0


COLUMNS = tuple(field.name for field in fields(Tally))


def record(*, ruleset: str, seats: int, tallies: Mapping[int, Tally], best_places: Mapping[int, int]) -> None:
    """Add a finished game to the accounts' statistics, by player id.

    To be called once a game, in the transaction that finishes it. Rows are written in the order of player ids, so
    that games which end at once and share players wait for one another and never in a ring.
    """
    with transaction.atomic():
        _add_tallies(ruleset, seats, tallies)
        _add_meetings(best_places)


def forget_all() -> None:
    """Empty the statistics, before they are counted anew from history."""
    PlayerStats.objects.all().delete()
    HeadToHead.objects.all().delete()


def _add_tallies(ruleset: str, seats: int, tallies: Mapping[int, Tally]) -> None:
    ids = sorted(tallies)
    keys = {"ruleset": ruleset, "seats": seats}
    PlayerStats.objects.bulk_create([PlayerStats(player_id=pk, **keys) for pk in ids], ignore_conflicts=True)
    for pk in ids:
        added = {name: F(name) + getattr(tallies[pk], name) for name in COLUMNS}
        PlayerStats.objects.filter(player_id=pk, **keys).update(**added)


def _add_meetings(places: Mapping[int, int]) -> None:
    """Every pair of accounts, both ways round."""
    pairs = sorted(permutations(places, 2))
    meetings = [HeadToHead(player_id=player, other_id=other) for player, other in pairs]
    HeadToHead.objects.bulk_create(meetings, ignore_conflicts=True)
    for player, other in pairs:
        ahead = F("ahead") + int(places[player] < places[other])
        HeadToHead.objects.filter(player_id=player, other_id=other).update(games=F("games") + 1, ahead=ahead)
