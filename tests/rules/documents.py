"""Reading the tables of the documentation, so that tests can hold it to account."""

import re
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs"


def read(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """The text below a heading of the second level, up to the next."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def tables(text: str) -> list[list[dict[str, str]]]:
    """Every table as rows by the names of its columns; code ticks are taken off cells that are code as a whole."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, flags=re.MULTILINE):
        lines = [[_bare(cell) for cell in line.strip("|").split(" | ")] for line in block.splitlines()]
        found.append([dict(zip(lines[0], cells, strict=True)) for cells in lines[2:]])
    return found


def _bare(cell: str) -> str:
    cell = cell.strip()
    whole = re.fullmatch(r"`([^`]*)`", cell)
    return whole[1] if whole else cell
