"""The sweep: each second it finds in the rows what is due, whatever became of the hints."""

import logging
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Heartbeat
from games.services import downtime, sweeping
from games.tasks import bot_turn, sweep
from tests.services.bots import answers
from tests.services.conftest import Hints, Register
from tests.services.tables import TURN, Sitting, at, bids_of, open_table, started

pytestmark = pytest.mark.django_db

DUE = TURN + 1.0
DELAY = 1.5
PATIENCE = 1.0
"""How long a hint to the bots is waited for."""
LOST = 10.0
"""How late bots must be for the sweep to think in their place."""
STALE = 3600
"""`OPEN_TABLE_SECONDS`."""


def sweep_at(seconds: float) -> int:
    return sweeping.sweep(now=at(seconds))


def sleeping(count: int) -> list[Sitting]:
    return [started("ada", "bea", "cleo") for _ in range(count)]


def break_rows(sitting: Sitting) -> None:
    """Nobody can read this game any more."""
    Game.objects.filter(public_id=sitting.game_id).update(options={"no such": "option"})


def is_timed_out(sitting: Sitting) -> bool:
    return [bid.timeout for bid in bids_of(sitting.record)] == [True]


def test_it_acts_on_all_that_is_due() -> None:
    sittings = sleeping(3)
    later = started("ada", "bea", turn_seconds=TURN + 1)
    assert sweep_at(DUE) == 3
    assert all(map(is_timed_out, sittings))
    assert bids_of(later.record) == ()
    assert sweep_at(DUE) == 0


def test_nothing_is_done_early() -> None:
    sittings = sleeping(2)
    before = [sitting.game.version for sitting in sittings]
    assert sweep_at(DUE - 1e-6) == 0
    assert [sitting.game.version for sitting in sittings] == before


def test_it_closes_tables_to_which_nobody_comes() -> None:
    table = open_table("ada", seats=3)
    assert sweep_at(STALE - 1e-6) == 0
    assert sweep_at(STALE) == 1
    assert (table.game.status, table.game.abandoned_reason) == ("abandoned", "stale")


@pytest.mark.parametrize("broken_one", [0, 1, 2])
def test_a_broken_game_does_not_stop_the_others(broken_one: int, caplog: pytest.LogCaptureFixture) -> None:
    sittings = sleeping(3)
    broken = sittings.pop(broken_one)
    seed = broken.game.server_seed
    break_rows(broken)
    assert sweep_at(DUE) == 2
    assert all(map(is_timed_out, sittings))
    [line] = [record for record in caplog.records if record.name == "games.services.sweeping"]
    assert line.levelno == logging.ERROR
    assert broken.game_id in line.getMessage()
    assert seed not in caplog.text
    # And it is tried again, for it may be mended.
    assert sweep_at(DUE + 1) == 0
    assert len([record for record in caplog.records if record.name == "games.services.sweeping"]) == 2


def test_a_constraint_of_the_database_does_not_stop_the_others_either() -> None:
    """The timeout's bid is there already: the database refuses a second one."""
    sittings = sleeping(3)
    sittings[1].act(DUE)
    Game.objects.filter(public_id=sittings[1].game_id).update(
        turn=sittings[1].turn, version=sittings[1].game.version - 1
    )
    assert sweep_at(2 * DUE + TURN) == 2


class TestForgottenBots:
    @pytest.fixture(autouse=True)
    def _bot(self, register: Register) -> None:
        register(quiet=answers(None))

    @pytest.fixture
    def sitting(self) -> Sitting:
        return started("ada", bots=["quiet"], opener=1)

    def test_their_queue_is_reminded_when_a_hint_is_late(self, sitting: Sitting, hints: Hints) -> None:
        assert sweep_at(DELAY + PATIENCE - 1e-6) == 0
        assert hints() == []
        assert sweep_at(DELAY + PATIENCE) == 1
        assert hints() == [sitting.game_id]

    def test_the_sweep_itself_does_not_think(self, sitting: Sitting) -> None:
        sweep_at(DELAY + LOST - 1e-6)
        assert bids_of(sitting.record) == ()

    def test_unless_reminders_do_not_help(self, sitting: Sitting, hints: Hints) -> None:
        """Then nobody empties their queue, and it is not filled either."""
        assert sweep_at(DELAY + LOST) == 1
        assert [bid.seat for bid in bids_of(sitting.record)] == [1]
        assert hints() == []

    def test_the_reminder_does_what_the_lost_hint_would_have(self, sitting: Sitting, hints: Hints) -> None:
        sweep_at(DELAY + PATIENCE)
        for game_id in hints():
            bot_turn(game_id)
        assert [bid.seat for bid in bids_of(sitting.record)] == [1]

    def test_a_hint_that_comes_twice_is_one(self, sitting: Sitting, hints: Hints) -> None:
        sweep_at(DELAY + PATIENCE)
        sweep_at(DELAY + PATIENCE + 1)
        named = hints()
        assert named == [sitting.game_id] * 2
        for game_id in named:
            bot_turn(game_id)
        assert len(bids_of(sitting.record)) == 1

    def test_a_backlog_of_bots_crowds_out_no_deadline(
        self, hints: Hints, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        monkeypatch.setattr(sweeping, "SWEEP_LIMIT", 2)
        settings.BOT_DELAY_SECONDS = DUE - 3 * PATIENCE
        late = [started("ada", bots=["quiet"], opener=1) for _ in range(3)]
        [sleeper] = sleeping(1)
        assert sweep_at(DUE) == 3
        assert is_timed_out(sleeper)
        assert hints() == [sitting.game_id for sitting in late[:2]]

    def test_nor_does_one_that_nobody_works_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sweeping, "SWEEP_LIMIT", 2)
        monkeypatch.setattr(sweeping, "STAND_IN_LIMIT", 2)
        late = [started("ada", bots=["quiet"], opener=1) for _ in range(3)]
        [sleeper] = sleeping(1)
        assert [sweep_at(DUE) for _ in range(3)] == [3, 1, 0]
        assert is_timed_out(sleeper)
        assert [len(bids_of(sitting.record)) for sitting in late] == [1, 1, 1]


