"""The bots of docs/examples, run as their readers would run them, against a real server until a game is over."""

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games.rules.ruleset import CURRENT
from tests.site.processes import Environment, call, serving

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PYTHON, JAVASCRIPT = EXAMPLES / "bot.py", EXAMPLES / "bot.mjs"
MOST_LINES = 60

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ruleset", CURRENT)
def test_the_python_bot_plays_to_the_end(server: str, ruleset: str) -> None:
    _plays_to_the_end([*_command("python"), server, ruleset])


@pytest.mark.parametrize("ruleset", CURRENT)
def test_the_javascript_bot_plays_to_the_end(server: str, ruleset: str) -> None:
    _plays_to_the_end([*_command("javascript"), server, ruleset])


@pytest.mark.parametrize("bot", ["python", "javascript"])
def test_they_play_as_the_account_whose_token_they_are_given(server: str, bot: str) -> None:
    """And say what is wrong, if something is, instead of waiting or failing without a word."""
    command = [*_command(bot), server]
    name = f"mine{time.monotonic_ns()}"[:20]
    token = call(int(server.rpartition(":")[2]), "POST", "players/", {"username": name, "password": "seven fours 7"})[
        "token"
    ]
    done = _run(command, PERUDO_TOKEN=token)
    assert re.fullmatch(rf"{name} took place [123] of 3\n", done.stdout), done.stderr
    refused = _run(command, PERUDO_TOKEN="0" * 64)
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", "The token is not valid.\n")


@pytest.mark.parametrize("bot", ["python", "javascript"])
def test_they_say_that_they_wait(site: Environment, log: Path, bot: str) -> None:
    with serving({**site, "THROTTLE_REGISTER": "0/day"}, log) as (_, port):
        waiting = subprocess.Popen([*_command(bot), f"http://127.0.0.1:{port}"], stderr=subprocess.PIPE, text=True)
        try:
            assert waiting.stderr is not None
            assert re.search(r"Expected available in \d+ seconds", waiting.stderr.readline())
            assert waiting.poll() is None
        finally:
            waiting.kill()
            waiting.communicate()


def test_the_python_bot_is_short_and_needs_nothing() -> None:
    text = PYTHON.read_text()
    imported = {name.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names}
    assert len(text.splitlines()) < MOST_LINES
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_the_javascript_bot_needs_nothing() -> None:
    assert set(re.findall(r'from "([^"]+)"', JAVASCRIPT.read_text())) == {"node:crypto"}


def _command(bot: str) -> list[str]:
    if bot == "python":
        return [sys.executable, str(PYTHON)]
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node.js 18 or newer: install nodejs")
    return [node, str(JAVASCRIPT)]


def _run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, **environment}
    return subprocess.run(command, env=told, capture_output=True, text=True, timeout=120, check=False)


def _plays_to_the_end(command: list[str]) -> None:
    done = _run(command)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"bot_[0-9a-f]{12} took place [123] of 3\n", done.stdout), done.stdout
