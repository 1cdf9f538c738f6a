"""A short run of the fuzz, always the same one; `make fuzz` is the long one."""

import os
import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def fuzz(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(
        command, cwd=PROJECT, env={**os.environ}, capture_output=True, text=True, timeout=300, check=False
    )


def test_nothing_that_is_sent_breaks_it() -> None:
    done = fuzz("tests.fuzz", "--cases", "500", "--examples", "2", "--seed", "20261130")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no fault" in done.stdout
    assert set(re.findall(r"(\w+): \d+", done.stdout)) >= {"200", "201", "400", "coverage", "fuzzing", "stateful"}


def test_it_would_find_what_is_wrong() -> None:
    paths = "^/api/v1/(bots|rulesets|games/quick)/$"
    done = fuzz("tests.fuzz.broken", "--cases", "20", "--examples", "2", "--only", paths)
    assert done.returncode == 1, done.stdout + done.stderr
    for found in ("/bots/: Server error", "/rulesets/: Response violates schema", "and something was changed"):
        assert found in done.stdout, done.stdout
