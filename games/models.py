"""The record: games, seats, rounds, hands and bids hold everything once (docs/architecture.md).

Events, views, replays and analysis are computed from these rows. `seq` numbers the events of a game without gaps.
"""

import secrets
from collections.abc import Iterable

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.rules.actions import DepartureReason
from games.rules.record.facts import KINDS
from games.rules.ruleset import MAX_SEATS
from games.rules.state import CallKind
from perudo_site.ids import LENGTH, new_id

SEAT_NUMBERS = range(MAX_SEATS)
TURN_SECONDS = (5, 1_209_600)
"""The least and the most time for a move: two weeks."""


def new_server_seed() -> str:
    """32 random bytes, in hex (docs/fairness.md, step 1)."""
    return secrets.token_hex(32)


def _choices(enum: Iterable[str]) -> list[tuple[str, str]]:
    return [(str(member), str(member)) for member in enum]


class Game(models.Model):
    """A table, and the game played at it; or one that was played on another server (`imported_at`, docs/record.md).

    `version` is the seq of the last event, and every writer's precondition. `deadline` is when the person on turn
    must have moved. `due_at` is when the server itself must act next: a little after the deadline, or when a bot's
    moment has come. It is the truth; a queue message is only a hint. `timeouts` counts, by seat, the timeouts
    running; it stands here and not on the seats so that a bid writes this row and its own, and no third.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        ACTIVE = "active"
        FINISHED = "finished"
        ABANDONED = "abandoned"

    class Due(models.TextChoices):
        """Whose moment `due_at` is."""

        BOTS = "bots"
        """The server's bots consider a move."""
        TIME = "time"
        """The time of the person on turn is up."""
        FILL = "fill"
        """The free seats of an open table go to server bots."""
        SHUT = "shut"
        """At an open table, or in a game without a clock, nothing has happened for too long."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_id, editable=False)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(default=1)
    ruleset = models.CharField(max_length=30)
    ruleset_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    creator = models.ForeignKey(
        "players.Player", models.PROTECT, null=True, blank=True, related_name="created_games", db_index=False
    )
    turn_seconds = models.PositiveIntegerField(null=True, blank=True)
    rated = models.BooleanField(default=False)
    rated_number = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Its number among the rated games of its ruleset and pace"
    )
    annulled_at = models.DateTimeField(null=True, blank=True, help_text="Since when it no longer counts for ratings")
    match_key = models.CharField(max_length=60, blank=True, help_text="What players who want any such table agree on")
    private = models.BooleanField(default=False)
    join_code = models.CharField(max_length=LENGTH, blank=True)
    server_seed = models.CharField(max_length=64, default=new_server_seed, editable=False)
    started_seq = models.PositiveIntegerField(null=True, blank=True)
    round_number = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    timeouts = models.JSONField(default=list)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    due_for = models.CharField(max_length=4, blank=True, choices=Due.choices)
    abandoned_reason = models.CharField(max_length=30, blank=True)
    imported_at = models.DateTimeField(null=True, blank=True, help_text="Since when this server has it from another")

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        default_permissions = ("view",)  # nobody writes history by hand
        permissions = [("moderate_game", "Can abort games, remove players from them and annul their ratings")]
        indexes = [
            # None on version: nothing is looked for by it, and every event would write an entry more.
            # Partial, so that the sweep reads only games in which the server has something to do.
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="game_due"),
            # The oldest open table for those who want one of its kind.
            models.Index(fields=["match_key", "id"], condition=~Q(match_key="") & Q(status="open"), name="game_match"),
            models.Index(
                fields=["ruleset", "rated_number"], condition=Q(rated_number__isnull=False), name="game_rated"
            ),
            models.Index(fields=["creator", "status"], name="game_made"),
            # Lists are newest first, and newer games have greater primary keys.
            models.Index(fields=["status", "-id"], name="game_status_newest"),
            # Of games that are over, so that no move writes them: a move's row is new to every index that has it.
            models.Index(fields=["ruleset", "-id"], condition=Q(finished_at__isnull=False), name="over_ruleset_newest"),
            models.Index(fields=["created_at", "id"], condition=Q(finished_at__isnull=False), name="over_created"),
            models.Index(fields=["finished_at"], condition=Q(finished_at__isnull=False), name="game_finished"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(version__gte=1), name="game_version_positive"),
            models.CheckConstraint(
                condition=Q(turn_seconds__isnull=True) | Q(turn_seconds__range=TURN_SECONDS),
                name="game_turn_seconds_range",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "active", "finished", "abandoned"]), name="game_status_known"
            ),
            models.CheckConstraint(
                condition=(
                    Q(status="open", started_at__isnull=True, finished_at__isnull=True, round_number=0)
                    | Q(status="active", started_at__isnull=False, finished_at__isnull=True, round_number__gte=1)
                    | Q(status="finished", started_at__isnull=False, finished_at__isnull=False, round_number__gte=1)
                    | Q(status="abandoned", finished_at__isnull=False)
                ),
                name="game_status_fits_times",
            ),
            models.CheckConstraint(
                condition=Q(status="active") | Q(deadline__isnull=True, turn__isnull=True),
                name="game_clock_only_while_active",
            ),
            models.CheckConstraint(
                condition=Q(due_at__isnull=True, due_for="")
                | Q(status="active", due_at__isnull=False, due_for__in=["bots", "time", "shut"])
                | Q(status="open", due_at__isnull=False, due_for__in=["fill", "shut"]),
                name="game_due_whole",
            ),
            models.CheckConstraint(
                condition=Q(private=True) | Q(join_code=""), name="game_join_code_only_when_private"
            ),
            models.CheckConstraint(
                condition=Q(imported_at__isnull=True)
                | Q(status__in=["finished", "abandoned"], rated_number__isnull=True, creator__isnull=True),
                name="game_imported_counts_for_nobody",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class MatchQueue(models.Model):
    """A kind of table. Whoever wants one locks its row, and so waits for those who came before."""

    key = models.CharField(primary_key=True, max_length=60)

    def __str__(self) -> str:
        return self.key


class Seat(models.Model):
    """A place at a table: free, a player's, or a server bot's. A departure is columns of its seat.

    `dice_count` is what the seat rolls this round; `left_*` say when it left an active game, `out_round` the round
    in which it went out, either way. In an imported game no seat is an account's: `imported_*` keep what the
    other server said of its player.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        "players.Player", models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    is_bot = models.BooleanField(default=False, help_text="Played by the server")
    client_seed = models.CharField(max_length=64, blank=True)
    dice_count = models.PositiveSmallIntegerField(default=0)
    in_play = models.BooleanField(default=False)
    had_palifico = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    out_round = models.PositiveIntegerField(null=True, blank=True)
    left_after_bids = models.PositiveIntegerField(null=True, blank=True)
    left_reason = models.CharField(max_length=7, blank=True, choices=_choices(DepartureReason))
    left_seq = models.PositiveIntegerField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    imported_name = models.CharField(max_length=64, blank=True)
    imported_kind = models.CharField(max_length=6, blank=True, choices=_choices(KINDS))

    class Meta:
        indexes = [models.Index(fields=["player", "-game"], name="seat_player_newest")]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            # The same server bot may sit at a table several times; nobody else may.
            models.UniqueConstraint(fields=["game", "player"], condition=Q(is_bot=False), name="seat_player_once"),
            models.UniqueConstraint(fields=["game", "place"], name="seat_place_once"),
            models.CheckConstraint(condition=Q(number__in=SEAT_NUMBERS), name="seat_number_range"),
            models.CheckConstraint(condition=Q(dice_count__range=(0, 5)), name="seat_dice_count_range"),
            models.CheckConstraint(condition=Q(place__isnull=True) | Q(place__range=(1, 6)), name="seat_place_range"),
            models.CheckConstraint(
                condition=Q(left_reason="", left_seq__isnull=True, left_at__isnull=True, left_after_bids__isnull=True)
                | Q(
                    left_reason__in=[str(reason) for reason in DepartureReason],
                    left_seq__isnull=False,
                    left_at__isnull=False,
                    left_after_bids__isnull=False,
                ),
                name="seat_departure_whole",
            ),
            models.CheckConstraint(
                condition=Q(imported_name="", imported_kind="")
                | ~Q(imported_name="") & Q(imported_kind__in=KINDS, player__isnull=True),
                name="seat_imported_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.number}"

    @property
    def shown_name(self) -> str | None:
        """Who sits there, as everybody sees it; None for a free seat."""
        return self.player.shown_name if self.player else self.imported_name or None

    @property
    def kind(self) -> str | None:
        """What sits there: a person, a client program, a server bot; None for a free seat."""
        return self.player.kind if self.player else self.imported_kind or None


class Round(models.Model):
    """One roll of every cup, and the call that ended it (`ended_seq` is null while it is being played).

    `opener` is who was to open when the dice were rolled; should they leave first, who opens follows from that.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    opener = models.PositiveSmallIntegerField()
    palifico_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    calza_allowed = models.BooleanField()
    roll_off = models.JSONField(null=True, blank=True)
    rolled_seq = models.PositiveIntegerField()
    rolled_at = models.DateTimeField()
    ended_seq = models.PositiveIntegerField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    call_kind = models.CharField(max_length=9, blank=True, choices=_choices(CallKind))
    call_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    call_timeout = models.BooleanField(default=False)
    count = models.PositiveSmallIntegerField(null=True, blank=True)
    change_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    dice_before = models.PositiveSmallIntegerField(null=True, blank=True)
    dice_after = models.PositiveSmallIntegerField(null=True, blank=True)
    next_opener = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        indexes = [BrinIndex(fields=["called_at"], name="round_called")]  # moves in the last hour, at next to no cost
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="round_number_once"),
            models.UniqueConstraint(fields=["game"], condition=Q(ended_seq__isnull=True), name="round_one_unresolved"),
            models.UniqueConstraint(fields=["game", "ended_seq"], name="round_ended_seq_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_positive"),
            models.CheckConstraint(condition=Q(opener__in=SEAT_NUMBERS), name="round_opener_range"),
            models.CheckConstraint(
                condition=Q(
                    ended_seq__isnull=True,
                    called_at__isnull=True,
                    call_kind="",
                    call_seat__isnull=True,
                    count__isnull=True,
                    change_seat__isnull=True,
                )
                # A comparison with null is no breach to a database, so null is ruled out beside it.
                | Q(
                    ended_seq__isnull=False,
                    ended_seq__gt=F("rolled_seq"),
                    called_at__isnull=False,
                    call_kind__in=[str(kind) for kind in CallKind],
                    call_seat__isnull=False,
                    call_seat__in=SEAT_NUMBERS,
                ),
                name="round_call_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} round {self.number}"


class Hand(models.Model):
    """The dice of one seat in one round, as their faces in the order drawn: "13352"."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="hands", db_index=False)
    seat = models.PositiveSmallIntegerField()
    dice = models.CharField(max_length=5)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="hand_seat_once"),
            models.CheckConstraint(condition=Q(seat__in=SEAT_NUMBERS), name="hand_seat_range"),
            models.CheckConstraint(condition=Q(dice__regex="^[1-6]{1,5}$"), name="hand_faces"),
        ]

    def __str__(self) -> str:
        return f"hand of seat {self.seat}"  # never its dice: this text may reach a log


