"""The analysis of docs/analysis.md by throwing all dice that there are; it shares no code with `games.rules`.

Who may do what is asked of the referee (`tests.reference`). Every throw of the dice that a player does not see is made,
the next player looks at their own part of it, and throws all that they do not see in turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from tests.audit import Seeds
from tests.reference import Referee

Json = dict[str, Any]
Choice = tuple[Any, ...]
"""`("bid", 3, 4)`, `("dudo",)`, `("calza",)`, `("wait",)`."""


@dataclass(frozen=True)
class Moment:
    """A decision that is about to be made, at the referee's table."""

    referee: Referee
    seat: int
    made: Choice
    hands: dict[int, list[int]]
    palifico: bool

    @property
    def bid(self) -> tuple[int, int]:
        """The bid that is made, or called."""
        if self.made[0] == "bid":
            return self.made[1], self.made[2]
        assert self.referee.now is not None
        standing = self.referee.now["bids"][-1]
        return standing["quantity"], standing["face"]

    @cached_property
    def throws(self) -> list[dict[int, tuple[int, ...]]]:
        """The cups of the others, in every way that they may hold."""
        sizes = {seat: len(dice) for seat, dice in self.hands.items() if seat != self.seat}
        return [_dealt(sizes, thrown) for thrown in product(range(1, 7), repeat=sum(sizes.values()))]

    def counted(self, face: int, dice: Any) -> int:
        return sum(die == face or (die == 1 and not self.palifico) for die in dice)

    def total(self, face: int, thrown: dict[int, tuple[int, ...]]) -> int:
        return self.counted(face, self.hands[self.seat]) + sum(self.counted(face, dice) for dice in thrown.values())

    @property
    def good(self) -> Fraction:
        quantity, face = self.bid
        return Fraction(sum(self.total(face, thrown) >= quantity for thrown in self.throws), len(self.throws))

    @property
    def exact(self) -> Fraction:
        quantity, face = self.bid
        return Fraction(sum(self.total(face, thrown) == quantity for thrown in self.throws), len(self.throws))

    @property
    def bluff(self) -> bool:
        (quantity, face), own = self.bid, self.hands[self.seat]
        share = Fraction(quantity * len(own), sum(map(len, self.hands.values())))
        return self.counted(face, own) < share

    @property
    def choices(self) -> list[Choice]:
        """All that the rules allow now."""
        assert self.referee.now is not None
        bids = [("bid", quantity, face) for quantity, face in self.referee.legal_bids(self.seat)]
        calls = [(call,) for call in self.referee.allowed(self.seat) if call != "bid"]
        return [*bids, *calls, *([] if self.referee.now["turn"] == self.seat else [("wait",)])]

    def worth(self, choice: Choice) -> Fraction:
        """The share of the dice in play to expect, on average over all throws."""
        return sum((self._after(choice, thrown) for thrown in self.throws), Fraction(0)) / len(self.throws)

    def _after(self, choice: Choice, thrown: dict[int, tuple[int, ...]]) -> Fraction:
        """The share once the choice has had its effect, the others holding these dice."""
        if choice[0] == "wait":
            return self._share({})
        if choice[0] == "bid":
            return self._after_bid(choice[1], choice[2], thrown)
        assert self.referee.now is not None
        standing = self.referee.now["bids"][-1]
        count = self.total(standing["face"], thrown)
        if choice[0] == "dudo":
            return self._share({self.seat if count >= standing["quantity"] else standing["seat"]: -1})
        return self._share({self.seat: 1 if count == standing["quantity"] else -1})

    def _after_bid(self, quantity: int, face: int, thrown: dict[int, tuple[int, ...]]) -> Fraction:
        following = self.referee.to_the_left(self.seat)
        everybody = sum(map(len, self.hands.values()))
        own = self.counted(face, thrown[following])
        counting = 1 if self.palifico or face == 1 else 2
        if chance(quantity - own, everybody - len(thrown[following]), counting) >= Fraction(1, 2):
            return self._share({})
        return self._share({following if self.total(face, thrown) >= quantity else self.seat: -1})

    def _share(self, change: dict[int, int]) -> Fraction:
        """Who has left has no dice to lose; nobody holds more than all began with."""
        most = self.referee.options["starting_dice"]
        dice = {p["seat"]: p["dice"] for p in self.referee.people if p["playing"]}
        for seat, by in change.items():
            if seat in dice:
                dice[seat] = min(dice[seat] + by, most)
        return Fraction(dice[self.seat], sum(dice.values()))


@lru_cache
def chance(wanted: int, dice: int, counting: int) -> Fraction:
    """That so many of the dice, or more, show one of the counting faces, by throwing them in every way."""
    thrown = list(product(range(6), repeat=dice))
    return Fraction(sum(sum(die < counting for die in throw) >= wanted for throw in thrown), len(thrown))


def _dealt(sizes: dict[int, int], thrown: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    dice = iter(thrown)
    return {seat: tuple(next(dice) for _ in range(size)) for seat, size in sizes.items()}


def moments(document: Json) -> Iterator[Moment]:
    """The decisions of a record in order. Each is to be looked at before the next one is asked for."""
    referee = Referee(document["options"], len(document["seats"]))
    seeds = Seeds.of(document, document["server_seed"])
    for round_ in document["rounds"]:
        by_roll_off = document["options"]["first_opener"] == "roll_off"
        first = seeds.first(len(document["seats"]), by_roll_off=by_roll_off) if round_["number"] == 1 else {}
        hands = {hand["seat"]: hand["dice"] for hand in round_["hands"]}
        referee.deal(dict(hands), **first)
        yield from _moments_of_round(referee, round_, hands)


def _moments_of_round(referee: Referee, round_: Json, hands: dict[int, list[int]]) -> Iterator[Moment]:
    palifico = round_["palifico_seat"] is not None
    for seat, move, by_time in _in_order(round_):
        if move["action"] != "leave":
            made = (move["action"], move["quantity"], move["face"]) if move["action"] == "bid" else (move["action"],)
            yield Moment(referee, seat, made, hands, palifico)
        referee.play(seat, {"action": "timeout"} if by_time else move)


def _in_order(round_: Json) -> Iterator[tuple[int, Json, bool]]:
    departures = list(round_["departures"])
    for made, bid in enumerate([*round_["bids"], None]):
        while departures and departures[0]["after_bids"] == made:
            left = departures.pop(0)
            yield left["seat"], {"action": "leave", "reason": left["reason"]}, left["reason"] == "timeout"
        if bid is not None:
            yield bid["seat"], {"action": "bid", **bid}, bid["timeout"]
    call = round_["call"]
    if call["kind"] != "departure":
        yield call["seat"], {"action": call["kind"]}, call["timeout"]
