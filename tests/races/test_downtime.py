"""All processes come back at the same moment: clocks are set anew once, and nobody is timed out before.

Each scenario first shows, on PostgreSQL, that it would find it done twice, or somebody timed out, without the lock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db.models import QuerySet

from games.models import Game, Heartbeat
from games.services import clock, downtime, sweeping
from tests.races.arena import WAIT, outcomes
from tests.races.conftest import FEWER_ROUNDS, Arena
from tests.races.test_moves import as_json, events_since, move, now
from tests.services.tables import TURN, bids_of, legal_bids, turn_of

Scenario = Callable[[Arena], None]

SILENCE = timedelta(seconds=100)


def silence(arena: Arena) -> Any:
    """A game, and the last sign of life a moment after its last move; the moment of the return is far behind both."""
    record = arena.game(3)
    deadline = record.game.deadline
    assert deadline is not None
    last = deadline - timedelta(seconds=TURN)
    Heartbeat.objects.update_or_create(pk=Heartbeat.ONLY, defaults={"alive_at": last})
    return record, last + SILENCE


def all_come_back(arena: Arena) -> None:
    """Two sweeps, two web processes."""
    record, back = silence(arena)
    set_anew = arena.race(*[lambda swept=swept: downtime.beat(now=back, swept=swept) for swept in (True, False) * 2])
    assert sorted(set_anew) == [0, 0, 0, 1]
    assert now(record).game.deadline == back + timedelta(seconds=TURN)


def sweeps_and_a_reader(arena: Arena) -> None:
    record, back = silence(arena)
    swept, *_ = arena.race(
        lambda: sweeping.sweep(now=back),
        lambda: clock.act(game_id=record.game.public_id, now=back),
        lambda: clock.see_to(record, now=back),
    )
    assert swept == 0
    assert events_since(record) == 0
    assert now(record).game.deadline == back + timedelta(seconds=TURN)


def a_move_comes_in(arena: Arena) -> None:
    """It is played, whether the clocks were set anew before it or for it; and whoever comes next has a full turn."""
    record, back = silence(arena)
    bids = legal_bids(record)
    wanted = as_json(bids[0]) if bids else {"action": "dudo"}
    answer, *_ = arena.race(
        move(arena, record, turn_of(record), received_at=back, **wanted),
        lambda: sweeping.sweep(now=back),
        lambda: downtime.beat(now=back),
    )
    assert outcomes([answer]) == [(201, "")]
    after = now(record)
    assert not any(bid.timeout for bid in bids_of(after))
    assert after.game.deadline is not None
    assert after.game.deadline >= back + timedelta(seconds=TURN)  # a turn begins when the move is played


SCENARIOS: list[Scenario] = [all_come_back, sweeps_and_a_reader, a_move_comes_in]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_clocks_are_set_anew_once(scenario: Scenario, arena: Arena) -> None:
    for _ in range(FEWER_ROUNDS):
        scenario(arena)
    arena.end()


@contextmanager
def nobody_looks_again(parties: int) -> Iterator[None]:
    """All look at the heartbeat before any of them writes, and none locks it to look at it again."""
    all_have_looked = Barrier(parties)

    def end_silence(**said: Any) -> int:
        since = Heartbeat.objects.get().alive_at
        all_have_looked.wait(timeout=WAIT)
        games = downtime._set_anew(since=since, now=said["now"])
        downtime._say(**said)
        return games

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(downtime, "_end_silence", end_silence)
        patch.setattr(QuerySet, "select_for_update", lambda self, **_: self)
        yield


@pytest.mark.postgres
def test_without_the_lock_they_are_set_anew_several_times(arena: Arena) -> None:
    arena.without = nobody_looks_again
    for _ in range(3):
        with pytest.raises(AssertionError):
            all_come_back(arena)


@pytest.mark.postgres
@pytest.mark.parametrize("scenario", [sweeps_and_a_reader, a_move_comes_in])
def test_without_a_look_somebody_is_timed_out(
    scenario: Scenario, arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What whoever acts on a deadline would do if they did not look at the heartbeat before."""
    monkeypatch.setattr(downtime, "is_unnoticed", lambda **_: False)
    monkeypatch.setattr(downtime, "beat", lambda **_: 0)
    with pytest.raises(AssertionError):
        scenario(arena)
    assert Game.objects.exists()
