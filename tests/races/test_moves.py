"""Moves of one game at the same moment: one of them is played.

Each scenario first shows, on PostgreSQL, that it would find two played: without the lock it must fail.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone

from games.models import Game
from games.rules.actions import PlaceBid
from games.rules.bids import Bid
from games.services import clock
from games.store.record import GameRecord
from tests.races.arena import Call, outcomes
from tests.races.conftest import FEWER_ROUNDS, MANY_ROUNDS, ROUNDS, Arena
from tests.services.tables import GRACE, Sitting, at, bids_of, legal_bids, turn_of

Scenario = Callable[[Arena], None]

NOW = at(1)
PLAYED, AGAIN, STALE = (201, ""), (200, ""), (409, "stale_version")
WRONG = (AssertionError, DatabaseError)
"""How a race that went wrong shows: by what it left behind, or as a constraint, or a deadlock, of the database."""


def two_equal_bids(arena: Arena) -> None:
    record = with_bids_open(arena, 1)
    moving = move(arena, record, turn_of(record), **as_json(legal_bids(record)[0]))
    assert outcomes(arena.race(moving, moving)) == [AGAIN, PLAYED]
    assert events_since(record) == 1


def two_different_bids(arena: Arena) -> None:
    record = with_bids_open(arena, 2)
    one, other, *_ = legal_bids(record)
    answers = arena.race(*[move(arena, record, turn_of(record), **as_json(bid)) for bid in (one, other)])
    assert outcomes(answers) == [PLAYED, STALE]
    assert bids_of(now(record))[-1].bid == (one if answers[0].status_code == 201 else other)
    assert events_since(record) == 1


def a_call_twice(arena: Arena) -> None:
    record = with_a_bid(arena, seats=3)
    calling = move(arena, record, turn_of(record), action="dudo")
    assert outcomes(arena.race(calling, calling)) == [AGAIN, PLAYED]
    assert events_since(record) == 2


def two_calzas_and_a_bid(arena: Arena) -> None:
    record = with_a_bid(arena, seats=4)
    turn, bidder = turn_of(record), bids_of(record)[-1].seat
    callers = [seat for seat in record.playing.in_play if seat not in (turn, bidder)]
    answers = arena.race(
        move(arena, record, turn, **as_json(legal_bids(record)[0])),
        *[move(arena, record, seat, action="calza") for seat in callers],
    )
    assert outcomes(answers) == [PLAYED, STALE, STALE]
    assert events_since(record) == (1 if answers[0].status_code == 201 else 2)


def a_move_and_its_timeout(arena: Arena) -> None:
    """The move came at the last moment that counts, and waits for the lock as long as the timeout does."""
    record = with_bids_open(arena, 1)
    deadline = record.game.deadline
    assert deadline is not None
    answer, timed_out = arena.race(
        move(arena, record, turn_of(record), received_at=deadline, **as_json(legal_bids(record)[0])),
        acting(record, deadline + GRACE),
    )
    assert outcomes([answer]) == [STALE if timed_out else PLAYED]
    assert events_since(record) == (2 if timed_out and bids_of(record) else 1)
    assert now(record).game.timeouts[turn_of(record)] == timed_out


def two_timeouts(arena: Arena) -> None:
    record = arena.game(6)
    due = acting_when_due(record)
    assert sorted(arena.race(due, due)) == [False, True]
    assert events_since(record) == (2 if bids_of(record) else 1)


def a_bot_and_a_calza(arena: Arena) -> None:
    """The server acts for its bot on turn while a person calls the standing bid exact."""
    record = until_a_bot_may_call(arena)
    bot, bidder = turn_of(record), bids_of(record)[-1].seat
    caller = next(seat for seat in record.playing.leftward(bot) if seat != bidder)
    answer, acted = arena.race(move(arena, record, caller, action="calza"), acting_when_due(record))
    assert outcomes([answer]) == [STALE if acted else PLAYED]
    assert events_since(record) in ((1, 2) if acted else (2,))


# Requests to leave go by the clock of the world, so these games do not begin at START.


def leaving_and_moving(arena: Arena) -> None:
    """A player bids and leaves at once, from two devices."""
    record = arena.game(6, least=3, turn_seconds=None, now=timezone.now())
    assert_left_and_maybe_moved(arena, record, leaver=turn_of(record))


def one_leaves_and_one_moves(arena: Arena) -> None:
    record = arena.game(6, least=3, turn_seconds=None, now=timezone.now())
    assert_left_and_maybe_moved(arena, record, leaver=record.playing.left_of(turn_of(record)))


def assert_left_and_maybe_moved(arena: Arena, record: GameRecord, *, leaver: int) -> None:
    bid = as_json(legal_bids(record)[0])
    moving = move(arena, record, turn_of(record), received_at=timezone.now(), **bid)
    left, moved = arena.race(leave(arena, record, leaver), moving)
    assert left.status_code == 200
    assert outcomes([moved]) in ([PLAYED], [STALE])
    assert events_since(record) == (2 if moved.status_code == 201 else 1)


def the_last_two_leave(arena: Arena) -> None:
    """One of them has left, so the other has won."""
    record = arena.game(2, turn_seconds=None, now=timezone.now())
    answers = arena.race(*[leave(arena, record, seat) for seat in (0, 1)])
    assert outcomes(answers) == [(200, ""), (409, "game_not_active")]
    places = [2 if answer.status_code == 200 else 1 for answer in answers]
    assert [seat.place for seat in now(record).seats] == places


SCENARIOS: list[Scenario] = [
    two_equal_bids,
    two_different_bids,
    a_call_twice,
    two_calzas_and_a_bid,
    a_move_and_its_timeout,
    two_timeouts,
    a_bot_and_a_calza,
    leaving_and_moving,
    one_leaves_and_one_moves,
    the_last_two_leave,
]


# Those that need a game each, or long to come about, have their turn less often.
HOW_OFTEN: dict[Scenario, int] = {
    two_equal_bids: MANY_ROUNDS,
    two_different_bids: MANY_ROUNDS,
    two_calzas_and_a_bid: MANY_ROUNDS,
    a_move_and_its_timeout: MANY_ROUNDS,
    a_bot_and_a_calza: FEWER_ROUNDS,
    the_last_two_leave: FEWER_ROUNDS,
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_is_played(scenario: Scenario, arena: Arena) -> None:
    for _ in range(HOW_OFTEN.get(scenario, ROUNDS)):
        scenario(arena)
    arena.end()


@pytest.mark.postgres
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_without_the_lock_it_goes_wrong(scenario: Scenario, arena_without_locks: Arena) -> None:
    for _ in range(3):
        with pytest.raises(WRONG):
            scenario(arena_without_locks)
        arena_without_locks.sitting = None


def as_json(bid: Bid) -> dict[str, Any]:
    return {"action": "bid", "quantity": bid.quantity, "face": bid.face}


def move(arena: Arena, record: GameRecord, seat: int, *, received_at: datetime = NOW, **move: Any) -> Call:
    """The request for a move, decided on at the version of the record."""
    game = record.game
    return lambda: arena.people[seat].move(game.public_id, version=game.version, received_at=received_at, **move)


def leave(arena: Arena, record: GameRecord, seat: int) -> Call:
    return lambda: arena.people[seat].post(f"games/{record.game.public_id}/leave/")


def acting(record: GameRecord, moment: datetime) -> Call:
    return lambda: clock.act(game_id=record.game.public_id, now=moment)


def acting_when_due(record: GameRecord) -> Call:
    assert record.game.due_at is not None
    return acting(record, record.game.due_at)


def now(record: GameRecord) -> GameRecord:
    return Sitting(record.game.public_id).record


def events_since(record: GameRecord) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=record.game.pk) - record.game.version


def with_bids_open(arena: Arena, count: int) -> GameRecord:
    """A game in which the seat on turn has so many bids to choose from."""
    while len(legal_bids(record := arena.game(3))) < count:
        move_on(record, "dudo")
    return record


def with_a_bid(arena: Arena, *, seats: int) -> GameRecord:
    """A game with a bid on the table that may be raised."""
    while not (bids_of(record := arena.game(seats)) and legal_bids(record)):
        bid_or_call(record)
    return record


def until_a_bot_may_call(arena: Arena) -> GameRecord:
    """A game of three people in which a bot is on turn, and there is a bid."""
    while not ((record := arena.game(3, bots=["random"])).seats[turn_of(record)].is_bot and bids_of(record)):
        if record.seats[turn_of(record)].is_bot:
            acting_when_due(record)()
        else:
            bid_or_call(record)
    return record


def bid_or_call(record: GameRecord) -> None:
    bids = legal_bids(record)
    move_on(record, PlaceBid(bids[0]) if bids else "dudo")


def move_on(record: GameRecord, wanted: PlaceBid | str) -> None:
    Sitting(record.game.public_id).move(wanted, when=1)
