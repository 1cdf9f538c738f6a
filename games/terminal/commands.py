"""What was typed, read as a command."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from games.terminal.text.words import FACES


class Word(Enum):
    """Commands of one word."""

    DUDO = auto()
    CALZA = auto()
    SHOW = auto()
    HELP = auto()
    RULES = auto()
    HISTORY = auto()
    QUIT = auto()


@dataclass(frozen=True)
class Bid:
    quantity: int
    face: int


@dataclass(frozen=True)
class NotUnderstood:
    """`why` is a sentence for the one who typed it."""

    why: str


Command = Word | Bid | NotUnderstood

_WORDS: Final = {
    "": Word.SHOW,
    "t": Word.SHOW,
    "table": Word.SHOW,
    "d": Word.DUDO,
    "dudo": Word.DUDO,
    "c": Word.CALZA,
    "calza": Word.CALZA,
    "?": Word.HELP,
    "help": Word.HELP,
    "r": Word.RULES,
    "rules": Word.RULES,
    "h": Word.HISTORY,
    "history": Word.HISTORY,
    "q": Word.QUIT,
    "quit": Word.QUIT,
    "exit": Word.QUIT,
}
_FACE_NAMES: Final = {
    **{name: face for face, name in enumerate(FACES, start=1)},
    **{name.removesuffix("s"): face for face, name in enumerate(FACES, start=1)},
    "sixes": 6,
    "six": 6,
    "aces": 1,
    "ace": 1,
    "pacos": 1,
    "paco": 1,
}
_BID: Final = re.compile(r"(?:b|bid)?\s*([0-9]{1,3})(?:\s*[x×*,]\s*|\s+)([0-9]{1,3}|[a-z]+)|([0-9]{1,3})\s*([a-z]{3,})")
_ONE_NUMBER: Final = re.compile(r"[0-9]+")


def parse(line: str) -> Command:
    """The command of a line; the case of letters and spaces around do not matter."""
    text = line.strip().lower()
    if text in _WORDS:
        return _WORDS[text]
    match = _BID.fullmatch(text)
    if match:
        return _bid(*(part for part in match.groups() if part is not None))
    if _ONE_NUMBER.fullmatch(text):
        return NotUnderstood("A bid has two numbers: how many, and of which face. 3 4 bids three fours.")
    return NotUnderstood("That means nothing here. 3 4 bids three fours, d is dudo; ? tells the rest.")


def _bid(quantity: str, face: str) -> Command:
    number = int(face) if face.isdigit() else _FACE_NAMES.get(face, 0)
    if not 1 <= number <= 6:
        return NotUnderstood(f"There is no face {face}: the faces are 1 to 6. First how many, then the face.")
    if int(quantity) < 1:
        return NotUnderstood("A bid is on one die at least.")
    return Bid(int(quantity), number)


def as_move(command: Command) -> dict[str, Any] | None:
    """The body of a move as the API takes it, without the version; None for what is not a move."""
    match command:
        case Bid(quantity, face):
            return {"action": "bid", "quantity": quantity, "face": face}
        case Word.DUDO:
            return {"action": "dudo"}
        case Word.CALZA:
            return {"action": "calza"}
    return None
