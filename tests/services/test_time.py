"""The time of the seat on turn (docs/rules.md 9). The clock is an argument; nobody waits."""

from typing import Any

import pytest

from games.models import Bid
from games.rules.actions import DepartureReason
from games.rules.state import CallKind
from games.services import clock
from games.services.errors import MoveRefused
from games.store.read import load
from perudo_site.refusals import Code
from tests.services.tables import TURN, Sitting, at, bids_of, started

pytestmark = pytest.mark.django_db

DUE = TURN + 1.0
"""A second after the deadline: when time acts."""
IDLE = 30 * 86_400.0
"""`IDLE_GAME_SECONDS`."""
AN_INSTANT = 1e-6


@pytest.fixture
def sitting() -> Sitting:
    return started("ada", "bea", "cleo")


def test_time_acts_no_sooner_than_a_grace_after_the_deadline(sitting: Sitting) -> None:
    assert not sitting.act(TURN)
    assert not sitting.act(DUE - AN_INSTANT)
    assert bids_of(sitting.record) == ()
    assert sitting.act(DUE)
    assert len(bids_of(sitting.record)) == 1


@pytest.mark.parametrize("grace", [0.0, 0.25, 5.0])
def test_the_grace_is_a_setting(grace: float, settings: Any) -> None:
    settings.TIMEOUT_GRACE_SECONDS = grace
    sitting = started("ada", "bea", "cleo")
    assert not sitting.act(TURN + grace - AN_INSTANT)
    assert sitting.act(TURN + grace)


def test_time_opens_with_one_two(sitting: Sitting) -> None:
    opener = sitting.turn
    sitting.act(DUE)
    [bid] = Bid.objects.filter(round__game=sitting.game)
    assert (bid.seat, bid.quantity, bid.face, bid.timeout, bid.at) == (opener, 1, 2, True, at(DUE))
    assert sitting.turn == sitting.left_of(opener)


def test_time_doubts_a_bid(sitting: Sitting) -> None:
    sitting.move("9 threes", when=10)
    doubter = sitting.turn
    sitting.act(10 + DUE)
    row = sitting.record.rounds[0].row
    assert (row.call_kind, row.call_seat, row.call_timeout, row.called_at) == ("dudo", doubter, True, at(10 + DUE))
    assert sitting.game.round_number == 2


def test_acting_twice_is_acting_once(sitting: Sitting) -> None:
    before = sitting.game.version
    assert [sitting.act(DUE) for _ in range(3)] == [True, False, False]
    assert sitting.game.version == before + 1


