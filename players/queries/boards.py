"""Leaderboards, read. What each costs does not grow with the players on it (docs/ratings.md, "Leaderboards")."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from perudo_site.refusals import Code, Refusal
from players.models import BoardCount, Player, Rating, RatingPool
from players.ratings import span_end, span_of


@dataclass(frozen=True, kw_only=True)
class Board:
    """One leaderboard: of a ruleset at a pace, provisional players apart, of one kind of player or of all (None)."""

    pool: RatingPool
    provisional: bool = False
    kind: Player.Kind | None = None

    @property
    def ratings(self) -> QuerySet[Rating]:
        """All that stand on it; their order is that of `-board_key`."""
        ratings = Rating.objects.filter(pool=self.pool, board=self._board)
        if self.kind is not None:
            ratings = ratings.filter(kind=self.kind)
        return ratings.select_related("player")

    def ranks(self, page: Sequence[Rating]) -> range:
        """The ranks of ratings that follow one another on the board, from the board's top down."""
        first = self._above(page[0].board_key) + 1 if page else 1
        return range(first, first + len(page))

    def around(self, username: str, limit: int) -> list[Rating]:
        """Up to `limit` ratings that follow one another, the player's in their midst; `not_found` if not on it."""
        own = self.ratings.filter(player__in=Player.objects.named(username)).first()
        if own is None:
            raise Refusal(Code.NOT_FOUND, "This player is not on this leaderboard.")
        above = self.ratings.filter(board_key__gt=own.board_key).order_by("board_key")[: limit // 2]
        below = self.ratings.filter(board_key__lt=own.board_key).order_by("-board_key")[: (limit - 1) // 2]
        return [*reversed(above), own, *below]

    @property
    def _board(self) -> str:
        return Rating.Board.PROVISIONAL if self.provisional else Rating.Board.MAIN

    def _above(self, key: int) -> int:
        """How many stand above: a sum of counts for all spans above, and a count within one."""
        span = span_of(key)
        counts = BoardCount.objects.filter(pool=self.pool, board=self._board, span__gt=span)
        if self.kind is not None:
            counts = counts.filter(kind=self.kind)
        higher = counts.aggregate(players=Sum("players"))["players"] or 0
        return higher + self.ratings.filter(board_key__gt=key, board_key__lt=span_end(span)).count()
