"""Refusals by the server, said kindly."""

from typing import Any

import pytest

from games.terminal.errors import Problem
from games.terminal.shapes import View
from games.terminal.text.names import Names
from games.terminal.text.refusals import explain
from tests.terminal.positions import bid, plain, playing, seat, view

MINE, THEIRS = playing(6, bid(1, 3, 4), turn=0), playing(6, bid(0, 3, 4), turn=1)
BID = {"action": "bid", "quantity": 2, "face": 4}
CALZA = {"action": "calza"}


def at_table(round_: Any, **fields: Any) -> View:
    return view(seat(0, "ada", 5), seat(1, "odds", 5), round_=round_, **fields)


@pytest.mark.parametrize(
    ("code", "move", "present", "said"),
    [
        ("illegal_bid", BID, at_table(MINE), "2 × fours cannot be bid now.\n    You may bid 4–10 × fours · 3 × fives."),
        ("stale_version", BID, at_table(MINE, actions=["bid"]), "nothing was done.\n    It is your turn."),
        ("stale_version", BID, at_table(THEIRS), "nothing was done.\n    It is the turn of odds."),
        ("stale_version", BID, at_table(None), "nothing was done.\n    The game is over."),
        ("not_your_turn", BID, at_table(THEIRS), "It is the turn of odds."),
        ("no_bid", CALZA, at_table(playing()), "nothing to call"),
        ("calza_not_allowed", CALZA, at_table(THEIRS), "You cannot call calza on your own bid."),
        ("calza_not_allowed", CALZA, at_table(MINE, actions=["dudo"]), "on your own turn you bid or call dudo"),
        ("calza_not_allowed", CALZA, at_table(playing(calza_allowed=False)), "no calza in this round"),
        ("calza_not_allowed", CALZA, at_table(THEIRS, options={"calza": False}), "no calza in this game"),
        ("too_late", BID, at_table(THEIRS), "Too late"),
        ("not_in_play", BID, at_table(THEIRS), "You are out of this game."),
        ("game_not_active", BID, at_table(None), "The game is over."),
        ("something_new", BID, at_table(MINE), "The server's own words."),
    ],
)
def test_a_refusal(code: str, move: dict[str, Any], present: View, said: str) -> None:
    legal = [{"face": 4, "min": 4, "max": 10}, {"face": 5, "min": 3, "max": 3}]
    document = {"code": code, "detail": "The server's own words.", "legal_bids": legal}
    assert said in plain(explain(Problem(409, document), move, present, Names(present)))
