"""After a time in which the server was down nobody loses for it. The clock is an argument; nothing is switched off."""

import importlib
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Game, Heartbeat
from games.services import clock, downtime, sweeping
from games.services.errors import MoveRefused
from perudo_site.pulse import alive, chores
from perudo_site.refusals import Code
from tests.client import CheckedClient
from tests.services.bots import answers
from tests.services.conftest import Register
from tests.services.tables import START, TURN, Sitting, at, bids_of, open_table, started

pytestmark = pytest.mark.django_db

GRACE = 1.0
HOUR = 3600
IDLE = 30 * 86_400
DAYS = 7 * 86_400
"""A correspondence game's turn."""


def down(since: float, until: float) -> int:
    """The last sign of life, and the first after it; how many clocks were set anew."""
    downtime.beat(now=at(since), swept=True)
    return downtime.beat(now=at(until), swept=True)


def clock_of(sitting: Sitting) -> tuple[float | None, float | None, str]:
    """Asked anew each time, as a type checker does not take a property to be."""
    return sitting.clock


def alive_between(since: int, until: int) -> None:
    for second in range(since, until + 1, 4):
        assert downtime.beat(now=at(second), swept=True) == 0


@pytest.mark.parametrize(
    ("since", "until", "deadline"),
    [
        (50, 100, 100 + TURN),  # the deadline, at 60, passed while the server was down
        (59.9, 3000, 3000 + TURN),
        (TURN + 0.9, 100, 100 + TURN),  # it had passed, but a move may have been on its way
        (TURN + GRACE, 100, TURN),  # time was up before: nobody has lost by what came then
        (10, 40, 40 + TURN),  # less time was left, 20 seconds, than the silence took
        (10, 34, TURN),  # more was left
        (10, 15, TURN),  # so short a silence is none
        (57, 62, TURN),
        (57, 62.1, 62.1 + TURN),
    ],
)
def test_a_deadline(since: float, until: float, deadline: float) -> None:
    sitting = started("ada", "bea", "cleo")
    before = sitting.game.version
    assert down(since, until) == (deadline != TURN)
    assert sitting.clock == (deadline, deadline + GRACE, "time")
    assert sitting.game.version == before  # it is no event


@pytest.mark.parametrize("touch", ["sweep", "act", "see_to", "move", "late move"])
def test_nobody_is_timed_out_before_the_clocks_are_set_anew(touch: str) -> None:
    """Whoever comes first, and however long it was. Here nobody has said yet that the server is back."""
    sitting = started("ada", "bea", "cleo")
    downtime.beat(now=at(30), swept=True)
    back = 2000.0
    if touch == "sweep":
        assert sweeping.sweep(now=at(back)) == 0
    elif touch == "act":
        assert sitting.act(back)
    elif touch == "see_to":
        assert clock.see_to(sitting.record, now=at(back))  # so that it is read again
    else:
        when = back if touch == "late move" else 62.0
        downtime.beat(now=at(when - 6))  # the last of the signs of life; the deadline has passed since, or is near
        Game.objects.update(deadline=at(when - 1), due_at=at(when))
        sitting.move("2 threes", when=when)
        assert [bid.timeout for bid in bids_of(sitting.record)] == [False]
        assert sitting.clock == (when + TURN, when + TURN + GRACE, "time")
        return
    assert bids_of(sitting.record) == ()
    assert sitting.clock == (back + TURN, back + TURN + GRACE, "time")


def test_whose_time_was_up_before_is_timed_out_all_the_same() -> None:
    sitting = started("ada", "bea", "cleo")
    downtime.beat(now=at(TURN + GRACE), swept=True)
    assert sweeping.sweep(now=at(5000)) == 1
    assert [bid.timeout for bid in bids_of(sitting.record)] == [True]


def test_the_new_deadline_is_kept_like_any_other() -> None:
    sitting = started("ada", "bea", "cleo")
    down(30, 100)
    alive_between(100, 100 + TURN)
    with pytest.raises(MoveRefused) as refused:
        sitting.move("2 threes", when=100 + TURN + 1e-6)
    assert refused.value.code == Code.TOO_LATE
    assert not sitting.act(100 + TURN + GRACE - 1e-6)
    assert sitting.act(100 + TURN + GRACE)


