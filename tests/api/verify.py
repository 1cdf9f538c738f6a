"""Dice checked as a client would, from docs/fairness.md alone: no code is shared with `games.rules.fairness`."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def sha(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def table_seed(view: Json) -> bytes:
    """Step 2."""
    seeds = [seat["client_seed"].encode("utf-8").hex() for seat in view["seats"]]
    return hashlib.sha256(":".join([view["id"], *seeds]).encode()).digest()


def stream(key: str, table: bytes) -> Iterator[int]:
    """Step 4's bytes."""
    block = 0
    while True:
        yield from hmac.new(bytes.fromhex(key), table + block.to_bytes(4, "big"), hashlib.sha256).digest()
        block += 1


def dice(key: str, table: bytes) -> Iterator[int]:
    return (byte % 6 + 1 for byte in stream(key, table) if byte < 252)


def hand(key: str, table: bytes, size: int) -> list[int]:
    faces = dice(key, table)
    return [next(faces) for _ in range(size)]


def derived(view: Json, *parts: object) -> bytes:
    """HMAC of the server seed over "perudo/1|" id "|" and the parts (steps 2, 3, 5)."""
    text = "|".join(map(str, ("perudo/1", view["id"], *parts)))
    return hmac.new(bytes.fromhex(view["server_seed"]), text.encode(), hashlib.sha256).digest()


def check_own_hand(view: Json) -> None:
    """Step 3: the key that a player is shown is the one committed to, and gives the dice."""
    you = view["you"]
    if you is None or not you["dice"]:
        assert you is None or you["key"] is None
        return
    committed = {c["seat"]: c["commitment"] for c in view["round"]["commitments"]}
    assert sha(you["key"]) == committed[you["seat"]]
    assert you["dice"] == hand(you["key"], table_seed(view), len(you["dice"]))


def check_reveal(view: Json, round_: Json) -> None:
    """Step 6: a showdown shows the key of every seat that rolled, and every hand follows from its key."""
    committed = {c["seat"]: c["commitment"] for c in round_["commitments"]}
    assert sorted(h["seat"] for h in round_["hands"]) == sorted(committed)
    for shown in round_["hands"]:
        assert sha(shown["key"]) == committed[shown["seat"]]
        assert shown["dice"] == hand(shown["key"], table_seed(view), len(shown["dice"]))


def check_whole_game(view: Json, rounds: list[Json]) -> None:
    """With the server seed, at the end: every key, the first opener, and the client seeds that nobody sent."""
    assert sha(view["server_seed"]) == view["seed_commitment"]
    assert [round_["number"] for round_ in rounds] == list(range(1, len(rounds) + 1))
    for round_ in rounds:
        check_reveal(view, round_)
        for shown in round_["hands"]:
            assert bytes.fromhex(shown["key"]) == derived(view, round_["number"], shown["seat"])
    check_first_opener(view, rounds[0])


def check_first_opener(view: Json, first: Json) -> None:
    """Step 5. One who left before opening is not the opener any more, but was drawn."""
    table, seats = table_seed(view), len(view["seats"])
    if view["options"]["first_opener"] == "random":
        limit = 256 - 256 % seats
        drawn = next(b for b in stream(derived(view, 0, "opener").hex(), table) if b < limit) % seats
    else:
        drawn = _roll_off(view, first["roll_off"], table, seats)
    left_first = {d["seat"] for d in first["departures"] if d["after_bids"] == 0}
    assert first["opener"] == drawn or drawn in left_first


def _roll_off(view: Json, passes: list[list[Json]], table: bytes, seats: int) -> int:
    cups = [dice(derived(view, 0, seat).hex(), table) for seat in range(seats)]
    tied = list(range(seats))
    for thrown in passes:
        assert thrown == [{"seat": seat, "die": next(cups[seat])} for seat in tied]
        best = max(t["die"] for t in thrown)
        tied = [t["seat"] for t in thrown if t["die"] == best]
    [drawn] = tied
    return drawn


def default_client_seed(view: Json, seat: int) -> str:
    """Step 2: what a seat that sent none must have; known when the game is over."""
    return derived(view, "client", seat)[:16].hex()
