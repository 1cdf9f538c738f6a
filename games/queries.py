"""Reads that are not a game's own rows: who may see what, which games there are, what has been played before."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.crypto import constant_time_compare

from games.models import Bid, Game, Heartbeat, Round, Seat
from games.rules.actions import CallDudo, DepartureReason, Move, PlaceBid
from games.rules.state import CallKind
from games.store.record import GameRecord
from players.models import Pace, Player
from players.models.ratings import LIVE_SECONDS
from players.ratings import RatedGame

GREATEST_QUANTITY = 30


def is_visible(record: GameRecord, player: Player | None, *, join_code: str = "") -> bool:
    """A private game is there for its guests only, and while it is open for whoever has its join code."""
    game = record.game
    if not game.private or record.is_guest(player.pk if player else None):
        return True
    return game.status == Game.Status.OPEN and constant_time_compare(join_code, game.join_code)


def games_seen_by(player: Player | None) -> QuerySet[Game]:
    """Public games, and the player's own."""
    games = with_seats(Game.objects.all())
    if player is None:
        return games.filter(private=False)
    # A value and no EXISTS, for which PostgreSQL may read all seats of the player before the first game.
    own_seat = Subquery(_own_seats(player).values("pk")[:1])
    return games.alias(own_seat=own_seat).filter(Q(private=False) | Q(creator=player) | Q(own_seat__isnull=False))


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games, with the seats of each in order and who sits there."""
    return games.prefetch_related(Prefetch("seats", Seat.objects.select_related("player").order_by("number")))


def games_of(
    player: Player, *, seen_by: Player | None, after: int | None = None, rising: bool = False
) -> QuerySet[Game]:
    """The games a player sits in, among those that another may see; `after` and `rising` as for `seated`."""
    return seated(games_seen_by(seen_by), player, after=after, rising=rising)


def seated(games: QuerySet[Game], player: Player, *, after: int | None = None, rising: bool = False) -> QuerySet[Game]:
    """Those of `games` in which the player sits; where a list goes on from a game, from that primary key on.

    Found from the seats, by the index that has a player's newest first, and not by looking at every game. It is said of
    the seats too where a list goes on: they are walked in its order, and not from the end on.
    """
    on: Q = Q() if after is None else Q(seats__game__gt=after) if rising else Q(seats__game__lt=after)
    seat = Q(seats__player=player) & on
    if player.kind != Player.Kind.SERVER:
        return games.filter(seat)
    # It may have several seats at a table: the game is found by the first of them.
    earlier = Seat.objects.filter(game=OuterRef("pk"), player=player, number__lt=OuterRef("seats__number"))
    return games.filter(seat, ~Exists(earlier))


def with_player(
    games: QuerySet[Game], username: str, *, after: int | None = None, rising: bool = False
) -> QuerySet[Game]:
    """Those of `games` in which the player of that name, in whatever case, sits; none if there is no such player.

    `after` and `rising` as for `seated`.
    """
    # Who it is, is asked first: for one account the index has its games in order, for a question it has not.
    player = Player.objects.named(username).first()
    return games.none() if player is None else seated(games, player, after=after, rising=rising)


def on_record(
    games: QuerySet[Game], *, since: datetime | None = None, until: datetime | None = None, ruleset: str = ""
) -> QuerySet[Game]:
    """Those of `games` of which there is a record (docs/record.md): they have begun, and are over.

    They ended at `since` or later, and before `until`.
    """
    games = games.filter(Q(status=Game.Status.FINISHED) | Q(status=Game.Status.ABANDONED, started_at__isnull=False))
    if since is not None:
        games = games.filter(finished_at__gte=since)
    if until is not None:
        games = games.filter(finished_at__lt=until)
    return games.filter(ruleset=ruleset) if ruleset else games


def resolved_rounds(record: GameRecord) -> QuerySet[Round]:
    """The rounds that had ended by the version that the record was read at."""
    return Round.objects.filter(game=record.game, ended_seq__lte=record.game.version)


def awaiting(games: QuerySet[Game], player: Player) -> QuerySet[Game]:
    """Those of `games` in which it is the player's turn."""
    on_turn = _own_seats(player).filter(number=OuterRef("turn"))
    return games.filter(Exists(on_turn), status=Game.Status.ACTIVE)


def summary_record(game: Game) -> GameRecord:
    """A record for `viewpoint.game_summary`, from a game of `games_seen_by`: its rounds are not read."""
    return GameRecord(game=game, seats=list(game.seats.all()), rounds=())


def tables_of(player: Player) -> Counter[str]:
    """How many open tables and running games are the player's affair, by status; what others play costs nothing.

    Tables that they sit at, games that they are still in, and open tables that they made and do not sit at.
    """
    seats = Seat.objects.filter(_still_there(), player=player, is_bot=False)
    only_made = Game.objects.filter(creator=player, status=Game.Status.OPEN).exclude(Exists(_own_seats(player)))
    both = seats.values_list("game__status").union(only_made.values_list("status"), all=True)
    return Counter(status for (status,) in both)


def table_waited_at(player: Player, key: str) -> str | None:
    """The id of the open table of a kind that the player sits at already."""
    tables = Game.objects.filter(Exists(_own_seats(player)), match_key=key, status=Game.Status.OPEN)
    return tables.order_by("pk").values_list("public_id", flat=True).first()


