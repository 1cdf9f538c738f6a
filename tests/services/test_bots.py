"""The server's bots: when they are asked, what becomes of their answers, and what their faults cost: nothing."""

import logging
import threading
import time
from typing import Any, NoReturn

import pytest

from games.bots.registry import safest_move
from games.models import Bid
from games.rules.actions import CallCalza, CallDudo, Leave, PlaceBid, TimeOut
from games.rules.bids import Bid as RulesBid
from games.rules.observation import Observation, observe
from games.services import brains, clock
from games.store.read import load
from tests.builders import placing
from tests.services.bots import Acts, answers
from tests.services.conftest import Register
from tests.services.tables import Sitting, bids_of, hand_of, started

pytestmark = pytest.mark.django_db

DELAY = 1.5
BOT = 2
"""The seat of the bot, after ada and bea."""

ON_TURN, OFF_TURN = 1, 0
"""Who opens, so that the bot is on turn after one bid, or may only call calza."""


class PretendedBid(PlaceBid):
    """A subclass is not a move."""


def after_a_bid(opener: int = ON_TURN, *, bots: Any = ("one",), **fields: Any) -> Sitting:
    sitting = started("ada", "bea", bots=bots, opener=opener, **fields)
    sitting.move("2 threes")
    return sitting


def seen_by(sitting: Sitting, seat: int) -> Observation:
    return observe(sitting.record.playing, seat)


