"""Tables before their game: create, join, leave. The game starts by itself when every seat is taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from games import queries
from games.bots.registry import REGISTRY
from games.models import Game, Seat
from games.rules.actions import Leave
from games.rules.engine import start
from games.rules.errors import BadOption, RuleViolation
from games.rules.fairness import default_client_seed
from games.rules.ruleset import CURRENT, Options, RuleSet
from games.services.errors import MoveRefused
from games.services.moves import play, record_transition
from games.store.read import lock
from games.store.record import GameRecord
from perudo_site.ids import new_id
from perudo_site.refusals import Code, Refusal
from players.models import Player

MIN_RATED_ACCOUNTS = 2


@dataclass(frozen=True, kw_only=True)
class Table:
    """What a table is to be like (docs/api.md, "Tables")."""

    ruleset: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: Sequence[str] = ()
    sit: bool = True
    turn_seconds: int | None = 60
    rated: bool = False
    private: bool = False
    client_seed: str = ""


def create(*, table: Table, creator: Player, now: datetime) -> GameRecord:
    """Open a table; bots take the last seats, the creator seat 0 unless `sit` is false.

    Raises `Refusal`: invalid (an unknown ruleset or bot, a value not allowed, more sitters than seats),
    unknown_option, not_ratable, too_many_games.
    """
    ruleset = _ruleset(table.ruleset)
    options = _options(ruleset, table.options)
    _check_sitters(table)
    _check_ratable(table, is_standard=options == ruleset.options)
    with transaction.atomic():
        _lock_account(creator)
        _check_limits(creator)
        game = Game.objects.create(
            ruleset=ruleset.name,
            ruleset_version=ruleset.version,
            options=options.as_dict(),
            creator=creator,
            turn_seconds=table.turn_seconds,
            rated=table.rated,
            private=table.private,
            join_code=new_id() if table.private else "",
            created_at=now,
        )
        record = GameRecord(game=game, seats=_lay_seats(game, table, creator), rounds=())
        return _start_if_full(record, now=now)


def join(*, game_id: str, player: Player, client_seed: str = "", join_code: str = "", now: datetime) -> GameRecord:
    """Take the lowest free seat.

    Raises `Refusal`: not_found, game_not_open, already_seated, game_full, too_many_games.
    """
    with transaction.atomic():
        _lock_account(player)
        record = _locked(game_id, player, join_code=join_code)
        if record.game.status != Game.Status.OPEN:
            raise Refusal(Code.GAME_NOT_OPEN)
        if record.seat_of(player.pk) is not None:
            raise Refusal(Code.ALREADY_SEATED)
        seat = next((seat for seat in record.seats if seat.player_id is None), None)
        if seat is None:
            raise Refusal(Code.GAME_FULL)
        _check_limits(player, already_open=record.game.creator_id == player.pk)
        _sit(record.game, seat, player, client_seed)
        seat.save(update_fields=["player", "client_seed"])
        return _start_if_full(record, now=now) if _is_full(record) else _seats_changed(record)


def leave(*, game_id: str, player: Player, now: datetime) -> GameRecord:
    """Give the seat of an open table back, or leave an active game for good (docs/rules.md 9).

    Raises `Refusal` (not_found, not_seated) or `MoveRefused` (game_not_active, not_in_play).
    """
    with transaction.atomic():
        record = _locked(game_id, player)
        seat = record.seat_of(player.pk)
        if seat is None:
            raise Refusal(Code.NOT_SEATED)
        if record.game.status == Game.Status.OPEN:
            return _give_back(record, record.seats[seat], now=now)
        if not record.is_active:
            raise MoveRefused(Code.GAME_NOT_ACTIVE, record)
        try:
            return play(record, seat, Leave(), at=now)
        except RuleViolation as violation:
            raise MoveRefused.by_rules(violation, record) from None


def _ruleset(name: str) -> RuleSet:
    if name not in CURRENT:
        raise _invalid("ruleset", f"There are {', '.join(CURRENT)}.")
    return CURRENT[name]


def _options(ruleset: RuleSet, overrides: Mapping[str, Any]) -> Options:
    try:
        return ruleset.options.overridden(overrides)
    except BadOption as bad:
        code, place = Code(bad.fault.value), f"options.{bad.name}"
        choices = bad.data.get("choices")
        detail = f"The option takes {', '.join(map(_as_json, choices))}." if choices else "There is no such option."
        raise Refusal(code, detail, errors=[{"field": place, "code": code, "detail": detail}]) from None


def _as_json(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_sitters(table: Table) -> None:
    for index, name in enumerate(table.bots):
        if name not in REGISTRY:
            raise _invalid(f"bots.{index}", f"There are {', '.join(REGISTRY)}.")
    if len(table.bots) + table.sit > table.seats:
        raise _invalid("bots", "There are more bots than seats for them.")


def _check_ratable(table: Table, *, is_standard: bool) -> None:
    """Rated games have the ruleset's own options, and two accounts that are not the server's."""
    if table.rated and not is_standard:
        raise Refusal(Code.NOT_RATABLE, "A rated game has the ruleset's own options.")
    if table.rated and table.seats - len(table.bots) < MIN_RATED_ACCOUNTS:
        raise Refusal(Code.NOT_RATABLE, "A rated game has at least two players that are not server bots.")


def _invalid(place: str, detail: str) -> Refusal:
    return Refusal(Code.INVALID, detail, errors=[{"field": place, "code": Code.INVALID, "detail": detail}])


def _lock_account(player: Player) -> None:
    """Two tables made or joined by one account at once are counted one after the other."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)


