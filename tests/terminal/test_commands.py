"""What may be typed, and what it means."""

import pytest

from games.terminal.commands import Bid, NotUnderstood, Word, as_move, parse


@pytest.mark.parametrize(
    "line",
    [
        "3 4",
        "3x4",
        "3 x 4",
        "3×4",
        "3*4",
        "3,4",
        " 3   4 ",
        "3 fours",
        "3 x fours",
        "3 four",
        "3fours",
        "b 3 4",
        "bid 3 4",
        "BID 3 FOURS",
        "03 4",
    ],
)
def test_a_bid(line: str) -> None:
    assert parse(line) == Bid(3, 4)


@pytest.mark.parametrize(
    ("line", "face"),
    [
        ("2 ones", 1),
        ("2 aces", 1),
        ("2 pacos", 1),
        ("2 twos", 2),
        ("2 threes", 3),
        ("2 fives", 5),
        ("2 six", 6),
        ("2 sixes", 6),
    ],
)
def test_a_face_by_its_name(line: str, face: int) -> None:
    assert parse(line) == Bid(2, face)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("d", Word.DUDO),
        ("Dudo", Word.DUDO),
        ("c", Word.CALZA),
        ("calza", Word.CALZA),
        ("?", Word.HELP),
        ("r", Word.RULES),
        ("h", Word.HISTORY),
        ("q", Word.QUIT),
        ("exit", Word.QUIT),
        ("", Word.SHOW),
        ("  ", Word.SHOW),
    ],
)
def test_a_word(line: str, word: Word) -> None:
    assert parse(line) == word


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("34", "two numbers"),
        ("9" * 5000, "two numbers"),
        ("3 7", "There is no face 7"),
        ("3 0", "There is no face 0"),
        ("3 sevens", "There is no face sevens"),
        ("0 4", "one die at least"),
        ("-1 4", "means nothing"),
        ("3 4 5", "means nothing"),
        ("1234 4", "means nothing"),
        ("٣ ٤", "means nothing"),
        ("dudo!", "means nothing"),
        ("\x1b[A", "means nothing"),
    ],
)
def test_what_is_not_understood_is_explained(line: str, why: str) -> None:
    command = parse(line)
    assert isinstance(command, NotUnderstood)
    assert why in command.why


def test_moves_as_the_api_takes_them() -> None:
    assert as_move(Bid(3, 4)) == {"action": "bid", "quantity": 3, "face": 4}
    assert as_move(Word.DUDO) == {"action": "dudo"}
    assert as_move(Word.CALZA) == {"action": "calza"}
    assert as_move(Word.HELP) is None
