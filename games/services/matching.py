"""Finding a game: a seat at the oldest table of the kind that is wanted, or a new table."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from games import queries
from games.bots.registry import REGISTRY
from games.models import Game, MatchQueue
from games.services import seating
from games.services.finish import MIN_RATED_ACCOUNTS
from games.services.lobby import Table, find_ruleset, match_key, open_table
from games.store.read import lock
from games.store.record import GameRecord
from players.models import Player


@dataclass(frozen=True, kw_only=True)
class Wish:
    """The table that is wanted: public, with the ruleset's own options.

    With `fill_with_bots` the free seats go to server bots once somebody has waited for `max_wait` seconds.
    """

    ruleset: str
    seats: int
    turn_seconds: int | None
    rated: bool = False
    max_wait: int
    fill_with_bots: bool = False
    client_seed: str = ""

    @property
    def table(self) -> Table:
        return Table(
            ruleset=self.ruleset,
            seats=self.seats,
            turn_seconds=self.turn_seconds,
            rated=self.rated,
            client_seed=self.client_seed,
        )


def quick(*, wish: Wish, player: Player, now: datetime) -> tuple[GameRecord, bool]:
    """A seat at the oldest table of that kind, or at a new one; at the same one as before if the player waits there.

    Gives the game, and whether its table was opened now.

    All who want one kind of table come through its queue one after the other: no two open a table each where one
    would do. Raises `Refusal`: invalid (an unknown ruleset), too_many_games.
    """
    ruleset, key = find_ruleset(wish.ruleset), match_key(wish.table, fill_with_bots=wish.fill_with_bots)
    with transaction.atomic():
        seating.lock_account(player)
        _enter_queue(key)
        waiting = queries.table_waited_at(player, key)
        if waiting is not None:
            return _still_waiting(_locked(waiting), wish, now=now), False
        seating.check_limits(player)
        for record in _tables(key, player, rated=wish.rated):
            _hasten(record.game, wish, now=now)
            return seating.take_seat(record, player, wish.client_seed, now=now), False
        # Nobody's table: whoever came first has no more say at it than the others.
        record = open_table(wish.table, ruleset, ruleset.options, sitter=player, creator=None, now=now)
        record.game.match_key = key
        _hasten(record.game, wish, now=now)
        record.game.save(update_fields=["match_key", "due_at", "due_for"])
        return record, True


def fill(record: GameRecord, *, now: datetime) -> GameRecord:
    """The wait is over: the strongest server bot takes every free seat of a locked open table, and the game starts.

    With fewer than two accounts at it a rated game would mean nothing, so it is not rated.
    """
    free = [seat for seat in record.seats if seat.player_id is None]
    if len(record.seats) - len(free) < MIN_RATED_ACCOUNTS:
        record.game.rated = False
        record.game.save(update_fields=["rated"])
    seating.seat_bots(record.game, free, [_strongest()] * len(free))
    seating.save_seats(free)
    return seating.start_if_full(record, now=now)


def _strongest() -> str:
    return max(REGISTRY.values(), key=lambda bot: bot.strength).name


def _enter_queue(key: str) -> None:
    MatchQueue.objects.get_or_create(key=key)
    MatchQueue.objects.select_for_update().get(key=key)


def _tables(key: str, player: Player, *, rated: bool) -> Iterator[GameRecord]:
    """The open tables of a kind at which the player may sit, oldest first, each locked and looked at again."""
    for public_id in queries.matching_tables(key, player, rated=rated):
        record = _locked(public_id)
        is_free = record.game.status == Game.Status.OPEN and not seating.is_full(record)
        if is_free and seating.may_meet(record, player):
            yield record


def _locked(public_id: str) -> GameRecord:
    record = lock(public_id)
    assert record is not None  # games are never deleted
    return record


def _still_waiting(record: GameRecord, wish: Wish, *, now: datetime) -> GameRecord:
    """Who asks again may have become less patient; or the game has begun meanwhile."""
    if record.game.status == Game.Status.OPEN:
        _hasten(record.game, wish, now=now)
        record.game.save(update_fields=["due_at", "due_for"])
    return record


def _hasten(game: Game, wish: Wish, *, now: datetime) -> None:
    """Bots come when the most impatient of those who came to the table has waited for as long as they wanted.

    That stays so where they have left: nobody who waits has said more than how long they would wait at the most.
    """
    if not wish.fill_with_bots:
        return
    moment = now + timedelta(seconds=wish.max_wait)
    if game.due_for != Game.Due.FILL or game.due_at is None or moment < game.due_at:
        game.due_at, game.due_for = moment, Game.Due.FILL
