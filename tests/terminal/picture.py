"""A terminal's screen as an SVG picture, such as the README's.

    tmux capture-pane -e -p | python -m tests.terminal.picture > docs/images/play.svg

Reads text with colours (SGR sequences) from standard input. Lines of box drawing become paths, and every piece of
text is given its width, so that the picture is the same in whatever monospaced font it is shown.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE = 8.4, 18, 14
MARGIN, BAR = 18, 34
BACKGROUND, BAR_COLOUR, FOREGROUND = "#16181d", "#22252c", "#d0d4dc"
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
# The terminal's colours 0 to 7, and as they are when bold.
COLOURS = ("#16181d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d0d4dc")
BOLD_COLOURS = ("#16181d", "#ff7b85", "#a8dc85", "#f0d08a", "#79c0ff", "#d791ee", "#6fd0dc", "#ffffff")
# From which side of its cell to which a character leads.
ARMS = {
    "─": ("left", "right"),
    "━": ("left", "right"),
    "│": ("up", "down"),
    "╭": ("right", "down"),
    "╮": ("left", "down"),
    "╰": ("right", "up"),
    "╯": ("left", "up"),
}
TOKEN = re.compile(r"\x1b\[([0-9;]*)m|([^\x1b]+)")


@dataclass(frozen=True)
class Look:
    """How text looks: colours as numbers of the terminal, None for the default one."""

    colour: int | None = None
    ground: int | None = None
    bold: bool = False
    dim: bool = False

    def after(self, code: int) -> "Look":
        match code:
            case 0:
                return Look()
            case 1:
                return replace(self, bold=True)
            case 2:
                return replace(self, dim=True)
            case 22:
                return replace(self, bold=False, dim=False)
            case 39:
                return replace(self, colour=None)
            case 49:
                return replace(self, ground=None)
        if 30 <= code <= 37:
            return replace(self, colour=code - 30)
        return replace(self, ground=code - 40) if 40 <= code <= 47 else self

    @property
    def fill(self) -> str:
        if self.colour is None:
            return "#ffffff" if self.bold else FOREGROUND
        return (BOLD_COLOURS if self.bold else COLOURS)[self.colour]


def svg(screen: str, *, title: str) -> str:
    """The picture of a screen's lines."""
    lines = screen.rstrip("\n").split("\n")
    columns = max(len(TOKEN.sub(lambda match: match[2] or "", line)) for line in lines)
    width, height = columns * CELL_WIDTH + 2 * MARGIN, len(lines) * CELL_HEIGHT + BAR + 1.5 * MARGIN
    parts = [*_frame(width, height, title)]
    look = Look()
    for row, line in enumerate(lines):
        column = 0
        for codes, text in TOKEN.findall(line):
            if text:
                parts += _run(text, look, MARGIN + column * CELL_WIDTH, BAR + MARGIN / 2 + row * CELL_HEIGHT)
                column += len(text)
            else:
                for code in codes.split(";"):
                    look = look.after(int(code or 0))
    return "\n".join([*parts, "</svg>", ""])


def _frame(width: float, height: float, title: str) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-size="{FONT_SIZE}" font-family="{FONTS}">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="100%" height="100%" rx="9" fill="{BACKGROUND}"/>'
    yield f'<path d="M0 {BAR}V9a9 9 0 0 1 9-9H{width - 9:.0f}a9 9 0 0 1 9 9V{BAR}z" fill="{BAR_COLOUR}"/>'
    for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{20 + 20 * number}" cy="{BAR / 2:g}" r="6" fill="{colour}"/>'
    yield (
        f'<text x="{width / 2:.0f}" y="{BAR / 2 + 5:g}" text-anchor="middle" fill="#8a909c" font-size="13">'
        f"{escape(title)}</text>"
    )


def _run(text: str, look: Look, x: float, y: float) -> Iterator[str]:
    """One piece of text of one look, at the upper left corner of its first cell."""
    if look.ground is not None:
        width = len(text) * CELL_WIDTH
        size = f'width="{width:.1f}" height="{CELL_HEIGHT - 2}" rx="3"'
        yield f'<rect x="{x:.1f}" y="{y + 1:g}" {size} fill="{COLOURS[look.ground]}"/>'
    shade = ' opacity="0.55"' if look.dim else ""
    lines = "".join(_arms(character, x + n * CELL_WIDTH, y) for n, character in enumerate(text) if character in ARMS)
    if lines:
        stroke = 2 if "━" in text else 1.2
        yield f'<path d="{lines}" stroke="{look.fill}" stroke-width="{stroke}" fill="none"{shade}/>'
    weight = ' font-weight="bold"' if look.bold else ""
    for match in re.finditer(f"[^\\s{''.join(ARMS)}]+(?: [^\\s{''.join(ARMS)}]+)*", text):
        yield (
            f'<text x="{x + match.start() * CELL_WIDTH:.1f}" y="{y + 13:g}" fill="{look.fill}"{weight}{shade} '
            f'textLength="{len(match[0]) * CELL_WIDTH:.1f}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">'
            f"{escape(match[0])}</text>"
        )


def _arms(character: str, x: float, y: float) -> str:
    """From one end to the other by way of the middle: a line, or a rounded corner."""
    middle = f"{x + CELL_WIDTH / 2:.1f} {y + CELL_HEIGHT / 2:g}"
    ends = {
        "left": f"{x:.1f} {y + CELL_HEIGHT / 2:g}",
        "right": f"{x + CELL_WIDTH:.1f} {y + CELL_HEIGHT / 2:g}",
        "up": f"{x + CELL_WIDTH / 2:.1f} {y:g}",
        "down": f"{x + CELL_WIDTH / 2:.1f} {y + CELL_HEIGHT:g}",
    }
    start, end = ARMS[character]
    return f"M{ends[start]}Q{middle} {ends[end]}"


if __name__ == "__main__":
    sys.stdout.write(svg(sys.stdin.read(), title=" ".join(sys.argv[1:]) or "python manage.py play"))