def test_it_is_done_once() -> None:
    sitting = started("ada", "bea", "cleo")
    assert [down(30, 100), downtime.beat(now=at(101)), downtime.beat(now=at(102), swept=True)] == [1, 0, 0]
    assert sitting.clock[0] == 100 + TURN


def test_a_second_silence_is_another() -> None:
    sitting = started("ada", "bea", "cleo")
    assert down(30, 100) == 1
    alive_between(100, 148)
    assert down(148, 300) == 1
    assert sitting.clock[0] == 300 + TURN


def test_turns_of_days() -> None:
    """A night off costs nobody with days left anything, and one whose week ended in it gets another week."""
    sittings = [started("ada", "bea", turn_seconds=DAYS) for _ in range(2)]
    Game.objects.filter(public_id=sittings[1].game_id).update(deadline=at(5 * HOUR), due_at=at(5 * HOUR + 1))
    assert down(HOUR, 9 * HOUR) == 1
    assert [sitting.clock[0] for sitting in sittings] == [DAYS, 9 * HOUR + DAYS]


def test_a_game_without_a_clock_and_an_open_table_wait_their_full_time_again() -> None:
    idle, table = started("ada", "bea", turn_seconds=None), open_table("ada", seats=3)
    assert down(HOUR - 10, HOUR + 50) == 1
    assert clock_of(table) == (None, HOUR + 50 + HOUR, "shut")
    assert clock_of(idle) == (None, IDLE, "shut")
    Heartbeat.objects.update(alive_at=at(IDLE - 100))
    assert downtime.beat(now=at(IDLE + 100)) == 1  # not the table, whose hour was over long before
    assert clock_of(idle) == (None, IDLE + 100 + IDLE, "shut")
    assert (idle.game.status, table.game.status) == ("active", "open")


def test_a_table_that_was_to_be_shut_long_before_is_shut() -> None:
    table = open_table("ada", seats=3)
    downtime.beat(now=at(HOUR), swept=True)
    assert sweeping.sweep(now=at(3 * HOUR)) == 1
    assert table.game.status == "abandoned"


def test_a_table_that_bots_fill_is_filled_late() -> None:
    table = open_table("ada", seats=3)
    Game.objects.update(due_for=Game.Due.FILL, due_at=at(20))
    assert down(10, 100) == 0
    assert table.act(100)
    game = table.game
    assert (game.status, game.deadline) == ("active", at(100 + TURN))


class TestBots:
    @pytest.fixture(autouse=True)
    def _quiet_bot(self, register: Register) -> None:
        register(quiet=answers(None))

    def test_their_moment_comes_late_and_then_the_person_has_a_full_turn(self) -> None:
        sitting = started("ada", "bea", bots=["quiet"], opener=0)
        sitting.move("2 threes", when=0)
        assert clock_of(sitting) == (TURN, 1.5, "bots")
        assert down(1, 100) == 1
        assert clock_of(sitting) == (100 + TURN, 1.5, "bots")
        assert sitting.act(100)
        assert clock_of(sitting) == (100 + TURN, 100 + TURN + GRACE, "time")

    def test_bots_that_act_before_anybody_notices_time_nobody_out(self) -> None:
        sitting = started("ada", "bea", bots=["quiet"], opener=0)
        sitting.move("2 threes", when=0)
        downtime.beat(now=at(1), swept=True)
        assert sitting.act(100)  # the bots let their moment pass, and the deadline is long ago
        assert sitting.act(100)  # the clocks are set anew
        assert not sitting.act(100)
        assert sitting.clock == (100 + TURN, 100 + TURN + GRACE, "time")


def test_where_nobody_has_ever_said_that_the_server_is_alive_no_silence_is_known() -> None:
    """Such as a web process alone, before the first sweep."""
    sitting = started("ada", "bea", "cleo")
    assert sitting.act(5000)
    assert not Heartbeat.objects.exists()


