"""What each move does to a seat's share of the match, looking one answer ahead."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.bots.knowledge import knowledge_of
from games.bots.memory import dice_rolled
from games.bots.reply import doubt
from games.bots.worth import share
from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.bids import Bid, PlacedBid
from games.rules.chances import counting_faces
from games.rules.knowledge import Knowledge
from games.rules.observation import Observation


@dataclass(frozen=True, kw_only=True)
class Prospects:
    """The table as `seat` sees it. `held` is the dice of the seats in play, `next_seat` the one on its left."""

    seat: int
    next_seat: int
    ceiling: int
    held: Mapping[int, int]
    knowledge: Knowledge
    standing: PlacedBid | None

    @classmethod
    def of(cls, observation: Observation) -> "Prospects":
        """The prospects of the viewer, who must have a hand."""
        assert observation.round is not None
        assert observation.viewer is not None
        viewer, rolled = observation.viewer, dice_rolled(observation)
        held = {seat.number: rolled[seat.number] for seat in observation.seats if seat.in_play}
        return cls(
            seat=viewer,
            next_seat=min(held, key=lambda seat: (seat - viewer - 1) % len(observation.seats)),
            ceiling=observation.options.starting_dice,
            held=held,
            knowledge=knowledge_of(observation),
            standing=observation.round.standing,
        )

    @cached_property
    def now(self) -> float:
        """The share as it stands."""
        return share(self.held, self.seat)

    @cached_property
    def _if_i_lose(self) -> float:
        return self._share_after(self.seat, -1)

    @cached_property
    def _if_next_loses(self) -> float:
        return self._share_after(self.next_seat, -1)

    def worth(self, move: Move) -> float:
        """The share to expect after a move that the seat may make."""
        match move:
            case PlaceBid(bid):
                return self._worth_of_bid(bid)
            case CallDudo():
                return self._worth_of_dudo()
            case CallCalza():
                return self._worth_of_calza()

    def _worth_of_bid(self, bid: Bid) -> float:
        """The next player doubts it, and one of the two loses a die, or the round goes on and nothing is settled."""
        mine, theirs = self.held[self.seat], self.held[self.next_seat]
        doubted = doubt(
            quantity=bid.quantity,
            held=self.knowledge.held(bid.face),
            mine=mine,
            theirs=theirs,
            others=self.knowledge.unseen - theirs,
            faces=counting_faces(bid.face, palifico=self.knowledge.palifico),
        )
        undoubted = 1 - doubted.good - doubted.bad
        return undoubted * self.now + doubted.good * self._if_next_loses + doubted.bad * self._if_i_lose

    def _worth_of_dudo(self) -> float:
        assert self.standing is not None
        is_bad = self.knowledge.chance_bad(self.standing.bid)
        return is_bad * self._share_after(self.standing.seat, -1) + (1 - is_bad) * self._if_i_lose

    def _worth_of_calza(self) -> float:
        assert self.standing is not None
        is_exact = self.knowledge.chance_exact(self.standing.bid)
        return is_exact * self._share_after(self.seat, 1) + (1 - is_exact) * self._if_i_lose

    def _share_after(self, changed: int, dice: int) -> float:
        """The share once `changed` has `dice` more, up to the ceiling; nobody loses the dice of one who has left."""
        if changed not in self.held:
            return self.now
        after = min(self.held[changed] + dice, self.ceiling)
        return share({**self.held, changed: after}, self.seat)
