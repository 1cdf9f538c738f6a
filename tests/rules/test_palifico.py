"""When a round is palifico (docs/rules.md 7), and whose."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.actions import Action
from games.rules.engine import start
from games.rules.errors import Reason
from games.rules.legality import legal_ranges
from games.rules.ruleset import BOXED, FaceChange
from tests.builders import CALZA, DUDO, LEAVE, ScriptedDice, placing, play, table_with
from tests.rules.scenarios import opener, refused

# hands; bids from seat 0; what happens; options set anew; who had their palifico round; whose round follows, if so.
# Boxed, with calza allowed to all but the bidder.
TRIGGERS: dict[str, tuple[tuple[str, ...], str, list[tuple[int, Action]], dict[str, Any], set[int], int | None]] = {
    "bidder down to one": (("3 3", "4 4", "5 5"), "3 threes", [(1, DUDO)], {}, set(), 0),
    "challenger down to one": (("3 3", "4 4", "5 5"), "2 threes", [(1, DUDO)], {}, set(), 1),
    "down to two": (("3 3", "4 4 4", "5 5"), "2 threes", [(1, DUDO)], {}, set(), None),
    "out": (("3 3", "4", "5 5", "6 6"), "2 threes", [(1, DUDO)], {}, set(), None),
    "somebody else holds one": (("3 3", "4 4 4", "5"), "2 threes", [(1, DUDO)], {}, set(), None),
    "a second time": (("3 3", "4 4", "5 5"), "3 threes", [(1, DUDO)], {}, {0}, None),
    "another's second time": (("3 3", "4 4", "5 5"), "3 threes", [(1, DUDO)], {}, {1, 2}, 0),
    "calza wrong, down to one": (("3 3", "4 4", "5 5"), "3 threes", [(2, CALZA)], {}, set(), 2),
    "calza right, from one to two": (("3 3", "4 4", "5"), "2 threes", [(2, CALZA)], {}, set(), None),
    "calza right at the ceiling of one": (
        ("3", "4", "5"),
        "1 three",
        [(2, CALZA)],
        {"starting_dice": 1},
        set(),
        None,
    ),
    "the option is off": (("3 3", "4 4", "5 5"), "3 threes", [(1, DUDO)], {"palifico": False}, set(), None),
    "with two": (("3 3", "4 4", ""), "3 threes", [(1, DUDO)], {}, set(), None),
    "with two, allowed": (("3 3", "4 4", ""), "3 threes", [(1, DUDO)], {"palifico_with_two": True}, set(), 0),
    "with two, allowed, but palifico off": (
        ("3 3", "4 4"),
        "3 threes",
        [(1, DUDO)],
        {"palifico_with_two": True, "palifico": False},
        set(),
        None,
    ),
    "with two since one left": (("3 3", "4 4", "5 5"), "3 threes", [(2, LEAVE), (1, DUDO)], {}, set(), None),
    "with three though one left": (("3 3", "4 4", "5 5", "6"), "3 threes", [(3, LEAVE), (1, DUDO)], {}, set(), 0),
    "bidder with two dice left": (("3 3", "4 4", "5 5", "6"), "3 threes", [(0, LEAVE), (1, DUDO)], {}, set(), None),
    "two starting dice": (("3 3", "4 4", "5 5"), "3 threes", [(1, DUDO)], {"starting_dice": 2}, set(), 0),
}


@pytest.mark.parametrize(("hands", "bids", "moves", "options", "had", "whose"), TRIGGERS.values(), ids=TRIGGERS)
def test_palifico(
    hands: tuple[str, ...],
    bids: str,
    moves: list[tuple[int, Action]],
    options: dict[str, Any],
    had: set[int],
    whose: int | None,
) -> None:
    rules = BOXED.options.overridden({"calza_callers": "not_bidder", **options})
    after = play(table_with(*hands, options=rules, bids=bids, had_palifico=had), *moves)
    assert after.round is not None
    assert after.round.palifico_seat == whose
    assert after.round.is_palifico is (whose is not None)
    assert {seat.number for seat in after.seats if seat.had_palifico} == had | ({whose} - {None})
    if whose is not None:
        assert opener(after) == whose


def test_no_palifico_with_one_starting_die() -> None:
    """Not in the first round, in which all hold one die, nor after."""
    options = replace(BOXED.options, starting_dice=1)
    begun = start(options=options, seats=4, dice=ScriptedDice()).state
    after = play(begun, (0, placing("4 fours")), (1, DUDO))
    for table in (begun, after):
        assert table.round is not None
        assert not table.round.is_palifico
        assert not any(seat.had_palifico for seat in table.seats)


def test_first_round_is_ordinary() -> None:
    begun = start(options=BOXED.options, seats=2, dice=ScriptedDice()).state
    assert begun.round is not None
    assert not begun.round.is_palifico


def test_the_round_after_palifico_is_ordinary_though_the_player_keeps_one_die() -> None:
    table = play(
        table_with("3 3", "4 4 4", "5 5 5", options=BOXED.options, bids="3 threes"),
        (1, DUDO),
        (0, placing("1 four")),
        (1, DUDO),
    )
    assert [seat.dice_count for seat in table.seats] == [1, 2, 3]
    assert table.round is not None
    assert not table.round.is_palifico
    assert refused(table, 1, placing("1 one")) is Reason.ILLEGAL_BID


def test_palifico_may_follow_palifico() -> None:
    """In the palifico round of one another comes down to one die: theirs is next."""
    table = play(
        table_with("3 3", "4 4", "5 5 5", options=BOXED.options, bids="3 threes"),
        (1, DUDO),
        (0, placing("1 four")),
        (1, DUDO),
    )
    assert table.round is not None
    assert table.round.palifico_seat == 1
    assert [seat.had_palifico for seat in table.seats] == [True, True, False]
    assert [table.is_veteran(seat) for seat in range(3)] == [True, False, False]


def test_ones_are_not_wild_in_it() -> None:
    table = table_with("1", "1 3", "3 1", options=BOXED.options, palifico_seat=0, bids="1 three, 3 threes")
    after = play(table, (2, DUDO))
    assert after.last_round is not None
    assert after.last_round.count == 2
    assert after.last_round.palifico_seat == 0


VETERANS = [
    # dice, had palifico, whose palifico round is being played; a veteran?
    (1, True, None, True),
    (1, True, 1, True),
    (1, True, 0, False),
    (1, False, None, False),
    (1, False, 1, False),
    (2, True, 1, False),
    (0, True, 1, False),
]


@pytest.mark.parametrize(("dice", "had", "whose", "veteran"), VETERANS)
def test_veteran(dice: int, had: bool, whose: int | None, veteran: bool) -> None:
    """docs/rules.md 1: one die, and the own palifico round over."""
    table = table_with(
        (4,) * dice,
        "4",
        "4 4",
        options=BOXED.options,
        opener=1,
        palifico_seat=whose,
        had_palifico={0} if had else set(),
    )
    assert table.is_veteran(0) is veteran


def test_one_who_left_is_no_veteran() -> None:
    table = table_with("4", "4", "4 4", options=BOXED.options, opener=1, palifico_seat=1, had_palifico={0})
    assert not play(table, (0, LEAVE)).is_veteran(0)


def test_nobody_changes_the_face_where_nobody_may() -> None:
    options = replace(BOXED.options, palifico_face_change=FaceChange.NOBODY)
    table = table_with("4", "4", "4 4", options=options, palifico_seat=0, had_palifico={1}, bids="2 twos")
    assert [legal.face for legal in legal_ranges(table, 1)] == [2]


def test_palifico_player_leaves_before_opening() -> None:
    """The round stays palifico, and the next may open it on ones (docs/rules.md 9)."""
    table = play(table_with("3 3", "4 4 4", "5 5 5", "6", options=BOXED.options, bids="3 threes"), (1, DUDO))
    table = play(table, (0, LEAVE))
    assert table.round is not None
    assert table.round.palifico_seat == 0
    assert opener(table) == 1
    assert [legal.face for legal in legal_ranges(table, 1)] == [1, 2, 3, 4, 5, 6]
    table = play(table, (1, placing("2 ones")))
    assert [legal.face for legal in legal_ranges(table, 2)] == [1]


def test_palifico_stays_when_a_departure_leaves_two() -> None:
    """A round's rules are fixed at its roll (docs/rules.md 2)."""
    table = play(table_with("3 3", "4 4 4", "5 5 5", options=BOXED.options, bids="3 threes"), (1, DUDO))
    table = play(table, (2, LEAVE), (0, placing("1 one")), (1, placing("2 ones")))
    assert table.round is not None
    assert table.round.is_palifico
