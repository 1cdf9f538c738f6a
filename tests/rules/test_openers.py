"""Who opens: the first round, and every later one (docs/rules.md 3)."""

from dataclasses import replace

import pytest

from games.rules.actions import Action
from games.rules.engine import start
from games.rules.ruleset import ASMODEE, BOXED, FirstOpener
from games.rules.state import RollOff
from tests.builders import CALZA, DUDO, LEAVE, TIME_OUT, ScriptedDice, placing, play, roll_off, table_with
from tests.rules.scenarios import opener

ROLL_OFFS = [
    (roll_off({0: 6, 1: 1}), 0),
    (roll_off({0: 1, 1: 2}), 1),
    (roll_off({0: 2, 1: 3, 2: 5, 3: 4}), 2),
    (roll_off({0: 5, 1: 5, 2: 3}, {0: 1, 1: 4}), 1),
    (roll_off({0: 6, 1: 2, 2: 6, 3: 6}, {0: 3, 2: 3, 3: 1}, {0: 6, 2: 5}), 0),
    (roll_off({0: 1, 1: 1}, {0: 2, 1: 2}, {0: 3, 1: 6}), 1),
]


@pytest.mark.parametrize(("passes", "first"), ROLL_OFFS)
def test_highest_of_the_last_pass_opens_the_first_round(passes: RollOff, first: int) -> None:
    begun = start(options=BOXED.options, seats=len(passes[0]), dice=ScriptedDice(passes=passes)).state
    assert opener(begun) == first
    assert begun.round is not None
    assert begun.round.roll_off == passes


@pytest.mark.parametrize("drawn", range(6))
def test_drawn_opener_opens_the_first_round(drawn: int) -> None:
    begun = start(options=ASMODEE.options, seats=6, dice=ScriptedDice(opener=drawn)).state
    assert opener(begun) == drawn
    assert begun.round is not None
    assert begun.round.roll_off is None


@pytest.mark.parametrize("first_opener", FirstOpener)
def test_roll_off_belongs_to_the_first_round_only(first_opener: FirstOpener) -> None:
    options = replace(BOXED.options, first_opener=first_opener)
    begun = start(options=options, seats=3, dice=ScriptedDice(opener=1)).state
    after = play(begun, (1, placing("1 four")), (2, DUDO))
    assert begun.round is not None
    assert (begun.round.roll_off is None) is (first_opener is FirstOpener.RANDOM)
    assert after.last_round is not None
    assert after.last_round.roll_off == begun.round.roll_off
    assert after.round is not None
    assert after.round.roll_off is None


# hands, by seat; the bids; what ends the round; who opens the next. Seat 0 opens; asmodee.
NEXT = {
    "dudo wrong: the challenger": (("3 3", "4 4", "5 5"), "2 threes", [(1, DUDO)], 1),
    "dudo right: the bidder": (("3 3", "4 4", "5 5"), "3 threes", [(1, DUDO)], 0),
    "dudo wrong, challenger out: the next": (("3 3", "4", "5 5"), "2 threes", [(1, DUDO)], 2),
    "dudo wrong, challenger out: past one who is out": (("3 3", "4", "", "5 5"), "2 threes", [(1, DUDO)], 3),
    "dudo right, bidder out: the next": (("3", "4 4", "5 5"), "3 threes", [(1, DUDO)], 1),
    "dudo right, bidder out: round the corner": (("3 3", "3 4", "5"), "1 three, 2 threes, 4 threes", [(0, DUDO)], 0),
    "calza right: the caller": (("3 3", "4 4", "5 5"), "2 threes", [(2, CALZA)], 2),
    "calza right at the ceiling: the caller": (("3 3", "4 4", "5 5 5 5 5"), "2 threes", [(2, CALZA)], 2),
    "calza right on turn: the caller": (("3 3", "4 4", "5 5"), "2 threes", [(1, CALZA)], 1),
    "calza wrong: the caller": (("3 3", "4 4", "5 5"), "3 threes", [(2, CALZA)], 2),
    "calza wrong, caller out: the next": (("3 3", "4 4", "5", "6 6"), "3 threes", [(2, CALZA)], 3),
    "calza wrong, caller out: round the corner": (("3 3", "4 4", "5"), "3 threes", [(2, CALZA)], 0),
    "dudo by timeout, wrong: the challenger": (("3 3", "4 4", "5 5"), "2 threes", [(1, TIME_OUT)], 1),
    "bidder left, dudo right: on their left": (("3 3", "4 4", "5 5"), "3 threes", [(0, LEAVE), (1, DUDO)], 1),
    "bidder left, dudo wrong: the challenger": (("3 3", "4 4", "5 5"), "2 threes", [(0, LEAVE), (1, DUDO)], 1),
    "bidder and their left left, dudo right": (
        ("3 3", "4 4", "5 5", "6 6"),
        "3 threes",
        [(0, LEAVE), (1, LEAVE), (2, DUDO)],
        2,
    ),
    "challenger out, their left gone": (("3 3", "4", "5 5", "6 6"), "2 threes", [(2, LEAVE), (1, DUDO)], 3),
    "bidder left, calza right: the caller": (("3 3", "4 4", "5 5"), "2 threes", [(0, LEAVE), (2, CALZA)], 2),
    "bidder left, calza wrong: the caller": (("3 3", "4 4", "5 5"), "3 threes", [(0, LEAVE), (2, CALZA)], 2),
}


@pytest.mark.parametrize(("hands", "bids", "moves", "following"), NEXT.values(), ids=NEXT)
def test_next_opener(hands: tuple[str, ...], bids: str, moves: list[tuple[int, Action]], following: int) -> None:
    after = play(table_with(*hands, options=ASMODEE.options, bids=bids), *moves)
    assert opener(after) == following
    assert after.last_round is not None
    assert after.last_round.next_opener == following


def test_nobody_opens_after_the_end() -> None:
    over = play(table_with("3 3", "4", options=ASMODEE.options, bids="2 threes"), (1, DUDO))
    assert over.round is None
    assert over.last_round is not None
    assert over.last_round.next_opener is None
