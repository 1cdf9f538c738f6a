"""Which bid may follow which (docs/rules.md 4): one list of pairs, held against all rulesets."""

from dataclasses import replace
from typing import Final

import pytest

from games.rules.bids import FACES, Bid, BidContext, LegalRange
from games.rules.ruleset import ACES, ASMODEE, BOXED, FaceChange, OnesEntry, Options, RaiseRule
from tests.builders import bid, bids

CAP: Final = 30
LETTERS: Final = {"A": ASMODEE.options, "B": BOXED.options, "C": ACES.options}
"""A: asmodee (000, 003). B: boxed (002). C: aces (004)."""

# Who allows it: in an ordinary round; in a palifico round; in a palifico round by a veteran.
FOLLOWS = [
    ("3 threes", "3 threes", "---", "---", "---"),
    ("3 threes", "4 threes", "ABC", "ABC", "ABC"),
    ("3 threes", "9 threes", "ABC", "ABC", "ABC"),
    ("3 threes", "30 threes", "ABC", "ABC", "ABC"),
    ("3 threes", "31 threes", "---", "---", "---"),
    ("3 threes", "2 threes", "---", "---", "---"),
    ("3 threes", "3 fours", "ABC", "---", "-BC"),
    ("3 threes", "3 sixes", "ABC", "---", "-BC"),
    ("3 threes", "4 fours", "-BC", "---", "-BC"),
    ("3 threes", "5 fives", "-BC", "---", "-BC"),
    ("3 threes", "4 twos", "-B-", "---", "-B-"),
    ("3 threes", "3 twos", "---", "---", "---"),
    ("3 threes", "2 sixes", "---", "---", "---"),
    ("3 threes", "1 six", "---", "---", "---"),
    ("3 threes", "1 one", "---", "---", "---"),
    ("3 threes", "2 ones", "ABC", "---", "---"),
    ("3 threes", "3 ones", "AB-", "---", "---"),
    ("3 threes", "4 ones", "AB-", "---", "-B-"),
    ("7 fours", "7 fives", "ABC", "---", "-BC"),
    ("7 fours", "8 twos", "-B-", "---", "-B-"),
    ("7 fours", "9 threes", "-B-", "---", "-B-"),
    ("7 fours", "9 fives", "-BC", "---", "-BC"),
    ("7 fours", "6 sixes", "---", "---", "---"),
    ("7 fours", "7 twos", "---", "---", "---"),
    ("8 sixes", "3 ones", "---", "---", "---"),
    ("8 sixes", "4 ones", "ABC", "---", "---"),
    ("8 sixes", "5 ones", "AB-", "---", "---"),
    ("8 sixes", "9 ones", "AB-", "---", "-B-"),
    ("8 sixes", "30 ones", "AB-", "---", "-B-"),
    ("8 sixes", "9 twos", "-B-", "---", "-B-"),
    ("9 threes", "4 ones", "---", "---", "---"),
    ("9 threes", "5 ones", "ABC", "---", "---"),
    ("11 threes", "5 ones", "---", "---", "---"),
    ("11 threes", "6 ones", "ABC", "---", "---"),
    ("5 sixes", "2 ones", "---", "---", "---"),
    ("5 sixes", "3 ones", "ABC", "---", "---"),
    ("1 two", "1 one", "ABC", "---", "---"),
    ("1 two", "2 ones", "AB-", "---", "-B-"),
    ("1 two", "1 six", "ABC", "---", "-BC"),
    ("30 twos", "15 ones", "ABC", "---", "---"),
    ("30 twos", "30 sixes", "ABC", "---", "-BC"),
    ("30 sixes", "15 ones", "ABC", "---", "---"),
    ("30 sixes", "30 ones", "AB-", "---", "---"),
    ("4 ones", "3 ones", "---", "---", "---"),
    ("4 ones", "4 ones", "---", "---", "---"),
    ("4 ones", "5 ones", "ABC", "ABC", "ABC"),
    ("4 ones", "30 ones", "ABC", "ABC", "ABC"),
    ("4 ones", "3 sixes", "---", "---", "---"),
    ("4 ones", "4 twos", "---", "---", "-BC"),
    ("4 ones", "4 sixes", "---", "---", "-BC"),
    ("4 ones", "5 twos", "---", "---", "-BC"),
    ("4 ones", "8 sixes", "---", "---", "-BC"),
    ("4 ones", "9 twos", "ABC", "---", "-BC"),
    ("4 ones", "9 sixes", "ABC", "---", "-BC"),
    ("4 ones", "10 threes", "ABC", "---", "-BC"),
    ("3 ones", "6 threes", "---", "---", "-BC"),
    ("3 ones", "7 threes", "ABC", "---", "-BC"),
    ("5 ones", "10 threes", "---", "---", "-BC"),
    ("5 ones", "11 threes", "ABC", "---", "-BC"),
    ("15 ones", "16 ones", "ABC", "ABC", "ABC"),
    ("15 ones", "30 sixes", "---", "---", "-BC"),
    ("30 ones", "30 sixes", "---", "---", "-BC"),
]


def context(options: Options, *, palifico: bool = False, veteran: bool = False, cap: int = CAP) -> BidContext:
    return BidContext(options=options, cap=cap, palifico=palifico, veteran=veteran)


