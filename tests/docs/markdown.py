"""The parts of a Markdown document that a test can hold against the code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

_COMMENT = re.compile(r"<!-- (.*?) -->")
_FENCE = re.compile(r"```(\w*)$")
_HEADING = re.compile(r"(#{1,6}) (.*)$")
_LINK = re.compile(r"(?<!\\)!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced block. `marker` is the HTML comment on the line before it, or empty."""

    language: str
    text: str
    marker: str


@dataclass(frozen=True)
class Table:
    """A table's rows of cells, below its head."""

    marker: str
    rows: tuple[tuple[str, ...], ...]

    def names(self) -> list[str]:
        """Everything in backticks in the first column."""
        return [name for row in self.rows for name in codes(row[0])]


@dataclass(frozen=True)
class Document:
    """A Markdown document by its text."""

    text: str

    @cached_property
    def blocks(self) -> list[Block]:
        found, lines, marker = [], iter(self.text.splitlines()), ""
        for line in lines:
            if fence := _FENCE.match(line):
                body = "".join(f"{inner}\n" for inner in takewhile(lambda inner: inner != "```", lines))
                found.append(Block(fence[1], body, marker))
            marker = comment[1] if (comment := _COMMENT.fullmatch(line)) else ""
        return found

    @cached_property
    def prose(self) -> str:
        """The text without its fenced blocks."""
        return re.sub(r"^```.*?^```$", "", self.text, flags=re.DOTALL | re.MULTILINE)

    @cached_property
    def tables(self) -> list[Table]:
        found, marker, rows = [], "", list[tuple[str, ...]]()
        for line in [*self.prose.splitlines(), ""]:
            if line.startswith("|"):
                rows.append(tuple(cell.strip() for cell in line.strip("|").split("|")))
                continue
            if rows:
                found.append(Table(marker, tuple(rows[2:])))
                rows = []
            marker = comment[1] if (comment := _COMMENT.fullmatch(line)) else ""
        return found

    def table(self, marker: str) -> Table:
        """The one table with this marker."""
        [found] = [table for table in self.tables if table.marker == marker]
        return found

    @cached_property
    def sections(self) -> dict[str, str]:
        """The prose under each heading, as far as the next heading of any level."""
        found, heading = {"": ""}, ""
        for line in self.prose.splitlines():
            if match := _HEADING.match(line):
                heading = match[2]
                found[heading] = ""
            else:
                found[heading] += f"{line}\n"
        return found

    @property
    def anchors(self) -> set[str]:
        """What links may point to after "#": each heading, as GitHub spells it."""
        return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in self.sections}

    @property
    def links(self) -> Iterator[str]:
        return (match[1] for match in _LINK.finditer(self.prose))


def codes(text: str) -> list[str]:
    """Everything in backticks."""
    return _CODE.findall(text)
