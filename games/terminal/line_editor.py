"""A line that is typed while other lines appear above it: characters in, finished lines out."""

from dataclasses import dataclass
from typing import Final

LONGEST: Final = 48
"""Characters of a line; more would not fit beside the prompt."""
_ESCAPE: Final = "\x1b"
_ERASE: Final = "\x7f\b"
_ERASE_LINE: Final = "\x15"  # Ctrl-U
_END: Final = "\x04"  # Ctrl-D


@dataclass(frozen=True)
class End:
    """Ctrl-D on an empty line."""


class LineEditor:
    """`text` is what stands on the line that is being typed. Arrow and function keys do nothing."""

    def __init__(self) -> None:
        self.text = ""
        self._sequence = ""

    def feed(self, typed: str) -> list[str | End]:
        """The lines that were finished by what was typed."""
        done: list[str | End] = []
        for character in typed:
            if self._sequence or character == _ESCAPE:
                self._escape(character)
            elif character in "\r\n":
                done.append(self.text)
                self.text = ""
            elif character == _END:
                done += [] if self.text else [End()]
            else:
                self._edit(character)
        return done

    def _edit(self, character: str) -> None:
        if character in _ERASE:
            self.text = self.text[:-1]
        elif character == _ERASE_LINE:
            self.text = ""
        elif character.isprintable() and len(self.text) < LONGEST:
            self.text += character

    def _escape(self, character: str) -> None:
        """Swallow a key's sequence: ESC, then [ or O, then parameters, then one final character."""
        self._sequence += character
        if self._sequence in (_ESCAPE, f"{_ESCAPE}[", f"{_ESCAPE}O"):
            return
        if len(self._sequence) == 2 or "@" <= character <= "~":
            self._sequence = ""
