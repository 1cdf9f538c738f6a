"""What is shown of fixed views and rounds, to the letter."""

import textwrap
from collections.abc import Callable
from typing import Any

import pytest

from games.terminal.shapes import Event, View
from games.terminal.text import dice, ending, guide, story, turn
from games.terminal.text.names import Names
from games.terminal.text.style import without_colour
from games.terminal.verifier import Verifier
from tests.terminal.positions import OPTIONS, bid, plain, playing, resolved, seat, view

TABLE = view(
    seat(0, "ada", 4),
    seat(1, "odds", 5),
    seat(2, "random", 1),
    seat(3, "odds", 0, place=4),
    round_=playing(6, bid(1, 2, 3), bid(2, 3, 3), opener=1, turn=0),
    dice=[5, 1, 3, 3],
    actions=["bid", "dudo", "calza"],
    legal=[(1, 2, 10), (3, 4, 10), (4, 3, 3), (5, 3, 3), (6, 3, 3)],
)
HIDDEN = view(
    seat(0, "ada", 2),
    seat(1, "odds", None),
    seat(2, "a-name-that-is-long", None),
    round_=playing(
        1,
        opener=1,
        turn=1,
        palifico_seat=1,
        calza_allowed=False,
        roll_off=[
            [{"seat": 0, "die": 2}, {"seat": 1, "die": 6}, {"seat": 2, "die": 6}],
            [{"seat": 1, "die": 5}, {"seat": 2, "die": 1}],
        ],
    ),
    dice=[6, 2],
    options={"lost_dice_visible": False},
)
OVER = view(seat(0, "ada", 0, place=2), seat(1, "odds", 3, place=1), seat(2, "random", 0, place=3))


def shown(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def test_the_table() -> None:
    assert plain(story.whole_table(TABLE, Names(TABLE))).strip("\n") == shown("""
        ━━ Round 6 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 10 dice · calza allowed ━━

          ▸ you                 ■ ■ ■ ■ ·
            odds 1              ■ ■ ■ ■ ■   opened
            random              ■ · · · ·   one die left
            odds 2              · · · · ·   out, 4th

            ╭───────╮ ╭───────╮ ╭───────╮ ╭───────╮
            │       │ │ ●     │ │ ●     │ │ ●   ● │
            │   ●   │ │   ●   │ │   ●   │ │   ●   │
            │       │ │     ● │ │     ● │ │ ●   ● │
            ╰───────╯ ╰───────╯ ╰───────╯ ╰───────╯

            odds 1              2 × threes
            random              3 × threes
    """)


def test_a_roll_with_hidden_dice_a_roll_off_and_palifico() -> None:
    roll: Event = {"seq": 2, "type": "rolled", "data": {**(HIDDEN["round"] or {}), "dice": [6, 2], "key": "00"}}
    assert plain(story.tell(roll, HIDDEN, Names(HIDDEN))).strip("\n") == shown("""
        ━━ Round 1 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ no calza ━━
           Palifico of odds: ones are not wild.

            you                 ■ ■ · · ·   threw 2
          ▸ odds                ? ? ? ? ?   opens · palifico · threw 6, then 5
            a-name-that-is-…    ? ? ? ? ?   threw 6, then 1

            ╭───────╮ ╭───────╮
            │ ●     │ │ ●   ● │
            │       │ │ ●   ● │
            │     ● │ │ ●   ● │
            ╰───────╯ ╰───────╯
    """)


def test_of_a_round_that_is_past_already_only_the_head_is_shown() -> None:
    roll: Event = {"seq": 2, "type": "rolled", "data": {**playing(3), "dice": [6, 2], "key": "00"}}
    assert plain(story.tell(roll, TABLE, Names(TABLE))).startswith("\n━━ Round 3 ━")
    assert "you" not in plain(story.tell(roll, TABLE, Names(TABLE)))


@pytest.mark.parametrize(
    ("shown_view", "lines"),
    [
        (
            TABLE,
            [
                "",
                "    Your turn.  [1] [3] [3]  5   3 for threes",
                "    Bid 2–10 × ones · 4–10 × threes · 3 × fours to sixes",
                "    d for dudo · c for calza",
                "",
            ],
        ),
        (
            view(seat(0, "ada", 2), round_=playing(), dice=[2, 6], actions=["bid"], legal=[(2, 1, 9)], turn_seconds=60),
            ["    Your turn, 60 s.  You open the round.", "    Bid 1–9 × twos", ""],
        ),
        (
            view(
                seat(0, "ada", 2),
                round_=playing(1, bid(1, 9, 1), palifico_seat=1),
                dice=[2, 6],
                actions=["dudo"],
                turn_seconds=300,
            ),
            ["", "    Your turn.   2   6   none for ones", "    d for dudo", ""],
        ),
    ],
)
def test_your_turn(shown_view: View, lines: list[str]) -> None:
    assert plain(turn.your_turn(shown_view)).split("\n") == lines


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, "    Your move › "),
        ({"round_": playing(turn=1), "actions": ["calza"]}, "    odds to move · c for calza › "),
        ({"round_": playing(turn=1), "actions": []}, "    odds to move › "),
        ({"round_": None}, ""),
    ],
)
def test_the_prompt_says_who_is_to_move(fields: dict[str, Any], text: str) -> None:
    shown_view = view(
        seat(0, "ada", 2), seat(1, "odds", 2), **{"round_": playing(turn=0), "actions": ["bid", "dudo"], **fields}
    )
    assert without_colour(turn.prompt(shown_view, Names(shown_view))) == text


