"""A finished game's document (docs/api.md, "A replay") played again by the rules, and compared with what it says.

Every roll is made anew from the server seed, every bid, call, departure and timeout is applied, and each round that
comes of it must be the one in the document: what `verify` lets pass is a game that these rules and these dice give.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.rules.actions import Action, CallCalza, CallDudo, DepartureReason, Leave, PlaceBid, TimeOut
from games.rules.bids import Bid
from games.rules.engine import Transition, apply, start
from games.rules.errors import BadOption, RuleViolation
from games.rules.fairness import SERVER_SEED_BYTES, SeededDice, commit
from games.rules.ruleset import NAMED, Options
from games.rules.state import CallKind, GameState, ResolvedRound, RoundState

FORMAT: Final = "perudo-game/1"

Document = Mapping[str, Any]


class RecordFault(Exception):
    """What in a document does not fit: `where` is its place ("rounds.3.bids.2"), `why` a sentence."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why


def verify(document: Document) -> GameState:
    """The final state that the document's game comes to. Raises `RecordFault` at the first thing that does not fit."""
    try:
        return _Replay(document).run()
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as exc:
        raise RecordFault("", f"the document has not the form of a game ({type(exc).__name__}: {exc})") from exc


class _Replay:
    """One document being played again."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.seats: Sequence[Document] = document["seats"]
        _same("format", document["format"], FORMAT)
        _same("status", document["status"], "finished")
        self.options = self._options()
        self.dice = self._dice()

    def run(self) -> GameState:
        transition = start(options=self.options, seats=len(self.seats), dice=self.dice)
        state = transition.state
        for index, told in enumerate(self.document["rounds"]):
            where = f"rounds.{index}"
            if state.round is None:
                raise RecordFault(where, "the game was over before this round")
            state = self._round(state, told, where)
        if state.round is not None:
            raise RecordFault("rounds", "the game is not over after the last round")
        self._end(state)
        return state

    def _options(self) -> Options:
        try:
            options = Options.from_dict(self.document["options"])
        except BadOption as bad:
            raise RecordFault(f"options.{bad.name}", str(bad.fault)) from bad
        key = self.document["ruleset"], self.document["ruleset_version"]
        if key not in NAMED:
            raise RecordFault("ruleset", "there is no such ruleset")
        _same("standard", self.document["standard"], options == NAMED[key].options)
        return options

    def _dice(self) -> SeededDice:
        seed = bytes.fromhex(self.document["server_seed"])
        _same("server_seed", len(seed), SERVER_SEED_BYTES)
        _same("seed_commitment", self.document["seed_commitment"], commit(seed).hex())
        seeds = tuple(seat["client_seed"] for seat in self.seats)
        return SeededDice(game_id=self.document["id"], server_seed=seed, client_seeds=seeds)

    def _round(self, state: GameState, told: Document, where: str) -> GameState:
        assert state.round is not None
        self._rolled(state.round, told, where)
        for place, seat, action in _events(told):
            state = _applied(state, seat, action, f"{where}.{place}", self.dice).state
        if told["call"]["kind"] != CallKind.DEPARTURE:
            action = _call(told["call"])
            state = _applied(state, told["call"]["seat"], action, f"{where}.call", self.dice).state
        if state.last_round is None or state.last_round.number != told["number"]:
            raise RecordFault(f"{where}.call", "the round was not over")
        self._resolved(state.last_round, told, where)
        return state

    def _rolled(self, rolled: RoundState, told: Document, where: str) -> None:
        """What was public when the dice were rolled; the opener is compared when the round is over."""
        _same(f"{where}.number", told["number"], rolled.number)
        _same(f"{where}.palifico_seat", told["palifico_seat"], rolled.palifico_seat)
        _same(f"{where}.calza_allowed", told["calza_allowed"], rolled.calza_allowed)
        passes = None
        if rolled.roll_off is not None:
            passes = [[{"seat": die.seat, "die": die.die} for die in together] for together in rolled.roll_off]
        _same(f"{where}.roll_off", told["roll_off"], passes)
        commitments = [
            {"seat": hand.seat, "commitment": self.dice.commitment(round_number=rolled.number, seat=hand.seat).hex()}
            for hand in rolled.hands
        ]
        _same(f"{where}.commitments", told["commitments"], commitments)

    def _resolved(self, resolved: ResolvedRound, told: Document, where: str) -> None:
        call, change = resolved.call, resolved.dice_change
        keys = {hand.seat: self.dice.key(round_number=resolved.number, seat=hand.seat).hex() for hand in resolved.hands}
        hands = [{"seat": hand.seat, "dice": list(hand.dice), "key": keys[hand.seat]} for hand in resolved.hands]
        _same(f"{where}.opener", told["opener"], resolved.opener)
        _same(f"{where}.bids", _without_times(told["bids"]), _bids(resolved))
        _same(f"{where}.departures", _without_times(told["departures"]), _departures(resolved))
        _same(f"{where}.call", _without_times([told["call"]]), [_call_told(call.kind, call.seat, call.timeout)])
        _same(f"{where}.count", told["count"], resolved.count)
        _same(f"{where}.hands", told["hands"], hands)
        changed = change and {"seat": change.seat, "before": change.before, "after": change.after}
        _same(f"{where}.dice_change", told["dice_change"], changed)
        _same(f"{where}.out", told["out"], list(resolved.out))
        _same(f"{where}.next_opener", told["next_opener"], resolved.next_opener)

    def _end(self, state: GameState) -> None:
        for told, seat in zip(self.seats, state.seats, strict=True):
            where = f"seats.{seat.number}"
            _same(f"{where}.seat", told["seat"], seat.number)
            for name in ("dice_count", "in_play", "had_palifico", "timeouts", "place"):
                _same(f"{where}.{name}", told[name], getattr(seat, name))
        _same("winner", self.document["winner"], state.winner)


def _events(told: Document) -> Iterator[tuple[str, int, Action]]:
    """Bids and departures of a round in the order in which they happened, each with its place in the document."""
    departures = list(enumerate(told["departures"]))
    for number in range(len(told["bids"]) + 1):
        while departures and departures[0][1]["after_bids"] == number:
            index, departure = departures.pop(0)
            yield f"departures.{index}", departure["seat"], _departure(departure)
        if number < len(told["bids"]):
            bid = told["bids"][number]
            action = TimeOut() if bid["timeout"] else PlaceBid(Bid(bid["quantity"], bid["face"]))
            yield f"bids.{number}", bid["seat"], action
    if departures:
        raise RecordFault(f"departures.{departures[0][0]}", "it comes after more bids than there are, or out of order")


def _departure(told: Document) -> Action:
    reason = DepartureReason(told["reason"])
    return TimeOut() if reason is DepartureReason.TIMEOUT else Leave(reason)


def _call(told: Document) -> Action:
    if told["timeout"]:
        return TimeOut()
    return CallDudo() if CallKind(told["kind"]) is CallKind.DUDO else CallCalza()


def _applied(state: GameState, seat: int, action: Action, where: str, dice: SeededDice) -> Transition:
    try:
        return apply(state, seat, action, dice)
    except RuleViolation as violation:
        raise RecordFault(where, f"the rules do not allow it ({violation.reason})") from violation


def _bids(resolved: ResolvedRound) -> list[dict[str, Any]]:
    return [
        {"seat": placed.seat, "quantity": placed.bid.quantity, "face": placed.bid.face, "timeout": placed.timeout}
        for placed in resolved.bids
    ]


def _departures(resolved: ResolvedRound) -> list[dict[str, Any]]:
    return [
        {"seat": left.seat, "after_bids": left.after_bids, "reason": str(left.reason)} for left in resolved.departures
    ]


def _call_told(kind: CallKind, seat: int, timeout: bool) -> dict[str, Any]:  # noqa: FBT001 - as in Call
    return {"kind": str(kind), "seat": seat, "timeout": timeout}


def _without_times(told: Sequence[Document]) -> list[dict[str, Any]]:
    return [{name: value for name, value in item.items() if name != "at"} for item in told]


def _same(where: str, told: object, found: object) -> None:
    """Compare as JSON, in which true, 1 and 1.0 are three things."""
    if json.dumps(told, sort_keys=True) != json.dumps(found, sort_keys=True):
        raise RecordFault(where, f"the document says {told!r}, and the game comes to {found!r}")