def test_one_sweep_is_limited_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_LIMIT", 2)
    sittings = sleeping(3)
    assert [sweep_at(DUE) for _ in range(3)] == [2, 1, 0]
    assert all(map(is_timed_out, sittings))


def test_the_longest_due_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_LIMIT", 1)
    late, early = started("ada", "bea", turn_seconds=50), started("ada", "bea", turn_seconds=40)
    sweep_at(DUE)
    assert (is_timed_out(early), is_timed_out(late)) == (True, False)


class TestWhereNobodySweeps:
    """The web processes stand in, each second, for as long as that is so."""

    @pytest.fixture(autouse=True)
    def _bot(self, register: Register) -> None:
        register(quiet=answers(None))

    @pytest.mark.parametrize(("swept", "acted"), [(DUE - 5, 0), (DUE - 5.1, 1), (DUE - 3600, 1), (None, 1)])
    def test_after_a_silence_of_five_seconds(self, swept: float | None, acted: int) -> None:
        [sitting] = sleeping(1)
        downtime.beat(now=at(DUE))
        if swept is not None:
            Heartbeat.objects.update(swept_at=at(swept))
        assert sweeping.stand_in(now=at(DUE)) == acted
        assert is_timed_out(sitting) == bool(acted)

    def test_nothing_is_done_early_and_nothing_twice(self) -> None:
        [sitting] = sleeping(1)
        assert sweeping.stand_in(now=at(DUE - 1e-6)) == 0
        assert [sweeping.stand_in(now=at(DUE)) for _ in range(2)] == [1, 0]
        assert is_timed_out(sitting)

    def test_bots_are_thought_for_where_a_hint_is_late(self, hints: Hints) -> None:
        sitting = started("ada", bots=["quiet"], opener=1)
        assert sweeping.stand_in(now=at(DELAY + PATIENCE - 1e-6)) == 0
        assert sweeping.stand_in(now=at(DELAY + PATIENCE)) == 1
        assert [bid.seat for bid in bids_of(sitting.record)] == [1]
        assert hints() == []

    def test_little_at_a_time_and_the_longest_due_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The other web processes are there for the rest."""
        monkeypatch.setattr(sweeping, "STAND_IN_LIMIT", 2)
        late, early = sleeping(1), [started("ada", "bea", turn_seconds=40) for _ in range(2)]
        bots = [started("ada", bots=["quiet"], opener=1) for _ in range(3)]
        assert sweeping.stand_in(now=at(DUE)) == 4
        assert [is_timed_out(sitting) for sitting in (*early, *late)] == [True, True, False]
        assert [len(bids_of(sitting.record)) for sitting in bots] == [1, 1, 0]

    def test_bots_that_think_for_long_keep_no_deadline_waiting(self) -> None:
        """After two seconds of them whoever acts looks for deadlines again."""
        bots = [started("ada", bots=["quiet"], opener=1) for _ in range(3)]
        moments = iter(at(DUE + seconds) for seconds in range(100))
        assert sweeping.stand_in(now=at(DUE), clock=lambda: next(moments)) < 3
        assert 0 < sum(len(bids_of(sitting.record)) for sitting in bots) < 3

    def test_a_sweep_that_is_yet_to_come_is_none(self) -> None:
        """Such as a clock tells that was ahead, and has been set back."""
        [sitting] = sleeping(1)
        Heartbeat.objects.create(alive_at=at(DUE), swept_at=at(DUE + 600))
        assert sweeping.stand_in(now=at(DUE)) == 1
        assert is_timed_out(sitting)

    def test_it_looks_with_one_statement_while_there_are_sweeps(self, django_assert_num_queries: Any) -> None:
        sleeping(1)
        downtime.beat(now=at(DUE), swept=True)
        with django_assert_num_queries(1):
            assert sweeping.stand_in(now=at(DUE)) == 0


def test_the_task_sweeps_by_the_clock_of_the_world() -> None:
    """All these games began long ago."""
    [sitting] = sleeping(1)
    assert sitting.game.due_at < timezone.now()  # type: ignore[operator]
    sweep()
    assert is_timed_out(sitting)