BIDS = (bid(0, 3, 5), bid(1, 4, 5))
HANDS = {0: [5, 1, 3, 3], 2: [2], 1: [6, 5, 5, 2, 6]}
TELLERS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"call": ("dudo", 0), "count": 4, "dice_change": {"seat": 0, "before": 4, "after": 3}},
        [
            "    you                 Dudo!",
            "",
            "    you                 [1]  3   3  [5]       2",
            "    random               2                    ·",
            "    odds 1               2  [5] [5]  6   6    2",
            "",
            "    The bid: 4 × fives. There are 4, ones counted.",
            "    The bid was good. You lose a die; 3 dice left.",
        ],
    ),
    (
        {"call": ("dudo", 2), "count": 3, "dice_change": {"seat": 1, "before": 1, "after": 0}, "palifico_seat": 1}
        | {"out": [1]},
        [
            "    random              Dudo!",
            "",
            "    you                  1   3   3  [5]       1",
            "    random               2                    ·",
            "    odds 1               2  [5] [5]  6   6    2",
            "",
            "    The bid: 4 × fives. There are 3, ones not counted.",
            "    The bid was too high. odds 1 loses a die; none left.",
            "    odds 1 is out.",
        ],
    ),
    (
        {"call": ("calza", 2), "count": 4, "dice_change": {"seat": 2, "before": 1, "after": 2}},
        ["    Exactly! random takes a die back, and now has 2."],
    ),
    (
        {"call": ("calza", 0), "count": 4, "dice_change": None},
        ["    Exactly! You have all the dice there can be already."],
    ),
    (
        {"call": ("calza", 0), "count": 1, "dice_change": {"seat": 0, "before": 2, "after": 1}},
        ["    The bid: 4 × fives. There is 1, ones counted.", "    Not exact. You lose a die; 1 die left."],
    ),
    (
        {"call": ("dudo", 2), "count": 3, "dice_change": None, "out": [1]}
        | {"departures": [{"seat": 1, "after_bids": 2, "reason": "left"}]},
        ["    The bid was too high. odds 1 has left already: nobody loses a die."],
    ),
    (
        {"call": ("departure", 2), "count": None, "out": [2], "next_opener": None},
        [
            "    Nobody is left to bid against: the round ends without a call.",
            "",
            "    you                  1   3   3   5",
            "    random               2",
            "    odds 1               2   5   5   6   6",
        ],
    ),
]


@pytest.mark.parametrize(("fields", "lines"), TELLERS)
def test_a_showdown(fields: dict[str, Any], lines: list[str]) -> None:
    ended: Event = {"seq": 9, "type": "round_ended", "data": resolved(*BIDS, **{"hands": HANDS, **fields})}
    told = plain(story.tell(ended, TABLE, Names(TABLE))).split("\n")
    assert "\n".join(lines) in "\n".join(told)


def test_counting_dice_stand_out() -> None:
    assert dice.in_line([1, 3, 5], face=5, wild=True).count("\x1b[1;30;42m") == 2


@pytest.mark.parametrize(
    ("departure", "line"),
    [
        ({"seat": 0, "reason": "left"}, "    you                 leave the table"),
        ({"seat": 1, "reason": "left"}, "    odds 1              leaves the table"),
        ({"seat": 1, "reason": "timeout"}, "    odds 1              ran out of time twice and left the table"),
        ({"seat": 1, "reason": "removed"}, "    odds 1              was removed from the table"),
        ({"seat": 1, "reason": "something new"}, "    odds 1              left the table"),
    ],
)
def test_a_departure(departure: dict[str, Any], line: str) -> None:
    event: Event = {"seq": 9, "type": "left", "data": {"after_bids": 1, **departure}}
    assert plain(story.tell(event, TABLE, Names(TABLE))) == line


