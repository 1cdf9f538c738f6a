"""The chaos run as `make test` has it: twenty seconds, every kind of fault once. `make chaos` is the long one."""

import os
import subprocess
import sys

import pytest

from tests.site.processes import PROJECT, clean_environment

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.slow]

LIMIT_SECONDS = 300.0
"""When it is given up. It takes a minute, and more on a machine that has other things to do."""


def test_whatever_breaks_nothing_is_lost() -> None:
    if not os.environ.get("DATABASE_URL"):
        pytest.skip("needs PostgreSQL: a server in production is broken")
    with subprocess.Popen(
        [sys.executable, "-m", "tests.chaos", "--short"],
        cwd=PROJECT,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=LIMIT_SECONDS)
        finally:
            process.terminate()  # and with it all that it has started
    assert process.returncode == 0, output
