"""Every refusal's HTTP status and title, in one place (docs/api.md, "Errors")."""

from dataclasses import dataclass
from http import HTTPStatus

from perudo_site.refusals import Code


@dataclass(frozen=True)
class ProblemType:
    """What all problems of one code have in common: RFC 9457's `type`, `status` and `title`."""

    code: Code
    status: HTTPStatus
    title: str

    @property
    def uri(self) -> str:
        """A relative reference that never changes; it resolves to `as_dict`."""
        return f"/api/v1/problems/{self.code}/"

    def as_dict(self) -> dict[str, str | int]:
        return {"type": self.uri, "title": self.title, "status": int(self.status), "code": str(self.code)}


_TITLES: dict[HTTPStatus, dict[Code, str]] = {
    HTTPStatus.BAD_REQUEST: {
        Code.INVALID: "The request has the wrong form",
        Code.ILLEGAL_BID: "The rules do not allow this bid now",
        Code.UNKNOWN_OPTION: "The ruleset has no such option",
    },
    HTTPStatus.UNAUTHORIZED: {
        Code.NOT_AUTHENTICATED: "This needs a token",
        Code.BAD_TOKEN: "The token, or the username and password, are not valid",
    },
    HTTPStatus.FORBIDDEN: {
        Code.NOT_SEATED: "You have no seat in this game",
        Code.NOT_IN_PLAY: "Your seat is out of the game",
        Code.NOT_YOUR_TURN: "Another seat is to move",
        Code.CALZA_NOT_ALLOWED: "Calza is not open to you in this round",
        Code.FORBIDDEN: "You may not do this",
    },
    HTTPStatus.NOT_FOUND: {Code.NOT_FOUND: "There is nothing here that you may see"},
    HTTPStatus.METHOD_NOT_ALLOWED: {Code.METHOD_NOT_ALLOWED: "This address does not take this method"},
    HTTPStatus.NOT_ACCEPTABLE: {Code.NOT_ACCEPTABLE: "No answer in a form that you accept"},
    HTTPStatus.REQUEST_TIMEOUT: {Code.REQUEST_TIMEOUT: "The body did not arrive in time"},
    HTTPStatus.CONFLICT: {
        Code.STALE_VERSION: "The game has moved on",
        Code.NO_BID: "There is no bid to call",
        Code.TOO_LATE: "The deadline has passed",
        Code.GAME_NOT_OPEN: "The table is no longer open",
        Code.GAME_NOT_ACTIVE: "The game is not running",
        Code.GAME_NOT_OVER: "The game is not over",
        Code.GAME_FULL: "Every seat is taken",
        Code.ALREADY_SEATED: "You sit at this table already",
        Code.USERNAME_TAKEN: "The username is taken",
        Code.NOT_RATABLE: "This game cannot be rated",
        Code.TOO_MANY_GAMES: "You have too many games",
        Code.TOO_MANY_BOTS: "You have too many bot accounts",
    },
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: {Code.TOO_LARGE: "The body is too large"},
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: {Code.UNSUPPORTED_MEDIA_TYPE: "The body is not JSON in UTF-8"},
    HTTPStatus.TOO_MANY_REQUESTS: {Code.THROTTLED: "Too many requests"},
    HTTPStatus.INTERNAL_SERVER_ERROR: {Code.INTERNAL_ERROR: "The server failed"},
}

PROBLEM_TYPES: dict[Code, ProblemType] = {
    code: ProblemType(code, status, title) for status, titles in _TITLES.items() for code, title in titles.items()
}