def test_while_people_can_move_the_server_is_not_down_though_nobody_sweeps() -> None:
    sitting = started("ada", "bea", "cleo")
    downtime.beat(now=at(0), swept=True)
    for second in range(1, 63):
        for signal in (alive, chores):  # the web's pulses
            signal.send(sender=None, clock=partial(at, second))
    assert [bid.timeout for bid in bids_of(sitting.record)] == [True]
    heartbeat = Heartbeat.objects.get()
    assert heartbeat.swept_at == at(0)  # what the web does where nobody sweeps is no sweep
    assert at(60) <= heartbeat.alive_at <= at(62)


@pytest.mark.parametrize(("seconds", "is_down"), [(2.0, True), (100.0, False)])
def test_how_long_is_a_setting(seconds: float, is_down: bool, settings: Any) -> None:
    settings.DOWN_AFTER_SECONDS = seconds
    started("ada", "bea", "cleo")
    assert down(55, 65) == is_down


def test_a_clock_that_went_back_is_no_silence() -> None:
    started("ada", "bea", "cleo")
    assert down(100, 10) == 0
    assert Heartbeat.objects.get().alive_at == at(100)


def test_a_sign_of_life_is_written_every_few_seconds_and_read_otherwise() -> None:
    downtime.beat(now=at(0), swept=True)
    written = 0
    for second in range(1, 11):
        with CaptureQueriesContext(connection) as captured:
            downtime.beat(now=at(second), swept=True)
        words = [query["sql"].split()[0] for query in captured]
        assert words in (["SELECT"], ["SELECT", "UPDATE"])
        written += len(words) - 1
    assert written == 5


def test_many_games_are_set_anew_in_few_statements() -> None:
    sittings = [started("ada", "bea", turn_seconds=60 + number % 3) for number in range(12)]
    downtime.beat(now=at(30), swept=True)
    with CaptureQueriesContext(connection) as captured:
        assert downtime.beat(now=at(100)) == 12
    work = [query["sql"] for query in captured if query["sql"].split()[0] in ("SELECT", "UPDATE")]
    assert len(work) == 5  # the row, the row locked, the games locked, the games, the row
    assert [sitting.clock[0] for sitting in sittings] == [160 + number % 3 for number in range(12)]


def test_a_view_that_a_client_has_is_no_longer_the_present_one(api: CheckedClient) -> None:
    """The version is the same, for nothing has happened; but If-None-Match is answered with the new deadline."""
    now = datetime.now(START.tzinfo)
    sitting = started("ada", "bea", "cleo", now=now)
    path = f"/api/v1/games/{sitting.game_id}/"
    seen = api.get(path)
    events = api.get(f"{path}events/")
    downtime.beat(now=now + timedelta(seconds=10))
    downtime.beat(now=now + timedelta(seconds=70))
    for answer in (api.get(path, headers={"If-None-Match": seen["ETag"]}), api.get(path)):
        assert answer.status_code == 200
        assert answer.json()["version"] == seen.json()["version"]
        assert datetime.fromisoformat(answer.json()["round"]["deadline"]) == now + timedelta(seconds=70 + TURN)
    again = api.get(f"{path}events/", headers={"If-None-Match": events["ETag"]})
    assert again.status_code == 200
    assert again.json()["events"][-1]["data"]["deadline"] == answer.json()["round"]["deadline"]


def test_there_is_one_heartbeat() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Heartbeat.objects.create(id=2, alive_at=START)


class TestTheUpgrade:
    """The migration that brings the heartbeat: nobody wrote down when the server was stopped for it."""

    def upgrade(self) -> None:
        importlib.import_module("games.migrations.0008_heartbeat").note_the_upgrade(apps, None)

    def test_what_passed_while_it_ran_is_set_anew(self) -> None:
        sittings = [started("ada", "bea", turn_seconds=turn) for turn in (60, 90)]
        self.upgrade()
        assert sweeping.sweep(now=at(600)) == 0
        assert [sitting.clock[0] for sitting in sittings] == [660, 690]

    def test_where_nothing_is_waited_for_nothing_is_noted(self) -> None:
        self.upgrade()
        assert not Heartbeat.objects.exists()

    def test_where_nothing_was_missed_it_begins_now(self) -> None:
        now = datetime.now(START.tzinfo)
        started("ada", "bea", now=now)
        self.upgrade()
        assert Heartbeat.objects.get().alive_at >= now
