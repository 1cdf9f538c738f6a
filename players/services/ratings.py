"""Ratings, written: once a game, in the order of finishing, and anew from history (docs/ratings.md).

Whoever writes ratings of a pool holds the lock of its row, from before the first read to the end of the
transaction. So games that end at once are rated one after the other, and the numbers they get are that order.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import TypeVar

from django.db import transaction
from django.db.models import Count, Max, Q

from players.models import BoardCount, Pace, Player, Rating, RatingChange, RatingPool
from players.ratings import RatedGame, Skill, Standing, updated
from players.services.boards import Boards

Item = TypeVar("Item")

ROWS_AT_ONCE = 500


History = Callable[[int], Iterable[RatedGame]]
"""The games of a pool from a number on, in the order of their numbers; read when its pool is locked."""


def ensure_pools(rulesets: Iterable[str]) -> None:
    """Give each ruleset its pools, and so its leaderboards. May be called again."""
    pools = [RatingPool(ruleset=ruleset, pace=pace) for ruleset in rulesets for pace in Pace]
    RatingPool.objects.bulk_create(pools, ignore_conflicts=True)


def record(*, ruleset: str, pace: Pace, game: str, ranking: Sequence[int], at: datetime) -> int:
    """Rate a game that has just ended, within the transaction that ends it; the number it gets in its pool.

    `ranking` holds the ids of the rated accounts, the best first. IntegrityError if the game was rated before: a game
    ends once, so that would be a mistake of the caller's.
    """
    pool = _locked_pool(ruleset, pace)
    pool.last_number += 1
    pool.save(update_fields=["last_number"])
    rows = {row.player_id: row for row in Rating.objects.filter(pool=pool, player__in=ranking)}
    standings = {row.player_id: _standing(row) for row in rows.values()}
    rated = RatedGame(game, pool.last_number, at, tuple(ranking))
    RatingChange.objects.bulk_create(_play(pool, rated, standings))
    _save(pool, standings, rows, now=at)
    return pool.last_number


def rebuild(*, ruleset: str, pace: Pace, history: History, now: datetime, since: int = 1) -> int:
    """Compute a pool's ratings anew from the game numbered `since` on; the number of the last game.

    With `since` 1 nothing but `history` counts, whatever the tables held. Games of the pool that end meanwhile wait.
    """
    with transaction.atomic():
        pool = _locked_pool(ruleset, pace)
        standings = _rewound(pool, since) if since > 1 else _emptied(pool)
        for games in _batches(history(since)):
            changes = [change for game in games for change in _play(pool, game, standings)]
            RatingChange.objects.bulk_create(changes, ROWS_AT_ONCE)
            pool.last_number = max(pool.last_number, games[-1].number)
        pool.save(update_fields=["last_number"])
        for ids in _batches(sorted(standings)):
            _save(pool, {player_id: standings[player_id] for player_id in ids}, {}, now=now)
        return pool.last_number


def _locked_pool(ruleset: str, pace: Pace) -> RatingPool:
    pool, _ = RatingPool.objects.select_for_update(no_key=True).get_or_create(ruleset=ruleset, pace=pace)
    return pool


def _standing(row: Rating) -> Standing:
    return Standing(Skill(row.mu, row.sigma), row.games, row.wins, row.last_game_at)


def _play(pool: RatingPool, game: RatedGame, standings: dict[int, Standing]) -> Iterator[RatingChange]:
    """Bring the standings to after a game, and tell what changed."""
    if not game.ranking:
        return
    before = {player_id: standings.get(player_id, Standing()) for player_id in game.ranking}
    places = {player_id: place for place, player_id in enumerate(game.ranking, start=1)}
    after = updated({player_id: standing.skill for player_id, standing in before.items()}, places)
    for player_id, standing in before.items():
        old, new, place = standing.skill, after[player_id], places[player_id]
        standings[player_id] = standing.after(new, place=place, at=game.at)
        yield RatingChange(
            player_id=player_id,
            pool=pool,
            game=game.game,
            number=game.number,
            place=place,
            players=len(places),
            mu_before=old.mu,
            sigma_before=old.sigma,
            mu_after=new.mu,
            sigma_after=new.sigma,
            at=game.at,
        )


def _save(pool: RatingPool, standings: Mapping[int, Standing], rows: Mapping[int, Rating], *, now: datetime) -> None:
    """Write the standings, whose rows up to now are `rows`, and the boards."""
    # Read under the pool's lock: an account that is shut out or deleted meanwhile has waited, or is seen as such.
    read = Player.objects.select_related("owner").only("kind", "is_active", "deleted_at", "owner__is_active")
    players = read.in_bulk(standings)
    boards, written = Boards(pool), []
    for player_id, standing in standings.items():
        if player_id in rows:
            boards.take_off(rows[player_id])
        written.append(row := _row(pool, player_id, standing))
        boards.place(row, players[player_id], now=now)
    Rating.objects.bulk_create(
        written,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=["kind", "mu", "sigma", "games", "wins", "last_game_at", "board", "board_key"],
    )
    boards.save()


def _row(pool: RatingPool, player_id: int, standing: Standing) -> Rating:
    assert standing.last_game_at is not None  # there is no standing without a game
    return Rating(
        player_id=player_id,
        pool=pool,
        mu=standing.skill.mu,
        sigma=standing.skill.sigma,
        games=standing.games,
        wins=standing.wins,
        last_game_at=standing.last_game_at,
    )


def _emptied(pool: RatingPool) -> dict[int, Standing]:
    """Forget all games of a pool; nobody's standings are left."""
    for rows in (RatingChange.objects, Rating.objects, BoardCount.objects):
        rows.filter(pool=pool).delete()
    return {}


def _rewound(pool: RatingPool, since: int) -> dict[int, Standing]:
    """Forget the games of a pool from `since` on; the standings before it of all who played in them."""
    undone = RatingChange.objects.filter(pool=pool, number__gte=since)
    skills: dict[int, Skill] = {}
    for change in undone.order_by("number"):
        skills.setdefault(change.player_id, Skill(change.mu_before, change.sigma_before))
    kept = RatingChange.objects.filter(pool=pool, number__lt=since, player__in=undone.values("player"))
    sums = kept.values("player").annotate(games=Count("pk"), wins=Count("pk", filter=Q(place=1)), last=Max("at"))
    standings = {row["player"]: Standing(skills[row["player"]], row["games"], row["wins"], row["last"]) for row in sums}
    boards, rows = Boards(pool), Rating.objects.filter(pool=pool, player__in=undone.values("player"))
    for rating in rows:
        boards.take_off(rating)
    boards.save()
    rows.delete()
    undone.delete()
    return standings


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    items = iter(items)
    while batch := list(islice(items, ROWS_AT_ONCE)):
        yield batch
