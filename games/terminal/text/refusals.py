"""Why a move was refused, kindly, and what can be done instead."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.terminal.errors import Problem
from games.terminal.shapes import View
from games.terminal.text.names import Names
from games.terminal.text.style import Mark, paragraph
from games.terminal.text.turn import is_my_turn, legal_bids
from games.terminal.text.words import bid_in_words

Move = Mapping[str, Any]


def explain(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    """`view` is the present one; `move` is what was asked for, as the API takes it."""
    by_code = _BY_CODE.get(problem.code)
    said = by_code(problem, move, view, names) if by_code else [problem.detail or str(problem)]
    return [line for text in said for line in paragraph(text, Mark.WARN, hanging="  ")]


def _illegal_bid(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    return [
        f"{bid_in_words(move['quantity'], move['face'])} cannot be bid now.",
        f"You may bid {legal_bids(problem.document.get('legal_bids', []))}.",
    ]


def _stale(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    return ["The table moved on while you typed, so nothing was done.", _whose_turn(view, names)]


def _not_your_turn(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    return [_whose_turn(view, names)]


def _whose_turn(view: View, names: Names) -> str:
    if is_my_turn(view):
        return "It is your turn."
    return f"It is the turn of {names.of(view['round']['turn'])}." if view["round"] else "The game is over."


def _no_bid(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    return ["Nothing has been bid yet, so there is nothing to call."]


def _no_calza(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    options, round_ = view["options"], view["round"]
    if not options["calza"]:
        return ["There is no calza in this game."]
    if round_ is not None and not round_["calza_allowed"]:
        return ["There is no calza in this round."]
    if is_my_turn(view):
        return ["Calza is for the others: on your own turn you bid or call dudo."]
    return ["You cannot call calza on your own bid."]


def _too_late(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    return ["Too late: your time was up before the move arrived. The server moves for you."]


def _out(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    return ["You are out of this game. Watch on, or q to stop."]


def _over(problem: Problem, move: Move, view: View, names: Names) -> list[str]:
    return ["The game is over."]


_BY_CODE: Final[Mapping[str, Callable[[Problem, Move, View, Names], list[str]]]] = {
    "illegal_bid": _illegal_bid,
    "stale_version": _stale,
    "not_your_turn": _not_your_turn,
    "no_bid": _no_bid,
    "calza_not_allowed": _no_calza,
    "too_late": _too_late,
    "not_in_play": _out,
    "game_not_active": _over,
}
