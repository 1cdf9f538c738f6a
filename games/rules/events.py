"""What happened: the values `engine.start` and `engine.apply` return beside the new state, in order."""

from dataclasses import dataclass

from games.rules.bids import PlacedBid
from games.rules.state import Departure, ResolvedRound, RoundState


@dataclass(frozen=True, slots=True)
class Started:
    """The game began."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A round began: every cup was rolled."""

    round: RoundState


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """A bid was made."""

    bid: PlacedBid


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left the game."""

    departure: Departure


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A call, or the departure of the last opponent, closed the round."""

    round: ResolvedRound


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over; `places[seat]` is the place of each seat."""

    places: tuple[int, ...]


Event = Started | Rolled | BidPlaced | SeatLeft | RoundEnded | Finished
"""One step of a game's history. Each raises the game's version by one."""
