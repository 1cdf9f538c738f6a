"""Whole games on a real server, played through a pipe and on a terminal."""

import re
import secrets
import signal
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import pytest

from tests.terminal.programs import MANAGE_PLAY, PATIENCE, PLAY, Program, on_a_terminal, play_to_the_end, through_a_pipe

pytestmark = pytest.mark.slow

RULESETS = ("aces", "asmodee", "boxed")
NO_SERVER = "http://127.0.0.1:9"  # the discard port, where nobody listens

Start = Callable[..., AbstractContextManager[Program]]
EITHER = pytest.mark.parametrize("start", [through_a_pipe, on_a_terminal])


def leave_by_ctrl_c(program: Program, *, typed: str = "") -> None:
    """Twice, and not at once: two signals that come together are one."""
    program.type(f"{typed}\x03")
    program.wait_for("Leave the game for good")
    program.type("\x03")


@EITHER
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_to_its_end(server: str, start: Start, ruleset: str) -> None:
    with start(server, "--ruleset", ruleset, "--bots", "random", command=MANAGE_PLAY) as program:
        play_to_the_end(program)
        assert program.end() == 0
    assert re.search("1st   (you|random).*2nd   (you|random)", program.text, re.DOTALL)
    assert "✓ dice verified: " in program.text
    assert "and the first opener." in program.text
    assert "/replay/" in program.text
    assert "Traceback" not in program.text
    assert "Not as committed to" not in program.text


def test_a_player_who_is_out_watches_to_the_end(server: str) -> None:
    """And every line of it is narrow enough."""
    with through_a_pipe(server, "--bots", "odds,random", "--seats", "4", "--seed", "my part") as program:
        play_to_the_end(program)
        assert program.end() == 0
    assert "✓ dice verified" in program.text
    assert [line for line in program.text.split("\n") if len(line) > 80] == []
    assert "\x1b" not in program.output


@EITHER
def test_bad_input_and_refusals_are_explained_and_asked_again(server: str, start: Start) -> None:
    with start(server, "--ruleset", "boxed", "--bots", "random") as program:
        program.wait_for(r"P E R U D O   Boxed Perudo\n    you are guest-[0-9a-f]{8} at table \w+ ")
        program.wait_for("Your turn")
        for typed, answer in {
            "3": "A bid has two numbers",
            "3 7": "There is no face 7",
            "whatever": "means nothing",
            "900 6": "900 × sixes cannot be bid now.\n    You may bid ",
            "c": "nothing to call|on your own turn|no calza in this round",
            "?": "bid three fours.*the rules in short",
            "r": "━━ Boxed Perudo ━.*Calza calls the last bid exact",
            "h": "━━ Round 1 ━",
            "": "━━ Round 1 ━.*■.*╭.*Your turn",
            "q": "Leave the game for good",
            "n": "You play on",
        }.items():
            program.type(f"{typed}\n")
            program.wait_for(answer)
        play_to_the_end(program)
        assert program.end() == 0


@EITHER
def test_q_leaves_when_it_is_meant(server: str, start: Start) -> None:
    with start(server, "--bots", "random", "--seats", "3") as program:
        program.wait_for("Round 1")
        program.type("q\n")
        program.wait_for("Leave the game for good")
        program.type("y\n")
        program.wait_for("You have left the game. You come 3rd of 3.")
        assert program.end() == 0


def test_ctrl_c_asks_and_twice_leaves(server: str) -> None:
    with on_a_terminal(server, "--bots", "random") as program:
        program.wait_for("Your move › ")
        program.type("\x03")
        program.wait_for("Leave the game for good.*Leave\\? y/n › ")
        program.type("n\n")
        program.wait_for("You play on.*Your move › ")
        leave_by_ctrl_c(program, typed="3")
        program.wait_for("You have left the game. You come 2nd of 2.")
        assert program.end() == 0
    assert "Traceback" not in program.text


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=lambda v: str(v)
)
def test_signals_leave_the_game(server: str, number: signal.Signals, status: int) -> None:
    with through_a_pipe(server, "--bots", "random") as program:
        program.wait_for("Round 1")
        program.popen.send_signal(number)
        if number == signal.SIGINT:
            program.wait_for("Leave the game for good")
            program.popen.send_signal(number)
        program.wait_for("You have left the game. You come 2nd of 2.")
        assert program.end() == status
    assert "Traceback" not in program.text


