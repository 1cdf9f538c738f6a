"""Colours and widths of lines."""

import re
import textwrap
from enum import StrEnum
from typing import Final

WIDTH: Final = 78
INDENT: Final = "    "
_SGR: Final = re.compile(r"\x1b\[[0-9;]*m")
_CONTROL: Final = re.compile(r"\x1b(?!\[[0-9;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
# Of the same width as what they stand for, so that columns stay columns.
_ASCII: Final = str.maketrans("╭╮╰╯─│━●■·▸›×–…✓✗", "++++-|=o#.>>x-.*!")


class Mark(StrEnum):
    """What a text is, to the eye: parameters of the terminal's SGR sequence, from its own 16 colours."""

    BOLD = "1"
    DIM = "2"
    TITLE = "1;36"
    YOU = "1;36"
    COUNTED = "1;30;42"
    WILD = "1;30;43"
    GOOD = "1;32"
    BAD = "1;31"
    SPECIAL = "1;35"
    DICE = "1;37"
    WARN = "33"


def paint(text: str, mark: Mark | None) -> str:
    return f"\x1b[{mark}m{text}\x1b[0m" if mark and text else text


def without_colour(text: str) -> str:
    return _SGR.sub("", text)


def in_ascii(text: str) -> str:
    """The text without what is not ASCII; box drawing becomes its likeness."""
    return text.translate(_ASCII).encode("ascii", "replace").decode()


def without_controls(text: str) -> str:
    """The text without control characters other than our own colours: what a server sends moves no cursor."""
    return _CONTROL.sub("", text)


def width(text: str) -> int:
    return len(without_colour(text))


def pad(text: str, to: int) -> str:
    """Filled up with spaces, colours not counted."""
    return text + " " * (to - width(text))


def rule(left: str, right: str = "", mark: Mark = Mark.TITLE) -> str:
    """A line across the screen with a title, and something at its right end."""
    end = f" {right} ━━" if right else ""
    title = f"━━ {left} "
    return f"{paint(title + '━' * (WIDTH - len(title) - len(end)), mark)}{paint(end, mark)}"


def paragraph(text: str, mark: Mark | None = None, *, hanging: str = "") -> list[str]:
    """Text of any length as indented lines of the screen's width, those after the first further in by `hanging`."""
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT + hanging, break_on_hyphens=False
    )
    return [f"{INDENT}{paint(line.removeprefix(INDENT), mark)}" for line in lines]
