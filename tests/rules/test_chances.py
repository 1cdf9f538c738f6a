"""Chances against the enumeration of every throw."""

from itertools import product

import pytest

from games.rules.bids import Bid
from games.rules.chances import chance_at_least, chance_exactly, chance_fewer, counting_faces
from games.rules.knowledge import Knowledge
from games.rules.showdown import count_dice
from games.rules.state import Hand


@pytest.mark.parametrize(("face", "palifico", "faces"), [(1, False, 1), (1, True, 1), (4, False, 2), (4, True, 1)])
@pytest.mark.parametrize("dice", range(6))
def test_chances_equal_the_enumeration(face: int, palifico: bool, faces: int, dice: int) -> None:
    assert counting_faces(face, palifico=palifico) == faces
    throws = [Hand(0, throw) for throw in product(range(1, 7), repeat=dice)]
    counts = [count_dice([hand], face=face, palifico=palifico) for hand in throws]
    for wanted in range(-1, dice + 2):
        at_least = sum(count >= wanted for count in counts) / len(counts)
        assert chance_at_least(wanted, dice=dice, faces=faces) == at_least
        assert chance_fewer(wanted, dice=dice, faces=faces) == pytest.approx(1 - at_least)
        assert chance_exactly(wanted, dice=dice, faces=faces) == counts.count(wanted) / len(counts)


@pytest.mark.parametrize(
    ("dice", "palifico", "face", "held"),
    [
        ((5, 5, 1, 1, 3), False, 5, 4),
        ((5, 5, 1, 1, 3), False, 3, 3),
        ((5, 5, 1, 1, 3), False, 1, 2),
        ((5, 1), True, 5, 1),
    ],
)
def test_the_own_hand_counts_first(dice: tuple[int, ...], palifico: bool, face: int, held: int) -> None:
    knowledge = Knowledge(hand=Hand(2, dice), unseen=4, palifico=palifico)
    faces = counting_faces(face, palifico=palifico)
    assert knowledge.held(face) == held
    assert knowledge.chance_good(Bid(held, face)) == 1
    assert knowledge.chance_bad(Bid(held + 5, face)) == 1
    assert knowledge.chance_good(Bid(held + 2, face)) == chance_at_least(2, dice=4, faces=faces)
    assert knowledge.chance_bad(Bid(held + 2, face)) == chance_fewer(2, dice=4, faces=faces)
    assert knowledge.chance_exact(Bid(held + 2, face)) == chance_exactly(2, dice=4, faces=faces)
