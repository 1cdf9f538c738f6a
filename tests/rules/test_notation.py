"""Records as text (docs/record.md): both ways without loss, what may be left out, and what is wrong with its place."""

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from games.rules.notation import NotationFault, read_games, write
from games.rules.record import RecordFault, as_bytes, verify
from games.rules.ruleset import CURRENT
from tests.docs.markdown import Document
from tests.rules import documents
from tests.rules.grammar import Grammar
from tests.rules.records import GameOnRecord, Json, games_on_record

RECORD = Document((documents.DOCS / "record.md").read_text())


def example(marker: str) -> str:
    [block] = [block for block in RECORD.blocks if block.marker == marker]
    return block.text


EXAMPLE, SHORT, GRAMMAR = example("example"), example("example: short"), Grammar(example("grammar"))

GAMES = [
    GameOnRecord(name, seats, seed, options, leaves=0.05, timeouts=0.1)
    for name in CURRENT
    for seats, seed, options in ((2, 1, {}), (4, 2, {"starting_dice": 2}), (6, 3, None))
] + [GameOnRecord(name, 3, 1, {"starting_dice": 2}, gives_up=0.1) for name in CURRENT]
# The example, given up in round 3 before its call.
GIVEN_UP = re.sub(r"(?m)^\[(Version|Finished|Places) .*\n", "", EXAMPLE).replace(
    "[Started", '[Abandoned "2026-04-01T00:00:00.000000Z"]\n[Started'
)
GIVEN_UP = GIVEN_UP[: GIVEN_UP.index("3. 0: ")] + "3. 0: 1x6 | 0:1 2:1\n   @ 0.25\n"


def read(text: str) -> Json:
    [document] = read_games(text)
    return document


def fault_of(text: str) -> NotationFault:
    with pytest.raises(NotationFault) as caught:
        list(read_games(text))
    return caught.value


# --- Both ways --------------------------------------------------------------------------------------------------------


@given(game=games_on_record)
@settings(max_examples=40)
def test_nothing_is_lost_either_way(game: GameOnRecord) -> None:
    document = game.document()
    text = write(document)
    assert as_bytes(read(text)) == as_bytes(document)
    assert write(read(text)) == text


def test_many_games_in_a_text() -> None:
    found = [game.document() for game in GAMES]
    assert list(read_games("\n".join(map(write, found)))) == found
    assert list(read_games("")) == list(read_games("\n ; nothing\n")) == []


def test_games_are_read_as_they_are_asked_for() -> None:
    """From lines that come one by one: what is wrong further on does not matter before it is come to."""

    read_on: list[bool] = []

    def lines() -> Iterator[str]:
        yield from (f"{line}\n" for line in EXAMPLE.splitlines())
        yield "[\n"
        read_on.append(True)
        yield ""

    games = read_games(lines())
    assert next(games) == read(EXAMPLE)
    assert not read_on
    with pytest.raises(NotationFault, match=r"^line 27, column 1: the name of a tag"):
        next(games)


def test_only_a_true_document_has_a_text() -> None:
    document = GAMES[0].document()
    with pytest.raises(RecordFault, match=r"^winner: "):
        write({**document, "winner": 1 - document["winner"]})


def test_a_round_is_a_line() -> None:
    document = GAMES[4].document()
    lines = write(document).split("\n\n")[1].splitlines()
    assert [line.partition(".")[0] for line in lines if not line.startswith("   @ ")] == [
        str(round_["number"]) for round_ in document["rounds"]
    ]


def test_a_game_that_was_given_up() -> None:
    """Its last round stops anywhere; one in which nothing had happened may be left out."""
    document = read(GIVEN_UP)
    verify(document)
    assert (document["status"], document["finished_at"]) == ("abandoned", "2026-04-01T00:00:00.000000Z")
    assert (len(document["rounds"]), len(document["unfinished_round"]["bids"])) == (2, 1)
    before = GIVEN_UP[: GIVEN_UP.index("3. 0: ")]
    assert read(before)["unfinished_round"]["bids"] == []
    assert as_bytes(read(before)) == as_bytes(read(f"{before}3. 0: | 0:1 2:1\n"))
    for text in (GIVEN_UP, before):
        assert GRAMMAR.accepts(text)
        assert GRAMMAR.accepts(write(read(text)))


