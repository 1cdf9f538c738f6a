"""Values of `games.rules` as the plain values of `tests.reference`, so that the two can be compared."""

from typing import Any

from games.rules.actions import Action, CallCalza, CallDudo, Leave, PlaceBid, TimeOut
from games.rules.bids import PlacedBid
from games.rules.events import BidPlaced, Event, Finished, RoundEnded, SeatLeft, Started
from games.rules.observation import Observation, ObservedRound
from games.rules.state import Departure, Hand, ResolvedRound, RollOff, RoundState

Json = dict[str, Any]


def plain_action(action: Action) -> Json:
    match action:
        case PlaceBid(bid):
            return {"action": "bid", "quantity": bid.quantity, "face": bid.face}
        case CallDudo():
            return {"action": "dudo"}
        case CallCalza():
            return {"action": "calza"}
        case Leave(reason):
            return {"action": "leave", "reason": str(reason)}
        case TimeOut():
            return {"action": "timeout"}


def plain_events(events: tuple[Event, ...]) -> list[str]:
    """The types of the events; the start and the rolls, which the referee hears of otherwise, are left out."""
    names: dict[type, str] = {BidPlaced: "bid", SeatLeft: "left", RoundEnded: "round_ended", Finished: "finished"}
    assert not any(isinstance(event, Started) for event in events)
    return [names[type(event)] for event in events if type(event) in names]


def plain_view(seen: Observation) -> Json:
    return {
        "seats": [
            {
                "seat": seat.number,
                "dice_count": seat.dice_count,
                "in_play": seat.in_play,
                "had_palifico": seat.had_palifico,
                "timeouts": seat.timeouts,
                "place": seat.place,
            }
            for seat in seen.seats
        ],
        "dice_in_play": seen.dice_in_play,
        "round": None if seen.round is None else _round(seen.round),
        "last_round": None if seen.last_round is None else _last_round(seen.last_round),
        "you": None if seen.viewer is None else _you(seen),
        "winner": seen.winner,
    }


def plain_hands(round_: RoundState) -> dict[int, list[int]]:
    return {hand.seat: list(hand.dice) for hand in round_.hands}


def plain_roll_off(passes: RollOff | None) -> list[list[Json]] | None:
    return None if passes is None else [[{"seat": t.seat, "die": t.die} for t in thrown] for thrown in passes]


def _you(seen: Observation) -> Json:
    return {
        "seat": seen.viewer,
        "dice": list(seen.dice),
        "actions": [str(kind) for kind in seen.actions],
        "legal_bids": [{"face": r.face, "min": r.minimum, "max": r.maximum} for r in seen.legal_bids],
    }


def _round(round_: ObservedRound) -> Json:
    return {**_common(round_), "turn": round_.turn}


def _last_round(round_: ResolvedRound) -> Json:
    call, change = round_.call, round_.dice_change
    return {
        **_common(round_),
        "call": {"kind": str(call.kind), "seat": call.seat, "timeout": call.timeout},
        "count": round_.count,
        "hands": [_hand(hand) for hand in round_.hands],
        "dice_change": change and {"seat": change.seat, "before": change.before, "after": change.after},
        "out": list(round_.out),
        "next_opener": round_.next_opener,
    }


def _common(round_: ObservedRound | ResolvedRound) -> Json:
    return {
        "number": round_.number,
        "opener": round_.opener,
        "palifico_seat": round_.palifico_seat,
        "calza_allowed": round_.calza_allowed,
        "roll_off": plain_roll_off(round_.roll_off),
        "bids": [_bid(placed) for placed in round_.bids],
        "departures": [_departure(departure) for departure in round_.departures],
    }


def _hand(hand: Hand) -> Json:
    return {"seat": hand.seat, "dice": list(hand.dice)}


def _bid(placed: PlacedBid) -> Json:
    bid = placed.bid
    return {"seat": placed.seat, "quantity": bid.quantity, "face": bid.face, "timeout": placed.timeout}


def _departure(departure: Departure) -> Json:
    return {"seat": departure.seat, "after_bids": departure.after_bids, "reason": str(departure.reason)}
