"""Bids and ranges in words."""

import pytest

from games.terminal.shapes import LegalRange
from games.terminal.text.words import bid_in_words, count_of, ordinal, ranges


def legal(*entries: tuple[int, int, int]) -> list[LegalRange]:
    return [{"face": face, "min": least, "max": most} for face, least, most in entries]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([], []),
        ([(1, 2, 2)], ["2 × ones"]),
        ([(1, 1, 1)], ["1 × one"]),
        ([(4, 4, 17), (5, 3, 17)], ["4–17 × fours", "3–17 × fives"]),
        ([(5, 3, 17), (6, 3, 17)], ["3–17 × fives, sixes"]),
        ([(2, 1, 15), (3, 1, 15), (4, 1, 15), (5, 1, 15), (6, 1, 15)], ["1–15 × twos to sixes"]),
        ([(1, 2, 9), (3, 4, 9), (4, 3, 3), (5, 3, 3)], ["2–9 × ones", "4–9 × threes", "3 × fours, fives"]),
        ([(2, 1, 9), (4, 1, 9)], ["1–9 × twos", "1–9 × fours"]),
    ],
)
def test_ranges(entries: list[tuple[int, int, int]], said: list[str]) -> None:
    assert ranges(legal(*entries)) == said


def test_numbers() -> None:
    assert [ordinal(place) for place in range(1, 7)] == ["1st", "2nd", "3rd", "4th", "5th", "6th"]
    assert [count_of(1, "die"), count_of(2, "die"), count_of(1, "round"), count_of(0, "hand")] == [
        "1 die",
        "2 dice",
        "1 round",
        "0 hands",
    ]
    assert [bid_in_words(1, 6), bid_in_words(3, 6)] == ["1 × six", "3 × sixes"]
