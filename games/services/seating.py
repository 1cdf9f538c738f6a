"""Seats of open tables: who may sit, sitting down, giving back, and the start when every seat is taken.

Within the caller's transaction, which holds the game's lock where there is a game.
"""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings

from games import queries
from games.models import Game, Seat
from games.rules.engine import start
from games.rules.fairness import default_client_seed
from games.services import timing
from games.services.moves import record_transition
from games.store.read import lock
from games.store.record import GameRecord
from perudo_site.refusals import Code, Refusal
from players.models import Player


def lock_account(player: Player) -> None:
    """Two tables made or joined by one account at once are counted one after the other.

    Raises bad_token if the account was deleted or shut out meanwhile: it comes to no table any more.
    """
    active = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True)
    if active.only("pk").first() is None:
        raise Refusal(Code.BAD_TOKEN, "The account is gone.")


def check_limits(player: Player, *, already_open: bool = False) -> None:
    """How many tables and games an account may have, before one more; `already_open` if that is one of its own tables.

    An open table counts as a running game too, for it becomes one without a further question. Raises too_many_games.
    """
    tables = queries.tables_of(player)
    is_open = tables[Game.Status.OPEN] - already_open
    if is_open >= settings.MAX_OPEN_GAMES:
        raise Refusal(Code.TOO_MANY_GAMES, f"An account may have {settings.MAX_OPEN_GAMES} open tables at a time.")
    if is_open + tables[Game.Status.ACTIVE] >= settings.MAX_ACTIVE_GAMES:
        limit = settings.MAX_ACTIVE_GAMES
        raise Refusal(Code.TOO_MANY_GAMES, f"An account may have {limit} games at a time, open tables among them.")


def locked_game(game_id: str, player: Player, *, join_code: str = "") -> GameRecord:
    """The game, locked. Raises not_found, where the player may not know of it either."""
    record = lock(game_id)
    if record is None or not queries.is_visible(record, player, join_code=join_code):
        raise Refusal(Code.NOT_FOUND, "There is no such game.")
    return record


def sit(game: Game, seat: Seat, player: Player, client_seed: str) -> None:
    """One who sends no client seed gets the one that the server seed fixes (docs/fairness.md, step 2)."""
    seat.player = player
    seat.is_bot = player.kind == Player.Kind.SERVER
    seat.client_seed = client_seed or default_client_seed(
        server_seed=bytes.fromhex(game.server_seed), game_id=game.public_id, seat=seat.number
    )


def seat_bots(game: Game, seats: Sequence[Seat], names: Sequence[str]) -> None:
    """Seat the server bots of these names, one a seat."""
    bots = {bot.username: bot for bot in Player.objects.filter(username__in=names, kind=Player.Kind.SERVER)}
    for seat, name in zip(seats, names, strict=True):
        sit(game, seat, bots[name], "")


def take_seat(record: GameRecord, player: Player, client_seed: str, *, now: datetime) -> GameRecord:
    """Take the lowest free seat of a locked open table, which starts if it was the last. Raises not_ratable."""
    seat = next((seat for seat in record.seats if seat.player_id is None), None)
    assert seat is not None  # with its last seat a table starts, in one transaction: an open one is never full
    if not may_meet(record, player):
        raise Refusal(Code.NOT_RATABLE, "An owner and their own bots never meet in a rated game.")
    sit(record.game, seat, player, client_seed)
    save_seats([seat])
    return start_if_full(record, now=now) if is_full(record) else seats_changed(record, now=now)


def may_meet(record: GameRecord, player: Player) -> bool:
    """Whether nobody at the table answers to the same owner as the player, or it is of no matter: it is not rated."""
    principals = {seat.player.principal_id for seat in record.seats if seat.player is not None}
    return not record.game.rated or player.principal_id not in principals


def give_back(seat: Seat) -> None:
    """Free a seat."""
    seat.player, seat.is_bot, seat.client_seed = None, False, ""
    save_seats([seat])


def save_seats(seats: Sequence[Seat]) -> None:
    Seat.objects.bulk_update(seats, ["player", "is_bot", "client_seed"])


def is_full(record: GameRecord) -> bool:
    return all(seat.player_id is not None for seat in record.seats)


def start_if_full(record: GameRecord, *, now: datetime) -> GameRecord:
    if not is_full(record):
        return record
    return record_transition(record, start(options=record.options, seats=len(record.seats), dice=record.dice), at=now)


def seats_changed(record: GameRecord, *, now: datetime) -> GameRecord:
    """While a table is open its version rises with every change of seats, and its hour begins anew."""
    record.game.version += 1
    timing.await_guests(record.game, at=now)
    record.game.save(update_fields=["version", "due_at", "due_for"])
    return record
