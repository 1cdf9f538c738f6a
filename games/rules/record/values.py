"""Reading a document's values strictly: each of its own JSON type, with its place in every complaint."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from games.rules.record.faults import RecordFault
from games.rules.record.moments import read_moment

MAX_TEXT: Final = 64
_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of Unicode that no text holds, and that never gain a character: controls, surrogates, line ends."""


@dataclass(frozen=True)
class Values:
    """An object of a document, and its place in it ("rounds.3"; "" for the whole)."""

    told: Mapping[str, Any]
    where: str

    @classmethod
    def of(cls, told: Any, where: str = "") -> "Values":
        if not isinstance(told, Mapping):
            raise RecordFault(where, "an object is expected here")
        return cls(told, where)

    def place(self, name: str) -> str:
        return f"{self.where}.{name}" if self.where else name

    def any(self, name: str) -> Any:
        if name not in self.told:
            self.fail(name, "it is missing")
        return self.told[name]

    def whole(self, name: str) -> int:
        value = self.any(name)
        if type(value) is not int:
            self.fail(name, "a whole number is expected here")
        return value

    def flag(self, name: str) -> bool:
        value = self.any(name)
        if type(value) is not bool:
            self.fail(name, "true or false is expected here")
        return value

    def text(self, name: str) -> str:
        """1 to 64 characters, none of them a control or a line end."""
        value = self.any(name)
        if not isinstance(value, str) or not 1 <= len(value) <= MAX_TEXT:
            self.fail(name, f"a text of 1 to {MAX_TEXT} characters is expected here")
        if any(unicodedata.category(character) in _UNPRINTABLE for character in value):
            self.fail(name, "a text holds no control characters and no line ends")
        return value

    def word(self, name: str, choices: Sequence[str]) -> str:
        value = self.any(name)
        if value not in choices:
            self.fail(name, f"one of {', '.join(choices)} is expected here")
        return str(value)

    def secret(self, name: str, size: int) -> bytes:
        """That many bytes in lower-case hex."""
        value = self.any(name)
        if not isinstance(value, str) or len(value) != 2 * size or set(value) - set("0123456789abcdef"):
            self.fail(name, f"{size} bytes in lower-case hex are expected here")
        return bytes.fromhex(value)

    def moment(self, name: str) -> str:
        """As it is written, in the one form that there is."""
        value = self.any(name)
        try:
            read_moment(value)
        except (ValueError, TypeError):
            self.fail(name, "a time such as 2026-11-29T21:06:19.879110Z is expected here")
        return str(value)

    def object(self, name: str) -> "Values":
        return Values.of(self.any(name), self.place(name))

    def objects(self, name: str) -> list["Values"]:
        value = self.any(name)
        if not isinstance(value, list):
            self.fail(name, "a list is expected here")
        return [Values.of(item, f"{self.place(name)}.{index}") for index, item in enumerate(value)]

    def fail(self, name: str, why: str) -> NoReturn:
        raise RecordFault(self.place(name), why)
