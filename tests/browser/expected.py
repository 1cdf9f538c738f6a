"""What a page must show of a record at each of its moments: the game played again by the rules, from its seed.

Nothing here is read from the stored hands, from the record's own, or from what the server sends to the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.actions import Action, CallCalza, CallDudo, DepartureReason, Leave, PlaceBid, TimeOut
from games.rules.bids import Bid
from games.rules.engine import apply, start
from games.rules.fairness import SeededDice
from games.rules.observation import observe
from games.rules.ruleset import Options
from games.rules.showdown import count_dice
from games.rules.state import CallKind, Departure, GameState, Hand, ResolvedRound, RoundState
from tests.builders import FACE_WORDS

Json = Mapping[str, Any]
View = int | str
TABLE, ALL = "table", "all"


@dataclass(frozen=True)
class Cup:
    """A cup as it is drawn, the words on it, and the dice that are to be seen, each with whether it counts."""

    drawn: str
    words: str
    dice: tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class Moment:
    """A point in a game. `state` is that of the rules; `resolved` the round that somebody closes or has closed.

    `thrown` are the dice of a pass of the roll-off by seat, `left` a departure, `after` the state that it leads to.
    """

    kind: str
    address: str
    state: GameState
    resolved: ResolvedRound | None = None
    thrown: Mapping[int, int] | None = None
    left: Departure | None = None
    after: GameState | None = None

    @property
    def round(self) -> RoundState | ResolvedRound:
        now = self.state.round if self.kind == "call" else self.resolved or self.state.round
        assert now is not None
        return now

    def cup(self, seat: int, view: View) -> Cup:
        if self.thrown is not None:
            dice = tuple((die, False) for number, die in self.thrown.items() if number == seat)
            return Cup("up", "", dice)
        hand = next((hand for hand in self.round.hands if hand.seat == seat), None)
        if hand is None:
            return Cup("none", "", ())
        if self.is_open:
            return Cup("up", "", self._lit(hand.dice))
        if view == ALL:
            return Cup("peek", "", self._lit(hand.dice))
        seen = observe(self.state, view if isinstance(view, int) else None)
        if view == seat and seen.dice:
            return Cup("peek", "", self._lit(seen.dice))
        return Cup("down", _dice_words(seen.seats[seat].dice_count), ())

    @property
    def is_open(self) -> bool:
        """Whether all cups are up."""
        return self.kind in ("reveal", "result", "end")

    @property
    def maker(self) -> int | None:
        """The seat whose bid or call led here, if one did."""
        if self.kind == "bid":
            return self.round.bids[-1].seat
        call = self.resolved and self.kind in ("call", "reveal", "result", "end") and self.resolved.call
        return call.seat if call and call.kind is not CallKind.DEPARTURE else None

    def knows_maker(self, view: View) -> bool:
        """Whether one who looks knows the dice on which that was decided."""
        return self.is_open or view in (ALL, self.maker)

    def _lit(self, dice: Sequence[int]) -> tuple[tuple[int, bool], ...]:
        """The dice that count for the bid that stands."""
        bid = self.round.bids[-1].bid if self.round.bids else None
        palifico = self.round.palifico_seat is not None
        return tuple(
            (die, bid is not None and count_dice([Hand(0, (die,))], face=bid.face, palifico=palifico) == 1)
            for die in dice
        )


def bid_words(bid: Bid) -> str:
    word = FACE_WORDS[bid.face - 1]
    plural = "sixes" if word == "six" else f"{word}s"
    return f"{bid.quantity} {word if bid.quantity == 1 else plural}"


def _dice_words(count: int | None) -> str:
    return "?" if count is None else "1 die" if count == 1 else f"{count} dice"


def moments(record: Json) -> list[Moment]:
    """Every moment of a game that is over, in order."""
    dice = SeededDice(
        game_id=record["id"],
        server_seed=bytes.fromhex(record["server_seed"]),
        client_seeds=tuple(seat["client_seed"] for seat in record["seats"]),
    )
    state = start(options=Options.from_dict(record["options"]), seats=len(record["seats"]), dice=dice).state
    found: list[Moment] = []
    for told in record["rounds"]:
        of_round = list(_of_round(told, state, dice))
        found += of_round
        state = of_round[-1].state
    if told := record["unfinished_round"]:
        found += _until_called(told, state, dice)
        state = found[-1].state
    return [*found, Moment("end", "#end", state, None if state.round else state.last_round)]


def chart(told: Sequence[Moment], index: int, view: View, record: Json) -> list[tuple[str, ...]]:
    """The dice of each seat, round by round and at the end: of the whole game, or as far as a seat knows it by then."""
    now, seats = told[index], range(len(record["seats"]))
    is_inside = isinstance(view, int) and now.kind != "end"
    rolls = [moment for moment in told if moment.kind == "roll"]
    rows: list[tuple[str, ...]] = []
    for roll in rolls:
        number = roll.round.number
        counts: Sequence[int | None] = [len(_dice_of(roll, seat)) for seat in seats]
        if is_inside and number > now.round.number:
            return rows
        if is_inside and number == now.round.number and not now.is_open:
            assert isinstance(view, int)
            counts = [seat.dice_count for seat in observe(roll.state, view).seats]
        rows.append((str(number), *("?" if count is None else str(count) for count in counts)))
    if record["status"] == "finished" and not is_inside:
        rows.append(("end", *(str(seat["dice_count"]) for seat in record["seats"])))
    return rows


def _dice_of(moment: Moment, seat: int) -> Sequence[int]:
    return next((hand.dice for hand in moment.round.hands if hand.seat == seat), ())


def _of_round(told: Json, state: GameState, dice: SeededDice) -> Iterator[Moment]:
    """A round from its roll to its result; the state of the last is that of the next round's roll."""
    here = f"#round={told['number']}"
    for moment in _until_called(told, state, dice):
        yield moment
        state = moment.after or moment.state
    if told["call"]["kind"] != "departure":
        after = apply(state, told["call"]["seat"], _call(told["call"]), dice).state
        yield Moment("call", f"{here}&call", state, after.last_round)
        state = after
    for kind in ("reveal", "result"):
        yield Moment(kind, f"{here}&{kind}", state, state.last_round)


