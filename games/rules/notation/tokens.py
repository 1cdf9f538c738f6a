"""A text as tokens, each with its place. Spaces, line ends and comments only part them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn

from games.rules.notation.faults import NotationFault

MAX_NUMBER: Final = 20
"""Characters of a number, or of a bid; there is none so long."""


class Kind(StrEnum):
    """Kinds of token. The values are the names of groups in the pattern."""

    TEXT = "text"
    ROUND = "round"
    DECIMAL = "decimal"
    BID = "bid"
    NUMBER = "number"
    WORD = "word"
    SIGN = "sign"
    END = "end"
    """After the last one."""


_PATTERN: Final = re.compile(
    r"""
      (?P<nothing>[ \t\r\n]+|;.*)
    | (?P<text>"(?:[^"\\]|\\["\\])*")
    | (?P<round>[0-9]+\.(?![0-9]))
    | (?P<decimal>-?[0-9]+\.[0-9]+)
    | (?P<bid>[0-9]+x[0-9]+)
    | (?P<number>-?[0-9]+)
    | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<sign>[][():/|,*@])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: Kind
    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return "the end of the text" if self.kind is Kind.END else self.text

    def is_sign(self, text: str) -> bool:
        return self.kind is Kind.SIGN and self.text == text

    @property
    def value(self) -> str:
        """What a text in quotes says."""
        return re.sub(r"\\(.)", r"\1", self.text[1:-1])

    def fail(self, why: str) -> NoReturn:
        raise NotationFault(self.line, self.column, why)


def quoted(value: str) -> str:
    """A text in quotes that says this."""
    return '"{}"'.format(re.sub(r'(["\\])', r"\\\1", value))


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """The tokens of a text, whose lines may end in a line end or not, and END. Raises `NotationFault`."""
    number, column = 1, 1
    for number, ended in enumerate(lines, 1):
        line, column = ended.removesuffix("\n"), 1
        while column <= len(line):
            token, end = _token(line, number, column)
            if token is not None:
                yield token
            column = end
    yield Token(Kind.END, "", number, column)


def _token(line: str, number: int, column: int) -> tuple[Token | None, int]:
    """What stands at a column, None if it only parts tokens, and the column after it."""
    match = _PATTERN.match(line, column - 1)
    if match is None:
        unended = line[column - 1] == '"'
        why = (
            'a text in quotes ends on its line, and \\ stands before " and \\ alone'
            if unended
            else "nothing is written so"
        )
        raise NotationFault(number, column, f"{why}: {line[column - 1 : column + 19].rstrip()}")
    if match.lastgroup == "nothing":
        return None, match.end() + 1
    token = Token(Kind(match.lastgroup or ""), match[0], number, column)
    if token.kind in (Kind.ROUND, Kind.DECIMAL, Kind.BID, Kind.NUMBER) and len(token.text) > MAX_NUMBER:
        token.fail("so great a number there cannot be")
    return token, match.end() + 1
