"""Breaks the server while games are played, and says what held.

    python -m tests.chaos [--short] [--seed 7] [--seconds 270] [--games 200] [--faults "stop Redis; kill beat"]
    python -m tests.chaos --list

Every option may be given as an environment variable, too (CHAOS_SEED, CHAOS_SECONDS ...).
"""

import argparse
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial

from tests.chaos import report
from tests.chaos.plan import EMBEDDED, PRODUCTION, Kind, Plan
from tests.chaos.run import MakeWorld, run
from tests.chaos.worlds import embedded, production

FULL_SECONDS = 270.0
LIMIT_SECONDS = 600.0
"""How long a full run may take, with all that is around the load."""
EMBEDDED_SECONDS = (40.0, 80.0)
"""The least and the most of load on the embedded server: on a busy machine what the limit leaves."""
AROUND_SECONDS = 75.0
"""What starting the embedded server, settling and the verdicts take on a busy machine."""


def main(arguments: list[str]) -> int:
    # Whatever ends the run, all that it started ends with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("The run was stopped."))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    wanted = _parsed(arguments)
    if wanted.list:
        print("\n".join([*PRODUCTION, *EMBEDDED]))
        return 0
    begin = time.monotonic()
    print(f"seed {wanted.seed}", flush=True)
    holds = True
    for name, plan, world in _plans(wanted, begin):
        outcome = run(plan, world, tell=partial(_tell, name))
        print("\n".join(report.lines(outcome, name=name)), flush=True)
        holds = holds and outcome.holds
    seconds = time.monotonic() - begin
    print(f"\nseed {wanted.seed}, {seconds:.0f} s: {'all of it held' if holds else 'NOT ALL OF IT HELD'}")
    return 0 if holds else 1


def _tell(name: str, what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {name}: {what}", flush=True)


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--short", action="store_true", help="production only, twenty seconds, few games")
    parser.add_argument("--list", action="store_true", help="names the faults")
    parser.add_argument("--seed", type=int, default=_given("SEED") or secrets.randbelow(1_000_000))
    parser.add_argument("--seconds", type=float, default=_given("SECONDS"), help="of load in production")
    parser.add_argument("--games", type=int, default=_given("GAMES"), help="at one time in production")
    parser.add_argument("--faults", default=os.environ.get("CHAOS_FAULTS", ""), help="some of them, by semicolons")
    parser.add_argument("--only", choices=("production", "embedded"), help="one of the two set-ups")
    wanted = parser.parse_args(arguments)
    unknown = set(_names(wanted.faults)) - PRODUCTION.keys() - EMBEDDED.keys()
    if unknown:
        parser.error(f"there is no fault {', '.join(sorted(unknown))}; --list names them")
    return wanted


def _plans(wanted: argparse.Namespace, begin: float) -> Iterator[tuple[str, Plan, MakeWorld]]:
    """The full run breaks production for some minutes, and then kills the embedded server ten times."""
    faults = _some(PRODUCTION, wanted.faults)
    if wanted.only != "embedded" and faults:
        yield "production", _short(wanted, faults) if wanted.short else _full(wanted, faults), production
    faults = _some(EMBEDDED, wanted.faults)
    if wanted.only != "production" and faults and not wanted.short:
        least, most = EMBEDDED_SECONDS
        left = LIMIT_SECONDS - AROUND_SECONDS - (time.monotonic() - begin)
        seconds = min(most, max(least, left))
        yield (
            "embedded",
            Plan(seed=wanted.seed, seconds=seconds, games=40, faults=faults, bot_delay=1.5, pace=3, dice=2),
            embedded,
        )


def _full(wanted: argparse.Namespace, faults: Mapping[str, Kind]) -> Plan:
    seconds = wanted.seconds or FULL_SECONDS
    return Plan(
        seed=wanted.seed,
        seconds=seconds,
        games=wanted.games or 200,
        faults=faults,
        bot_delay=5,
        pace=4,
        dice=3,
        share=seconds / FULL_SECONDS,
    )


def _short(wanted: argparse.Namespace, faults: Mapping[str, Kind]) -> Plan:
    return Plan(
        seed=wanted.seed,
        seconds=wanted.seconds or 20,
        games=wanted.games or 24,
        faults=faults,
        bot_delay=0.5,
        pace=1.5,
        dice=1,
        share=0,
        longest=5,
    )


def _some(kinds: Mapping[str, Kind], names: str) -> Mapping[str, Kind]:
    chosen = _names(names)
    return {name: kind for name, kind in kinds.items() if not chosen or name in chosen}


def _names(told: str) -> list[str]:
    return [name.strip() for name in told.split(";") if name.strip()]


def _given(name: str) -> int | None:
    value = os.environ.get(f"CHAOS_{name}", "")
    return int(value) if value else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
