"""Views and events in a few words, shaped as the API answers."""

from typing import Any, cast

from games.terminal.shapes import Bid, ResolvedRound, Round, Seat, View
from games.terminal.text.style import without_colour

OPTIONS: dict[str, Any] = {
    "starting_dice": 5,
    "raise_rule": "exclusive",
    "ones_entry": "at_least",
    "first_opener": "random",
    "palifico": True,
    "palifico_with_two": True,
    "palifico_face_change": "nobody",
    "calza": True,
    "calza_callers": "not_bidder",
    "calza_in_palifico": True,
    "calza_with_two": True,
    "lost_dice_visible": True,
}


def bid(seat: int, quantity: int, face: int, *, timeout: bool = False) -> Bid:
    return {"seat": seat, "quantity": quantity, "face": face, "timeout": timeout}


def seat(number: int, player: str, dice: int | None, *, place: int | None = None) -> Seat:
    """In play while it has no place."""
    in_play = place is None
    return {
        "seat": number,
        "player": player,
        "kind": "human" if number == 0 else "server",
        "dice_count": dice,
        "in_play": in_play,
        "place": place,
        "client_seed": f"seed {number}",
    }


def playing(number: int = 6, *bids: Bid, opener: int = 0, turn: int = 0, **fields: Any) -> Round:
    round_: dict[str, Any] = {
        "number": number,
        "opener": opener,
        "palifico_seat": None,
        "calza_allowed": True,
        "roll_off": None,
        "commitments": [],
        "bids": list(bids),
        "departures": [],
        "turn": turn,
    }
    return cast("Round", round_ | fields)


def resolved(
    *bids: Bid, hands: dict[int, list[int]], call: tuple[str, int], count: int | None, **fields: Any
) -> ResolvedRound:
    """`hands` in the order of revealing; `call` is its kind and seat."""
    round_: dict[str, Any] = {
        "number": 5,
        "opener": 0,
        "palifico_seat": None,
        "calza_allowed": True,
        "roll_off": None,
        "commitments": [],
        "bids": list(bids),
        "departures": [],
        "call": {"kind": call[0], "seat": call[1], "timeout": False},
        "count": count,
        "hands": [{"seat": number, "dice": dice, "key": "00"} for number, dice in hands.items()],
        "dice_change": None,
        "out": [],
        "next_opener": call[1],
    }
    return cast("ResolvedRound", round_ | fields)


def view(*seats: Seat, round_: Round | None = None, own: int | None = 0, **fields: Any) -> View:
    """Of an active game if there is a round, else of one that is over; `dice`, `actions`, `legal` are our own."""
    you = {
        "seat": own,
        "dice": fields.pop("dice", []),
        "key": None,
        "actions": fields.pop("actions", []),
        "legal_bids": [dict(zip(("face", "min", "max"), r, strict=True)) for r in fields.pop("legal", [])],
    }
    options = OPTIONS | fields.pop("options", {})
    winner = next((entry["seat"] for entry in seats if entry["place"] == 1), None)
    shown: dict[str, Any] = {
        "id": "k3v9x2m1qp",
        "status": "active" if round_ else "finished",
        "version": 17,
        "ruleset": "asmodee",
        "options": options,
        "turn_seconds": None,
        "seats": list(seats),
        "dice_in_play": sum(entry["dice_count"] or 0 for entry in seats) if options["lost_dice_visible"] else None,
        "seed_commitment": "00",
        "server_seed": None if round_ else "00",
        "round": round_,
        "last_round": None,
        "you": None if own is None else you,
        "winner": winner,
    }
    return cast("View", shown | fields)


def plain(lines: list[str]) -> str:
    """As it is read without colours."""
    return "\n".join(without_colour(line).rstrip() for line in lines)
