"""`python -m tests.api.leaks [--seed N]`: the long crawl: whole games, in which everything is asked."""

import argparse
import os
import subprocess
import sys
import tempfile

from tests.reference import RULESETS
from tests.run import NOT_INHERITED


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.api.leaks")
    parser.add_argument("--seed", help="of other games")
    arguments = parser.parse_args()
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    # Quiet but for what a test that has passed has printed; the rulesets side by side.
    command = [sys.executable, "-m", "pytest", "-q", "-rP", "-n", str(len(RULESETS)), "tests/api/leaks/everything.py"]
    with tempfile.TemporaryDirectory(prefix="perudo-crawl-") as data:
        environment = {**inherited, "DATA_DIR": data}
        if arguments.seed:
            environment["CRAWL_SEED"] = arguments.seed
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
