"""Bids, and the one statement of which bids are legal (docs/rules.md 4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from games.rules.ruleset import FaceChange, OnesEntry, Options, RaiseRule

ONES: Final = 1
FACES: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class Bid:
    """At least `quantity` dice on the table count for `face`."""

    quantity: int
    face: int


@dataclass(frozen=True, slots=True)
class LegalRange:
    """The quantities `minimum` to `maximum`, both included, that may be bid for one face."""

    face: int
    minimum: int
    maximum: int

    def __contains__(self, bid: object) -> bool:
        return isinstance(bid, Bid) and bid.face == self.face and self.minimum <= bid.quantity <= self.maximum

    def bids(self) -> Iterable[Bid]:
        return (Bid(quantity, self.face) for quantity in range(self.minimum, self.maximum + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class BidContext:
    """What the legality of a bid hangs on, beside the bid it follows.

    `cap` is the greatest quantity; `palifico` whether the round is one; `veteran` whether the bidder is one.
    """

    options: Options
    cap: int
    palifico: bool
    veteran: bool

    def legal_ranges(self, standing: Bid | None) -> tuple[LegalRange, ...]:
        """Every face that may be bid after `standing` (None: to open), with its range, by rising face."""
        ranges = (self._range(standing, face) for face in FACES)
        return tuple(r for r in ranges if r is not None and r.minimum <= r.maximum)

    def _range(self, standing: Bid | None, face: int) -> LegalRange | None:
        limits = self._opening(face) if standing is None else self._raising(standing, face)
        return None if limits is None else LegalRange(face, limits[0], min(limits[1], self.cap))

    def _opening(self, face: int) -> tuple[int, int] | None:
        """Any quantity; ones in a palifico round only (all four texts)."""
        return None if face == ONES and not self.palifico else (1, self.cap)

    def _raising(self, standing: Bid, face: int) -> tuple[int, int] | None:
        if self.palifico:
            return self._raising_palifico(standing, face)
        if face == ONES:
            return self._raising_to_ones(standing)
        if standing.face == ONES:
            # Twice the ones and one more, or any number beyond (text 000).
            return 2 * standing.quantity + 1, self.cap
        return self._raising_by_rule(standing, face)

    def _raising_palifico(self, standing: Bid, face: int) -> tuple[int, int] | None:
        """Ones are an ordinary face, below 2; the face stays, unless a veteran may change it (002, 004)."""
        if self.veteran and self.options.palifico_face_change is FaceChange.VETERANS:
            return self._raising_by_rule(standing, face)
        return (standing.quantity + 1, self.cap) if face == standing.face else None

    def _raising_to_ones(self, standing: Bid) -> tuple[int, int]:
        if standing.face == ONES:
            return standing.quantity + 1, self.cap
        half = (standing.quantity + 1) // 2
        return half, half if self.options.ones_entry is OnesEntry.EXACTLY else self.cap

    def _raising_by_rule(self, standing: Bid, face: int) -> tuple[int, int] | None:
        """`raise_rule`, over faces that are all ordinary."""
        if face == standing.face:
            return standing.quantity + 1, self.cap
        rule = self.options.raise_rule
        if face > standing.face:
            return standing.quantity, standing.quantity if rule is RaiseRule.EXCLUSIVE else self.cap
        return (standing.quantity + 1, self.cap) if rule is RaiseRule.QUANTITY_FIRST else None


@dataclass(frozen=True, slots=True)
class PlacedBid:
    """A bid that a seat has made; `timeout` when time made it for them (docs/rules.md 9)."""

    seat: int
    bid: Bid
    timeout: bool = False

    @classmethod
    def of(cls, seat: int, quantity: int, face: int, *, timeout: bool = False) -> Self:
        return cls(seat, Bid(quantity, face), timeout)
