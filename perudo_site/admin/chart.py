"""Charts drawn on the server: SVG, with a text for those who do not see it, in the colours of the page.

Each is drawn for a wide place and for a narrow one, of which the page shows the one that fits: a drawing that is made
smaller as a whole has letters too small to be read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from django.template.loader import render_to_string

LEFT, BOTTOM, TOP, RIGHT = 44, 26, 12, 8
FOOT: Final = 36
"""How wide a name below a bar may be."""
LINES: Final = 3
"""Across a chart there are about so many."""


@dataclass(frozen=True)
class Size:
    name: str
    width: int
    height: int = 180

    def up(self, value: float, low: float, high: float) -> float:
        return self.height - BOTTOM - (value - low) / (high - low) * (self.height - BOTTOM - TOP)

    def step(self, parts: int) -> float:
        return (self.width - LEFT - RIGHT) / max(parts, 1)


SIZES: Final = (Size("wide", 560), Size("narrow", 320))


@dataclass(frozen=True)
class Tick:
    """A line across the chart, and what it stands for."""

    at: float
    label: str


@dataclass(frozen=True)
class Bar:
    """One bar, with what it says when pointed at; the name below it where there is room."""

    x: float
    y: float
    width: float
    height: float
    label: str
    foot: str


def line_chart(values: Sequence[float], *, title: str, text: str, feet: Sequence[str] = ()) -> str:
    """A curve of values at equal distances; `feet` stand below its first and its last."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    margin = max((high - low) * 0.1, 1.0)
    low, high = low - margin, high + margin
    drawings = []
    for size in SIZES:
        step = size.step(len(values) - 1)
        points = [(LEFT + index * step, size.up(value, low, high)) for index, value in enumerate(values)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawings.append({**_frame(size, low, high), "line": line, "last": points[-1] if points else None, "feet": feet})
    return _drawn(drawings, title, text)


def bar_chart(values: Sequence[int], *, names: Sequence[str], title: str, text: str) -> str:
    """A bar for each value, with its name."""
    high = max(*values, 1)
    drawings = [{**_frame(size, 0, high), "bars": _bars(size, values, names, high)} for size in SIZES]
    return _drawn(drawings, title, text)


def _bars(size: Size, values: Sequence[int], names: Sequence[str], high: int) -> list[Bar]:
    step = size.step(len(values))
    every = ceil(FOOT / step)
    return [
        Bar(
            x=LEFT + index * step + step * 0.15,
            y=size.up(value, 0, high),
            width=step * 0.7,
            height=size.up(0, 0, high) - size.up(value, 0, high),
            label=f"{name}: {value}",
            foot=name if (len(values) - 1 - index) % every == 0 else "",
        )
        for index, (value, name) in enumerate(zip(values, names, strict=True))
    ]


def _drawn(drawings: Iterable[dict[str, object]], title: str, text: str) -> str:
    return render_to_string("admin/chart.html", {"drawings": drawings, "title": title, "text": text})


def _frame(size: Size, low: float, high: float) -> dict[str, object]:
    return {
        "size": size,
        "left": LEFT,
        "right": size.width - RIGHT,
        "foot": size.height - 6,
        "ticks": [Tick(size.up(value, low, high), str(value)) for value in round_numbers(low, high)],
    }


def round_numbers(low: float, high: float) -> list[int]:
    """A few whole numbers between the two, a round step apart: 1, 2 or 5, or ten or a hundred times these."""
    rough = (high - low) / LINES
    unit = 10.0 ** floor(log10(rough))
    step = max(round(next(unit * times for times in (1, 2, 5, 10) if unit * times >= rough)), 1)
    return list(range(ceil(low / step) * step, floor(high) + 1, step))
