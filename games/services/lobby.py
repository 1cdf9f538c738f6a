"""Tables before their game: create, join, leave, remove a player, close.

The game starts by itself when every seat is taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from games.bots.registry import REGISTRY
from games.models import Game, Seat
from games.rules.actions import DepartureReason
from games.rules.errors import BadOption
from games.rules.ruleset import CURRENT, Options, RuleSet
from games.services import finish, seating, timing
from games.services.departing import depart
from games.services.finish import MIN_RATED_ACCOUNTS
from games.store.record import GameRecord
from perudo_site.ids import new_id
from perudo_site.refusals import Code, Refusal
from players.models import Player


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
    ruleset = find_ruleset(table.ruleset)
    options = _options(ruleset, table.options)
    is_standard = options == ruleset.options
    _check_sitters(table)
    _check_ratable(table, is_standard=is_standard)
    with transaction.atomic():
        seating.lock_account(creator)
        seating.check_limits(creator)
        return open_table(table, ruleset, options, sitter=creator, creator=creator, now=now)


def open_table(
    table: Table, ruleset: RuleSet, options: Options, *, sitter: Player, creator: Player | None, now: datetime
) -> GameRecord:
    """Write a table that has been checked, and start it if it is full already.

    `sitter` takes seat 0 if anybody is to; `creator` may free seats and close the table, if anybody may.
    """
    game = Game(
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
    if not (table.private or table.bots) and options == ruleset.options:
        game.match_key = match_key(table)
    timing.await_guests(game, at=now)
    game.save(force_insert=True)
    record = GameRecord(game=game, seats=_lay_seats(game, table, sitter), rounds=())
    return seating.start_if_full(record, now=now)


def join(
    *,
    game_id: str,
    player: Player,
    client_seed: str = "",
    join_code: str = "",
    now: datetime,
    clock: timing.Clock | None = None,
) -> GameRecord:
    """Take the lowest free seat; with a `clock` at the moment that it shows once the table is locked.

    Raises `Refusal`: not_found, game_not_open, already_seated, too_many_games, not_ratable.
    """
    with transaction.atomic():
        seating.lock_account(player)
        record = seating.locked_game(game_id, player, join_code=join_code)
        _check_open(record)
        if record.seat_of(player.pk) is not None:
            raise Refusal(Code.ALREADY_SEATED)
        seating.check_limits(player, already_open=record.game.creator_id == player.pk)
        return seating.take_seat(record, player, client_seed, now=timing.moment(now, clock))


def leave(*, game_id: str, player: Player, now: datetime, clock: timing.Clock | None = None) -> GameRecord:
    """Give the seat of an open table back, or leave an active game for good (docs/rules.md 9).

    With a `clock` it happens at the moment that it shows once the game is locked.

    An open table that no person sits at any more is abandoned. Raises `Refusal` (not_found, not_seated) or
    `MoveRefused` (game_not_active, not_in_play).
    """
    with transaction.atomic():
        record = seating.locked_game(game_id, player)
        seat = record.seat_of(player.pk)
        if seat is None:
            raise Refusal(Code.NOT_SEATED)
        return depart(record, seat, reason=DepartureReason.LEFT, now=timing.moment(now, clock))


def remove(*, game_id: str, seat: int, player: Player, now: datetime) -> GameRecord:
    """The creator frees a seat of the open table, a bot's too; their own is left, as by `leave`.

    Raises `Refusal`: not_found (the game, or nobody sits there), forbidden (not the creator), game_not_open.
    """
    with transaction.atomic():
        record = _own_table(game_id, player)
        taken = [other for other in record.seats if other.number == seat and other.player_id is not None]
        if not taken:
            raise Refusal(Code.NOT_FOUND, "Nobody sits there.")
        if taken[0].player_id == player.pk:
            return depart(record, seat, reason=DepartureReason.LEFT, now=now)
        seating.give_back(taken[0])
        return seating.seats_changed(record, now=now)


def close(*, game_id: str, player: Player, now: datetime) -> GameRecord:
    """The creator gives the open table up.

    Raises `Refusal`: not_found, forbidden (not the creator), game_not_open.
    """
    with transaction.atomic():
        return finish.abandon(_own_table(game_id, player), reason="closed", now=now)


def find_ruleset(name: str) -> RuleSet:
    """The current ruleset of that name. Raises `Refusal` invalid."""
    if name not in CURRENT:
        raise _invalid("ruleset", f"There are {', '.join(CURRENT)}.")
    return CURRENT[name]


def match_key(table: Table, *, fill_with_bots: bool = False) -> str:
    """What players who want any table of a kind must agree on to meet at one (games/services/matching.py)."""
    turn = "-" if table.turn_seconds is None else table.turn_seconds
    return f"{table.ruleset}|{table.seats}|{turn}|{'rated' if table.rated else ''}|{'bots' if fill_with_bots else ''}"


def _own_table(game_id: str, player: Player) -> GameRecord:
    record = seating.locked_game(game_id, player)
    if record.game.creator_id != player.pk:
        raise Refusal(Code.FORBIDDEN, "Only who opened the table may do this.")
    _check_open(record)
    return record


def _check_open(record: GameRecord) -> None:
    if record.game.status != Game.Status.OPEN:
        raise Refusal(Code.GAME_NOT_OPEN)


def _options(ruleset: RuleSet, overrides: Mapping[str, Any]) -> Options:
    try:
        return ruleset.options.overridden(overrides)
    except BadOption as bad:
        code, place = Code(bad.fault.value), f"options.{bad.name}"
        choices = bad.data.get("choices")
        detail = f"The option takes {', '.join(map(_as_json, choices))}." if choices else "There is no such option."
        raise Refusal(code, f"{place}: {detail}", errors=[{"field": place, "code": code, "detail": detail}]) from None


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
    return Refusal(
        Code.INVALID, f"{place}: {detail}", errors=[{"field": place, "code": Code.INVALID, "detail": detail}]
    )


def _lay_seats(game: Game, table: Table, sitter: Player) -> list[Seat]:
    seats = [Seat(game=game, number=number) for number in range(table.seats)]
    if table.sit:
        seating.sit(game, seats[0], sitter, table.client_seed)
    if table.bots:
        seating.seat_bots(game, seats[-len(table.bots) :], table.bots)
    return Seat.objects.bulk_create(seats)
