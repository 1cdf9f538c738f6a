"""A game played again from what a record tells, and the whole document that comes of it.

A record tells the facts and, of each round, its bids, departures and call with their moments. All else follows, from
the rules and from the server seed: `Replay` works it out, so that it can be compared with what a record says of it.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from games.rules.actions import Action, CallCalza, CallDudo, DepartureReason, Leave, PlaceBid, TimeOut
from games.rules.bids import PlacedBid
from games.rules.engine import apply, start
from games.rules.errors import RuleViolation
from games.rules.events import BidPlaced, Event, RoundEnded, SeatLeft
from games.rules.fairness import SeededDice, commit
from games.rules.record.facts import Facts, Sitter
from games.rules.record.faults import Impossible
from games.rules.state import Call, CallKind, Departure, GameState, ResolvedRound, RollOff, SeatState

FORMAT: Final = "perudo-game/1"

Document = Mapping[str, Any]
Json = dict[str, Any]
Happened = PlacedBid | Departure | Call
"""What a record tells of, one after another. A call of the kind `departure` is the departure told before it."""


def as_bytes(document: Document) -> bytes:
    """A document as the API sends it: JSON in UTF-8 without a space too many, fields in their order."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


class Replay:
    """A game that is played again, from its facts and then by what `play` is told, to its end."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.resolved: list[ResolvedRound] = []
        self.rounds: list[Json] = []
        """The rounds resolved so far, as the document has them."""
        self._dice = facts.dice
        started = start(options=facts.options, seats=len(facts.seats), dice=self._dice)
        self.state: GameState = started.state
        self._events = len(started.events)
        self._times: list[str] = []

    @property
    def is_over(self) -> bool:
        return self.state.round is None

    def rolled(self) -> Json:
        """What was public of the present round when its dice were rolled, but for who is to open it."""
        round_ = self.state.round
        assert round_ is not None
        return {
            "number": round_.number,
            "palifico_seat": round_.palifico_seat,
            "calza_allowed": round_.calza_allowed,
            "roll_off": _roll_off(round_.roll_off),
            "commitments": _commitments(self._dice, round_.number, [hand.seat for hand in round_.hands]),
        }

    def play(self, happened: Happened, at: str) -> None:
        """Let this happen next. Raises `Impossible` if it cannot, or if something else would."""
        if not 0 <= happened.seat < len(self.facts.seats):
            raise Impossible("there is no such seat")
        action = _action(happened)
        if action == TimeOut() and self.facts.turn_seconds is None:
            raise Impossible("time ran out in a game without a clock")
        try:
            transition = apply(self.state, happened.seat, action, self._dice)
        except RuleViolation as violation:
            raise Impossible(f"the rules do not allow it ({violation.reason})") from violation
        if _what_happened(transition.events[0]) != happened:
            raise Impossible(_otherwise(transition.events[0]))
        self.state = transition.state
        self._events += len(transition.events)
        self._times.append(at)
        for event in transition.events:
            if isinstance(event, RoundEnded):
                self.resolved.append(event.round)
                self.rounds.append(_round(event.round, self._dice, self._times))
                self._times = []

    def document(self) -> Json:
        """The whole document of a game that is over. Raises `Impossible` if the version cannot have been so low."""
        assert self.is_over
        facts, rounds = self.facts, self.rounds
        return {
            "format": FORMAT,
            "id": facts.game_id,
            "status": "finished",
            "version": self._version(),
            "ruleset": facts.ruleset,
            "ruleset_version": facts.ruleset_version,
            "standard": facts.is_standard,
            "rated": facts.rated,
            "private": facts.private,
            "turn_seconds": facts.turn_seconds,
            "created_at": facts.created_at,
            "started_at": facts.started_at,
            "finished_at": rounds[-1]["call"]["at"],
            "seats": [_seat(*both) for both in zip(facts.seats, self.state.seats, strict=True)],
            "dice_in_play": None,
            "seed_commitment": commit(facts.server_seed).hex(),
            "server_seed": facts.server_seed.hex(),
            "winner": self.state.winner,
            "options": facts.options.as_dict(),
            "rounds": rounds,
        }

    def _version(self) -> int:
        """An open table has version 1 or more, and every event adds one."""
        least = 1 + self._events
        version = least if self.facts.version is None else self.facts.version
        if version < least:
            raise Impossible(f"so much has happened that it is {least} at least")
        return version


def _action(happened: Happened) -> Action:
    match happened:
        case PlacedBid(_, bid, timeout):
            return TimeOut() if timeout else PlaceBid(bid)
        case Departure(_, _, reason):
            return TimeOut() if reason is DepartureReason.TIMEOUT else Leave(reason)
        case Call(kind, _, timeout):
            if timeout:
                return TimeOut()
            return CallDudo() if kind is CallKind.DUDO else CallCalza()


def _what_happened(event: Event) -> Happened | None:
    match event:
        case BidPlaced(placed):
            return placed
        case SeatLeft(departure):
            return departure
        case RoundEnded(resolved):
            return resolved.call
        case _:
            return None


def _otherwise(event: Event) -> str:
    """What happens in the place of what is told."""
    match event:
        case BidPlaced(PlacedBid(bid=bid, timeout=True)):
            return f"time bids {bid.quantity}x{bid.face} here"
        case SeatLeft(Departure(after_bids=after, reason=reason)):
            return f"the seat leaves here after {after} bids, by {reason}"
        case _:
            return "time calls dudo here"


def _round(resolved: ResolvedRound, dice: SeededDice, times: list[str]) -> Json:
    """A round with the moments of all that was played in it, in order."""
    bids, departures, call = _with_times(resolved, times)
    change = resolved.dice_change
    return {
        "number": resolved.number,
        "opener": resolved.opener,
        "palifico_seat": resolved.palifico_seat,
        "calza_allowed": resolved.calza_allowed,
        "roll_off": _roll_off(resolved.roll_off),
        "commitments": _commitments(dice, resolved.number, sorted(hand.seat for hand in resolved.hands)),
        "bids": bids,
        "departures": departures,
        "call": call,
        "count": resolved.count,
        "hands": [
            {
                "seat": hand.seat,
                "dice": list(hand.dice),
                "key": dice.key(round_number=resolved.number, seat=hand.seat).hex(),
            }
            for hand in resolved.hands
        ],
        "dice_change": change and {"seat": change.seat, "before": change.before, "after": change.after},
        "out": list(resolved.out),
        "next_opener": resolved.next_opener,
    }


def _with_times(resolved: ResolvedRound, times: list[str]) -> tuple[list[Json], list[Json], Json]:
    """Bids, departures and the call: they were played in the order that `after_bids` tells, the call last."""
    remaining, bids, departures = iter(times), list[Json](), list[Json]()
    left = list(resolved.departures)
    for number in range(len(resolved.bids) + 1):
        while left and left[0].after_bids == number:
            gone = left.pop(0)
            told = {"seat": gone.seat, "after_bids": gone.after_bids, "reason": str(gone.reason)}
            departures.append(told | {"at": next(remaining)})
        if number < len(resolved.bids):
            placed = resolved.bids[number]
            told = {"seat": placed.seat, "quantity": placed.bid.quantity, "face": placed.bid.face}
            bids.append(told | {"timeout": placed.timeout, "at": next(remaining)})
    call = resolved.call
    # The last departure is the call itself.
    at = departures[-1]["at"] if call.kind is CallKind.DEPARTURE else next(remaining)
    return bids, departures, {"kind": str(call.kind), "seat": call.seat, "timeout": call.timeout, "at": at}


def _commitments(dice: SeededDice, number: int, seats: list[int]) -> list[Json]:
    return [{"seat": seat, "commitment": dice.commitment(round_number=number, seat=seat).hex()} for seat in seats]


def _roll_off(passes: RollOff | None) -> list[list[Json]] | None:
    if passes is None:
        return None
    return [[{"seat": thrown.seat, "die": thrown.die} for thrown in together] for together in passes]


def _seat(sitter: Sitter, state: SeatState) -> Json:
    return {
        "seat": state.number,
        "player": sitter.player,
        "kind": sitter.kind,
        "dice_count": state.dice_count,
        "in_play": state.in_play,
        "had_palifico": state.had_palifico,
        "timeouts": state.timeouts,
        "place": state.place,
        "client_seed": sitter.client_seed,
    }
