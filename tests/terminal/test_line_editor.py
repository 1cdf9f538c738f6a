"""Keys to lines."""

import pytest

from games.terminal.line_editor import LONGEST, End, LineEditor


@pytest.mark.parametrize(
    ("typed", "lines", "left"),
    [
        ("3 4\n", ["3 4"], ""),
        ("3 4\rd\r", ["3 4", "d"], ""),
        ("3 5\x7f4", [], "3 4"),
        ("3 5\b4", [], "3 4"),
        ("\x7f\x7f3", [], "3"),
        ("nonsense\x15d", [], "d"),
        ("3\x1b[A 4\x1b[1;5C\x1bOP\n", ["3 4"], ""),
        ("\x1bx3", [], "3"),
        ("3\t\x00\x07 4", [], "3 4"),
        ("\x04", [End()], ""),
        ("3\x04 4", [], "3 4"),
        ("é×\n", ["é×"], ""),
        ("1" * (LONGEST + 5), [], "1" * LONGEST),
    ],
)
def test_typing(typed: str, lines: list[str | End], left: str) -> None:
    editor = LineEditor()
    assert editor.feed(typed) == lines
    assert editor.text == left


def test_a_sequence_may_come_in_parts() -> None:
    editor = LineEditor()
    for part in ("3", "\x1b", "[", "1", ";", "5", "A", " 4"):
        assert editor.feed(part) == []
    assert editor.text == "3 4"
