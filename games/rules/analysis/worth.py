"""What a choice is worth by the one-ply model of docs/analysis.md, in whole numbers until the end.

The seat's chance to win the game is taken to be its share of the dice in play. A choice is worth the share to expect
once what it brings about at once has happened: a call is settled; a bid is doubted by the next player, who goes by
the chance of it given their own hand, or else it changes nothing.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.bids import Bid
from games.rules.chances import counting_faces, throws, ways, ways_from
from games.rules.knowledge import Knowledge
from games.rules.state import GameState, RoundState


@dataclass(frozen=True)
class Worth:
    """What the choices of `seat` are worth at a table."""

    state: GameState
    seat: int

    @cached_property
    def round(self) -> RoundState:
        assert self.state.round is not None
        return self.state.round

    @cached_property
    def knowledge(self) -> Knowledge:
        """Its own hand, and how many dice are under the other cups, those of leavers too."""
        own = next(hand for hand in self.round.hands if hand.seat == self.seat)
        return Knowledge(hand=own, unseen=self.round.dice_rolled - len(own.dice), palifico=self.round.is_palifico)

    def of(self, choice: Move | None) -> Fraction:
        """The share to expect after a move that the seat may make; None is to do nothing."""
        return Fraction(self.units(choice), self._unit)

    def units(self, choice: Move | None) -> int:
        """The same in units that are equal for all choices at this table."""
        match choice:
            case None:
                return self._now * self._throws
            case PlaceBid(bid):
                return self._of_bid(bid)
            case CallDudo():
                return self._of_dudo()
            case CallCalza():
                return self._of_calza()

    # Shares before and after one die more or less, all in the same units: dice of the seat over all dice in play.

    @cached_property
    def _mine(self) -> int:
        return self.state.seats[self.seat].dice_count

    @cached_property
    def _all(self) -> int:
        return sum(seat.dice_count for seat in self.state.seats if seat.in_play)

    @cached_property
    def _throws(self) -> int:
        return throws(self.knowledge.unseen)

    @cached_property
    def _unit(self) -> int:
        return self._all * (self._all - 1) * (self._all + 1) * self._throws

    def _share(self, *, mine: int, change: int) -> int:
        """The share of `mine` dice when there are so many more, or fewer, in play."""
        return mine * self._all * (self._all - 1) * (self._all + 1) // (self._all + change)

    @cached_property
    def _now(self) -> int:
        return self._share(mine=self._mine, change=0)

    @cached_property
    def _if_i_lose(self) -> int:
        return self._share(mine=self._mine - 1, change=-1)

    @cached_property
    def _if_i_gain(self) -> int:
        gained = self._mine < self.state.options.starting_dice
        return self._share(mine=self._mine + 1, change=1) if gained else self._now

    def _if_other_loses(self, other: int) -> int:
        """Nobody loses the dice of one who has left (docs/rules.md 9)."""
        return self._share(mine=self._mine, change=-1) if self.state.seats[other].in_play else self._now

    # Each kind of choice, over all throws of the dice that the seat does not see.

    def _of_dudo(self) -> int:
        standing = self.round.standing
        assert standing is not None
        good = self._good(standing.bid)
        return good * self._if_i_lose + (self._throws - good) * self._if_other_loses(standing.seat)

    def _of_calza(self) -> int:
        bid = self.round.standing_bid
        assert bid is not None
        exact = ways(self._wanted(bid), self.knowledge.unseen, self._faces(bid))
        return exact * self._if_i_gain + (self._throws - exact) * self._if_i_lose

    def _of_bid(self, bid: Bid) -> int:
        next_seat = self.state.left_of(self.seat)
        theirs = self.state.seats[next_seat].dice_count
        good, bad = doubted(
            quantity=bid.quantity,
            held=self.knowledge.held(bid.face),
            mine=self._mine,
            theirs=theirs,
            others=self.knowledge.unseen - theirs,
            faces=self._faces(bid),
        )
        undoubted = self._throws - good - bad
        return undoubted * self._now + good * self._if_other_loses(next_seat) + bad * self._if_i_lose

    def _good(self, bid: Bid) -> int:
        return ways_from(self._wanted(bid), self.knowledge.unseen, self._faces(bid))

    def _wanted(self, bid: Bid) -> int:
        return bid.quantity - self.knowledge.held(bid.face)

    def _faces(self, bid: Bid) -> int:
        return counting_faces(bid.face, palifico=self.round.is_palifico)


@lru_cache(maxsize=1 << 16)
def doubted(*, quantity: int, held: int, mine: int, theirs: int, others: int, faces: int) -> tuple[int, int]:
    """In how many throws of the dice that the bidder does not see the next player doubts a bid that is good, or bad.

    The bidder holds `mine` dice, of which `held` count; the next player has `theirs`, all the rest are `others`.
    They doubt what is less likely good than not, by the chance given their own hand.
    """
    good = bad = 0
    for matching in range(theirs + 1):
        unseen = mine + others
        if 2 * ways_from(quantity - matching, unseen, faces) < throws(unseen):
            hands = ways(matching, theirs, faces)
            true = ways_from(quantity - matching - held, others, faces)
            good += hands * true
            bad += hands * (throws(others) - true)
    return good, bad
