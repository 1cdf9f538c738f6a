"""Breaks the server while games are played, and says what held.

    python -m tests.chaos [--short] [--seed 7] [--seconds 300] [--games 200] [--faults "stop Redis; kill beat"]
    python -m tests.chaos --list

Every option may be given as an environment variable, too (CHAOS_SEED, CHAOS_SECONDS ...).
"""

import argparse
import os
import secrets
import signal
import sys
import time
from collections.abc import Mapping
from functools import partial

from tests.chaos import report
from tests.chaos.plan import EMBEDDED, PRODUCTION, Kind, Plan
from tests.chaos.run import MakeWorld, run
from tests.chaos.worlds import embedded, production

LIMIT_SECONDS = 600.0
"""How long all of it may take."""


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
    for name, plan, world in _plans(wanted):
        outcome = run(plan, world, tell=partial(_tell, name))
        print("\n".join(report.lines(outcome, name=name)), flush=True)
        holds = holds and outcome.holds
    seconds = time.monotonic() - begin
    print(f"\nseed {wanted.seed}, {seconds:.0f} s: {'all of it held' if holds else 'NOT ALL OF IT HELD'}")
    if seconds > LIMIT_SECONDS:
        print(f"It took more than {LIMIT_SECONDS:.0f} s.")
    return 0 if holds and seconds <= LIMIT_SECONDS else 1


def _tell(name: str, what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {name}: {what}", flush=True)


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--short", action="store_true", help="production only, half a minute, few games")
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


def _plans(wanted: argparse.Namespace) -> list[tuple[str, Plan, MakeWorld]]:
    """The full run breaks production for five minutes and kills the embedded server ten times."""
    short = wanted.short
    on_production = Plan(
        seed=wanted.seed,
        seconds=wanted.seconds or (25 if short else 300),
        games=wanted.games or (24 if short else 200),
        faults=_some(PRODUCTION, wanted.faults),
        bot_delay=0.5 if short else 5,
        pace=1.5 if short else 4,
        dice=1 if short else 3,
        share=(wanted.seconds or 300) / 300 if not short else 0,
        longest=5 if short else 60,
        settle_seconds=60 if short else 90,
    )
    on_embedded = Plan(
        seed=wanted.seed,
        seconds=80,
        games=40,
        faults=_some(EMBEDDED, wanted.faults),
        bot_delay=1.5,
        pace=3,
        dice=2,
        settle_seconds=60,
    )
    plans: list[tuple[str, Plan, MakeWorld]] = []
    if wanted.only != "embedded" and on_production.faults:
        plans.append(("production", on_production, production))
    if wanted.only != "production" and on_embedded.faults and not short:
        plans.append(("embedded", on_embedded, embedded))
    return plans


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
