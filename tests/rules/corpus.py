"""The corpus: finished games of every ruleset version in both forms, in tests/data/records/.

    python -m tests.rules.corpus

adds files for rulesets, and versions of them, that have none yet. What lies there already is never made again: that it
can still be played is the point of it.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from games.rules.notation import write
from games.rules.record import as_bytes
from games.rules.ruleset import CURRENT, RuleSet
from tests.rules.records import GameOnRecord

Json = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "data" / "records"
WANTED = (
    frozenset(
        ["standard", "options", "rated", "private", "no clock", "2 seats", "6 seats", "server bot", "client seed"]
    )
    | frozenset(["dudo right", "dudo wrong", "palifico", "left", "removed", "timeout", "bid by time", "dudo by time"])
    | frozenset(["closed by departure", "bidder left", "bid on ones", "abandoned", "played by time alone"])
)
WANTED_WITH_CALZA = frozenset(["calza right", "calza wrong", "calza at the ceiling"])
WANTED_WITH_ROLL_OFF = frozenset(["roll-off", "roll-off with a tie"])


def wanted(ruleset: RuleSet) -> frozenset[str]:
    """What the games of a ruleset must show between them."""
    calza = WANTED_WITH_CALZA if ruleset.options.calza else frozenset[str]()
    roll_off = WANTED_WITH_ROLL_OFF if ruleset.options.first_opener == "roll_off" else frozenset[str]()
    return WANTED | calza | roll_off


def features(document: Json) -> Iterator[str]:
    """What a game shows."""
    yield "standard" if document["standard"] else "options"
    yield from (name for name in ("rated", "private") if document[name])
    if document["turn_seconds"] is None:
        yield "no clock"
    yield f"{len(document['seats'])} seats"
    if document["status"] == "abandoned":
        yield "abandoned" if document["unfinished_round"] else "played by time alone"
    if any(seat["kind"] == "server" for seat in document["seats"]):
        yield "server bot"
    if any(len(seat["client_seed"]) != 32 for seat in document["seats"]):
        yield "client seed"
    for round_ in document["rounds"]:
        yield from _features_of_round(round_)


def _features_of_round(round_: Json) -> Iterator[str]:
    if round_["palifico_seat"] is not None:
        yield "palifico"
    if round_["roll_off"]:
        yield "roll-off" if len(round_["roll_off"]) == 1 else "roll-off with a tie"
    yield from (departure["reason"] for departure in round_["departures"])
    if any(bid["timeout"] for bid in round_["bids"]):
        yield "bid by time"
    if any(bid["face"] == 1 for bid in round_["bids"]):
        yield "bid on ones"
    yield from _features_of_call(round_)


def _features_of_call(round_: Json) -> Iterator[str]:
    call, change = round_["call"], round_["dice_change"]
    if call["kind"] == "departure":
        yield "closed by departure"
        return
    bid = round_["bids"][-1]
    if call["kind"] == "calza":
        is_exact = round_["count"] == bid["quantity"]
        yield "calza right" if change and is_exact else "calza at the ceiling" if is_exact else "calza wrong"
        return
    yield "dudo wrong" if round_["count"] >= bid["quantity"] else "dudo right"
    if call["timeout"]:
        yield "dudo by time"
    if change is None:
        yield "bidder left"


def chosen(ruleset: RuleSet) -> list[Json]:
    """Games by the first seeds that show something more, until all is shown."""
    missing, games = set(wanted(ruleset)), list[Json]()
    for seed in count():
        seats, options = 2 + seed % 5, ({}, {"starting_dice": 2}, None)[seed % 3]
        timeouts, gives_up = (0.0, 0.1, 0.1, 1.0)[seed % 4], 0.04 * (seed % 7 == 5)
        game = GameOnRecord(ruleset.name, seats, seed, options, leaves=0.04, timeouts=timeouts, gives_up=gives_up)
        played = game.document()
        if missing & set(features(played)):
            missing -= set(features(played))
            games.append(played)
        if not missing:
            return games
    raise AssertionError


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ruleset in CURRENT.values():
        path = FOLDER / f"{ruleset.name}-{ruleset.version}.ndjson"
        if not path.exists():
            games = chosen(ruleset)
            path.write_bytes(b"".join(as_bytes(game) + b"\n" for game in games))
            path.with_suffix(".txt").write_text("\n".join(map(write, games)), encoding="utf-8")


if __name__ == "__main__":
    main()
