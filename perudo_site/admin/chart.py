"""Charts drawn on the server: SVG, with a text for those who do not see it, in the colours of the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string

WIDTH: Final = 560
HEIGHT: Final = 180
LEFT, BOTTOM, TOP, RIGHT = 44, 26, 12, 8


@dataclass(frozen=True)
class Tick:
    """A line across the chart, and what it stands for."""

    at: float
    label: str


@dataclass(frozen=True)
class Bar:
    """One bar, with what it says when pointed at."""

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
    step = (WIDTH - LEFT - RIGHT) / max(len(values) - 1, 1)
    points = [(LEFT + index * step, _height(value, low, high)) for index, value in enumerate(values)]
    return render_to_string(
        "admin/chart.html",
        {
            **_frame(title, text, _ticks(low, high)),
            "line": " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
            "last": points[-1] if points else None,
            "feet": feet,
        },
    )


def bar_chart(values: Sequence[int], *, names: Sequence[str], title: str, text: str) -> str:
    """A bar for each value, with its name."""
    high = max(*values, 1)
    step = (WIDTH - LEFT - RIGHT) / max(len(values), 1)
    bars = [
        Bar(
            x=LEFT + index * step + step * 0.15,
            y=_height(value, 0, high),
            width=step * 0.7,
            height=_height(0, 0, high) - _height(value, 0, high),
            label=f"{name}: {value}",
            foot=name,
        )
        for index, (value, name) in enumerate(zip(values, names, strict=True))
    ]
    return render_to_string("admin/chart.html", {**_frame(title, text, _ticks(0, high)), "bars": bars})


def _frame(title: str, text: str, ticks: Sequence[Tick]) -> dict[str, object]:
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "foot": HEIGHT - 6,
        "title": title,
        "text": text,
        "ticks": ticks,
    }


def _height(value: float, low: float, high: float) -> float:
    return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - BOTTOM - TOP)


def _ticks(low: float, high: float) -> list[Tick]:
    """Three lines: at the foot, in the middle and at the top; whole numbers are told."""
    found = sorted({round(low), round((low + high) / 2), round(high)})
    return [Tick(_height(value, low, high), str(value)) for value in found if low <= value <= high]
