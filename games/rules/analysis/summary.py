"""What the judged rounds of a game say of each seat."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.analysis.judge import Judged, JudgedRound
from games.rules.legality import MoveKind


@dataclass
class Summary:
    """One seat's game (docs/analysis.md, "Of each player"). What time did in its place is no part of it.

    A showdown is a call of the seat's own, or a dudo on a bid of its own; `won` and `expected` count those that went
    its way, and those that could be expected to.
    """

    bids: int = 0
    bluffs: int = 0
    calls: int = 0
    good_calls: int = 0
    showdowns: int = 0
    won: int = 0
    expected: float = 0.0
    chance_lost: float = 0.0

    @property
    def luck(self) -> float:
        """How many more showdowns went the seat's way than could be expected."""
        return self.won - self.expected

    def add(self, judged: Judged) -> None:
        """A bid or a call of the seat's own."""
        self.chance_lost += judged.chance_lost
        if judged.kind is MoveKind.BID:
            self.bids += 1
            self.bluffs += bool(judged.bluff)
        else:
            self.calls += 1
            self.good_calls += judged.is_right
            self.settle(judged)

    def settle(self, judged: Judged) -> None:
        """A showdown, by the decision that staked on it."""
        self.showdowns += 1
        self.won += judged.is_right
        self.expected += judged.chance_right


def summaries(rounds: Iterable[JudgedRound], *, seats: int) -> list[Summary]:
    """One for each seat."""
    found = [Summary() for _ in range(seats)]
    for round_ in rounds:
        for judged in round_.decisions:
            if not judged.timeout:
                found[judged.seat].add(judged)
        if doubted := _doubted_bid(round_):
            found[doubted.seat].settle(doubted)
    return found


def _doubted_bid(round_: JudgedRound) -> Judged | None:
    """The bid that a dudo came upon, unless time had made it."""
    if len(round_.decisions) < 2 or round_.decisions[-1].kind is not MoveKind.DUDO:
        return None
    bid = round_.decisions[-2]
    return None if bid.timeout else bid
