"""Who may do what, each rule once: why not (`refusal`), what may I (`legal_ranges`, `allowed_moves`).

The engine does an action only when `refusal` has nothing to say; views and bots show what the same code allows.
"""

from enum import StrEnum

from games.rules.actions import Action, CallCalza, CallDudo, Leave, PlaceBid, TimeOut
from games.rules.bids import BidContext, LegalRange
from games.rules.errors import Reason, RuleViolation
from games.rules.ruleset import CalzaCallers
from games.rules.state import GameState, RoundState


class MoveKind(StrEnum):
    """The moves a player may have."""

    BID = "bid"
    DUDO = "dudo"
    CALZA = "calza"


def refusal(state: GameState, seat: int, action: Action) -> RuleViolation | None:
    """Why the seat may not do this now, or None if it may. Checked in the order of docs/api.md, "Playing"."""
    if state.round is None:
        return RuleViolation(Reason.GAME_NOT_ACTIVE)
    if not state.seats[seat].in_play:
        return RuleViolation(Reason.NOT_IN_PLAY)
    match action:
        case PlaceBid(bid):
            return _not_on_turn(state.round, seat) or _illegal_bid(state, seat, PlaceBid(bid))
        case CallDudo():
            return _nothing_to_call(state.round) or _not_on_turn(state.round, seat)
        case CallCalza():
            return _nothing_to_call(state.round) or _no_calza(state, state.round, seat)
        case TimeOut():
            return _not_on_turn(state.round, seat)
        case Leave():
            return None


def legal_ranges(state: GameState, seat: int) -> tuple[LegalRange, ...]:
    """The bids open to the seat now; empty when it is not on turn (docs/rules.md 4)."""
    if state.round is None or state.round.turn != seat:
        return ()
    context = BidContext(
        options=state.options,
        cap=state.cap,
        palifico=state.round.is_palifico,
        veteran=state.is_veteran(seat),
    )
    return context.legal_ranges(state.round.standing_bid)


def allowed_moves(state: GameState, seat: int) -> tuple[MoveKind, ...]:
    """The kinds of move open to the seat now."""
    allowed = []
    if legal_ranges(state, seat):
        allowed.append(MoveKind.BID)
    if refusal(state, seat, CallDudo()) is None:
        allowed.append(MoveKind.DUDO)
    if refusal(state, seat, CallCalza()) is None:
        allowed.append(MoveKind.CALZA)
    return tuple(allowed)


def _not_on_turn(round_: RoundState, seat: int) -> RuleViolation | None:
    return None if round_.turn == seat else RuleViolation(Reason.NOT_YOUR_TURN)


def _nothing_to_call(round_: RoundState) -> RuleViolation | None:
    return RuleViolation(Reason.NO_BID) if round_.standing is None else None


def _illegal_bid(state: GameState, seat: int, action: PlaceBid) -> RuleViolation | None:
    ranges = legal_ranges(state, seat)
    if any(action.bid in legal for legal in ranges):
        return None
    return RuleViolation(Reason.ILLEGAL_BID, legal_bids=ranges)


def _no_calza(state: GameState, round_: RoundState, seat: int) -> RuleViolation | None:
    """docs/rules.md 6; what the round itself forbids was fixed at its roll."""
    callers = state.options.calza_callers
    is_bidder = round_.standing is not None and round_.standing.seat == seat
    is_barred_turn = callers is CalzaCallers.NOT_BIDDER_NOR_TURN and round_.turn == seat
    if round_.calza_allowed and not is_bidder and not is_barred_turn:
        return None
    return RuleViolation(Reason.CALZA_NOT_ALLOWED)
