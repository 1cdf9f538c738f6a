"""What a seat knows of the dice of a round: its own hand, and how many it cannot see."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.rules.bids import FACES, Bid
from games.rules.chances import chance_at_least, chance_exactly, chance_fewer, counting_faces
from games.rules.showdown import count_dice
from games.rules.state import Hand


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """A hand, the number of dice under the other cups, and whether the round is palifico."""

    hand: Hand
    unseen: int
    palifico: bool

    def held(self, face: int) -> int:
        """The dice of the own hand that count for a face."""
        return self._held_by_face[face]

    @cached_property
    def _held_by_face(self) -> Mapping[int, int]:
        return {face: count_dice((self.hand,), face=face, palifico=self.palifico) for face in FACES}

    def chance_good(self, bid: Bid) -> float:
        """The chance that at least the quantity counts."""
        return chance_at_least(self._wanted(bid), dice=self.unseen, faces=self._faces(bid))

    def chance_bad(self, bid: Bid) -> float:
        """The chance that fewer count."""
        return chance_fewer(self._wanted(bid), dice=self.unseen, faces=self._faces(bid))

    def chance_exact(self, bid: Bid) -> float:
        """The chance that the quantity counts and no more."""
        return chance_exactly(self._wanted(bid), dice=self.unseen, faces=self._faces(bid))

    def _wanted(self, bid: Bid) -> int:
        """What the other cups must add."""
        return bid.quantity - self.held(bid.face)

    def _faces(self, bid: Bid) -> int:
        return counting_faces(bid.face, palifico=self.palifico)
