"""Dice, drawn large and in a line."""

from collections.abc import Sequence
from typing import Final

from games.terminal.text.style import INDENT, Mark, paint

# The pips of each face, three rows of three places.
_PIPS: Final = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def drawn(dice: Sequence[int], *, wild: bool) -> list[str]:
    """The dice side by side, sorted, five lines high; `wild` ones stand out."""
    boxes = [_box(die, Mark.WARN if wild and die == 1 else Mark.DICE) for die in sorted(dice)]
    return [INDENT + " ".join(row) for row in zip(*boxes, strict=True)]


def in_line(dice: Sequence[int], *, face: int | None, wild: bool) -> str:
    """Each die as its number, four wide; those that count for `face` in brackets. `wild`: ones count for any face."""
    return "".join(_small(die, counts=counts_for(die, face, wild=wild)) for die in sorted(dice))


def counts_for(die: int, face: int | None, *, wild: bool) -> bool:
    return face is not None and (die == face or (wild and die == 1))


def _box(die: int, mark: Mark) -> list[str]:
    rows = ["╭───────╮", *(f"│{pips}│" for pips in _PIPS[die]), "╰───────╯"]
    return [paint(row, mark) for row in rows]


def _small(die: int, *, counts: bool) -> str:
    return f"{paint(f'[{die}]', Mark.COUNTED)} " if counts else f" {die}  "