# --- The document's examples and grammar ------------------------------------------------------------------------------


def test_the_example_is_what_the_writer_makes() -> None:
    assert write(read(EXAMPLE)) == EXAMPLE


def test_the_short_example_is_the_same_game() -> None:
    """But for what it leaves out that nothing else tells: bots, times and when the table was opened."""
    without = re.sub(r"(?m)^(   @|\[Kind|\[Created|\[Finished).*\n", "", EXAMPLE)
    assert read(SHORT) == read(without)


def test_the_example_of_a_fault() -> None:
    [told] = re.findall(r"^> (.*)$", RECORD.text, flags=re.MULTILINE)
    assert str(fault_of(EXAMPLE.replace("1x4 dudo", "1x7 dudo"))) == told


@pytest.mark.parametrize("text", [EXAMPLE, SHORT, EXAMPLE + SHORT, "", *(write(game.document()) for game in GAMES)])
def test_the_grammar_knows_what_can_be_read(text: str) -> None:
    assert GRAMMAR.accepts(text)


# --- What may be left out, and how it may look ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("left_out", "instead"),
    [
        (r" \| [a-z0-9, ]*$", ""),
        (r" \|.*", ""),
        (r"^(\d+\. )\(.*?\) ", r"\1"),
        (r"^(\d+\. .*?)palifico ", r"\1"),
        (r"^(\d+\. .*?)\d: ", r"\1"),
        (r"(dudo\*?)/\d", r"\1"),
        (r"^\[(Finished|Places|Version) .*\n", ""),
        (r'^\[(Rated|Private) "false"\]\n', ""),
    ],
)
def test_what_follows_from_the_rest_may_be_left_out(game: GameOnRecord, left_out: str, instead: str) -> None:
    document = game.document()
    text = re.sub(left_out, instead, write(document), flags=re.MULTILINE)
    assert as_bytes(read(text)) == as_bytes(document)
    assert GRAMMAR.accepts(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\n", "\r\n"),
        (r"(?<=\n)", "; said [Game] | 3x4\n"),
        (r" ", "\n\t"),
        (r" ", " ; and so on\n"),
        (r"([:/,|*@)(])", r" \1 "),
        (r"(\[)(\w+)", r"\1 \2 "),
        (r"\n", " "),
    ],
)
def test_spaces_line_ends_and_comments_only_part(old: str, new: str) -> None:
    """None of them within a text in quotes, where they count."""
    document = read(EXAMPLE)
    parts = re.split(r'("[^"]*")', EXAMPLE)
    text = "".join(part if part.startswith('"') else re.sub(old, new, part) for part in parts)
    assert text != EXAMPLE
    assert read(text) == document
    assert GRAMMAR.accepts(text)


def test_tags_come_in_any_order() -> None:
    lines = EXAMPLE.split("\n\n")[0].splitlines()
    random.Random(1).shuffle(lines)
    assert read("\n".join([*lines, EXAMPLE.split("\n\n")[1]])) == read(EXAMPLE)


def test_a_seat_may_be_named_with_every_move() -> None:
    text = EXAMPLE.replace("1x5 2x4 calza/2", "1x5/2 2x4/0 calza/2")
    assert read(text) == read(EXAMPLE)
    assert GRAMMAR.accepts(text)


def test_times_may_go_back() -> None:
    text = EXAMPLE.replace("@ 0.25 0.25 0.25", "@ 0.5 -0.25 0.5")
    moments = [bid["at"] for bid in read(text)["rounds"][0]["bids"]]
    assert moments == ["2026-03-01T12:00:00.500000Z", "2026-03-01T12:00:00.250000Z"]
    assert "@ 0.5 -0.25 0.5" in write(read(text))


# --- What is wrong ----------------------------------------------------------------------------------------------------