def test_moves_that_time_made() -> None:
    late: Event = {"seq": 9, "type": "bid", "data": bid(0, 1, 2, timeout=True)}
    assert plain(story.tell(late, TABLE, Names(TABLE))).endswith("1 × two   time ran out: the server's bid")


def test_history_is_the_last_round_and_what_was_said_since() -> None:
    last = resolved(*BIDS, hands=HANDS, call=("dudo", 0), count=4)
    last["departures"] = [{"seat": 3, "after_bids": 1, "reason": "left"}]
    told = plain(story.told_again({**TABLE, "last_round": last}, Names(TABLE)))
    parts = ["Round 5", "3 × fives", "leaves the table", "4 × fives", "Dudo!", "Round 6", "2 × threes", "3 × threes"]
    assert sorted(parts, key=told.index) == parts


@pytest.mark.parametrize(
    ("over", "lines"),
    [
        (
            OVER,
            [
                "━━ odds wins the game; you come 2nd of 3 ━",
                "    1st   odds",
                "    2nd   you",
                "    3rd   random",
            ],
        ),
        (view(seat(0, "ada", 2, place=1), seat(1, "odds", 0, place=2)), ["━━ You win the game ━", "    1st   you"]),
        (view(seat(0, "ada", 2), status="abandoned"), ["━━ The game was abandoned ━", "    It has no winner."]),
    ],
)
def test_the_end(over: View, lines: list[str]) -> None:
    ended: Event = {"seq": 9, "type": over["status"], "data": {}}
    told = plain(story.tell(ended, over, Names(over)))
    assert sorted(lines, key=told.index) == lines


def test_an_unknown_event_is_passed_over() -> None:
    assert story.tell({"seq": 9, "type": "something new", "data": {}}, TABLE, Names(TABLE)) == []


def test_faults_of_the_dice_are_told_instead_of_their_verification() -> None:
    verifier = Verifier(TABLE, own_seed="seed 0")
    assert "dice verified: 0 hands of 0 rounds, and the first opener." in plain(ending.dice_checked(verifier, OVER))
    assert "as far as they were shown" in plain(ending.dice_checked(verifier, TABLE))
    verifier.faults.append("your seed was changed")
    told = plain(ending.dice_checked(verifier, OVER))
    assert "✗ Not as committed to: your seed was changed." in told
    assert "verified" not in told


@pytest.mark.parametrize("options", [{}, {"palifico": False, "calza": False}, {"raise_rule": "something new"}])
def test_rules_say_what_the_options_are(options: dict[str, Any]) -> None:
    told = plain(guide.rules("Boxed", OPTIONS | options))
    assert ("There is no calza." in told) == (options.get("calza") is False)
    assert ("out of turn" in told) != (options.get("calza") is False)
    assert ("never by both" in told) == ("raise_rule" not in options)


@pytest.mark.parametrize("ones_entry", ["at_least", "exactly"])
@pytest.mark.parametrize("palifico", [True, False])
def test_rules_say_where_one_opens_on_ones(ones_entry: str, *, palifico: bool) -> None:
    """Only in a palifico round (docs/rules.md, 4), if there are any."""
    told = " ".join(plain(guide.rules("Boxed", OPTIONS | {"ones_entry": ones_entry, "palifico": palifico})).split())
    assert "Nobody opens an ordinary round on ones." in told
    assert "Nobody opens on ones" not in told
    assert ("opens a palifico round, once, on any face, ones too" in told) == palifico


SCREENS: list[Callable[[], list[str]]] = [
    lambda: story.whole_table(TABLE, Names(TABLE)),
    lambda: story.whole_table(HIDDEN, Names(HIDDEN)),
    lambda: story.greeting(TABLE, title="Boxed Perudo", username="x" * 20),
    lambda: turn.your_turn(TABLE),
    lambda: guide.keys(),
    lambda: guide.rules("Boxed", OPTIONS),
    lambda: guide.rules("Boxed", OPTIONS | {"palifico_face_change": "veterans", "lost_dice_visible": False}),
    lambda: ending.places(OVER, Names(OVER)),
    lambda: ending.dice_checked(Verifier(OVER, own_seed=""), OVER),
    lambda: ending.fault_lines(["the dice of seat 3 in round 12 have another key than was committed to"]),
]


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_wider_than_80(screen: Callable[[], list[str]]) -> None:
    assert [line for line in plain(screen()).split("\n") if len(line) > 80] == []
