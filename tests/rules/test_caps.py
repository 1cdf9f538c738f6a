"""The greatest quantity that may be bid (docs/rules.md 4, "Cap")."""

from dataclasses import replace

import pytest

from games.rules.engine import start
from games.rules.errors import Reason
from games.rules.legality import legal_ranges
from games.rules.observation import observe
from games.rules.ruleset import BOXED
from games.rules.state import GameState
from tests.builders import DUDO, LEAVE, ScriptedDice, placing, play, table_with, turn_of
from tests.rules.scenarios import refused

# hands; the cap when lost dice are seen; when they are hidden
TABLES = [
    (("4 4 4 4 4", "4 4 4 4 4"), 10, 10),
    (("4 4 4", "4", "4 4"), 6, 15),
    (("4 4 4", "", "4 4"), 5, 15),
    (("4", "4", "", "", "", ""), 2, 30),
    (("4 4 4 4 4",) * 6, 30, 30),
]


@pytest.mark.parametrize("visible", [True, False])
@pytest.mark.parametrize(("hands", "seen", "hidden"), TABLES)
def test_cap(hands: tuple[str, ...], seen: int, hidden: int, visible: bool) -> None:
    table = table_with(*hands, options=replace(BOXED.options, lost_dice_visible=visible))
    cap = seen if visible else hidden
    assert (table.cap, observe(table, None).cap) == (cap, cap)
    assert greatest(table) == cap
    assert turn_of(play(table, (0, placing(f"{cap} twos")))) != 0
    assert refused(table, 0, placing(f"{cap + 1} twos")) is Reason.ILLEGAL_BID


@pytest.mark.parametrize("starting_dice", range(1, 6))
@pytest.mark.parametrize("seats", range(2, 7))
def test_first_round(starting_dice: int, seats: int) -> None:
    for visible in (True, False):
        options = replace(BOXED.options, starting_dice=starting_dice, lost_dice_visible=visible)
        assert greatest(start(options=options, seats=seats, dice=ScriptedDice()).state) == starting_dice * seats


@pytest.mark.parametrize(("visible", "cap"), [(True, 6), (False, 15)])
def test_dice_of_one_who_left_are_counted_in_the_cap_until_the_round_ends(visible: bool, cap: int) -> None:
    table = table_with("4 4 4", "4", "4 4", options=replace(BOXED.options, lost_dice_visible=visible))
    table = play(table, (2, LEAVE))
    assert greatest(table) == cap
    table = play(table, (0, placing("1 four")), (1, placing("2 fours")), (0, DUDO))
    assert rolled_dice(table) == 3
    assert greatest(table) == (3 if visible else 15)


def greatest(table: GameState) -> int:
    return max(legal.maximum for legal in legal_ranges(table, turn_of(table)))


def rolled_dice(table: GameState) -> int:
    assert table.round is not None
    return table.round.dice_rolled
