"""What may be typed, and the rules in short."""

from collections.abc import Mapping
from typing import Any, Final

from games.terminal.text.style import INDENT, Mark, paint, paragraph, rule

_KEYS: Final = (
    ("3 4 or 3x4", "bid three fours"),
    ("d  dudo", "doubt the bid: too high"),
    ("c  calza", "the bid is exact; while others think, too, where it is allowed"),
    ("Enter", "the table again"),
    ("h", "what was said in this round, and how the last one ended"),
    ("r", "the rules in short"),
    ("q", "leave"),
)
_BIDDING: Final = (
    "Everyone rolls in secret. In turn each bids higher, or doubts the last bid. A bid claims that at least so many "
    "dice of a face lie under all cups together."
)
_BY_OPTION: Final[Mapping[str, Mapping[Any, str]]] = {
    "raise_rule": {
        "exclusive": "A bid is raised by more dice of the same face, or by as many of a higher face: never by both.",
        "quantity_first": "A bid is raised by more dice of any face, or by as many of a higher face.",
        "monotone": "A bid is raised by more dice, by a higher face, or by both; neither may fall.",
    },
    "ones_entry": {
        "at_least": "Ones are wild: they count for every face. They may be bid for half as many, rounded up, or more; "
        "from ones on it takes twice as many and one. Nobody opens an ordinary round on ones.",
        "exactly": "Ones are wild: they count for every face. They may be bid for half as many, rounded up, and no "
        "more; from ones on it takes twice as many and one. Nobody opens an ordinary round on ones.",
    },
    "palifico": {
        True: "Who comes down to one die opens a palifico round, once, on any face, ones too: ones are not wild, and "
        "the face stays.",
        False: "There are no palifico rounds.",
    },
    "palifico_with_two": {False: "With two players left there are no palifico rounds."},
    "palifico_face_change": {
        "veterans": "Others who hold one die, and have had their palifico round, may change its face."
    },
    "calza": {
        True: "Calza calls the last bid exact: who is right takes a die back, who is wrong loses one.",
        False: "There is no calza.",
    },
    "calza_callers": {
        "not_bidder": "Anyone but the bidder may call it, out of turn too.",
        "not_bidder_nor_turn": "Anyone may call it but the bidder and the one whose turn it is.",
    },
    "calza_in_palifico": {False: "Not in a palifico round."},
    "calza_with_two": {False: "Not with two players left."},
    "lost_dice_visible": {
        True: "Everyone sees how many dice the others hold.",
        False: "How many dice the others hold is hidden between showdowns: remember it.",
    },
}
_ONLY_WITH: Final = {"palifico_with_two": "palifico", "palifico_face_change": "palifico"} | dict.fromkeys(
    ("calza_callers", "calza_in_palifico", "calza_with_two"), "calza"
)
_DUDO: Final = (
    "Dudo: all cups come up. If there are as many as the bid says, the doubter loses a die, otherwise the bidder. The "
    "loser opens the next round. The last one with dice wins."
)


def keys() -> list[str]:
    """What may be typed."""
    return ["", *(f"{INDENT}{paint(f'{key:<14}', Mark.BOLD)}{meaning}" for key, meaning in _KEYS)]


def rules(title: str, options: Mapping[str, Any]) -> list[str]:
    """The rules in short, as the options of this game have them."""
    by_option = [_BY_OPTION[name].get(value, "") for name, value in options.items() if _matters(name, options)]
    sentences = [_BIDDING, *by_option[:2], _DUDO, *by_option[2:]]
    return ["", rule(title), *(line for text in sentences if text for line in paragraph(f"· {text}", hanging="  "))]


def _matters(name: str, options: Mapping[str, Any]) -> bool:
    """Whether there is a sentence for it, and what it is about is played at all."""
    return name in _BY_OPTION and (name not in _ONLY_WITH or bool(options[_ONLY_WITH[name]]))