def matching_tables(key: str, player: Player, *, rated: bool) -> Iterator[str]:
    """The ids of open tables of a kind, oldest first; rated ones only where nobody of the same owner sits."""
    tables = Game.objects.filter(match_key=key, status=Game.Status.OPEN).order_by("pk")
    if rated:
        tables = tables.exclude(Exists(same_principal_seats(player).filter(game=OuterRef("pk"))))
    return iter(tables.values_list("public_id", flat=True))  # who finds one reads no further


def same_principal_seats(player: Player) -> QuerySet[Seat]:
    """The seats of the accounts that answer to the same person as this one, itself included."""
    principal = player.principal_id
    return Seat.objects.filter(Q(player=principal) | Q(player__owner=principal))


def tables_opened_by(player: Player) -> list[str]:
    """The ids of the open tables that the player made."""
    tables = Game.objects.filter(creator=player, status=Game.Status.OPEN).order_by("pk")
    return list(tables.values_list("public_id", flat=True))


def games_to_leave(player: Player) -> list[str]:
    """The ids of the open tables that the player sits at, and of the running games that they are still in."""
    seats = Seat.objects.filter(_still_there(), player=player, is_bot=False).order_by("game_id")
    return list(seats.values_list("game__public_id", flat=True))


def gone_yet_playing() -> QuerySet[Player]:
    """Accounts that are deleted or banned and have not left all their games."""
    seats = Seat.objects.filter(_still_there(), player=OuterRef("pk"))
    tables = Game.objects.filter(creator=OuterRef("pk"), status=Game.Status.OPEN)
    gone = Q(deleted_at__isnull=False) | Q(banned_at__isnull=False)
    return Player.objects.filter(gone, Exists(seats) | Exists(tables))


def was_played(record: GameRecord, *, seat: int, move: Move, version: int) -> bool:
    """Whether the seat itself, not time, has played this very move at this version: its event is the one after."""
    if not 1 <= version < record.game.version:
        return False
    if isinstance(move, PlaceBid):
        bid = move.bid
        if bid.quantity > GREATEST_QUANTITY:
            return False  # no bid was ever so high, and a column does not hold every number
        bids = Bid.objects.filter(round__game=record.game, seq=version + 1, seat=seat, timeout=False)
        return bids.filter(quantity=bid.quantity, face=bid.face).exists()
    kind = CallKind.DUDO if isinstance(move, CallDudo) else CallKind.CALZA
    calls = Round.objects.filter(game=record.game, ended_seq=version + 1, call_seat=seat, call_timeout=False)
    return calls.filter(call_kind=kind).exists()


def anybody_acted(record: GameRecord) -> bool:
    """Whether anybody has bid, called or left in a game by their own doing, and not time all of it."""
    rounds = Round.objects.filter(game=record.game)
    return (
        any(seat.left_reason in (DepartureReason.LEFT, DepartureReason.REMOVED) for seat in record.seats)
        or Bid.objects.filter(round__in=rounds, timeout=False).exists()
        or rounds.filter(call_kind__in=(CallKind.DUDO, CallKind.CALZA), call_timeout=False).exists()
    )


def rated_history(ruleset: str, pace: Pace, since: int) -> Iterator[RatedGame]:
    """The rated games of a ruleset at a pace, by number from `since` on; annulled ones have an empty ranking."""
    seats = Seat.objects.filter(game__ruleset=ruleset, game__rated_number__gte=since, is_bot=False)
    in_order = seats.filter(_at_pace(pace)).order_by("game__rated_number", "place")
    rows = in_order.values_list(
        "game__public_id", "game__rated_number", "game__finished_at", "game__annulled_at", "player_id"
    )
    for (game, number, at, annulled_at), same in groupby(rows.iterator(), key=lambda row: row[:4]):
        ranking = () if annulled_at else tuple(row[4] for row in same)
        yield RatedGame(game, number, at, ranking)


def due_games(*, by: datetime) -> QuerySet[Game]:
    """Games in which something was due by then, the longest due first."""
    return Game.objects.filter(due_at__lte=by).order_by("due_at")


def first_due() -> datetime | None:
    """When the first of all that is to be done is due, or was, if it has not been done yet."""
    return Game.objects.filter(due_at__isnull=False).order_by("due_at").values_list("due_at", flat=True).first()


def overdue_games(*, now: datetime) -> dict[str, int]:
    """How many games something is due in, by what; bots' moments and deadlines that pass just now among them."""
    due = due_games(by=now).order_by().values_list("due_for")
    return dict(due.annotate(games=Count("pk")))


def last_sweep() -> datetime | None:
    """When a sweep last said that it ran, which it does every two seconds; None if none ever did."""
    return Heartbeat.objects.values_list("swept_at", flat=True).first()


def _still_there() -> Q:
    return Q(game__status=Game.Status.OPEN) | Q(game__status=Game.Status.ACTIVE, in_play=True)


def _at_pace(pace: Pace) -> Q:
    if pace is Pace.LIVE:
        return Q(game__turn_seconds__lte=LIVE_SECONDS)
    return Q(game__turn_seconds__gt=LIVE_SECONDS) | Q(game__turn_seconds__isnull=True)


def _own_seats(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("pk"), player=player, is_bot=False)
