"""Those who run the place act on a game at the moment of a move: both happen one after the other, or one alone."""

from typing import Any

import pytest
from django.utils import timezone

from games.services import moderation
from games.services.errors import MoveRefused
from games.store.record import GameRecord
from perudo_site.refusals import Code
from tests.races.arena import Call, outcomes
from tests.races.conftest import FEWER_ROUNDS, Arena
from tests.races.test_moves import PLAYED, STALE, WRONG, Scenario, as_json, events_since, leave, move, now
from tests.services.tables import legal_bids, turn_of

NOT_ACTIVE = (409, "game_not_active")


def an_abort_and_a_move(arena: Arena) -> None:
    record = a_game(arena)
    answer, _ = arena.race(bidding(arena, record), aborting(record))
    assert outcomes([answer]) in ([PLAYED], [NOT_ACTIVE])
    game = now(record).game
    assert (game.status, game.abandoned_reason) == ("abandoned", "aborted")
    assert events_since(record) == (2 if answer.status_code == 201 else 1)


def two_aborts(arena: Arena) -> None:
    record = a_game(arena)
    assert sorted(arena.race(aborting(record), aborting(record))) == ["", Code.GAME_NOT_ACTIVE]
    assert events_since(record) == 1


def a_removal_and_a_move_of_the_same_seat(arena: Arena) -> None:
    record = a_game(arena)
    answer, refused = arena.race(bidding(arena, record), removing(record, turn_of(record)))
    assert refused == ""
    assert outcomes([answer]) in ([PLAYED], [STALE])
    assert events_since(record) == (2 if answer.status_code == 201 else 1)
    assert now(record).seats[turn_of(record)].left_reason == "removed"


def a_removal_and_a_departure(arena: Arena) -> None:
    """Of the same seat: it leaves once."""
    record = a_game(arena)
    seat = turn_of(record)
    answer, refused = arena.race(leave(arena, record, seat), removing(record, seat))
    assert (outcomes([answer]), refused) in (
        ([(200, "")], Code.NOT_IN_PLAY),
        ([(403, "not_in_play")], ""),
    )
    assert events_since(record) == 1


SCENARIOS: list[Scenario] = [
    an_abort_and_a_move,
    two_aborts,
    a_removal_and_a_move_of_the_same_seat,
    a_removal_and_a_departure,
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_after_the_other(scenario: Scenario, arena: Arena) -> None:
    for _ in range(FEWER_ROUNDS):
        scenario(arena)


@pytest.mark.postgres
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_without_the_lock_it_goes_wrong(scenario: Scenario, arena_without_locks: Arena) -> None:
    for _ in range(3):
        with pytest.raises(WRONG):
            scenario(arena_without_locks)
        arena_without_locks.sitting = None


def a_game(arena: Arena) -> GameRecord:
    """A game of three without a clock; after an abort a new one, for what is aborted has no end to audit."""
    if arena.sitting and arena.sitting.game.status == "abandoned":
        arena.sitting = None
    return arena.game(3, turn_seconds=None, now=timezone.now())


def bidding(arena: Arena, record: GameRecord) -> Call:
    return move(arena, record, turn_of(record), received_at=timezone.now(), **as_json(legal_bids(record)[0]))


def aborting(record: GameRecord) -> Call:
    return lambda: _code_of(moderation.abort, game_id=record.game.public_id, now=timezone.now())


def removing(record: GameRecord, seat: int) -> Call:
    return lambda: _code_of(moderation.remove, game_id=record.game.public_id, seat=seat, now=timezone.now())


def _code_of(do: Any, **arguments: Any) -> str:
    """Why it was refused; "" if it was done."""
    try:
        do(**arguments)
    except MoveRefused as refused:
        return refused.code
    return ""
