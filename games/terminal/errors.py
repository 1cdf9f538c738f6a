"""What ends a game in the terminal early, or refuses a request. The messages are for people."""

from typing import Any


class CannotGoOn(Exception):
    """The message says why, and what may help."""


class Unreachable(CannotGoOn):
    """No answer from the server, for as long as we had patience."""

    def __init__(self, server: str, reason: str) -> None:
        super().__init__(
            f"No Perudo server answers at {server} ({reason}).\n"
            "Start one with `make run`, or name another with --server URL."
        )


class NotPerudo(CannotGoOn):
    """Something answers, but not in the API's words."""

    def __init__(self, server: str, status: int) -> None:
        super().__init__(
            f"What answers at {server} is not a Perudo server (status {status}, without a problem document)."
        )


class Problem(CannotGoOn):
    """A refusal by the server (docs/api.md, "Errors"): its status, `code`, and whatever else the document holds."""

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        super().__init__(f"The server refuses: {_in_words(document) or status}")
        self.status = status
        self.code: str = document.get("code", "")
        self.detail: str = document.get("detail", "")
        self.document = document


def _in_words(document: dict[str, Any]) -> str:
    """What is wrong with each field that is at fault; without such fields, with the request."""
    fields = [f"{error['field']}: {error['detail']}" for error in document.get("errors", []) if error["field"]]
    return " ".join(fields) or document.get("detail") or document.get("title") or ""