def allowing(standing: Bid | None, answer: Bid, *, palifico: bool, veteran: bool) -> str:
    """The letters of the rulesets that let `answer` follow, with a dash for the others."""
    return "".join(
        letter if allows(context(options, palifico=palifico, veteran=veteran), standing, answer) else "-"
        for letter, options in LETTERS.items()
    )


def allows(bidding: BidContext, standing: Bid | None, answer: Bid) -> bool:
    return any(answer in legal for legal in bidding.legal_ranges(standing))


@pytest.mark.parametrize(
    ("standing", "answer", "ordinary", "palifico", "veteran"), FOLLOWS, ids=[f"{a}-{b}" for a, b, *_ in FOLLOWS]
)
def test_follows(standing: str, answer: str, ordinary: str, palifico: str, veteran: str) -> None:
    from_, to = bid(standing), bid(answer)
    assert allowing(from_, to, palifico=False, veteran=False) == ordinary
    assert allowing(from_, to, palifico=False, veteran=True) == ordinary, "veterans have rights in palifico rounds only"
    assert allowing(from_, to, palifico=True, veteran=False) == palifico
    assert allowing(from_, to, palifico=True, veteran=True) == veteran


OPENINGS = [
    ("1 two", "ABC", "ABC"),
    ("30 sixes", "ABC", "ABC"),
    ("31 sixes", "---", "---"),
    ("1 one", "---", "ABC"),
    ("30 ones", "---", "ABC"),
    ("31 ones", "---", "---"),
    ("0 twos", "---", "---"),
    ("0 ones", "---", "---"),
    ("-1 twos", "---", "---"),
]


@pytest.mark.parametrize(("opening", "ordinary", "palifico"), OPENINGS, ids=[row[0] for row in OPENINGS])
def test_opens(opening: str, ordinary: str, palifico: str) -> None:
    for veteran in (False, True):
        assert allowing(None, bid(opening), palifico=False, veteran=veteran) == ordinary
        assert allowing(None, bid(opening), palifico=True, veteran=veteran) == palifico


# What no ruleset combines: a veteran under `exclusive`, and `exactly` under other raise rules.
COMBINED = [
    (RaiseRule.EXCLUSIVE, "2 threes", "3 threes, 2 fours, 2 sixes", "3 fours, 3 twos, 3 ones, 2 twos, 2 ones"),
    (RaiseRule.EXCLUSIVE, "3 ones", "4 ones, 3 twos, 3 sixes", "4 twos, 7 twos, 3 ones"),
    (RaiseRule.MONOTONE, "3 ones", "4 ones, 3 twos, 4 twos, 9 sixes", "3 ones, 2 sixes"),
    (RaiseRule.QUANTITY_FIRST, "3 twos", "4 ones, 4 twos, 3 threes", "3 ones, 3 twos, 2 sixes"),
]


@pytest.mark.parametrize(("raise_rule", "standing", "legal", "illegal"), COMBINED)
def test_veteran_raises_by_the_raise_rule(raise_rule: RaiseRule, standing: str, legal: str, illegal: str) -> None:
    options = replace(BOXED.options, raise_rule=raise_rule, palifico_face_change=FaceChange.VETERANS)
    bidding = context(options, palifico=True, veteran=True)
    assert [b for b in bids(legal) if not allows(bidding, bid(standing), b)] == []
    assert [b for b in bids(illegal) if allows(bidding, bid(standing), b)] == []


@pytest.mark.parametrize("raise_rule", RaiseRule)
@pytest.mark.parametrize("quantity", range(1, CAP + 1))
def test_ones_entry(raise_rule: RaiseRule, quantity: int) -> None:
    """Half of the quantity, rounded up, whatever the raise rule and the face."""
    half = -(-quantity // 2)
    for entry, most in ((OnesEntry.EXACTLY, half), (OnesEntry.AT_LEAST, CAP)):
        options = replace(BOXED.options, raise_rule=raise_rule, ones_entry=entry)
        for face in FACES[1:]:
            ones = [r for r in context(options).legal_ranges(Bid(quantity, face)) if r.face == 1]
            assert ones == [LegalRange(1, half, most)]


def test_ranges_stand_by_rising_face() -> None:
    """A view's example: after 3 fours (docs/rules.md 4)."""
    ranges = context(ACES.options, cap=17).legal_ranges(bid("3 fours"))
    assert ranges == (LegalRange(1, 2, 2), LegalRange(4, 4, 17), LegalRange(5, 3, 17), LegalRange(6, 3, 17))


def test_a_range_holds_its_bids() -> None:
    legal = LegalRange(3, 2, 4)
    assert list(legal.bids()) == list(bids("2 threes, 3 threes, 4 threes"))
    assert all(b in legal for b in legal.bids())
    assert [b for b in (Bid(1, 3), Bid(5, 3), Bid(2, 4), (2, 3), None) if b in legal] == []


def test_nothing_follows_the_highest_bid() -> None:
    """Under `quantity_first` and `at_least` that is all dice on ones; then only a call is left."""
    assert context(BOXED.options).legal_ranges(bid("30 ones")) == ()
    assert context(BOXED.options, cap=2).legal_ranges(bid("2 sixes")) == (LegalRange(1, 1, 2),)
