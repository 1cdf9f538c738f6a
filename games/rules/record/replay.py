"""A game played again from what a record tells, and the whole document that comes of it.

A record tells the facts and, of each round, its bids, departures and call with their moments. All else follows, from
the rules and from the server seed: `Replay` works it out, so that it can be compared with what a record says of it.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from games.rules.actions import Action, CallCalza, CallDudo, DepartureReason, Leave, PlaceBid, TimeOut
from games.rules.bids import PlacedBid
from games.rules.engine import Transition, apply, start
from games.rules.errors import RuleViolation
from games.rules.events import BidPlaced, Event, RoundEnded, SeatLeft
from games.rules.fairness import commit
from games.rules.record.facts import ABANDONED, FINISHED, Facts, Sitter
from games.rules.record.faults import Impossible
from games.rules.record.rounds import public_part, resolved_round, unfinished_round
from games.rules.state import (
    Call,
    CallKind,
    Departure,
    GameState,
    ResolvedRound,
    RoundState,
    SeatState,
)

FORMAT: Final = "perudo-game/1"

Document = Mapping[str, Any]
Json = dict[str, Any]
Happened = PlacedBid | Departure | Call
"""What a record tells of, one after another. A call of the kind `departure` is the departure told before it."""


def as_bytes(document: Document) -> bytes:
    """A document as the API sends it: JSON in UTF-8 without a space too many, fields in their order."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def as_line(document: Document) -> bytes:
    """A document among many, a line each (NDJSON)."""
    return as_bytes(document) + b"\n"


def digest(document: Document) -> str:
    """SHA-256 of a document as the API sends it, in hex: it changes with every field, told or not."""
    return hashlib.sha256(as_bytes(document)).hexdigest()


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
        self.transitions: list[tuple[Transition, str]] = [(started, facts.started_at)]
        """All that has happened, and when."""
        self._times: list[str] = []
        self._anybody_acted = False

    @property
    def is_over(self) -> bool:
        return self.state.round is None

    @property
    def round(self) -> RoundState:
        """The round being played; the game must not be over."""
        assert self.state.round is not None
        return self.state.round

    def rolled(self) -> Json:
        """What was public of the present round when its dice were rolled, but for who is to open it."""
        round_ = public_part(self.round, self._dice, self._times)
        return {name: round_[name] for name in ("number", "palifico_seat", "calza_allowed", "roll_off", "commitments")}

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
        self.transitions.append((transition, at))
        self._anybody_acted |= action != TimeOut()
        self._times.append(at)
        for event in transition.events:
            if isinstance(event, RoundEnded):
                self.resolved.append(event.round)
                self.rounds.append(resolved_round(event.round, self._dice, self._times))
                self._times = []

    def unfinished_round(self) -> Json | None:
        """The round in which a game was given up, with all its hands; None if it was over by then."""
        return None if self.is_over else unfinished_round(self.round, self._dice, self._times)

    @property
    def must_be_abandoned(self) -> bool:
        """Whether the game is over, and time alone has played it (docs/rules.md 9)."""
        return self.is_over and not self._anybody_acted

    def check_end(self) -> None:
        """Raises `Impossible` if the game cannot have ended here, in the way in which the facts say that it did."""
        is_abandoned = self.facts.abandoned_at is not None
        if self.must_be_abandoned and not is_abandoned:
            raise Impossible("time alone played this game, and so it counts as abandoned")
        if self.is_over and is_abandoned and not self.must_be_abandoned:
            raise Impossible("the game was played to its end, and not abandoned")

    @property
    def events(self) -> int:
        """How many there were from the start to the end; to be given up is one, too."""
        return sum(len(transition.events) for transition, _ in self.transitions) + (not self.is_over)

    def document(self) -> Json:
        """The whole document of a game that is over, or was abandoned.

        Raises `Impossible` if the version cannot have been so low.
        """
        facts, rounds, is_abandoned = self.facts, self.rounds, self.facts.abandoned_at is not None
        assert self.is_over or is_abandoned
        return {
            "format": FORMAT,
            "id": facts.game_id,
            "status": ABANDONED if is_abandoned else FINISHED,
            "version": self._version(),
            "ruleset": facts.ruleset,
            "ruleset_version": facts.ruleset_version,
            "standard": facts.is_standard,
            "rated": facts.rated,
            "private": facts.private,
            "turn_seconds": facts.turn_seconds,
            "created_at": facts.created_at,
            "started_at": facts.started_at,
            "finished_at": facts.abandoned_at or rounds[-1]["call"]["at"],
            "seats": [
                _seat(*both, placed=not is_abandoned) for both in zip(facts.seats, self.state.seats, strict=True)
            ],
            "dice_in_play": None,
            "seed_commitment": commit(facts.server_seed).hex(),
            "server_seed": facts.server_seed.hex(),
            "winner": None if is_abandoned else self.state.winner,
            "options": facts.options.as_dict(),
            "rounds": rounds,
            "unfinished_round": self.unfinished_round(),
        }

    def _version(self) -> int:
        """An open table has version 1 or more, and every event adds one; to be given up is one, too."""
        least = 1 + self.events
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


def _seat(sitter: Sitter, state: SeatState, *, placed: bool) -> Json:
    return {
        "seat": state.number,
        "player": sitter.player,
        "kind": sitter.kind,
        "dice_count": state.dice_count,
        "in_play": state.in_play,
        "had_palifico": state.had_palifico,
        "timeouts": state.timeouts,
        "place": state.place if placed else None,
        "client_seed": sitter.client_seed,
    }
