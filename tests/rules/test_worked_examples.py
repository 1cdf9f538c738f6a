"""The worked examples of docs/rules.md 10, row by row: `ROWS` must have every row of the document, word for word."""

from dataclasses import dataclass

import pytest

from games.rules.ruleset import ACES, ASMODEE, BOXED, Options
from games.rules.showdown import count_dice
from games.rules.state import Hand
from tests.builders import hand
from tests.rules import documents
from tests.rules import scenarios as when
from tests.rules.cases import Case, calza, dudo, may_follow, may_not_follow, may_open


@dataclass(frozen=True)
class Row:
    """A row's first two columns, and the cases that its third one states."""

    source: str
    case: str
    cases: tuple[Case, ...]


def row(source: str, case: str, *cases: Case) -> Row:
    return Row(source, case, cases)


def holds_four_fives_or_three_threes(options: Options) -> None:
    cup = [Hand(0, hand("5 5 1 1 3"))]
    assert count_dice(cup, face=5, palifico=False) == 4
    assert count_dice(cup, face=3, palifico=False) == 3


ROWS = [
    row(
        "000",
        "dudo on 9 threes; the table shows 4 threes and 5 ones",
        dudo("9 threes", table="4 threes, 5 ones", loses="challenger", count=9),
    ),
    row("000", "from 9 threes onto ones", may_follow("9 threes", "5 ones"), may_not_follow("9 threes", "4 ones")),
    row(
        "000",
        "from 5 ones to threes",
        may_follow("9 threes, 5 ones", "11 threes, 12 threes, 30 threes"),
        may_not_follow("9 threes, 5 ones", "10 threes"),
    ),
    row(
        "002",
        "after 7 fours",
        may_follow("7 fours", "7 fives, 8 twos, 9 threes"),
        may_not_follow("7 fours", "6 sixes, 7 twos"),
    ),
    row("002", "a cup with 5 5 1 1 3", holds_four_fives_or_three_threes),
    row(
        "002",
        "from 8 sixes onto ones; from 11 threes onto ones",
        may_follow("8 sixes", "4 ones"),
        may_not_follow("8 sixes", "3 ones"),
        may_follow("11 threes", "6 ones"),
        may_not_follow("11 threes", "5 ones"),
    ),
    row(
        "002",
        "after 4 ones",
        may_follow("8 sixes, 4 ones", "5 ones, 9 twos, 9 threes, 9 fours, 9 fives, 9 sixes"),
        may_not_follow("8 sixes, 4 ones", "4 ones, 8 twos, 8 sixes"),
    ),
    row(
        "002",
        "dudo on 7 twos; the table shows 5 twos and 3 ones",
        dudo("7 twos", table="5 twos, 3 ones", loses="challenger", count=8),
    ),
    row(
        "002",
        "calza on 13 fours",
        calza("13 fours", table="10 fours, 3 ones", dice=4, becomes=5),
        calza("13 fours", table="10 fours, 2 ones", dice=4, becomes=3),
        calza("13 fours", table="10 fours, 4 ones", dice=4, becomes=3),
    ),
    row(
        "002",
        "a right calza by a player with 5 dice",
        calza("5 fives", table="5 fives", dice=5, becomes=5),
        when.calza_right_with_all_dice_opens,
    ),
    row(
        "002",
        "a palifico round opened with 2 threes",
        may_open("2 threes", palifico=True),
        may_follow("2 threes", "3 threes, 4 threes, 5 threes", palifico=True),
        may_not_follow("2 threes", "2 fours, 3 fours, 2 ones, 3 ones", palifico=True),
        dudo("2 threes", table="2 threes", loses="challenger", count=2, palifico=True),
    ),
    row(
        "003",
        "dudo on 4 fives, then on 6 fives; the table shows 3 fives and 2 ones",
        dudo("4 fives", table="3 fives, 2 ones", loses="challenger", count=5),
        dudo("6 fives", table="3 fives, 2 ones", loses="bidder", count=5),
    ),
    row(
        "003",
        "after 2 threes",
        may_follow("2 threes", "3 threes, 2 fours, 2 sixes"),
        may_not_follow("2 threes", "3 fours"),
    ),
    row(
        "003",
        "from 5 sixes onto ones; from 3 ones to threes",
        may_follow("5 sixes", "3 ones"),
        may_not_follow("5 sixes", "2 ones"),
        may_follow("5 sixes, 3 ones", "7 threes"),
        may_not_follow("5 sixes, 3 ones", "6 threes"),
    ),
    row(
        "004",
        "after 3 threes",
        may_follow("3 threes", "3 fours, 4 threes, 5 fives"),
        may_not_follow("3 threes", "4 twos"),
    ),
]
RULES = {"000": ASMODEE.options, "002": BOXED.options, "003": ASMODEE.options, "004": ACES.options}


@pytest.mark.parametrize("example", ROWS, ids=lambda example: f"{example.source}-{example.case}")
def test_example(example: Row) -> None:
    for case in example.cases:
        case(RULES[example.source])


def test_every_row_of_the_document_is_here() -> None:
    table = documents.tables(documents.section(documents.read("rules.md"), "10. Worked examples from the sources"))[0]
    assert [(row["source"], row["case"]) for row in table] == [(row.source, row.case) for row in ROWS]