class Bid(models.Model):
    """One bid. `number` counts the bids of its round from 1; `timeout` when time made it for the seat."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="bids", db_index=False)
    number = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    quantity = models.PositiveSmallIntegerField()
    face = models.PositiveSmallIntegerField()
    timeout = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        indexes = [BrinIndex(fields=["at"], name="bid_at")]  # as of rounds
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="bid_number_once"),
            models.UniqueConstraint(fields=["round", "seq"], name="bid_seq_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="bid_number_positive"),
            models.CheckConstraint(condition=Q(seat__in=SEAT_NUMBERS), name="bid_seat_range"),
            models.CheckConstraint(condition=Q(quantity__range=(1, 30)), name="bid_quantity_range"),
            models.CheckConstraint(condition=Q(face__range=(1, 6)), name="bid_face_range"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.face}"


class RemarkableRound(models.Model):
    """The most remarkable round of a finished game, of its kind; written when the game ends, and by rebuild_stats.

    `bid` is the bid to look at, by its number. `key` orders all of a kind: how remarkable, and among equals the newer.
    """

    class Kind(models.TextChoices):
        LONGEST = "longest"
        """`value` is the number of its bids."""
        BOLDEST = "boldest"
        """A doubted bid was good; `value` is the chance of that, from what its bidder could see."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="remarkable", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    round = models.PositiveIntegerField(help_text="Its number in the game")
    bid = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(help_text="Whose bid that was")
    value = models.FloatField()
    key = models.BigIntegerField()

    class Meta:
        verbose_name = _("remarkable round")
        verbose_name_plural = _("remarkable rounds")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], name="remarkable_once"),
            models.UniqueConstraint(fields=["kind", "key"], name="remarkable_order"),
            models.CheckConstraint(condition=Q(kind__in=["longest", "boldest"]), name="remarkable_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} round of {self.game_id}"


class Heartbeat(models.Model):
    """When the server was last alive: one row, made by the first sweep (games/services/downtime.py).

    `alive_at` is the last sign of life of a sweep or of a web process, `swept_at` that of a sweep.
    """

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY, editable=False)
    alive_at = models.DateTimeField()
    swept_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="heartbeat_only_one")]

    def __str__(self) -> str:
        return f"alive at {self.alive_at}"
