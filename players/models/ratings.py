"""Ratings, what games did to them, and the leaderboards they stand on."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from perudo_site.ids import LENGTH
from players.models.accounts import Player

LIVE_SECONDS = 3600


class Pace(models.TextChoices):
    """How fast a game is played; ratings are kept apart by it."""

    LIVE = "live"
    """Up to an hour a move."""
    CORRESPONDENCE = "correspondence"
    """More than an hour a move, or no clock."""

    @classmethod
    def of(cls, turn_seconds: int | None) -> "Pace":
        """The pace of a game with that much time for a move; None is a game without a clock."""
        return cls.LIVE if turn_seconds is not None and turn_seconds <= LIVE_SECONDS else cls.CORRESPONDENCE


PACE_NAMES = {Pace.LIVE: _("live"), Pace.CORRESPONDENCE: _("correspondence")}


class RatingPool(models.Model):
    """A ruleset at a pace. Its row is locked while a game is rated, so that games are rated one after the other."""

    ruleset = models.CharField(max_length=30)
    pace = models.CharField(max_length=14, choices=Pace.choices)
    last_number = models.PositiveBigIntegerField(default=0, help_text="How many games have been rated")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruleset", "pace"], name="pool_once")]

    def __str__(self) -> str:
        return f"{self.ruleset}, {PACE_NAMES[Pace(self.pace)]}"


class Rating(models.Model):
    """A player's rating in a pool, and their place on its leaderboard.

    `board` says which list the player stands on: the main one, the provisional one, or none (inactive, banned or
    deleted). `board_key` orders a board: the shown number in thousandths and, among equals, the older account first.
    """

    class Board(models.TextChoices):
        NONE = "none"
        PROVISIONAL = "provisional"
        MAIN = "main"

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", db_index=False)
    pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="ratings", db_index=False)
    kind = models.CharField(max_length=6, choices=Player.Kind.choices, help_text="The player's, which never changes")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    last_game_at = models.DateTimeField()
    board = models.CharField(max_length=11, choices=Board.choices)
    board_key = models.BigIntegerField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("leaderboards")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["pool", "board", "-board_key"], name="rating_board"),
            models.Index(fields=["pool", "board", "kind", "-board_key"], name="rating_board_of_kind"),
            models.Index(fields=["last_game_at"], condition=~models.Q(board="none"), name="rating_fading"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "pool"], name="rating_once"),
            models.CheckConstraint(condition=models.Q(sigma__gt=0), name="rating_sigma_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.pool}"


class BoardCount(models.Model):
    """How many players stand on a board with a number in one span of points: a rank is a sum over these.

    So a rank costs the same at any number of players.
    """

    pool = models.ForeignKey(RatingPool, models.CASCADE, db_index=False)
    board = models.CharField(max_length=11, choices=Rating.Board.choices)
    kind = models.CharField(max_length=6, choices=Player.Kind.choices)
    span = models.IntegerField(help_text="The number, divided by the width of a span")
    players = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "board", "kind", "span"], name="board_count_once"),
            models.CheckConstraint(condition=models.Q(players__gte=0), name="board_count_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.board} {self.kind} {self.span}"


class RatingChange(models.Model):
    """What one game did to one player's rating: once, whatever is repeated.

    `number` is the game's number in its pool, in the order in which games were rated.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_changes", db_index=False)
    pool = models.ForeignKey(RatingPool, models.PROTECT, db_index=False)
    game = models.CharField(max_length=LENGTH, help_text="The game's id")
    number = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField(help_text="How many places were rated")
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="rating_change_once"),
            models.UniqueConstraint(fields=["player", "pool", "number"], name="rating_change_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game}"
