"""The scripts and templates that draw a game: small, of plain modules, and fit for a strict Content-Security-Policy."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = sorted((ROOT / "games" / "static" / "games" / "replay").glob("*.js"))
SHEETS = sorted((ROOT / "games" / "static" / "games" / "replay" / "css").glob("*.css"))
TEMPLATES = sorted((ROOT / "games" / "templates" / "admin" / "games" / "game").glob("*.html"))
MAX_SCRIPT_LINES = 150
MAX_SHEET_LINES = 250
MAX_WIDTH = 120

# Text that becomes markup or code, and chance.
FORBIDDEN = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|Math\.random")
# Handlers and styles that stand in the page itself.
INLINE = re.compile(r"\s(on\w+|style|x-[\w-]+)=", re.IGNORECASE)
OUTSIDE = re.compile(r"""(?:["'(]|url\()\s*(?:https?:)?//(?!www\.w3\.org)""")


def imports(script: str) -> set[str]:
    return set(re.findall(r'from "\./([\w.]+)"', script))


def test_every_module_is_used() -> None:
    texts = {path.name: path.read_text() for path in SCRIPTS}
    reached, waiting = set(), {"main.js"}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= imports(texts[name]) - reached
    assert reached == set(texts)


def test_what_works_things_out_draws_nothing() -> None:
    """The moments and what is seen at each come from the document alone: no page, no clock."""
    for name in ("model.js", "sight.js", "address.js", "counts.js"):
        text = next(path for path in SCRIPTS if path.name == name).read_text()
        assert imports(text) <= {"model.js", "address.js"}
        assert not re.search(r"\b(document|window|globalThis|Date)\b\.", text), name


@pytest.mark.parametrize("path", [*SCRIPTS, *SHEETS, *TEMPLATES], ids=lambda path: path.name)
def test_files_are_small(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert len(lines) <= (MAX_SHEET_LINES if path.suffix == ".css" else MAX_SCRIPT_LINES)
    assert [line for line in lines if len(line) > MAX_WIDTH] == []


@pytest.mark.parametrize("path", [*SCRIPTS, *SHEETS, *TEMPLATES], ids=lambda path: path.name)
def test_nothing_is_made_of_text_or_comes_from_outside(path: Path) -> None:
    text = path.read_text()
    assert FORBIDDEN.findall(text) == []
    assert OUTSIDE.findall(text) == []
    assert path.suffix != ".html" or INLINE.findall(text) == []


def test_what_is_forbidden_is_found() -> None:
    assert FORBIDDEN.search("seat.innerHTML = name")
    assert INLINE.search('<button onclick="go()">')
    assert INLINE.search('<p style="color: red">')
    assert OUTSIDE.search('import "https://cdn.example.org/x.js"')
    assert OUTSIDE.search("background: url(//example.org/felt.png)")
