"""The server's move for a bot that has none."""

import pytest

from games.bots.registry import safest_move
from games.rules.actions import CallDudo, Move, PlaceBid
from games.rules.bids import Bid, PlacedBid
from tests.bots.positions import facing

CASES = [
    # Opening: one of a face it holds is certain; one two is the lowest of the certain bids.
    (None, (2, 6), PlaceBid(Bid(1, 2))),
    (None, (4, 6), PlaceBid(Bid(1, 4))),
    (None, (1, 6), PlaceBid(Bid(1, 2))),
    # A bid it holds already is raised to another that it holds: two fives, for want of one.
    (PlacedBid.of(1, 1, 5), (5, 5), PlaceBid(Bid(2, 5))),
    # Two twos and one six are both certain: the lower quantity, though the face is higher.
    (PlacedBid.of(1, 1, 5), (2, 2, 6), PlaceBid(Bid(1, 6))),
    # Four fives of four dice, none held: that is sure to be bad.
    (PlacedBid.of(1, 4, 5), (2, 3), CallDudo()),
]


@pytest.mark.parametrize(("standing", "hand", "move"), CASES)
def test_the_safest_move(standing: PlacedBid | None, hand: tuple[int, ...], move: Move) -> None:
    assert safest_move(facing(standing, hands=(hand, (6, 6)), ruleset="boxed")) == move


def test_off_turn_there_is_none() -> None:
    with pytest.raises(ValueError, match="on turn"):
        safest_move(facing(PlacedBid.of(1, 1, 5), hands=((1,), (2,), (3,)), ruleset="asmodee", turn=2))
