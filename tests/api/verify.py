"""Dice checked as a client would, from what views show and docs/fairness.md alone (`tests.fair_dice`)."""

from hashlib import sha256
from typing import Any

from tests import fair_dice

Json = dict[str, Any]


def sha(secret: str) -> str:
    return sha256(bytes.fromhex(secret)).hexdigest()


def table_seed(view: Json) -> bytes:
    return fair_dice.table_seed(view["id"], [seat["client_seed"] for seat in view["seats"]])


def hand(key: str, view: Json, size: int) -> list[int]:
    return fair_dice.dice(bytes.fromhex(key), table_seed(view), size)


def check_own_hand(view: Json) -> None:
    """Step 3: the key that a player is shown is the one committed to, and gives the dice."""
    you = view["you"]
    if you is None or not you["dice"]:
        assert you is None or you["key"] is None
        return
    committed = {c["seat"]: c["commitment"] for c in view["round"]["commitments"]}
    assert sha(you["key"]) == committed[you["seat"]]
    assert you["dice"] == hand(you["key"], view, len(you["dice"]))


def check_reveal(view: Json, round_: Json) -> None:
    """Step 6: a showdown shows the key of every seat that rolled, and every hand follows from its key."""
    committed = {c["seat"]: c["commitment"] for c in round_["commitments"]}
    assert sorted(shown["seat"] for shown in round_["hands"]) == sorted(committed)
    for shown in round_["hands"]:
        assert sha(shown["key"]) == committed[shown["seat"]]
        assert shown["dice"] == hand(shown["key"], view, len(shown["dice"]))


def check_whole_game(view: Json, rounds: list[Json]) -> None:
    """With the server seed, at the end: every key, the first opener, and the client seeds that nobody sent."""
    secret = bytes.fromhex(view["server_seed"])
    assert sha(view["server_seed"]) == view["seed_commitment"]
    assert [round_["number"] for round_ in rounds] == list(range(1, len(rounds) + 1))
    for round_ in rounds:
        check_reveal(view, round_)
        for shown in round_["hands"]:
            key = fair_dice.key(secret, view["id"], round_["number"], shown["seat"])
            assert bytes.fromhex(shown["key"]) == key
    check_first_opener(view, rounds[0])


def check_first_opener(view: Json, first: Json) -> None:
    """Step 5. One who left before opening is not the opener any more, but was drawn."""
    secret, table, seats = bytes.fromhex(view["server_seed"]), table_seed(view), len(view["seats"])
    if view["options"]["first_opener"] == "random":
        assert first["roll_off"] is None
        drawn = fair_dice.drawn_opener(secret, view["id"], table, seats)
    else:
        passes = fair_dice.roll_off(secret, view["id"], table, seats)
        assert first["roll_off"] == [[{"seat": seat, "die": p[seat]} for seat in sorted(p)] for p in passes]
        drawn = max(passes[-1], key=lambda seat: passes[-1][seat])
    left_first = {d["seat"] for d in first["departures"] if d["after_bids"] == 0}
    assert first["opener"] == drawn or drawn in left_first


def default_client_seed(view: Json, seat: int) -> str:
    """Step 2: what a seat that sent none must have; known when the game is over."""
    return fair_dice.seed_of_a_seat_that_sent_none(bytes.fromhex(view["server_seed"]), view["id"], seat)
