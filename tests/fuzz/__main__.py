"""`python -m tests.fuzz [--cases N] [--seed N] [--only PATHS]`: fuzz the API; what is wrong is told, and is its end."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz.world import World, populate, set_up


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--cases", type=int, default=10_000, help="requests at least (10000)")
    parser.add_argument("--examples", type=int, default=60, help="generated for an operation in each run (60)")
    parser.add_argument("--seed", type=int, default=1, help="the first of the runs' seeds (1)")
    parser.add_argument("--only", default="", help="an expression that the paths to fuzz match")
    arguments = parser.parse_args()
    began, faults = time.monotonic(), dict[str, str]()
    cases, phases = Counter[int](), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="perudo-fuzz-") as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        set_up(folder)
        from perudo_site.pulse import Pulse
        from tests.api import live
        from tests.api.leaks.frozen import stop_time
        from tests.fuzz.fuzz import Fuzz

        stop_time(patch)
        patch.setattr(Pulse, "_beat", lambda pulse: None)  # nothing is to be written but by requests
        world, seed = World(), arguments.seed
        populate(world)
        with live.serving() as server:
            while cases.total() < arguments.cases and not faults:
                database = str(folder / "perudo.sqlite3")
                scale = {"seed": seed, "examples": arguments.examples, "only": arguments.only}
                fuzz = Fuzz(world, server.port, database, **scale)
                fuzz.run()
                cases, phases = cases + fuzz.cases, phases + fuzz.phases
                faults, seed = faults | fuzz.faults, seed + 1
    _report(cases, phases, faults, time.monotonic() - began)
    return 1 if faults else 0


def _report(cases: Counter[int], phases: Counter[str], faults: dict[str, str], seconds: float) -> None:
    sys.stdout.write(f"{cases.total()} requests in {seconds:.0f} s\n")
    for counted in (cases, phases):
        sys.stdout.write(f"  {', '.join(f'{name}: {count}' for name, count in sorted(counted.items()))}\n")
    for title, text in faults.items():
        sys.stdout.write(f"\n{title}\n{text}\n")
    sys.stdout.write(f"{len(faults)} faults\n" if faults else "no fault\n")


if __name__ == "__main__":
    sys.exit(main())
