"""What the player at the terminal may do now."""

from collections.abc import Sequence

from games.terminal.shapes import LegalRange, View, You, active_round
from games.terminal.text.dice import counts_for, in_line
from games.terminal.text.names import Names
from games.terminal.text.style import INDENT, Mark, paint, paragraph
from games.terminal.text.words import face_name, ranges

_SHORT_CLOCK = 120
"""Seconds for a move, from which down they are worth a word."""


def is_my_turn(view: View) -> bool:
    you, round_ = view["you"], view["round"]
    return you is not None and round_ is not None and round_["turn"] == you["seat"] and bool(you["actions"])


def may_call(view: View) -> bool:
    """Whether a call is open to us out of turn."""
    return view["you"] is not None and bool(view["you"]["actions"]) and not is_my_turn(view)


def your_turn(view: View) -> list[str]:
    """The cup in a line, what counts in it for the standing bid, and the moves that are legal."""
    you, clock = view["you"], view["turn_seconds"]
    assert you is not None
    title = f"Your turn, {clock} s." if clock and clock <= _SHORT_CLOCK else "Your turn."
    apart = [""] if active_round(view)["bids"] else []
    return [*apart, f"{INDENT}{paint(title, Mark.GOOD)}  {_cup(view, you)}", *_moves(you), ""]


def legal_bids(legal: Sequence[LegalRange]) -> str:
    """Every bid that may be made, in a line."""
    return " · ".join(ranges(legal)) or "nothing higher"


def prompt(view: View, names: Names) -> str:
    """What stands before the cursor; nothing when the game is over."""
    if view["round"] is None:
        return ""
    if is_my_turn(view):
        return f"{INDENT}{paint('Your move', Mark.GOOD)} › "
    waiting = paint(f"{names.of(view['round']['turn'])} to move", Mark.DIM)
    return f"{INDENT}{waiting}{' · c for calza' if may_call(view) else ''} › "


def _cup(view: View, you: You) -> str:
    round_ = active_round(view)
    wild, bids = round_["palifico_seat"] is None, round_["bids"]
    if not bids:
        return "You open the round."
    face = bids[-1]["face"]
    counting = sum(counts_for(die, face, wild=wild) for die in you["dice"])
    return f"{in_line(you['dice'], face=face, wild=wild)} {counting or 'none'} for {face_name(face)}"


def _moves(you: You) -> list[str]:
    moves = [f"Bid {legal_bids(you['legal_bids'])}"] if "bid" in you["actions"] else []
    calls = [f"{word[0]} for {word}" for word in ("dudo", "calza") if word in you["actions"]]
    moves += [" · ".join(calls)] if calls else []
    return [line for move in moves for line in paragraph(move, hanging="    ")]
