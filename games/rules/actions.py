"""What may be asked of the engine."""

from dataclasses import dataclass
from enum import StrEnum

from games.rules.bids import Bid


@dataclass(frozen=True, slots=True)
class PlaceBid:
    """Bid, or raise (docs/rules.md 4)."""

    bid: Bid


@dataclass(frozen=True, slots=True)
class CallDudo:
    """Doubt the standing bid (docs/rules.md 5)."""


@dataclass(frozen=True, slots=True)
class CallCalza:
    """Call the standing bid exact (docs/rules.md 6)."""


class DepartureReason(StrEnum):
    """Why a seat left an active game (docs/rules.md 9)."""

    LEFT = "left"
    """The player left."""
    TIMEOUT = "timeout"
    """The player's time ran out twice running."""
    REMOVED = "removed"
    """An admin removed the player."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the game for good (docs/rules.md 9)."""

    reason: DepartureReason = DepartureReason.LEFT


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of the seat on turn has run out: the server moves for it (docs/rules.md 9)."""


Move = PlaceBid | CallDudo | CallCalza
"""What a player decides on."""

Action = Move | Leave | TimeOut
"""All that changes a game."""
