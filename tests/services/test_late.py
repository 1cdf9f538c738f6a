"""Whoever waits for a game's lock, or is suspended meanwhile, takes nothing from the time of the one who is next.

The clock that is asked under the lock shows what the test says; nobody waits.
"""

import pytest

from games.models import Bid, Game
from games.rules.actions import PlaceBid
from games.services import clock, lobby, moves, sweeping
from tests.services.tables import TURN, Sitting, account, at, legal_bids, open_table, started

pytestmark = pytest.mark.django_db

DUE = TURN + 1.0
LATE = DUE + 40
"""When the lock is had at last."""


@pytest.fixture
def sitting() -> Sitting:
    return started("ada", "bea", "cleo")


def last_bid(sitting: Sitting) -> Bid:
    return Bid.objects.filter(round__game=sitting.game).latest("seq")


def test_time_acts_when_the_game_is_locked_and_the_next_has_a_whole_turn(sitting: Sitting) -> None:
    assert clock.act(game_id=sitting.game_id, now=at(DUE), clock=lambda: at(LATE))
    assert last_bid(sitting).at == at(LATE)
    assert sitting.clock == (LATE + TURN, LATE + DUE, "time")


def test_so_does_the_sweep(sitting: Sitting) -> None:
    assert sweeping.sweep(now=at(DUE), clock=lambda: at(LATE)) == 1
    assert sitting.clock == (LATE + TURN, LATE + DUE, "time")


def test_and_whoever_looks_at_the_game(sitting: Sitting) -> None:
    assert clock.see_to(sitting.record, now=at(DUE), clock=lambda: at(LATE))
    assert sitting.clock == (LATE + TURN, LATE + DUE, "time")


def test_what_was_not_due_before_is_not_acted_on(sitting: Sitting) -> None:
    assert not clock.act(game_id=sitting.game_id, now=at(DUE - 1), clock=lambda: at(LATE))
    assert sitting.clock == (TURN, DUE, "time")


def test_a_move_is_in_time_by_its_arrival_and_the_next_turn_begins_with_the_lock(sitting: Sitting) -> None:
    submit(sitting, received=float(TURN), locked=LATE)
    assert last_bid(sitting).at == at(LATE)
    assert sitting.clock == (LATE + TURN, LATE + DUE, "time")


def test_a_clock_that_goes_back_is_not_believed(sitting: Sitting) -> None:
    submit(sitting, received=3.0, locked=2.0)
    assert sitting.clock == (3.0 + TURN, 3.0 + DUE, "time")


def test_a_bot_moves_when_the_game_is_locked() -> None:
    sitting = started("ada", bots=["random"], opener=1)
    due = sitting.game.due_at
    assert due is not None
    assert clock.act(game_id=sitting.game_id, now=due, clock=lambda: at(LATE))
    game = Game.objects.get(public_id=sitting.game_id)
    assert game.deadline == at(LATE + TURN)


def test_whoever_leaves_leaves_the_next_a_whole_turn(sitting: Sitting) -> None:
    player = sitting.player(sitting.turn)
    lobby.leave(game_id=sitting.game_id, player=player, now=at(3), clock=lambda: at(LATE))
    assert sitting.clock == (LATE + TURN, LATE + DUE, "time")


def test_whoever_takes_the_last_seat_begins_a_whole_turn() -> None:
    table = open_table("ada", seats=2)
    lobby.join(game_id=table.game_id, player=account("bea"), now=at(3), clock=lambda: at(LATE))
    assert table.clock == (LATE + TURN, LATE + DUE, "time")


def submit(sitting: Sitting, *, received: float, locked: float) -> None:
    moves.submit(
        game_id=sitting.game_id,
        player=sitting.player(sitting.turn),
        move=PlaceBid(legal_bids(sitting.record)[0]),
        version=sitting.game.version,
        received_at=at(received),
        clock=lambda: at(locked),
    )
