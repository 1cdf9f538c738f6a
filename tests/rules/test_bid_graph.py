"""What follows from the rules of bidding as a whole (docs/rules.md 4), for 2 to 30 dice and all that matters to it.

A round's kind is a raise rule and, where ordinary, the ones entry; where palifico, who may change the face. In a
palifico round any bidder may be a veteran or not, so that its graph of bids holds the raises of both.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from graphlib import TopologicalSorter
from itertools import pairwise, product

import pytest

from games.rules.bids import FACES, Bid, BidContext, LegalRange
from games.rules.ruleset import ACES, ASMODEE, BOXED, FaceChange, OnesEntry, Options, RaiseRule
from tests.reference import Referee

DICE = range(2, 31)


@dataclass(frozen=True)
class RoundKind:
    """What decides which bid may follow which, but for the number of dice and the bidder."""

    raise_rule: RaiseRule
    ones_entry: OnesEntry
    face_change: FaceChange
    palifico: bool

    def __str__(self) -> str:
        detail = f"palifico-{self.face_change}" if self.palifico else self.ones_entry
        return f"{self.raise_rule}-{detail}"

    @cached_property
    def options(self) -> Options:
        return replace(
            BOXED.options,
            raise_rule=self.raise_rule,
            ones_entry=self.ones_entry,
            palifico_face_change=self.face_change,
        )

    def after(self, standing: Bid | None, *, dice: int, veteran: bool) -> tuple[LegalRange, ...]:
        context = BidContext(options=self.options, cap=dice, palifico=self.palifico, veteran=veteran)
        return context.legal_ranges(standing)

    def followers(self, standing: Bid | None, *, dice: int) -> set[Bid]:
        """The bids that some bidder may make after `standing`."""
        return {
            b for veteran in (False, True) for r in self.after(standing, dice=dice, veteran=veteran) for b in r.bids()
        }


KINDS = [
    *(RoundKind(rule, entry, FaceChange.NOBODY, palifico=False) for rule, entry in product(RaiseRule, OnesEntry)),
    *(RoundKind(rule, OnesEntry.AT_LEAST, change, palifico=True) for rule, change in product(RaiseRule, FaceChange)),
]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


def all_bids(dice: int) -> list[Bid]:
    return [Bid(quantity, face) for quantity in range(1, dice + 1) for face in FACES]


def test_nothing_else_matters_to_raising() -> None:
    """In an ordinary round neither veterans nor the face change do, in a palifico round not the ones entry."""
    for rule, bid in product(RaiseRule, [None, *all_bids(8)]):
        for entry in OnesEntry:
            ordinary = [RoundKind(rule, entry, change, palifico=False) for change in FaceChange]
            assert len({k.after(bid, dice=8, veteran=veteran) for k in ordinary for veteran in (False, True)}) == 1
        special = [RoundKind(rule, entry, FaceChange.VETERANS, palifico=True) for entry in OnesEntry]
        locked = [RoundKind(rule, entry, FaceChange.NOBODY, palifico=True) for entry in OnesEntry]
        assert len({k.after(bid, dice=8, veteran=True) for k in special}) == 1
        plain = {k.after(bid, dice=8, veteran=False) for k in special}
        assert len(plain | {k.after(bid, dice=8, veteran=veteran) for k in locked for veteran in (False, True)}) == 1


@every_kind
def test_no_cycle(kind: RoundKind) -> None:
    """So no bid comes twice in a round, and every round ends; of fewer dice than thirty the next test speaks."""
    graph = {bid: kind.followers(bid, dice=DICE[-1]) for bid in all_bids(DICE[-1])}
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError
    assert len(order) == 6 * DICE[-1]


@every_kind
def test_fewer_dice_cut_off_bids_only(kind: RoundKind) -> None:
    """Among fewer dice the same bids follow a bid, but for those above the cap: a part of the graph of thirty dice."""
    for standing, veteran in product([None, *all_bids(DICE[-1])], (False, True)):
        at_most = kind.after(standing, dice=DICE[-1], veteran=veteran)
        for dice in DICE:
            cut = tuple(replace(r, maximum=min(r.maximum, dice)) for r in at_most if r.minimum <= dice)
            if standing is None or standing.quantity <= dice:
                assert kind.after(standing, dice=dice, veteran=veteran) == cut


@every_kind
def test_a_quantity_of_ones_never_comes_twice(kind: RoundKind) -> None:
    """Whatever is bid between, ones only rise (text 002; docs/rules.md 4)."""
    for dice in (2, 3, 5, 10, 30):
        for quantity in range(1, dice + 1):
            reached = reachable(kind, Bid(quantity, 1), dice)
            assert not [bid for bid in reached if bid.face == 1 and bid.quantity <= quantity]


def reachable(kind: RoundKind, start: Bid, dice: int) -> set[Bid]:
    """All that may come after a bid, by any way."""
    seen: set[Bid] = set()
    waiting = [start]
    while waiting:
        new = kind.followers(waiting.pop(), dice=dice) - seen
        seen |= new
        waiting.extend(new)
    return seen


@every_kind
def test_the_legal_quantities_of_a_face_are_one_unbroken_range(kind: RoundKind) -> None:
    """By the second statement of the rules, which asks of each bid by itself; and the ranges are those bids exactly."""
    for dice in (2, 3, 4, 5, 7, 12, 30):
        referee = TableOf(kind, dice)
        for standing, veteran in product([None, *all_bids(dice)], (False, True)):
            ranges = kind.after(standing, dice=dice, veteran=veteran)
            assert [r.face for r in ranges] == sorted({r.face for r in ranges})
            assert all(1 <= r.minimum <= r.maximum <= dice for r in ranges)
            ranged = {(b.quantity, b.face) for r in ranges for b in r.bids()}
            assert ranged == set(referee.legal(standing, veteran=veteran))


class TableOf:
    """A referee with two players and any number of dice, one of them on turn after any bid."""

    def __init__(self, kind: RoundKind, dice: int) -> None:
        self.referee = Referee({**kind.options.as_dict(), "lost_dice_visible": True}, seats=2)
        self.referee.deal({0: [4] * 5, 1: [4] * 5}, roll_off=[[{"seat": 0, "die": 2}, {"seat": 1, "die": 1}]])
        assert self.referee.now is not None
        self.now = self.referee.now
        self.now.update(rolled=dice, turn=1, palifico_seat=0 if kind.palifico else None)

    def legal(self, standing: Bid | None, *, veteran: bool) -> list[tuple[int, int]]:
        bids = [] if standing is None else [{"seat": 0, "quantity": standing.quantity, "face": standing.face}]
        self.now["bids"] = bids
        self.referee.people[1].update(dice=1, had_palifico=veteran)
        return self.referee.legal_bids(1)


def boxed_order(dice: int) -> list[Bid]:
    """All bids from low to high: n twos to n sixes, then n / 2 ones where n is even; the remaining ones come last."""
    order = []
    for quantity in range(1, dice + 1):
        order += [Bid(quantity, face) for face in FACES[1:]]
        if quantity % 2 == 0:
            order.append(Bid(quantity // 2, 1))
    return order + [Bid(quantity, 1) for quantity in range(dice // 2 + 1, dice + 1)]


@pytest.mark.parametrize("dice", DICE)
def test_quantity_first_and_at_least_is_a_total_order(dice: int) -> None:
    """k ones stand between 2k sixes and 2k + 1 twos; exactly the bids above a bid may follow it."""
    kind = RoundKind(RaiseRule.QUANTITY_FIRST, OnesEntry.AT_LEAST, FaceChange.NOBODY, palifico=False)
    order = boxed_order(dice)
    assert len(order) == len(set(order)) == 6 * dice
    for below, above in pairwise(order):
        if above.face == 1 and below.face != 1 and 2 * above.quantity <= dice:
            assert below == Bid(2 * above.quantity, 6)
        if below.face == 1 and above.face != 1:
            assert above == Bid(2 * below.quantity + 1, 2)
    for place, bid in enumerate(order):
        assert kind.followers(bid, dice=dice) == set(order[place + 1 :])


def sequences(options: Options, dice: int, *, palifico: bool = False) -> int:
    """How many histories a round of so many dice can have before its call, the empty one included."""
    context = BidContext(options=options, cap=dice, palifico=palifico, veteran=False)

    @cache
    def from_here(standing: Bid | None) -> int:
        return 1 + sum(from_here(bid) for r in context.legal_ranges(standing) for bid in r.bids())

    return from_here(None)


def test_counted_rounds() -> None:
    """Two players with a die each, boxed: 4093 histories; with six hands, the 24,558 information sets solvers know."""
    assert sequences(BOXED.options, 2) == 4093
    assert 6 * sequences(BOXED.options, 2) == 24_558


@pytest.mark.parametrize("dice", [2, 3, 4, 5])
@pytest.mark.parametrize("palifico", [False, True])
@pytest.mark.parametrize("options", [ASMODEE.options, BOXED.options, ACES.options])
def test_rounds_counted_by_both_statements_of_the_rules(options: Options, palifico: bool, dice: int) -> None:
    kind = RoundKind(options.raise_rule, options.ones_entry, options.palifico_face_change, palifico)
    table = TableOf(kind, dice)

    @cache
    def from_here(standing: Bid | None) -> int:
        return 1 + sum(from_here(Bid(*bid)) for bid in table.legal(standing, veteran=False))

    assert from_here(None) == sequences(options, dice, palifico=palifico)


@every_kind
def test_time_can_always_open(kind: RoundKind) -> None:
    """One two, the bid that is made for a player whose time is up, opens every round (docs/rules.md 9)."""
    for dice in DICE:
        assert Bid(1, 2) in kind.followers(None, dice=dice)
