"""Why a request is refused: one code for each reason, whoever refuses it.

Services raise `Refusal`; `perudo_site.http.problems` turns it into a problem document. A refusal changes nothing.
"""

from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """The codes of docs/api.md, "Errors". They are part of the contract: none is renamed or removed."""

    INVALID = "invalid"
    """The body, a field or a query parameter has the wrong form."""
    ILLEGAL_BID = "illegal_bid"
    """A well-formed bid that the rules do not allow now; the answer lists the legal ones."""
    UNKNOWN_OPTION = "unknown_option"
    """An option of that name does not exist in the ruleset."""
    NOT_AUTHENTICATED = "not_authenticated"
    """The call needs a token and none was sent."""
    BAD_TOKEN = "bad_token"  # noqa: S105 - a code, not a secret
    """The token, or the username and password, are not valid."""
    NOT_SEATED = "not_seated"
    """The caller has no seat in this game."""
    NOT_IN_PLAY = "not_in_play"
    """The caller's seat is out of the game."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to move."""
    CALZA_NOT_ALLOWED = "calza_not_allowed"
    """Calza is not open to this caller in this round."""
    FORBIDDEN = "forbidden"
    """The caller may not do this."""
    NOT_FOUND = "not_found"
    """There is no such thing, or none that the caller may know of."""
    METHOD_NOT_ALLOWED = "method_not_allowed"
    """The address exists and does not take this method."""
    NOT_ACCEPTABLE = "not_acceptable"
    """No answer in a form that the Accept header allows."""
    TOO_LARGE = "too_large"
    """The body is larger than the server takes."""
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    """The body is not JSON."""
    STALE_VERSION = "stale_version"
    """The game has moved on since the version the move was decided on."""
    NO_BID = "no_bid"
    """Nothing has been bid yet, so there is nothing to call."""
    TOO_LATE = "too_late"
    """The move reached the server after its deadline."""
    GAME_NOT_OPEN = "game_not_open"
    """The table is no longer open."""
    GAME_NOT_ACTIVE = "game_not_active"
    """The game has not started, or is over."""
    GAME_NOT_OVER = "game_not_over"
    """What was asked for is shown after the end only."""
    GAME_FULL = "game_full"
    """Every seat of an open table is taken. Part of the contract, and never so: a table starts with its last seat."""
    ALREADY_SEATED = "already_seated"
    """The caller sits at this table already."""
    USERNAME_TAKEN = "username_taken"
    """The name, in some spelling of its letters' case, belongs to somebody or is reserved."""
    NOT_RATABLE = "not_ratable"
    """A rated game needs the ruleset's own options, and two accounts or more, each of another owner."""
    TOO_MANY_GAMES = "too_many_games"
    """The caller has as many open or running games as an account may have."""
    TOO_MANY_BOTS = "too_many_bots"
    """The caller has as many bot accounts as a person may have."""
    THROTTLED = "throttled"
    """Too many requests; Retry-After says how long to wait."""
    REQUEST_TIMEOUT = "request_timeout"
    """The body did not arrive in time."""
    INTERNAL_ERROR = "internal_error"
    """A fault of the server: what was asked for is done whole or not at all, and looking tells which."""


class Refusal(Exception):
    """A request that is refused.

    `detail` is a sentence for people. `errors` names the fields at fault, each with a code and a sentence.
    `data` goes into the problem document beside them, such as `legal_bids` or `game`; it is redacted already.
    """

    def __init__(
        self,
        code: Code,
        detail: str = "",
        *,
        errors: list[dict[str, str]] | None = None,
        **data: Any,
    ) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.errors = errors or []
        self.data = data