# What is written in the place of what, ^ before what is at fault; a part of what is said; and where the fault lies
# elsewhere, what stands there.
WRONG = [
    ('"perudo-text/1"', '^"perudo-text/2"', 'Format "perudo-text/1"'),
    ('"jpncfq4fau"', '^""', "1 to 64 characters"),
    ('"boxed"', '^"box"', "no such ruleset"),
    ('[RulesetVersion "1"]', '[RulesetVersion ^"one"]', "a whole number"),
    ('[starting_dice "2"]', '[starting_dice ^"6"]', "it takes 1, 2, 3, 4, 5"),
    ('[starting_dice "2"]', '[starting_mice ^"2"]', "no such option"),
    ("[starting_dice", "[^Starting_dice", "no such tag"),
    ('[TurnSeconds "5"]', '[TurnSeconds ^"0"]', "a second at least"),
    ('[TurnSeconds "5"]', '[Rated ^"true"]', "only games with the ruleset's own options"),
    ('[TurnSeconds "5"]', '[Rated ^"yes"]', "true or false"),
    ('"2026-03-01T11:56:47.118189Z"', '^"2026-03-01T11:56:47Z"', "a time such as"),
    ('"2026-03-01T12:00:00.000000Z"', '^"2026-02-30T12:00:00.000000Z"', "a time such as"),
    ('[Version "14"]', '[Version ^"13"]', "14 at least"),
    ('"331fcbcde516', '^"331FCBCDE516', "lower-case hex"),
    ('[Kind0 "bot"]', '[Kind0 ^"cat"]', "human, bot, server"),
    ('[Kind1 "server"]', '[Kind1 "server"]\n[^Kind1 "bot"]', "already"),
    ('"seven fours"', '^"seven\tfours"', "no control characters"),
    ('"seven fours"', '^"seven fours', "ends on its line"),
    ('"seven fours"', '^"seven \\fours"', "ends on its line"),
    ('"2026-03-01T12:01:12.550702Z"', '^"2026-03-01T12:01:12.550703Z"', "2026-03-01T12:01:12.550702Z"),
    ('[Places "1 3 2"]', '[Places ^"1 2 3"]', "1 3 2"),
    ('[Seat1 "bob"]', "[Seat1 ^bob]", "a value in quotes is expected here, not bob"),
    ('[Seat1 "bob"]', '[Seat1 "bob" ^7]', "closing ]"),
    ('[Seat1 "bob"]', '[^7 "bob"]', "the name of a tag"),
    ("1. (0:3", "^2. (0:3", "this is round 1"),
    ("1. (0:3", "^1 (0:3", "a round begins with its number and a full stop"),
    ("(0:3 1:2", "(0:^4 1:2", "the game comes to 0:3 1:2 2:3 / 0:1 2:5"),
    (" 2:3 / 0:1 2:5)", "^)", "the game comes to"),
    ("2:5)", "2:5 ^1:1)", "the game comes to"),
    ("2:5) 2: 1x5", "2:5 2: ^1x5", "closing ) of a roll-off"),
    ("palifico 2:", "palifico ^0:", "seat 2 opens"),
    ("palifico 2: left", "palifico 2 ^left", "a colon"),
    ("3. 0: 1x6", "3. ^palifico 0: 1x6", "no palifico round"),
    ("2. palifico", "2. (^0:1) palifico", "the game comes to nothing here"),
    ("1x5 2x4", "1x5 ^1x5", "illegal_bid"),
    ("1x5 2x4", "^0x5 2x4", "illegal_bid"),
    ("1x5 2x4", "^1x7 2x4", "illegal_bid"),
    ("1x5 2x4", "1x5 ^2X4", "2 is out of place here"),
    ("1x5 2x4", "1x5 ^2 x4", "2 is out of place here"),
    ("1x5 2x4", "^1x5/1 2x4", "not_your_turn"),
    ("1x5 2x4", "^1x5/3 2x4", "no such seat"),
    ("1x5 2x4", "^1x5/10 2x4", "no such seat"),
    ("1x5 2x4", "^1x5/-1 2x4", "no such seat"),
    ("1x5 2x4", "1x5/^a 2x4", "the number of a seat"),
    ("1x5 2x4", "^1x5* 2x4", "time bids 1x2 here"),
    ("1x5 2x4", "^dudo 2x4", "no_bid"),
    ("1x5 2x4", "^pass 2x4", "dudo, calza, left, timeout, removed"),
    ("1x5 2x4", f"^{'9' * 30}x5 2x4", "so great a number"),
    ("1x5 2x4", "1x5 ^& 2x4", "nothing is written so: & 2x4"),
    ("calza/2", "^calza/0", "calza_not_allowed"),
    ("calza/2", "^calza*/2", "not_your_turn"),
    ("left/1", "left^*/1", "a departure has no star"),
    ("| 2:32", "| 2:^23", "the game comes to 2:32 1:21 0:62"),
    ("2:32 1:21 0:62", "^1:21 2:32 0:62", "the game comes to"),
    ("0:62 | 1, 2 loses", "^| 1, 2 loses", "the game comes to"),
    ("0:62 | 1, 2 loses", "0:62 ^1:1 | 1, 2 loses", "the game comes to"),
    ("| 1, 2 loses", "| ^2, 2 loses", "the game comes to 1, 2 loses"),
    ("| 1, 2 loses", "| 1, 2 ^gains", "the game comes to 1, 2 loses"),
    ("| 1, 2 loses", "| 1, 2 loses ^out", "the game comes to 1, 2 loses"),
    ("| 1, 2 loses\n   @", "| 1, 2\n   ^@", "the game comes to 1, 2 loses"),
    ("2, 2 out", "2, 2 ^loses", "the game comes to 2, 2 out"),
    ("@ 0.25 0.25 0.25\n2.", "@ 0.25 0.25\n^2.", "the round has 3 moves, and 2 times"),
    ("@ 0.25 0.25 0.25", "@ 0.25 0.25 0.25 ^1", "the round has 3 moves, and 4 times"),
    ("@ 0.25 0.25 0.25", "@ ^0.2500001 0.25 0.25", "six places"),
    ("@ 0.25 0.25 0.25", "@ ^9999999999999999999 0 0", "so long no game lasts"),
    ("@ 0.25 0.25 0.25", "@ ^-99999999999 0 0", "so long no game lasts"),
    ("dudo*/2 | 2:1 0:1 | 2, 2 out\n   @ 0.25 0", "dudo*/2 ^dudo", "over before this"),
    ("3. 0: 1x6 dudo*/2 | 2:1 0:1 | 2, 2 out\n   @ 0.25 0\n", "^", "the game is not over here"),
    ("dudo*/2 | 2:1 0:1 | 2, 2 out\n   @ 0.25 0\n", "^", "the round is not over here"),
    ("@ 0.25 0\n", "@ 0.25 0\n^4. 1x2\n", "over before this round"),
    ("@ 0.25 0\n", "@ 0.25 0\n^( 1x2\n", "( is out of place here"),
]
WRONG_ELSEWHERE = [
    ('[Format "perudo-text/1"]\n', "", 'Game "jpn', 'Format "perudo-text/1"'),
    ('[Game "jpncfq4fau"]\n', "", "1. (0:3", "the tag Game is missing"),
    ('[RulesetVersion "1"]', '[RulesetVersion "2"]', '"boxed"', "no such ruleset"),
    ('[RulesetVersion "1"]\n', "", "1. (0:3", "the tag RulesetVersion is missing"),
    ('[TurnSeconds "5"]', '[TurnSeconds "none"]', "dudo*/2", "without a clock"),
    ('"331fcbcde516', '"431fcbcde516', "3 / 0:1", "the game comes to 0:3 1:2 2:6"),
    ('[Seat1 "bob"]\n', "", "1. (0:3", "the tag Seat1 is missing"),
    ('[Seat2 "cyd"]\n', "", "3 1:2 2:3", "the game comes to 0:5 1:2"),
    ('[Kind1 "server"]', '[Kind3 "server"]', "1. (0:3", "the tag Seat3 is missing"),
    ('[Seat1 "bob"]', '[Seat1 "bob"][Seat3 "b"][Seat4 "b"][Seat5 "b"][Seat6 "b"]', "1. (0:3", "2 to 6 seats"),
    ("calza/2", "", "0.25\n2. palifico", "the round has 2 moves, and 3 times"),
    ("left/1 1x4", "left/1 timeout/2", "timeout", "time bids 1x2 here"),
    ("left/1 1x4", "left/1 left/1", "left/1 dudo", "not_in_play"),
    ("3. 0: 1x6", "; 3. 0: 1x6", "@ 0.25 0\n", "@ is out of place here"),
]


