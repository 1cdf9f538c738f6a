"""Every bid and call of a game, judged by what its maker could see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.analysis.decisions import Decision, decisions
from games.rules.analysis.worth import Worth
from games.rules.bids import Bid, PlacedBid
from games.rules.bluff import is_bluff
from games.rules.legality import MoveKind, allowed_moves, legal_ranges
from games.rules.ruleset import Options
from games.rules.showdown import count_dice
from games.rules.state import Call, CallKind, ResolvedRound


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, None for none, and what it was worth: the share of the dice in play to expect after it."""

    move: Move | None
    worth: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A bid or a call. Chances are those that its maker could know.

    `bid` is the bid made or called, `bidder` who had made it. `held` of the maker's own dice count for it, and `count`
    of all on the table. `bluff` is None for a call. `best` is the best of all choices that there were.
    """

    seat: int
    kind: MoveKind
    timeout: bool
    bid: Bid
    bidder: int
    held: int
    unseen: int
    chance_good: float
    chance_exact: float
    bluff: bool | None
    count: int
    worth: float
    best: Choice
    chance_lost: float

    @property
    def is_good(self) -> bool:
        return self.count >= self.bid.quantity

    @property
    def is_right(self) -> bool:
        """Whether a bid was good, a dudo was against one that was not, a calza was exact."""
        if self.kind is MoveKind.CALZA:
            return self.count == self.bid.quantity
        return self.is_good == (self.kind is MoveKind.BID)

    @property
    def chance_right(self) -> float:
        match self.kind:
            case MoveKind.BID:
                return self.chance_good
            case MoveKind.DUDO:
                return 1 - self.chance_good
            case MoveKind.CALZA:
                return self.chance_exact


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRound:
    """A round with its bids in order and its call, if somebody called. `dice` were rolled."""

    number: int
    dice: int
    decisions: tuple[Judged, ...]


def judge(rounds: Sequence[ResolvedRound], *, options: Options, seats: int) -> Iterator[JudgedRound]:
    """All rounds that were resolved, given from the first on."""
    for resolved, made in decisions(rounds, options=options, seats=seats):
        yield JudgedRound(
            number=resolved.number,
            dice=sum(len(hand.dice) for hand in resolved.hands),
            decisions=tuple(_judged(decision, resolved) for decision in made),
        )


def _judged(decision: Decision, resolved: ResolvedRound) -> Judged:
    made, worth = decision.made, Worth(decision.before, decision.made.seat)
    placed = made if isinstance(made, PlacedBid) else worth.round.standing
    assert placed is not None
    knowledge, palifico = worth.knowledge, worth.round.is_palifico
    kind, move = _kind_and_move(made)
    best = _best(worth, move)
    return Judged(
        seat=made.seat,
        kind=kind,
        timeout=made.timeout,
        bid=placed.bid,
        bidder=placed.seat,
        held=knowledge.held(placed.bid.face),
        unseen=knowledge.unseen,
        chance_good=knowledge.chance_good(placed.bid),
        chance_exact=knowledge.chance_exact(placed.bid),
        bluff=_is_bluff(placed.bid, worth) if kind is MoveKind.BID else None,
        count=count_dice(resolved.hands, face=placed.bid.face, palifico=palifico),
        worth=float(worth.of(move)),
        best=Choice(best, float(worth.of(best))),
        chance_lost=float(worth.of(best) - worth.of(move)),
    )


def _kind_and_move(made: PlacedBid | Call) -> tuple[MoveKind, Move]:
    if isinstance(made, PlacedBid):
        return MoveKind.BID, PlaceBid(made.bid)
    return (MoveKind.DUDO, CallDudo()) if made.kind is CallKind.DUDO else (MoveKind.CALZA, CallCalza())


def _is_bluff(bid: Bid, worth: Worth) -> bool:
    hand, round_ = worth.knowledge.hand, worth.round
    return is_bluff(bid, own=hand, dice_rolled=round_.dice_rolled, palifico=round_.is_palifico)


def _best(worth: Worth, made: Move) -> Move | None:
    """The choice that is worth most: the one made, if none is worth more, else the first of the best."""
    best: Move | None = made
    most = worth.units(made)
    for choice in _choices(worth):
        units = worth.units(choice)
        if units > most:
            best, most = choice, units
    return best


def _choices(worth: Worth) -> Iterator[Move | None]:
    """All that the seat might have done. More dice than there are nobody believes in, so that no such bid is best."""
    state, seat, dice = worth.state, worth.seat, worth.round.dice_rolled
    for legal in legal_ranges(state, seat):
        yield from (PlaceBid(bid) for bid in legal.bids() if bid.quantity <= dice)
    allowed = allowed_moves(state, seat)
    if MoveKind.DUDO in allowed:
        yield CallDudo()
    if MoveKind.CALZA in allowed:
        yield CallCalza()
    if worth.round.turn != seat:
        yield None
