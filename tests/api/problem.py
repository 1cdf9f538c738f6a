"""What docs/api.md, "Errors", says of each code: its status."""

from typing import Any

Json = dict[str, Any]

_CODES = {
    400: "invalid illegal_bid unknown_option",
    401: "not_authenticated bad_token",
    403: "not_seated not_in_play not_your_turn calza_not_allowed forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    409: (
        "stale_version no_bid too_late game_not_open game_not_active game_not_over game_full already_seated "
        "username_taken not_ratable too_many_games"
    ),
    429: "throttled",
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}


def refused(response: Any, code: str) -> Json:
    """The problem document of a response that refuses with this code, and the code's own status."""
    problem: Json = response.json()
    assert (problem["code"], response.status_code) == (code, STATUS[code]), problem
    assert problem["status"] == STATUS[code]
    assert response["Content-Type"] == "application/problem+json"
    return problem


def field_errors(problem: Json) -> dict[str, str]:
    """The code of each field at fault."""
    return {error["field"]: error["code"] for error in problem["errors"]}
