"""Lines through a pipe, and what of them is shown."""

import io
import os
from collections.abc import Iterator

import pytest

from games.terminal.console import Console
from games.terminal.text.style import Mark, paint


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def console_on(fd: int, *, colour: bool = False, ascii_only: bool = False) -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    return Console(fd, out, colour=colour, ascii_only=ascii_only), out


def test_lines_are_read_one_by_one_and_the_end_last(pipe: tuple[int, int]) -> None:
    console, _ = console_on(pipe[0])
    os.write(pipe[1], b"3 4\ndu")
    assert console.read(1) == "3 4"
    assert console.read(0) is None
    os.write(pipe[1], b"do\nlast")
    assert console.read(1) == "dudo"
    os.close(pipe[1])
    assert console.read(1) == "last"
    with pytest.raises(EOFError):
        console.read(1)


def test_a_character_may_come_in_parts(pipe: tuple[int, int]) -> None:
    console, _ = console_on(pipe[0])
    sign = "3×4\n".encode()
    os.write(pipe[1], sign[:2])
    assert console.read(0.01) is None
    os.write(pipe[1], sign[2:])
    assert console.read(1) == "3×4"


@pytest.mark.parametrize(
    ("colour", "ascii_only", "shown"),
    [
        (True, False, "\x1b[1;32m╭─● 3×4 │\x1b[0m é"),
        (False, False, "╭─● 3×4 │ é"),
        (True, True, "\x1b[1;32m+-o 3x4 |\x1b[0m ?"),
        (False, True, "+-o 3x4 | ?"),
    ],
)
def test_what_the_terminal_cannot_show_is_taken_away(colour: bool, ascii_only: bool, shown: str) -> None:
    console, out = console_on(0, colour=colour, ascii_only=ascii_only)
    console.show([paint("╭─● 3×4 │", Mark.GOOD) + " é"])
    assert out.getvalue() == f"{shown}\n"


def test_nothing_that_a_server_sends_moves_the_cursor() -> None:
    console, out = console_on(0, colour=True)
    console.show(["a\x1b[2Jb\x1b]0;title\x07c\rd\x08e\x9b2Jf\x1b"])
    assert out.getvalue() == "a[2Jb]0;titlecde2Jf\n"