@pytest.mark.parametrize(("old", "new", "why"), WRONG)
def test_a_fault_is_told_with_its_place(old: str, new: str, why: str) -> None:
    assert EXAMPLE.count(old) == 1
    text = EXAMPLE.replace(old, new)
    expect_fault(text.replace("^", ""), text.index("^"), why)


@pytest.mark.parametrize(("old", "new", "place", "why"), WRONG_ELSEWHERE)
def test_a_fault_may_lie_elsewhere(old: str, new: str, place: str, why: str) -> None:
    """Where what is missing is missed, or where the first thing stands that does not fit."""
    assert EXAMPLE.count(old) == 1
    text = EXAMPLE.replace(old, new)
    expect_fault(text, text.index(place), why)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("3. 0: 1x6", "3. ^2: 1x6", "seat 0 opens"),
        ("0:1 2:1\n", "^2:1 0:1\n", "the game comes to 0:1 2:1"),
        ("0:1 2:1\n", "0:1 2:1 | ^2, 2 out\n", "the game comes to nothing here"),
        ("3. 0: 1x6 | 0:1 2:1\n   @ 0.25\n", "3. 0: 1x6 | 0:1 2:1\n^4. 1x6", "the round is not over here"),
        ("dudo/0 | 0:34 1:32 2:6 | 1, 0 loses\n   @ 31.223808 17.162574 23.16432\n", "^", "the round is not over here"),
        ('[Started "', '[Places ^"1 3 2"]\n[Started "', "the game comes to no end"),
        ('[Started "', '[Finished ^"2026-04-01T00:00:00.000000Z"]\n[Started "', "the game comes to no end"),
        ('[Abandoned "2026-04-01T00:00:00.000000Z"]', '[Abandoned ^"true"]', "a time such as"),
    ],
)
def test_a_fault_in_a_game_that_was_given_up(old: str, new: str, why: str) -> None:
    assert GIVEN_UP.count(old) == 1
    text = GIVEN_UP.replace(old, new)
    expect_fault(text.replace("^", ""), text.index("^"), why)


