"""Where lines are shown and typed: a terminal, or a pipe.

One thread does everything: `read` waits for a line no longer than it is told, so that the game can be looked at
between two keys.
"""

import codecs
import os
import select
import signal
import sys
import termios
import tty
from collections import deque
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Final, TextIO

from games.terminal.line_editor import End, LineEditor
from games.terminal.text.style import in_ascii, without_colour, without_controls

_CHUNK: Final = 4096
_CLEAR: Final = "\r\x1b[K"


class Console:
    """Lines in and out, with nothing else: for pipes. A terminal that can do no more is one, too."""

    def __init__(self, fd: int, out: TextIO, *, colour: bool, ascii_only: bool) -> None:
        self._fd, self._out = fd, out
        self._colour, self._ascii = colour, ascii_only
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: deque[str | End] = deque()
        self._begun = ""

    def __enter__(self) -> "Console":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        return None

    def show(self, lines: Iterable[str]) -> None:
        """Write lines, without what this terminal cannot show, or a server should not have sent."""
        self._write("".join(f"{self._fit(line)}\n" for line in lines))

    def prompt(self, text: str) -> None:
        """What is to stand before the line that is typed. A pipe needs none."""

    def read(self, timeout: float | None) -> str | None:
        """The next line, or None if there is none within `timeout` seconds. Raises EOFError when there will be none."""
        if not self._lines and select.select([self._fd], [], [], timeout)[0]:
            self._take(os.read(self._fd, _CHUNK))
        if not self._lines:
            return None
        line = self._lines.popleft()
        if isinstance(line, End):
            raise EOFError
        return line

    def ask(self, question: str) -> str:
        """A line that is asked for and, on a terminal, not shown: a password."""
        self._write(self._fit(question))
        answer = None
        while answer is None:
            answer = self.read(None)
        self._write("\n")
        return answer

    def _take(self, data: bytes) -> None:
        text = self._begun + self._decoder.decode(data, final=not data)
        *whole, self._begun = text.split("\n")
        self._lines += whole
        if not data:
            self._lines += [self._begun, End()] if self._begun else [End()]
            self._begun = ""

    def _fit(self, line: str) -> str:
        line = without_controls(line)
        if not self._colour:
            line = without_colour(line)
        return in_ascii(line) if self._ascii else line

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


class LiveConsole(Console):
    """A terminal on both sides: the line being typed stays at the bottom, below whatever is shown meanwhile."""

    def __init__(self, fd: int, out: TextIO, *, colour: bool, ascii_only: bool) -> None:
        super().__init__(fd, out, colour=colour, ascii_only=ascii_only)
        self._editor = LineEditor()
        self._prompt = ""
        self._hidden = False
        self._modes = termios.tcgetattr(fd)

    def __enter__(self) -> "LiveConsole":
        self._take_over()
        # After Ctrl-Z and fg the shell has set the terminal as it likes it.
        signal.signal(signal.SIGCONT, self._take_over)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        self._write(_CLEAR)
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._modes)

    def show(self, lines: Iterable[str]) -> None:
        self._write(_CLEAR)
        super().show(lines)
        self._draw()

    def prompt(self, text: str) -> None:
        if text != self._prompt:
            self._prompt = text
            self._draw()

    def ask(self, question: str) -> str:
        self.prompt(question)
        self._hidden = True
        try:
            answer = None
            while answer is None:
                answer = self.read(None)
            return answer
        finally:
            self._hidden = False
            self.prompt("")

    def _take(self, data: bytes) -> None:
        for line in self._editor.feed(self._decoder.decode(data)) if data else [End()]:
            self._lines.append(line)
            shown = "" if self._hidden or isinstance(line, End) else line
            self._write(f"{_CLEAR}{self._fit(self._prompt)}{self._fit(shown)}\n")
        self._draw()

    def _draw(self) -> None:
        typed = "" if self._hidden else self._editor.text
        self._write(f"{_CLEAR}{self._fit(self._prompt)}{self._fit(typed)}")

    def _take_over(self, *_: Any) -> None:
        """Keys one by one and unseen; Ctrl-C and Ctrl-Z still do what they do."""
        tty.setcbreak(self._fd)
        self._draw()


def open_console(*, colour: bool | None, ascii_only: bool) -> Console:
    """The console of this process's standard input and output."""
    is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if colour is None:
        colour = is_terminal and not os.environ.get("NO_COLOR")
    ascii_only = ascii_only or "utf" not in (sys.stdout.encoding or "").lower()
    kind = LiveConsole if is_terminal and sys.stdin.isatty() else Console
    return kind(sys.stdin.fileno(), sys.stdout, colour=colour, ascii_only=ascii_only)
