"""What counts as a bluff (docs/statistics.md)."""

from games.rules.bids import Bid
from games.rules.showdown import count_dice
from games.rules.state import Hand


def is_bluff(bid: Bid, *, own: Hand, dice_rolled: int, palifico: bool) -> bool:
    """Whether a bid claims more than its bidder's own dice bear out.

    The own hand's share of a bid is the bid's quantity in the proportion of the own dice to all that were rolled; a
    hand that holds less of the face than its share (ones counted as in a showdown) makes the bid a bluff.
    """
    held = count_dice([own], face=bid.face, palifico=palifico)
    return held * dice_rolled < bid.quantity * len(own.dice)
