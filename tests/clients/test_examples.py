"""The bots of docs/examples, run as their readers would run them, against a real server until a game is over."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.ruleset import CURRENT

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PYTHON, JAVASCRIPT = EXAMPLES / "bot.py", EXAMPLES / "bot.mjs"
MOST_LINES = 60

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ruleset", CURRENT)
def test_the_python_bot_plays_to_the_end(server: str, ruleset: str) -> None:
    _plays_to_the_end([sys.executable, str(PYTHON), server, ruleset])


@pytest.mark.parametrize("ruleset", CURRENT)
def test_the_javascript_bot_plays_to_the_end(server: str, ruleset: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node.js 18 or newer: install nodejs")
    _plays_to_the_end([node, str(JAVASCRIPT), server, ruleset])


def test_the_python_bot_is_short_and_needs_nothing() -> None:
    text = PYTHON.read_text()
    imported = {name.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names}
    assert len(text.splitlines()) < MOST_LINES
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_the_javascript_bot_needs_nothing() -> None:
    assert set(re.findall(r'from "([^"]+)"', JAVASCRIPT.read_text())) == {"node:crypto"}


def _plays_to_the_end(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"bot_[0-9a-f]{12} took place [123] of 3\n", done.stdout), done.stdout
