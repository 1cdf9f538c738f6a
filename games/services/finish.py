"""What follows from the end of a game, in the very transaction that ends it: so each happens once, or the game goes on.

A game that is abandoned has no places, and nothing follows from it.
"""

from datetime import datetime

from games import queries
from games.models import Game, Seat
from games.rules.state import CallKind
from games.services import statistics
from games.store.record import GameRecord
from games.store.write import save_game
from players.models import Pace
from players.services import ratings

MIN_RATED_ACCOUNTS = 2


def close(record: GameRecord, *, at: datetime) -> None:
    """Count a locked game that has just finished; the caller saves its row.

    One in which nobody has done anything, but time all of it, is abandoned instead (docs/rules.md 9).
    """
    if not queries.anybody_acted(record):
        _take_places_back(record)
        record.game.status, record.game.abandoned_reason = Game.Status.ABANDONED, "nobody moved"
        return
    if is_ratable(record):
        record.game.rated_number = ratings.record(
            ruleset=record.game.ruleset,
            pace=Pace.of(record.game.turn_seconds),
            game=record.game.public_id,
            ranking=_ranking(record),
            at=at,
        )
    statistics.record(record)


def abandon(record: GameRecord, *, reason: str, now: datetime) -> GameRecord:
    """Give up a locked table, open or being played at: there are no places, and all is shown."""
    game = record.game
    game.version += 1
    game.status, game.finished_at, game.abandoned_reason = Game.Status.ABANDONED, now, reason
    game.turn = game.deadline = game.due_at = None
    game.due_for = ""
    _take_places_back(record)
    save_game(game)
    return record


def _take_places_back(record: GameRecord) -> None:
    placed = [seat for seat in record.seats if seat.place is not None]
    for seat in placed:
        seat.place = None
        seat.save(update_fields=["place"])


def is_ratable(record: GameRecord) -> bool:
    """Whether a finished game counts for ratings (docs/ratings.md, "Which games count")."""
    accounts = _accounts(record)
    principals = {seat.player.principal_id for seat in accounts if seat.player is not None}
    enough = len(principals) == len(accounts) >= MIN_RATED_ACCOUNTS
    return record.game.rated and record.is_standard and enough and _was_called(record)


def _accounts(record: GameRecord) -> list[Seat]:
    """The seats that are rated: all but the server bots'."""
    return [seat for seat in record.seats if not seat.is_bot]


def _ranking(record: GameRecord) -> list[int]:
    """The rated accounts, the best first."""
    by_place = sorted(_accounts(record), key=lambda seat: seat.place or 0)
    return [seat.player_id for seat in by_place if seat.player_id is not None]


def _was_called(record: GameRecord) -> bool:
    """Whether a round was ended by a call. Only the last one of a game can have ended otherwise."""
    last = record.last_round
    return last is not None and (last.row.number > 1 or last.row.call_kind != CallKind.DEPARTURE)
