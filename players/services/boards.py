"""Who stands on which leaderboard, and how many stand where (docs/ratings.md, "Leaderboards").

All of it is written under the lock of the pool's row, so that counts and ratings never fall out of step.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from players.models import BoardCount, Player, Rating, RatingPool
from players.ratings import Skill, board_key, span_of

FADE_AT_ONCE = 500


class Boards:
    """The boards of a pool that the caller has locked. Ratings are changed in memory; `save` writes the counts."""

    def __init__(self, pool: RatingPool) -> None:
        self._pool = pool
        self._moved: Counter[tuple[str, str, int]] = Counter()

    def take_off(self, rating: Rating) -> None:
        self._count(rating, -1)
        rating.board = Rating.Board.NONE

    def place(self, rating: Rating, player: Player, *, now: datetime) -> None:
        """Put a rating where it belongs as it is now; it was taken off where it stood before."""
        skill = Skill(rating.mu, rating.sigma)
        rating.kind = player.kind
        rating.board = _board(rating, player, skill, now)
        rating.board_key = board_key(skill, account=player.pk)
        self._count(rating, +1)

    def save(self) -> None:
        moved = {key: change for key, change in self._moved.items() if change}
        found = BoardCount.objects.filter(pool=self._pool, span__in={span for _, _, span in moved})
        before = {(row.board, row.kind, row.span): row.players for row in found}
        BoardCount.objects.bulk_create(
            [
                BoardCount(pool=self._pool, board=key[0], kind=key[1], span=key[2], players=before.get(key, 0) + change)
                for key, change in moved.items()
            ],
            update_conflicts=True,
            unique_fields=["pool", "board", "kind", "span"],
            update_fields=["players"],
        )

    def _count(self, rating: Rating, change: int) -> None:
        if rating.board != Rating.Board.NONE:
            self._moved[rating.board, rating.kind, span_of(rating.board_key)] += change


def fade(*, now: datetime) -> int:
    """Take everybody off the boards who has played no rated game for long enough; how many there were."""
    return sum(_fade(pool_id, now) for pool_id in RatingPool.objects.values_list("pk", flat=True))


def take_off_boards(*, player: Player) -> None:
    """Take an account that is about to be deleted off all boards.

    Before its row changes, in the same transaction: games that end lock the pool first and the account's key last,
    and none of them puts it back, for it reads the account after it has the pool's lock.
    """
    with transaction.atomic():
        for pool in _locked_pools_of(player):
            _take_off(pool, Rating.objects.filter(pool=pool, player=player))


def place_again(*, player: Player, now: datetime) -> None:
    """Put an account where it belongs, after it was shut out or let in again."""
    with transaction.atomic():
        for pool in _locked_pools_of(player):
            boards = Boards(pool)
            for rating in Rating.objects.filter(pool=pool, player=player).select_related("player__owner"):
                boards.take_off(rating)
                boards.place(rating, rating.player, now=now)
                rating.save(update_fields=["kind", "board", "board_key"])
            boards.save()


def inactive_since(now: datetime) -> datetime:
    """Who has played no rated game after this moment is on no board."""
    return now - timedelta(days=settings.RATING_INACTIVE_DAYS)


def _board(rating: Rating, player: Player, skill: Skill, now: datetime) -> str:
    if not player.may_act or player.deleted_at or rating.last_game_at <= inactive_since(now):
        return Rating.Board.NONE
    return Rating.Board.PROVISIONAL if skill.is_provisional else Rating.Board.MAIN


def _locked_pools_of(player: Player) -> list[RatingPool]:
    pools = RatingPool.objects.select_for_update(no_key=True, of=("self",))
    return list(pools.filter(ratings__player=player).order_by("pk"))


def _fade(pool_id: int, now: datetime) -> int:
    """Some at a time, so that no game that ends waits for long."""
    faded = 0
    while found := _fade_some(pool_id, now):
        faded += found
    return faded


def _fade_some(pool_id: int, now: datetime) -> int:
    with transaction.atomic():
        pool = RatingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
        silent = Rating.objects.filter(pool=pool, last_game_at__lte=inactive_since(now))
        return _take_off(pool, silent.exclude(board=Rating.Board.NONE)[:FADE_AT_ONCE])


def _take_off(pool: RatingPool, found: Iterable[Rating]) -> int:
    """Take ratings of a locked pool off its boards; how many there were."""
    boards, ratings = Boards(pool), list(found)
    for rating in ratings:
        boards.take_off(rating)
    Rating.objects.filter(pk__in=[rating.pk for rating in ratings]).update(board=Rating.Board.NONE)
    boards.save()
    return len(ratings)