def test_a_timeout_that_was_decided_on_before_a_move_does_nothing(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is read, then a move is played, then the lock is taken."""
    read = load(sitting.game_id)
    sitting.move("2 threes", when=TURN)
    monkeypatch.setattr(clock, "load", lambda game_id: read)
    assert not sitting.act(DUE)
    assert [bid.timeout for bid in bids_of(sitting.record)] == [False]


def test_a_timeout_that_was_decided_on_before_another_does_nothing(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even though the next one is due by now: that will be decided on by itself."""
    read = load(sitting.game_id)
    sitting.act(DUE)
    version = sitting.game.version
    monkeypatch.setattr(clock, "load", lambda game_id: read)
    assert not sitting.act(3 * DUE)
    assert sitting.game.version == version


def test_a_move_at_the_deadline_counts_although_its_turn_comes_later(sitting: Sitting) -> None:
    """It is stamped when it arrives; that it waited until the timeout was about to act does not matter."""
    assert not sitting.act(DUE - AN_INSTANT)
    assert sitting.move("2 threes", when=TURN).record.game.version == sitting.game.version
    assert not sitting.act(DUE)
    assert sitting.game.timeouts == [0, 0, 0]


def test_a_move_after_the_deadline_is_too_late(sitting: Sitting) -> None:
    with pytest.raises(MoveRefused) as refused:
        sitting.move("2 threes", when=TURN + AN_INSTANT)
    assert refused.value.code == Code.TOO_LATE
    assert bids_of(sitting.record) == ()


def test_a_move_after_the_grace_finds_that_time_has_moved(sitting: Sitting) -> None:
    version = sitting.game.version
    with pytest.raises(MoveRefused) as refused:
        sitting.move("2 threes", when=DUE, version=version)
    assert refused.value.code == Code.STALE_VERSION
    assert refused.value.record.game.version == version + 1
    assert [bid.timeout for bid in bids_of(sitting.record)] == [True]


def test_a_game_without_a_clock_waits_for_very_long_and_is_then_given_up(settings: Any) -> None:
    settings.IDLE_GAME_SECONDS = 1000
    sitting = started("ada", "bea", turn_seconds=None)
    assert not sitting.act(999)
    sitting.move("2 threes", when=999)
    assert not sitting.act(1998)
    assert sitting.act(1999)
    record = sitting.record
    assert (record.game.status, record.game.abandoned_reason, sitting.clock) == ("abandoned", "stale", (None, None, ""))
    assert [seat.place for seat in record.seats] == [None, None]
    assert not sitting.act(1e9)


class TestTwiceRunning:
    """The second timeout running of one player is a departure."""

    def test_no_move_is_made_for_the_one_who_departs(self, sitting: Sitting) -> None:
        sleeper = sitting.turn
        sitting.act(DUE)
        wake_all_but(sitting, sleeper)
        assert sitting.game.timeouts[sleeper] == 1
        bids, version = len(bids_of(sitting.record)), sitting.game.version
        assert sitting.act(100 + DUE)
        seat = sitting.record.seats[sleeper]
        assert (seat.left_reason, seat.in_play, seat.place) == (DepartureReason.TIMEOUT, False, 3)
        assert (seat.left_seq, seat.left_at) == (version + 1, at(100 + DUE))
        assert (sitting.game.version, len(bids_of(sitting.record))) == (version + 1, bids)
        assert sitting.turn == sitting.left_of(sleeper)
        sitting.audit()

    def test_a_bid_of_ones_own_begins_the_count_anew(self, sitting: Sitting) -> None:
        sleeper = sitting.turn
        sitting.act(DUE)
        wake_all_but(sitting, sleeper)
        sitting.move(f"{len(bids_of(sitting.record)) + 1} twos", when=101)
        assert sitting.game.timeouts[sleeper] == 0
        sitting.audit()

    def test_a_dudo_of_ones_own_begins_it_anew(self, sitting: Sitting) -> None:
        sleeper = sitting.turn
        sitting.act(DUE)
        wake_all_but(sitting, sleeper)
        sitting.move("dudo", when=101)
        assert sitting.game.timeouts[sleeper] == 0

    def test_a_calza_out_of_turn_begins_it_anew(self, sitting: Sitting) -> None:
        sleeper = sitting.turn
        sitting.act(DUE)
        sitting.move("2 twos", when=100)
        assert sitting.turn != sleeper
        sitting.move("calza", seat=sleeper, when=101)
        assert sitting.game.timeouts == [0, 0, 0]
        sitting.audit()

    def test_others_moves_do_not(self, sitting: Sitting) -> None:
        sleeper = sitting.turn
        sitting.act(DUE)
        wake_all_but(sitting, sleeper)
        assert sitting.game.timeouts == [1 if seat == sleeper else 0 for seat in range(3)]

    def test_the_count_goes_on_in_the_next_round(self, sitting: Sitting) -> None:
        sitting.move("1 two")
        sleeper = sitting.turn
        sitting.act(DUE)
        assert sitting.game.round_number == 2
        while sitting.turn != sleeper:
            sitting.move(f"{len(bids_of(sitting.record)) + 1} twos", when=100)
        sitting.act(100 + DUE)
        assert sitting.record.seats[sleeper].left_reason == DepartureReason.TIMEOUT

    def test_all_but_one_sleep(self, sitting: Sitting) -> None:
        """Whoever was awake once has won."""
        sitting.move("1 two")
        act_until_it_is_over(sitting)
        record = sitting.record
        assert sorted(seat.place for seat in record.seats if seat.place) == [1, 2, 3]
        assert record.rounds[-1].row.call_kind == CallKind.DEPARTURE
        assert sitting.clock == (None, None, "")
        assert not sitting.act(1e9)
        assert record.game.status == "finished"
        assert {seat.left_reason for seat in record.seats if seat.place != 1} == {DepartureReason.TIMEOUT}
        sitting.audit()

    def test_nobody_at_all_moves(self, sitting: Sitting) -> None:
        """Bid, dudo, and then whoever is on turn leaves for the second time running; but nobody has won."""
        act_until_it_is_over(sitting)
        game = sitting.game
        assert (game.status, game.abandoned_reason) == ("abandoned", "nobody moved")
        assert [seat.place for seat in sitting.record.seats] == [None] * 3
        assert sitting.clock == (None, None, "")
        sitting.audit()


def test_the_last_opponents_timeout_ends_the_game() -> None:
    sitting = started("ada", "bea")
    sleeper = sitting.turn
    sitting.act(DUE)
    sitting.move("2 twos", when=100)
    before = sitting.game.version
    assert sitting.act(100 + DUE)
    game = sitting.game
    assert (game.status, game.version, game.finished_at) == ("finished", before + 3, at(100 + DUE))
    assert [seat.place for seat in sitting.record.seats] == [2 if seat == sleeper else 1 for seat in range(2)]
    assert (game.turn, game.deadline, game.due_at) == (None, None, None)
    sitting.audit()


def act_until_it_is_over(sitting: Sitting) -> None:
    moments = iter(range(1000, 8000, 1000))
    while sitting.game.status == "active":
        assert sitting.act(next(moments))


def wake_all_but(sitting: Sitting, sleeper: int) -> None:
    """The others raise, at second 100, until it is the sleeper's turn again."""
    while sitting.turn != sleeper:
        sitting.move(f"{len(bids_of(sitting.record)) + 1} twos", when=100)
