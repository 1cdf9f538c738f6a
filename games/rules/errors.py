"""Why the rules refuse something: a code with data, never a bare message."""

from enum import StrEnum
from typing import Any


class Reason(StrEnum):
    """A reason to refuse an action. The values are the API's codes too (docs/api.md, "Errors")."""

    GAME_NOT_ACTIVE = "game_not_active"
    """The game is over."""
    NOT_IN_PLAY = "not_in_play"
    """The seat has no dice left, or has left the game (docs/rules.md 8, 9)."""
    NO_BID = "no_bid"
    """Dudo or calza before any bid (docs/rules.md 5, 6)."""
    NOT_YOUR_TURN = "not_your_turn"
    """Only the seat on turn bids or calls dudo (docs/rules.md 3)."""
    ILLEGAL_BID = "illegal_bid"
    """The bid is outside the legal ranges (docs/rules.md 4); data: `legal_bids`."""
    CALZA_NOT_ALLOWED = "calza_not_allowed"
    """No calza in this round, or not for this seat (docs/rules.md 6)."""


class OptionFault(StrEnum):
    """What is wrong with options that a game was to be made with."""

    UNKNOWN_OPTION = "unknown_option"
    """No option has this name; data: `name`."""
    INVALID = "invalid"
    """The option does not take this value; data: `name`, `choices`."""


class RuleViolation(Exception):
    """An action that the rules do not allow now. Nothing has changed."""

    def __init__(self, reason: Reason, **data: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.data = data


class BadOption(ValueError):
    """An option, or the value of one, that does not exist."""

    def __init__(self, fault: OptionFault, name: str, **data: Any) -> None:
        super().__init__(fault, name)
        self.fault = fault
        self.name = name
        self.data = data
