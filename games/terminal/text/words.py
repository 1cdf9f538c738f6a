"""Bids, ranges and numbers in words."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from games.terminal.shapes import Bid, LegalRange

FACES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
_ONE_OF: Final = ("one", "two", "three", "four", "five", "six")


def face_name(face: int, quantity: int = 2) -> str:
    return (_ONE_OF if quantity == 1 else FACES)[face - 1]


def bid_in_words(quantity: int, face: int) -> str:
    """ "3 × fours"."""
    return f"{quantity} × {face_name(face, quantity)}"


def bid_text(bid: Bid) -> str:
    return bid_in_words(bid["quantity"], bid["face"])


def ordinal(place: int) -> str:
    """ "1st" to "6th"."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def count_of(number: int, thing: str) -> str:
    """ "1 die", "2 dice"; "1 round", "2 rounds"."""
    plural = {"die": "dice"}.get(thing, f"{thing}s")
    return f"{number} {thing if number == 1 else plural}"


def ranges(legal: Sequence[LegalRange]) -> list[str]:
    """What may be bid: "4–17 × fours", "3–17 × fives, sixes". Neighbouring faces of the same range stand together."""
    together = groupby(enumerate(legal), key=lambda item: (item[1]["face"] - item[0], item[1]["min"], item[1]["max"]))
    return [_range(least, most, [entry["face"] for _, entry in group]) for (_, least, most), group in together]


def _range(least: int, most: int, faces: list[int]) -> str:
    names = [face_name(face, most) for face in faces]
    which = f"{names[0]} to {names[-1]}" if len(names) > 2 else ", ".join(names)
    return f"{least} × {which}" if least == most else f"{least}–{most} × {which}"
