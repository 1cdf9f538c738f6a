"""When the server must act next, after each kind of event: `deadline`, `due_at` and `due_for` of the game's row."""

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.actions import CallDudo, PlaceBid
from games.rules.bids import Bid
from tests.services.bots import answers
from tests.services.conftest import Register
from tests.services.tables import TURN, Sitting, hand_of, started

pytestmark = pytest.mark.django_db

GRACE = 1.0
DELAY = 1.5
IDLE = 30 * 86_400.0
"""`IDLE_GAME_SECONDS`."""
WHEN = 20.0
"""The second in which the event happens, unless it is the start."""

Clock = tuple[float | None, float | None, str]
Event = Callable[[Sitting], Any]

IDLE = 2_592_000
"""`IDLE_GAME_SECONDS`: what a game without a clock waits for a move."""
NOTHING: Clock = (None, None, "")
SINCE_START: Clock = (TURN, TURN + GRACE, "time")
SINCE_EVENT: Clock = (WHEN + TURN, WHEN + TURN + GRACE, "time")


def a_bid(sitting: Sitting) -> None:
    sitting.move("2 threes", when=WHEN)


def a_dudo(sitting: Sitting) -> None:
    sitting.move("2 threes", when=5)
    sitting.move("dudo", when=WHEN)


def a_calza(sitting: Sitting) -> None:
    sitting.move("2 threes", when=5)
    sitting.move("calza", seat=sitting.left_of(sitting.turn), when=WHEN)


def a_departure_on_turn(sitting: Sitting) -> None:
    sitting.leave(sitting.turn, when=WHEN)


def a_departure_of_another(sitting: Sitting) -> None:
    sitting.leave(sitting.left_of(sitting.turn), when=WHEN)


def a_timeout(sitting: Sitting) -> None:
    assert sitting.act(TURN + GRACE)


def the_end(sitting: Sitting) -> None:
    while sitting.game.status == "active":
        sitting.leave(sitting.turn, when=WHEN)


EVENTS: list[tuple[Event, Clock]] = [
    (lambda sitting: None, SINCE_START),
    (a_bid, SINCE_EVENT),
    (a_dudo, SINCE_EVENT),
    (a_calza, SINCE_EVENT),
    (a_departure_on_turn, SINCE_EVENT),
    # Whoever is on turn has the time they had.
    (a_departure_of_another, SINCE_START),
    (a_timeout, (TURN + GRACE + TURN, TURN + GRACE + TURN + GRACE, "time")),
    (the_end, NOTHING),
]


@pytest.mark.parametrize(("event", "clock"), EVENTS)
def test_people_with_a_clock(event: Event, clock: Clock) -> None:
    sitting = started("ada", "bea", "cleo")
    event(sitting)
    assert sitting.clock == clock


@pytest.mark.parametrize("event", [event for event, _ in EVENTS if event not in (a_timeout, the_end)])
def test_people_without_a_clock(event: Event) -> None:
    sitting = started("ada", "bea", "cleo", turn_seconds=None)
    event(sitting)
    since = 0 if event is EVENTS[0][0] else WHEN
    assert sitting.clock == (None, since + IDLE, "shut")


def test_the_end_without_a_clock() -> None:
    sitting = started("ada", "bea", "cleo", turn_seconds=None)
    the_end(sitting)
    assert sitting.clock == NOTHING


class TestWithABot:
    """Where a bot may move, even if only to call calza, its moment comes first. Here it says nothing, in seat 2."""

    @pytest.fixture(autouse=True)
    def _quiet_bot(self, register: Register) -> None:
        register(quiet=answers(None))

    def sitting(self, *, opener: int = 0, **fields: Any) -> Sitting:
        return started("ada", "bea", bots=["quiet"], opener=opener, **fields)

    def test_before_any_bid_there_is_no_calza(self) -> None:
        assert self.sitting().clock == SINCE_START

    def test_a_bot_that_opens(self) -> None:
        assert self.sitting(opener=2).clock == (TURN, DELAY, "bots")

    @pytest.mark.parametrize("opener", [0, 1])
    def test_a_bid_that_a_bot_raises_or_calls(self, opener: int) -> None:
        sitting = self.sitting(opener=opener)
        a_bid(sitting)
        assert sitting.clock == (WHEN + TURN, WHEN + DELAY, "bots")

    def test_without_a_clock_the_bots_have_their_moment_and_a_long_wait_follows(self) -> None:
        sitting = self.sitting(turn_seconds=None)
        a_bid(sitting)
        assert sitting.clock == (None, WHEN + DELAY, "bots")
        assert sitting.act(WHEN + DELAY)
        assert sitting.clock == (None, WHEN + DELAY + IDLE, "shut")

    def test_the_deadline_comes_after_a_moment_that_a_bot_let_pass(self) -> None:
        sitting = self.sitting()
        a_bid(sitting)
        assert not sitting.act(WHEN + DELAY - 1e-6)
        assert sitting.act(WHEN + DELAY)
        assert sitting.clock == SINCE_EVENT
        assert not sitting.act(WHEN + DELAY)

    def test_a_bot_that_may_not_call_calza(self) -> None:
        sitting = self.sitting(options={"calza": False})
        a_bid(sitting)
        assert sitting.clock == SINCE_EVENT

    def test_the_delay_is_a_setting(self, settings: Any) -> None:
        settings.BOT_DELAY_SECONDS = 0.25
        sitting = self.sitting()
        a_bid(sitting)
        assert sitting.clock == (WHEN + TURN, WHEN + 0.25, "bots")

    def test_a_departure_off_turn_asks_the_bots_again_and_leaves_the_deadline(self) -> None:
        sitting = started("ada", "bea", "cleo", bots=["quiet"], opener=0)
        a_bid(sitting)
        sitting.act(WHEN + DELAY)
        sitting.leave(2, when=WHEN + 10)
        assert sitting.clock == (WHEN + TURN, WHEN + 10 + DELAY, "bots")
        sitting.act(WHEN + 10 + DELAY)
        assert sitting.clock == SINCE_EVENT

    def test_a_bot_that_is_out_has_no_moment(self, register: Register) -> None:
        register(doubter=answers(CallDudo()))
        sitting = started("ada", "bea", bots=["doubter"], opener=1, options={"starting_dice": 1})
        sitting.move(PlaceBid(Bid(1, max(2, *hand_of(sitting.record, 1)))))  # is true, since ones count for all
        sitting.act(DELAY)
        assert not sitting.record.seats[2].in_play
        a_bid(sitting)
        assert sitting.clock == SINCE_EVENT
