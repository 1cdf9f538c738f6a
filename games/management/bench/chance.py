"""Whether dice fall as fair dice do: many of them, thrown as games throw them, counted and held against chance.

Pearson's chi-square. Its probability is exact: that fair dice would be as far from even, or further.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from games.models import new_server_seed
from games.rules.fairness import SeededDice, default_client_seed
from games.rules.ruleset import MAX_SEATS
from perudo_site.ids import new_id

ROUNDS: Final = 20
"""Of a game, each with every seat's five dice."""
HAND: Final = 5
FACES: Final = range(1, 7)

Hand = tuple[int, ...]
Pair = tuple[int, int]


@dataclass
class Thrown:
    """What has fallen: hands by seat, in the order of their dice; pairs of the last die of a hand and the first of the
    next, at the table or in the next round; and first openers, in both ways to find one.
    """

    hands: dict[int, Counter[Hand]] = field(default_factory=lambda: {seat: Counter() for seat in range(MAX_SEATS)})
    seats_pairs: Counter[Pair] = field(default_factory=Counter)
    rounds_pairs: Counter[Pair] = field(default_factory=Counter)
    random_openers: Counter[int] = field(default_factory=Counter)
    roll_off_winners: Counter[int] = field(default_factory=Counter)

    @property
    def dice(self) -> int:
        return HAND * sum(map(Counter.total, self.hands.values()))

    def game(self, dice: SeededDice) -> None:
        """A whole game's dice: a table of six, who all keep their five dice."""
        self.random_openers[dice.random_opener(seats=MAX_SEATS)] += 1
        self.roll_off_winners[max(dice.roll_off(seats=MAX_SEATS)[-1], key=lambda thrown: thrown.die).seat] += 1
        before: list[Hand] = []
        for number in range(1, ROUNDS + 1):
            hands = [dice.roll(round_number=number, seat=seat, count=HAND) for seat in self.hands]
            for seat, hand in enumerate(hands):
                self.hands[seat][hand] += 1
            self.seats_pairs.update((hand[-1], left[0]) for hand, left in pairwise(hands))
            self.rounds_pairs.update((hand[-1], after[0]) for hand, after in zip(before, hands, strict=False))
            before = hands


def new_dice() -> SeededDice:
    """The dice of a new table, drawn as the server draws them, whose players send no seeds of their own."""
    game_id, server_seed = new_id(), bytes.fromhex(new_server_seed())
    seeds = (default_client_seed(server_seed=server_seed, game_id=game_id, seat=seat) for seat in range(MAX_SEATS))
    return SeededDice(game_id=game_id, server_seed=server_seed, client_seeds=tuple(seeds))


def throw(dice: int) -> Thrown:
    """So many dice, or as few more as make whole games."""
    thrown = Thrown()
    while thrown.dice < dice:
        thrown.game(new_dice())
    return thrown


@dataclass(frozen=True)
class Finding:
    """What was counted, in how many cells, of how many; and how likely fair dice are to be so uneven."""

    name: str
    cells: int
    counted: int
    chi_square: float

    @property
    def degrees(self) -> int:
        return self.cells - 1

    @property
    def probability(self) -> float:
        return survival(self.chi_square, self.degrees)


def findings(thrown: Thrown) -> Iterator[Finding]:
    """Faces of all dice, of each seat and of each position; pairs of neighbours; first openers."""
    yield _even("faces", _faces(thrown.hands.values(), range(HAND)), FACES)
    for seat, hands in thrown.hands.items():
        yield _even(f"faces of seat {seat}", _faces([hands], range(HAND)), FACES)
    for place in range(HAND):
        yield _even(f"faces of die {place + 1} of a hand", _faces(thrown.hands.values(), [place]), FACES)
    pairs = [(one, other) for one in FACES for other in FACES]
    yield _even("pairs of neighbours in a hand", _pairs(thrown.hands.values()), pairs)
    for seat, hands in thrown.hands.items():
        yield _even(f"pairs of neighbours of seat {seat}", _pairs([hands]), pairs)
    yield _even("neighbours, one seat and the next", thrown.seats_pairs, pairs)
    yield _even("neighbours, one round and the next", thrown.rounds_pairs, pairs)
    yield _even("first openers, drawn", thrown.random_openers, range(MAX_SEATS))
    yield _even("first openers, rolled off", thrown.roll_off_winners, range(MAX_SEATS))


def _faces(by_seat: Iterable[Counter[Hand]], places: Iterable[int]) -> Counter[int]:
    places, found = list(places), Counter[int]()
    for hands in by_seat:
        for hand, times in hands.items():
            for place in places:
                found[hand[place]] += times
    return found


def _pairs(by_seat: Iterable[Counter[Hand]]) -> Counter[Pair]:
    """A die and the next of the same hand, each die in one pair at most: else the pairs would hang together."""
    found = Counter[Pair]()
    for hands in by_seat:
        for hand, times in hands.items():
            for one, other in ((hand[0], hand[1]), (hand[2], hand[3])):
                found[one, other] += times
    return found


def _even(name: str, counts: Mapping[Any, int], cells: Iterable[Any]) -> Finding:
    """All cells are as likely as one another."""
    cells, counted = list(cells), sum(counts.values())
    expected = counted / len(cells)
    chi_square = sum((counts.get(cell, 0) - expected) ** 2 / expected for cell in cells)
    return Finding(name, len(cells), counted, chi_square)


def survival(chi_square: float, degrees: int) -> float:
    """The chance of a chi-square of so many degrees of freedom, or a greater one.

    Q(d/2, x/2) of the incomplete gamma function, by Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1).
    """
    x = chi_square / 2
    if x == 0:
        return 1.0
    a, found = (0.0, 0.0) if degrees % 2 == 0 else (0.5, math.erfc(math.sqrt(x)))
    while a < degrees / 2:
        found += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(found, 1.0)