def _check_limits(player: Player, *, already_open: bool = False) -> None:
    """How many tables and games an account may have; a table of one's own counts once."""
    limits: dict[Game.Status, int] = {
        Game.Status.OPEN: settings.MAX_OPEN_GAMES + already_open,
        Game.Status.ACTIVE: settings.MAX_ACTIVE_GAMES,
    }
    for status, limit in limits.items():
        if queries.tables_of(player, status) >= limit:
            raise Refusal(Code.TOO_MANY_GAMES, f"An account may have {limit} {status} games at a time.")


def _lay_seats(game: Game, table: Table, creator: Player) -> list[Seat]:
    seats = [Seat(game=game, number=number) for number in range(table.seats)]
    if table.sit:
        _sit(game, seats[0], creator, table.client_seed)
    bots = {bot.username: bot for bot in Player.objects.filter(username__in=table.bots, kind=Player.Kind.SERVER)}
    for seat, name in zip(reversed(seats), reversed(table.bots), strict=False):
        seat.is_bot = True
        _sit(game, seat, bots[name], "")
    return Seat.objects.bulk_create(seats)


def _sit(game: Game, seat: Seat, player: Player, client_seed: str) -> None:
    """One who sends no client seed gets the one that the server seed fixes (docs/fairness.md, step 2)."""
    seat.player = player
    seat.client_seed = client_seed or default_client_seed(
        server_seed=bytes.fromhex(game.server_seed), game_id=game.public_id, seat=seat.number
    )


def _locked(game_id: str, player: Player, *, join_code: str = "") -> GameRecord:
    record = lock(game_id)
    if record is None or not queries.is_visible(record, player, join_code=join_code):
        raise Refusal(Code.NOT_FOUND)
    return record


def _is_full(record: GameRecord) -> bool:
    return all(seat.player_id is not None for seat in record.seats)


def _start_if_full(record: GameRecord, *, now: datetime) -> GameRecord:
    if not _is_full(record):
        return record
    return record_transition(record, start(options=record.options, seats=len(record.seats), dice=record.dice), at=now)


def _seats_changed(record: GameRecord) -> GameRecord:
    """While a table is open its version rises with every change of seats."""
    record.game.version += 1
    record.game.save(update_fields=["version"])
    return record


def _give_back(record: GameRecord, seat: Seat, *, now: datetime) -> GameRecord:
    seat.player, seat.client_seed = None, ""
    seat.save(update_fields=["player", "client_seed"])
    if all(other.is_bot or other.player_id is None for other in record.seats):
        record.game.status = Game.Status.ABANDONED
        record.game.finished_at = now
        record.game.abandoned_reason = "empty"
        record.game.save(update_fields=["status", "finished_at", "abandoned_reason"])
    return _seats_changed(record)
