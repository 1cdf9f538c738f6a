"""Positions built by hand."""

from games.rules.bids import PlacedBid
from games.rules.observation import Observation, observe
from games.rules.ruleset import CURRENT
from games.rules.state import Call, CallKind, GameState, Hand, ResolvedRound, RoundState, SeatState


def facing(
    standing: PlacedBid | None, *, hands: tuple[tuple[int, ...], ...], ruleset: str, viewer: int = 0, turn: int = 0
) -> Observation:
    """What `viewer` sees with these hands on the table, one a seat, and `standing` the only bid so far.

    The last round is one that nobody lost, so that memory finds the dice.
    """
    cups = tuple(Hand(seat, dice) for seat, dice in enumerate(hands))
    round_ = RoundState(
        number=2,
        opener=turn if standing is None else standing.seat,
        palifico_seat=None,
        calza_allowed=CURRENT[ruleset].options.calza,
        roll_off=None,
        hands=cups,
        turn=turn,
        bids=() if standing is None else (standing,),
    )
    last = ResolvedRound(
        number=1,
        opener=0,
        palifico_seat=None,
        calza_allowed=round_.calza_allowed,
        roll_off=None,
        bids=(),
        departures=(),
        call=Call(CallKind.CALZA, 0),
        count=1,
        hands=cups,
        dice_change=None,
        out=(),
        next_opener=round_.opener,
    )
    seats = tuple(SeatState(number=seat, dice_count=len(dice)) for seat, dice in enumerate(hands))
    return observe(GameState(options=CURRENT[ruleset].options, seats=seats, round=round_, last_round=last), viewer)
