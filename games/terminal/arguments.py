"""What the person at the terminal asks for."""

import argparse
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

DEFAULT_PORT: Final = "8000"
DEFAULT_RULESET: Final = "asmodee"
DEFAULT_CLOCK: Final = 300


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """The options of the command line. Which rulesets and bots there are, the server knows."""

    server: str
    ruleset: str = DEFAULT_RULESET
    bots: tuple[str, ...] = ()
    """Empty: the strongest ones that the server has."""
    seats: int | None = None
    """None: as many as bots are named, and one; four if none is."""
    name: str | None = None
    """None: a guest's account, made for this game."""
    seed: str | None = None
    """The player's part in the dice; None: one drawn at random."""
    clock: int = DEFAULT_CLOCK
    """Seconds for a move; 0: no clock."""
    colour: bool | None = None
    """None: on a terminal, unless NO_COLOR is set."""
    ascii_only: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default_server = f"http://127.0.0.1:{os.environ.get('PORT') or DEFAULT_PORT}"
    parser.add_argument("--server", default=default_server, metavar="URL", help=f"the server ({default_server})")
    parser.add_argument("--ruleset", default=DEFAULT_RULESET, help=f"aces, asmodee or boxed ({DEFAULT_RULESET})")
    parser.add_argument("--bots", default="", metavar="NAME,...", help="the server's bots to play against")
    parser.add_argument(
        "--seats", type=int, metavar="N", help="seats, 2 to 6; the bots named are repeated to fill them"
    )
    parser.add_argument("--name", help="play under your own name; asks for its password (without: as a guest)")
    parser.add_argument("--seed", metavar="TEXT", help="your part in the dice, 1 to 64 characters (drawn at random)")
    parser.add_argument(
        "--clock",
        type=int,
        default=DEFAULT_CLOCK,
        metavar="SECONDS",
        help=f"time for a move, 5 or more; 0 for none ({DEFAULT_CLOCK})",
    )
    parser.add_argument("--ascii", action="store_true", help="plain ASCII, no box drawing")


def wishes_of(options: Mapping[str, Any]) -> Wishes:
    """From the parsed options, Django's own `no_color` and `force_color` among them if they are there."""
    colour = True if options.get("force_color") else False if options.get("no_color") else None
    return Wishes(
        server=options["server"],
        ruleset=options["ruleset"],
        bots=tuple(name.strip() for name in options["bots"].split(",") if name.strip()),
        seats=options["seats"],
        name=options["name"],
        seed=options["seed"],
        clock=options["clock"],
        colour=colour,
        ascii_only=options["ascii"],
    )
