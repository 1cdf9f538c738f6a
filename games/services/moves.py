"""The one door in: every move of people, bots, time and admins is played here.

The game's rows are locked, its version is compared, the rules decide, rows are written, the transaction commits, and
only then is anybody told.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games import metrics, queries
from games.models import Game
from games.rules.actions import Action, Move, TimeOut
from games.rules.engine import Transition, apply
from games.rules.errors import RuleViolation
from games.rules.events import BidPlaced, Finished, Rolled
from games.services import downtime, finish, hints, timing
from games.services.errors import MoveRefused
from games.store.read import lock
from games.store.record import GameRecord
from games.store.write import save, save_game
from perudo_site.refusals import Code, Refusal
from players.models import Player


@dataclass(frozen=True)
class _Wanted:
    """What `submit` was asked for."""

    player: Player
    move: Move
    version: int
    received_at: datetime
    clock: timing.Clock | None


@dataclass(frozen=True)
class Submitted:
    """A move that stands. `is_repeat` when it had been played before and was sent again."""

    record: GameRecord
    is_repeat: bool


def submit(
    *,
    game_id: str,
    player: Player,
    move: Move,
    version: int,
    received_at: datetime,
    clock: timing.Clock | None = None,
) -> Submitted:
    """Play a player's move, decided on at `version` and received at `received_at`.

    Whether it is in time, `received_at` says. With a `clock` it happens, and the next player's time begins, when the
    game is locked for it; else both are one moment.

    Raises `Refusal` (not_found) or `MoveRefused`; checked in the order of docs/api.md, "Playing". A deadline that
    has passed is acted on first, and that stands even when the move is then refused.
    """
    wanted = _Wanted(player, move, version, received_at, clock)
    outcome = _submit(game_id, wanted)
    if outcome is None:
        downtime.notice(now=received_at)
        outcome = _submit(game_id, wanted)
    assert outcome is not None
    metrics.count_move(move, by="player", result=_result(outcome))
    # Outside of the transaction, which would undo the timeout otherwise.
    if isinstance(outcome, MoveRefused):
        raise outcome
    return outcome


def play(record: GameRecord, seat: int, action: Action, *, at: datetime) -> GameRecord:
    """Do an action in a locked game, within the caller's transaction. Raises `RuleViolation`."""
    before = record.playing.round
    transition = apply(record.playing, seat, action, record.dice)
    return record_transition(record, transition, at=at, turn_before=before.turn if before else None)


def record_transition(
    record: GameRecord, transition: Transition, *, at: datetime, turn_before: int | None = None
) -> GameRecord:
    """Write what has happened in a locked game, set its clock, close it if it is over, and tell the workers after."""
    record = save(record, transition, at=at)
    round_ = transition.state.round
    turn_began = any(isinstance(event, Rolled | BidPlaced) for event in transition.events)
    timing.set_clock(record, at=at, turn_began=turn_began or (round_ is not None and round_.turn != turn_before))
    if any(isinstance(event, Finished) for event in transition.events):
        finish.close(record, at=at)
    save_game(record.game)
    hints.after_commit(record.game, now=at)
    return record


def _result(outcome: Submitted | MoveRefused) -> str:
    if isinstance(outcome, MoveRefused):
        return outcome.code
    return "repeated" if outcome.is_repeat else "played"


def _act_on_deadline(record: GameRecord, received_at: datetime, now: datetime) -> GameRecord:
    """Whoever touches a game whose time is up acts on it."""
    game = record.game
    if game.due_for == Game.Due.TIME and timing.is_due(game, received_at) and game.turn is not None:
        return play(record, game.turn, TimeOut(), at=now)
    return record


def _submit(game_id: str, wanted: _Wanted) -> Submitted | MoveRefused | None:
    """What comes of it, in one transaction; None, and nothing done, if the clocks are to be set anew before.

    That is not done in here: whoever sets clocks anew waits for the games' locks, and holds that of the heartbeat.
    """
    with transaction.atomic():
        record = lock(game_id)
        if record is None or not queries.is_visible(record, wanted.player):
            raise Refusal(Code.NOT_FOUND)
        deadline = record.game.deadline
        if deadline is not None and wanted.received_at > deadline and downtime.is_unnoticed(now=wanted.received_at):
            return None
        now = timing.moment(wanted.received_at, wanted.clock)
        return _decide(_act_on_deadline(record, wanted.received_at, now), wanted, now)


def _decide(record: GameRecord, wanted: _Wanted, now: datetime) -> Submitted | MoveRefused:
    seat, game, move = record.seat_of(wanted.player.pk), record.game, wanted.move
    if seat is not None and queries.was_played(record, seat=seat, move=move, version=wanted.version):
        return Submitted(record, is_repeat=True)
    if not record.is_active:
        return MoveRefused(Code.GAME_NOT_ACTIVE, record)
    if seat is None:
        return MoveRefused(Code.NOT_SEATED, record)
    if wanted.version != game.version:
        return MoveRefused(Code.STALE_VERSION, record)
    if game.deadline is not None and wanted.received_at > game.deadline:
        return MoveRefused(Code.TOO_LATE, record)
    try:
        return Submitted(play(record, seat, move, at=now), is_repeat=False)
    except RuleViolation as violation:
        return MoveRefused.by_rules(violation, record)