class TestAsking:
    def test_a_bot_on_turn_moves_when_its_moment_has_come(self, register: Register) -> None:
        register(one=answers(placing("3 threes")))
        sitting = after_a_bid()
        assert not sitting.act(DELAY - 1e-6)
        assert sitting.act(DELAY)
        assert bids_of(sitting.record)[-1].bid == RulesBid(3, 3)
        assert not sitting.act(DELAY)
        sitting.audit()

    def test_it_sees_its_own_dice_and_no_others(self, register: Register) -> None:
        bot = answers(placing("3 threes"))
        register(one=bot)
        sitting = after_a_bid()
        expected = seen_by(sitting, BOT)
        sitting.act(DELAY)
        assert bot.seen == [expected]
        assert (expected.viewer, expected.dice) == (BOT, hand_of(sitting.record, BOT))

    def test_a_calza_out_of_turn(self, register: Register) -> None:
        register(one=answers(CallCalza()))
        sitting = after_a_bid(OFF_TURN)
        assert sitting.act(DELAY)
        row = sitting.record.rounds[0].row
        assert (row.call_kind, row.call_seat, row.call_timeout) == ("calza", BOT, False)
        sitting.audit()

    def test_those_who_may_only_call_calza_are_asked_first_from_the_left_of_the_turn(self, register: Register) -> None:
        asked: list[int | None] = []

        def note(observation: Observation) -> PlaceBid | None:
            asked.append(observation.viewer)
            on_turn = observation.round is not None and observation.round.turn == observation.viewer
            return placing("3 threes") if on_turn else None

        register(one=Acts(note))
        after_a_bid(bots=["one"] * 4).act(DELAY)
        assert asked == [3, 4, 5, 2]

    def test_the_first_calza_ends_the_asking(self, register: Register) -> None:
        silent, caller, other = answers(None), answers(CallCalza()), answers(CallCalza())
        register(silent=silent, caller=caller, other=other)
        sitting = after_a_bid(OFF_TURN, bots=["silent", "caller", "other"])
        sitting.act(DELAY)
        assert [len(bot.seen) for bot in (silent, caller, other)] == [1, 1, 0]
        assert sitting.record.rounds[0].row.call_seat == 3

    def test_bots_are_asked_once_a_version(self, register: Register) -> None:
        bot = answers(None)
        register(one=bot)
        sitting = after_a_bid(OFF_TURN)
        assert [sitting.act(DELAY + late) for late in range(3)] == [True, False, False]
        assert len(bot.seen) == 1
        sitting.move("3 threes", when=10)
        sitting.act(10 + DELAY)
        assert len(bot.seen) == 2

    def test_the_bidder_and_those_out_are_not_asked(self, register: Register) -> None:
        bot = answers(None)
        register(one=bot)
        sitting = started("ada", "bea", bots=["one"], opener=BOT)
        sitting.act(DELAY)
        assert len(bot.seen) == 1
        assert bids_of(sitting.record)[-1].seat == BOT
        assert sitting.game.due_for == "time"

    def test_a_calza_that_the_ruleset_bars_is_not_asked_for(self, register: Register) -> None:
        bot = answers(CallCalza())
        register(one=bot)
        sitting = after_a_bid(OFF_TURN, ruleset="aces")
        assert not sitting.act(DELAY)
        assert bot.seen == []

    def test_what_was_thought_about_an_earlier_state_is_not_played(
        self, register: Register, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The bots read the game, a person calls it, and then the bots want the lock."""
        register(one=answers(placing("3 threes")))
        sitting = after_a_bid()
        read = load(sitting.game_id)
        sitting.move("calza", seat=0, when=1)
        monkeypatch.setattr(clock, "load", lambda game_id: read)
        version = sitting.game.version
        assert not sitting.act(DELAY)
        assert sitting.game.version == version

    def test_a_moment_that_has_passed_does_not_come_again(
        self, register: Register, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Two workers read the game; the first lets the moment pass; the second has something to say, and is late."""
        answer: list[CallCalza | None] = [CallCalza(), None]
        register(one=Acts(lambda observation: answer.pop()))
        sitting = after_a_bid(OFF_TURN)
        read = load(sitting.game_id)
        sitting.act(DELAY)
        version = sitting.game.version
        monkeypatch.setattr(clock, "load", lambda game_id: read)
        assert not sitting.act(100)
        assert answer == []
        assert sitting.game.version == version

    def test_equal_games_get_equal_chance(self, register: Register) -> None:
        """A bot's generator follows from the server seed and the version, so that its move can be repeated."""
        drawn: list[float] = []

        class Draws(Acts):
            def choose(self, observation: Observation, rng: Any) -> None:
                drawn.append(rng.random())

        register(one=Draws(lambda observation: None))
        sitting = after_a_bid(OFF_TURN)
        read = load(sitting.game_id)
        assert read is not None
        for _ in range(2):
            brains.ask_bots(read)
        sitting.act(DELAY)
        sitting.move("3 threes", when=10)
        sitting.act(10 + DELAY)
        assert len(drawn) == 4
        assert len(set(drawn)) == 2


def raises(observation: Observation) -> NoReturn:
    raise ValueError(f"I hold {observation.dice} and {' '.join(map(str, observation.dice))}")


def raises_the_worst(observation: Observation) -> NoReturn:
    raise KeyboardInterrupt(str(observation.dice))


def gives_up(observation: Observation) -> NoReturn:
    raise SystemExit(str(observation.dice))


def never_ends(observation: Observation) -> NoReturn:
    while True:
        try:
            sum(observation.dice)
        except Exception:  # what a bot might do, and what must not save it
            continue


def recurses(observation: Observation) -> Any:
    return recurses(observation)


NONSENSE = {
    "a text": answers("dudo"),
    "a number": answers(3),
    "an exception": answers(ValueError("2 threes")),
    "nothing": answers(None),
    "a bid too low": answers(placing("1 two")),
    "a bid beyond the cap": answers(placing("99 threes")),
    "a bid of none": answers(PlaceBid(RulesBid(0, 3))),
    "a face that no die has": answers(PlaceBid(RulesBid(3, 7))),
    "a bid without a bid": answers(PlaceBid("3 threes")),  # type: ignore[arg-type]
    "a bid of words": answers(PlaceBid(RulesBid("3", "3"))),  # type: ignore[arg-type]
    "half a die": answers(PlaceBid(RulesBid(3.0, 3))),  # type: ignore[arg-type]
    "a truth for a number": answers(PlaceBid(RulesBid(3, True))),
    "a subclass of a move": answers(PretendedBid(RulesBid(3, 3))),
    "a departure": answers(Leave()),
    "a timeout": answers(TimeOut()),
    "a class": answers(CallDudo),
}
FAULTS = {
    "raises": Acts(raises),
    "raises what nobody catches": Acts(raises_the_worst),
    "gives up": Acts(gives_up),
    "recurses for ever": Acts(recurses),
    **NONSENSE,
}


class TestFaults:
    @pytest.mark.parametrize("fault", FAULTS)
    def test_on_turn_the_safest_move_is_made(
        self, fault: str, register: Register, caplog: pytest.LogCaptureFixture
    ) -> None:
        register(one=FAULTS[fault])
        sitting = after_a_bid()
        expected = safest_move(seen_by(sitting, BOT))
        before = sitting.record
        assert sitting.act(DELAY)
        assert was_played(sitting, BOT) == expected
        assert_logged_without_secrets(caplog, before)
        sitting.audit()

    @pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "nothing"])
    def test_off_turn_nothing_happens(self, fault: str, register: Register, caplog: pytest.LogCaptureFixture) -> None:
        register(one=FAULTS[fault])
        sitting = after_a_bid(OFF_TURN)
        before = sitting.record
        assert sitting.act(DELAY)
        assert sitting.game.version == before.game.version
        assert sitting.game.due_for == "time"
        assert_logged_without_secrets(caplog, before)

    @pytest.mark.parametrize("answer", [CallDudo(), placing("3 threes")])
    def test_a_move_out_of_turn_is_not_played(
        self, answer: Any, register: Register, caplog: pytest.LogCaptureFixture
    ) -> None:
        register(one=answers(answer))
        sitting = after_a_bid(OFF_TURN)
        before = sitting.record
        assert sitting.act(DELAY)
        assert sitting.game.version == before.game.version
        assert "moved out of turn" in caplog.text
        assert_logged_without_secrets(caplog, before)

    def test_a_calza_on_turn_that_is_not_allowed(self, register: Register, caplog: pytest.LogCaptureFixture) -> None:
        register(one=answers(CallCalza()))
        sitting = after_a_bid(ruleset="aces")
        expected, before = safest_move(seen_by(sitting, BOT)), sitting.record
        assert sitting.act(DELAY)
        assert was_played(sitting, BOT) == expected
        assert_logged_without_secrets(caplog, before)

    def test_one_who_dawdles_is_ended(
        self, register: Register, settings: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.BOT_THINK_SECONDS = 0.1
        register(one=Acts(never_ends))
        sitting = after_a_bid()
        expected, before = safest_move(seen_by(sitting, BOT)), sitting.record
        started_at = time.monotonic()
        assert sitting.act(DELAY)
        assert time.monotonic() - started_at < 5
        assert was_played(sitting, BOT) == expected
        assert_logged_without_secrets(caplog, before)
        for thread in threading.enumerate():
            if thread.name == "bot":
                thread.join(timeout=5)
                assert not thread.is_alive()

    def test_one_fault_does_not_silence_the_others(self, register: Register) -> None:
        register(broken=Acts(raises), caller=answers(CallCalza()))
        sitting = after_a_bid(OFF_TURN, bots=["broken", "caller"])
        sitting.act(DELAY)
        assert sitting.record.rounds[0].row.call_seat == 3

    def test_a_bot_that_is_no_longer_registered(self, register: Register, caplog: pytest.LogCaptureFixture) -> None:
        register(one=answers(None))
        sitting = after_a_bid()
        register(another=answers(None))
        expected, before = safest_move(seen_by(sitting, BOT)), sitting.record
        assert sitting.act(DELAY)
        assert was_played(sitting, BOT) == expected
        assert_logged_without_secrets(caplog, before)

    def test_a_game_of_broken_bots_comes_to_its_end(self, register: Register) -> None:
        register(**{f"bot{number}": bot for number, bot in enumerate([*NONSENSE.values(), Acts(raises)])})
        sitting = started(bots=[f"bot{number}" for number in range(0, 12, 2)], options={"starting_dice": 2})
        for second in range(5000):
            if sitting.game.status != "active":
                break
            sitting.act(10.0 * second)
        assert sitting.game.status == "finished"
        sitting.audit()


def was_played(sitting: Sitting, seat: int) -> PlaceBid | CallDudo | CallCalza:
    """The last move that was made, by this seat."""
    record = sitting.record
    if record.game.round_number == 2:
        call = record.rounds[0].resolved.call
        assert (call.seat, call.timeout) == (seat, False)
        return CallDudo() if call.kind == "dudo" else CallCalza()
    bid = Bid.objects.filter(round__game=record.game).latest("seq")
    assert (bid.seat, bid.timeout) == (seat, False)
    return PlaceBid(RulesBid(bid.quantity, bid.face))


def assert_logged_without_secrets(caplog: pytest.LogCaptureFixture, record: Any) -> None:
    """One line names bot, seat and game, and holds nothing that a player might not know."""
    [line] = [entry for entry in caplog.records if entry.name == "games.services.brains"]
    assert line.levelno == logging.ERROR
    text = caplog.text
    assert f"at seat {BOT} of game {record.game.public_id}" in text
    assert record.game.server_seed not in text
    for hand in record.rounds[-1].rolled_hands:
        assert record.dice.key(round_number=1, seat=hand.seat).hex() not in text
        for joint in ("", " ", ", "):
            assert joint.join(map(str, hand.dice)) not in text