def _until_called(told: Json, state: GameState, dice: SeededDice) -> Iterator[Moment]:
    """A round from its roll to its last bid or departure.

    A departure that ends the game is seen as the table was before; what it showed comes with the reveal.
    """
    here = f"#round={told['number']}"
    assert state.round is not None
    for number, thrown in enumerate(state.round.roll_off or (), start=1):
        yield Moment("rolloff", f"{here}&rolloff={number}", state, thrown={one.seat: one.die for one in thrown})
    yield Moment("roll", here, state)
    for kind, number, seat, action in _events(told):
        after = apply(state, seat, action, dice).state
        left = _left(after) if kind == "left" else None
        yield Moment(kind, f"{here}&{kind}={number}", after if after.round else state, left=left, after=after)
        state = after


def _left(state: GameState) -> Departure:
    """The latest departure."""
    round_ = state.round or state.last_round
    assert round_ is not None
    return round_.departures[-1]


def _events(told: Json) -> Iterator[tuple[str, int, int, Action]]:
    """Bids and departures in their order, each with its number among its kind."""
    events = [
        *((number, "bid", number, bid["seat"], _bid(bid)) for number, bid in enumerate(told["bids"], start=1)),
        *(
            (left["after_bids"], "left", number, left["seat"], _departure(left))
            for number, left in enumerate(told["departures"], start=1)
        ),
    ]
    # Sorting is stable: a departure comes after the bid that it followed, and departures keep their order.
    for _, *event in sorted(events, key=lambda event: event[0]):
        yield event[0], event[1], event[2], event[3]


def _bid(bid: Json) -> Action:
    return TimeOut() if bid["timeout"] else PlaceBid(Bid(bid["quantity"], bid["face"]))


def _departure(left: Json) -> Action:
    return TimeOut() if left["reason"] == "timeout" else Leave(DepartureReason(left["reason"]))


def _call(call: Json) -> Action:
    return TimeOut() if call["timeout"] else CallDudo() if call["kind"] == "dudo" else CallCalza()
