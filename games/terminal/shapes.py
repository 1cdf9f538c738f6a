"""The parts of the API's answers that this client reads (docs/api.md, "Game view" and "Watching")."""

from typing import Any, TypedDict


class Seat(TypedDict):
    seat: int
    player: str | None
    kind: str | None
    dice_count: int | None
    in_play: bool
    place: int | None
    client_seed: str | None


class Bid(TypedDict):
    seat: int
    quantity: int
    face: int
    timeout: bool


class Departure(TypedDict):
    seat: int
    after_bids: int
    reason: str


class Commitment(TypedDict):
    seat: int
    commitment: str


class Throw(TypedDict):
    seat: int
    die: int


class LegalRange(TypedDict):
    face: int
    min: int
    max: int


class Roll(TypedDict):
    """What all may know of a round when its dice are rolled."""

    number: int
    opener: int
    palifico_seat: int | None
    calza_allowed: bool
    roll_off: list[list[Throw]] | None
    commitments: list[Commitment]


class OwnRoll(Roll):
    """The data of a `rolled` event: with the reader's own cup."""

    dice: list[int]
    key: str | None


class Round(Roll):
    bids: list[Bid]
    departures: list[Departure]
    turn: int


class Call(TypedDict):
    kind: str
    seat: int
    timeout: bool


class Hand(TypedDict):
    seat: int
    dice: list[int]
    key: str


class DiceChange(TypedDict):
    seat: int
    before: int
    after: int


class ResolvedRound(Roll):
    bids: list[Bid]
    departures: list[Departure]
    call: Call
    count: int | None
    hands: list[Hand]
    dice_change: DiceChange | None
    out: list[int]
    next_opener: int | None


class You(TypedDict):
    seat: int
    dice: list[int]
    key: str | None
    actions: list[str]
    legal_bids: list[LegalRange]


class View(TypedDict):
    id: str
    status: str
    version: int
    ruleset: str
    options: dict[str, Any]
    turn_seconds: int | None
    seats: list[Seat]
    dice_in_play: int | None
    seed_commitment: str
    server_seed: str | None
    round: Round | None
    last_round: ResolvedRound | None
    you: You | None
    winner: int | None


class Event(TypedDict):
    seq: int
    type: str
    data: Any


class BotInfo(TypedDict):
    name: str
    title: str
    strength: int
    describes: str


def active_round(view: View) -> Round:
    """The round of a view that is known to be of a running game."""
    assert view["round"] is not None
    return view["round"]


def own_seat(view: View) -> int | None:
    return None if view["you"] is None else view["you"]["seat"]