def test_a_game_that_was_played_to_its_end_was_not_abandoned() -> None:
    text = re.sub(r"(?m)^\[(Finished|Places) .*\n", "", EXAMPLE)
    text = text.replace("[Started", '[Abandoned "2026-04-01T00:00:00.000000Z"]\n[Started')
    expect_fault(text, text.index('"2026-04-01'), "played to its end")


def expect_fault(text: str, index: int, why: str) -> None:
    """A fault at this character of the text, with a reason in which these words stand."""
    fault = fault_of(text)
    before = text[:index].split("\n")
    assert (fault.line, fault.column) == (len(before), len(before[-1]) + 1), fault
    assert why in fault.why
    assert str(fault) == f"line {fault.line}, column {fault.column}: {fault.why}"


def test_the_next_game_begins_with_a_tag() -> None:
    """Tags alone are no game: those that follow are more of the same."""
    fault = fault_of(EXAMPLE.split("\n\n")[0] + "\n" + EXAMPLE)
    assert (fault.line, fault.column, fault.why) == (19, 2, "this tag has been there already")


@pytest.mark.parametrize("game", GAMES[:6])
def test_whatever_is_typed_is_read_or_refused_with_a_place(game: GameOnRecord) -> None:
    """One character anywhere in a text changed, left out or put in: never anything but a true document or a fault."""
    text, chance = write(game.document()), random.Random(repr(game))
    for _ in range(150):
        at, typed = chance.randrange(len(text)), chance.choice('0123456789x.:/|*@,;[]()"\\ \nażdlcZ')
        changed = text[:at] + chance.choice((typed, "", typed + text[at])) + text[at + 1 :]
        if reads(changed):
            assert GRAMMAR.accepts(changed)


def reads(text: str) -> bool:
    """Whether there is nothing wrong with a text; if so all its games are true, if not its fault has a place in it."""
    try:
        for document in read_games(text):
            verify(document)
    except NotationFault as fault:
        lines, found = text.split("\n"), fault
    else:
        return True
    assert 1 <= found.line <= len(lines)
    assert 1 <= found.column <= len(lines[found.line - 1]) + 1
    return False