def test_the_end_of_the_input_leaves_the_game(server: str) -> None:
    with through_a_pipe(server, "--bots", "random") as program:
        program.wait_for("Round 1")
        assert program.popen.stdin
        program.popen.stdin.close()
        program.wait_for("You have left the game. You come 2nd of 2.")
        assert program.end() == 0


def test_ctrl_d_leaves_the_game(server: str) -> None:
    with on_a_terminal(server, "--bots", "random") as program:
        program.wait_for("Your move › ")
        program.type("3\x04\x7f\x04")
        program.wait_for("You have left the game.")
        assert program.end() == 0


def test_nobody_reads_any_more(server: str) -> None:
    with through_a_pipe(server, "--bots", "random") as program:
        program.wait_for("Round 1")
        assert program.popen.stdout
        program.popen.stdout.close()
        program.type("r\n")
        assert program.popen.wait(PATIENCE) == 1


def test_what_is_being_typed_stays_when_something_happens(server: str) -> None:
    """The line is drawn anew below every line that comes."""
    with on_a_terminal(server, "--bots", "random") as program:
        program.wait_for("Your move › ")
        program.type("q\nn\n9 ")
        program.wait_for("You play on")
        program.wait_for("Your move › 9 ")
        program.type("9\n")
        program.wait_for("9 × |There is no face 9")
        leave_by_ctrl_c(program)
        assert program.end() == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_they_are_not_wanted(server: str, environment: dict[str, str]) -> None:
    with on_a_terminal(server, environment=environment) as program:
        program.wait_for("Round 1")
        program.type("q\n")
        program.wait_for("Leave the game")
        program.type("y\n")
        assert program.end() == 0
    assert re.findall(r"\x1b\[[0-9;]*m", program.output) == []


def test_ascii_where_nothing_else_can_be_shown(server: str) -> None:
    with through_a_pipe(server, environment={"PYTHONIOENCODING": "ascii"}) as program:
        program.wait_for(r"\+-------\+.*\|")
        program.type("q\ny\n")
        assert program.end() == 0
    assert program.output.isascii()


def test_an_account_of_ones_own(server: str) -> None:
    """Made at the first game, logged in to at the second; the password is not shown."""
    name = f"ada{secrets.token_hex(4)}"
    with on_a_terminal(server, "--name", name) as program:
        program.wait_for("no account.*A password for it: ")
        program.type("short\n")
        program.wait_for("The same again: ")
        program.type("other\n")
        program.wait_for("not the same.*A password for it: ")
        for password in ("short", "seven fours 7"):
            program.type(f"{password}\n")
            program.wait_for("The same again: ")
            program.type(f"{password}\n")
            program.wait_for("A password for it: |you are ada")
        program.type("q\ny\n")
        assert program.end() == 0
        assert "seven fours" not in program.output
    with through_a_pipe(server, "--name", name) as program:
        program.wait_for("Password of ada")
        program.type("wrong\n")
        program.wait_for("not the password.*Password of ada")
        program.type("seven fours 7\n")
        program.wait_for(f"you are {name}")
        program.type("q\ny\n")
        assert program.end() == 0


@pytest.mark.parametrize(
    ("start", "command"), [(through_a_pipe, PLAY), (on_a_terminal, PLAY), (through_a_pipe, MANAGE_PLAY)]
)
def test_a_server_that_is_not_there(start: Start, command: Sequence[str]) -> None:
    with start(NO_SERVER, command=command) as program:
        assert program.end() == 1
    assert f"No Perudo server answers at {NO_SERVER} (Connection refused)." in program.text
    assert "Traceback" not in program.text


def test_a_wish_that_cannot_be_met(server: str) -> None:
    with through_a_pipe(server, "--ruleset", "chess") as program:
        assert program.end() == 1
    assert program.text == "The server refuses: ruleset: There are aces, asmodee, boxed.\n"
