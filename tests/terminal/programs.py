"""The client as a process, at the other end of a pipe or of a pseudo-terminal, and a person who plays it."""

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from games.terminal.text.style import without_colour
from tests.site.processes import PROJECT, clean_environment

PATIENCE = 90.0
"""Seconds after which a program is given up; the machine may be a busy one."""
PLAY = ("-m", "games.terminal")
MANAGE_PLAY = ("manage.py", "play")
"""The same, by way of Django."""
# A shell gives its children a controlling terminal; so that Ctrl-C is a signal here too, the child takes its own.
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)


class Program:
    """`output` is all it has written so far, as text; `read` is how much of it was waited for."""

    def __init__(self, popen: "subprocess.Popen[bytes]", keyboard: int, screen: int) -> None:
        self.popen = popen
        self.output = ""
        self.read = 0
        self._keyboard, self._screen = keyboard, screen
        # What is read may end in the middle of a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def type(self, text: str) -> None:
        os.write(self._keyboard, text.encode())

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The next match of the expression in the output, colours apart; what comes before it counts as read."""
        end = time.monotonic() + PATIENCE
        while not (match := re.compile(pattern, re.DOTALL).search(self.text, self.read)):
            assert self._take(end), f"{pattern!r} did not come:\n{self.text[self.read :]}"
        self.read = match.end()
        return match

    def end(self) -> int:
        """Everything is read to the end; the exit status."""
        end = time.monotonic() + PATIENCE
        while self._take(end):
            continue
        return self.popen.wait(PATIENCE)

    @property
    def text(self) -> str:
        return without_colour(self.output).replace("\r", "").replace("\x1b[K", "")

    def _take(self, end: float) -> bool:
        """Read what there is; False at the end of the output, or of our patience."""
        if not select.select([self._screen], [], [], max(0.0, end - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self._screen, 65536)
        except OSError:  # so Linux says that the other end of a pseudo-terminal is closed
            return False
        self.output += self._decoder.decode(data, final=not data)
        return bool(data)


@contextmanager
def through_a_pipe(
    server: str, *arguments: str, command: Sequence[str] = PLAY, environment: dict[str, str] | None = None
) -> Iterator[Program]:
    popen = subprocess.Popen(
        [sys.executable, *command, "--server", server, *arguments],
        cwd=PROJECT,
        env=clean_environment() | (environment or {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    with _gone_afterwards(popen):
        assert popen.stdin
        assert popen.stdout
        yield Program(popen, popen.stdin.fileno(), popen.stdout.fileno())


@contextmanager
def on_a_terminal(
    server: str, *arguments: str, command: Sequence[str] = PLAY, environment: dict[str, str] | None = None
) -> Iterator[Program]:
    ours, theirs = pty.openpty()
    modes = termios.tcgetattr(ours)
    popen = subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, *command, "--server", server, *arguments],
        cwd=PROJECT,
        env=clean_environment() | {"TERM": "xterm"} | (environment or {}),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        with _gone_afterwards(popen):
            yield Program(popen, ours, ours)
            popen.wait(PATIENCE)
            assert termios.tcgetattr(ours) == modes, "the terminal is not as it was"
    finally:
        os.close(ours)


@contextmanager
def _gone_afterwards(popen: "subprocess.Popen[bytes]") -> Iterator[None]:
    with popen:
        try:
            yield
        finally:
            popen.send_signal(signal.SIGKILL)


def play_to_the_end(program: Program) -> None:
    """A person who doubts whenever they may, and else makes the first bid that is offered."""
    turn = r"Your turn.*?\n    (?:Bid (\d+)\S* × (\w+)|d for dudo).*?\n\n"
    while "Your turn" in (match := program.wait_for(f"{turn}|wins? the game"))[0]:
        doubts = "d for dudo" in match[0]
        program.type("dudo\n" if doubts else f"{match[1]} {match[2]}\n")
