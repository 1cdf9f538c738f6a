"""A game as the API tells it, checked from outside: dice derived anew from its seeds, play repeated by the referee.

Nothing of `games` is used: the dice are those of tests/fair_dice.py, the rules those of tests/reference.py.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from tests import fair_dice
from tests.reference import Referee

Json = dict[str, Any]

_UNKNOWN_TO_THE_REFEREE = ("at", "key", "commitments", "deadline")


@dataclass(frozen=True)
class Seeds:
    """What all dice of a game follow from."""

    game: str
    secret: bytes
    table: bytes

    @classmethod
    def of(cls, view: Json, server_seed: str) -> Self:
        table = fair_dice.table_seed(view["id"], [seat["client_seed"] for seat in view["seats"]])
        return cls(view["id"], bytes.fromhex(server_seed), table)

    def key(self, number: int, seat: int) -> bytes:
        return fair_dice.key(self.secret, self.game, number, seat)

    def hand(self, number: int, seat: int, size: int) -> list[int]:
        return fair_dice.dice(self.key(number, seat), self.table, size)

    def first(self, seats: int, *, by_roll_off: bool) -> Json:
        """How the first opener is found, as the referee wants to be told."""
        if not by_roll_off:
            return {"opener": fair_dice.drawn_opener(self.secret, self.game, self.table, seats)}
        passes = fair_dice.roll_off(self.secret, self.game, self.table, seats)
        return {"roll_off": [[{"seat": seat, "die": die} for seat, die in thrown.items()] for thrown in passes]}


def audit(view: Json, rounds: list[Json], *, server_seed: str | None = None) -> None:
    """AssertionError unless a game's view and all its resolved rounds are what seeds and rules make of its moves.

    `view` is a spectator's, of a game that has begun and was not given up in the middle of a round. `server_seed` is
    needed for a game that is not over, whose view does not tell it.
    """
    seed = server_seed or view["server_seed"]
    assert sha256(bytes.fromhex(seed)).hexdigest() == view["seed_commitment"]
    seeds, referee = Seeds.of(view, seed), Referee(view["options"], len(view["seats"]))
    for stored in rounds:
        _deal(referee, seeds, stored)
        _play(referee, stored)
        assert referee.past[-1] == _plain(stored)
        assert {hand["seat"]: hand["key"] for hand in stored["hands"]} == _keys(seeds, stored)
    if view["round"] is not None:
        _deal(referee, seeds, view["round"])
        _play(referee, view["round"])
    expected, seen = referee.view(None), _plain(view)
    for seat in seen["seats"]:
        del seat["player"], seat["kind"], seat["client_seed"]
    if view["status"] == "abandoned":  # there are no places
        expected["winner"] = None
        for seat in expected["seats"]:
            seat["place"] = None
    assert {name: seen[name] for name in expected} == expected
    assert referee.over == (view["status"] in ("finished", "abandoned"))


def _deal(referee: Referee, seeds: Seeds, stored: Json) -> None:
    """The round's dice, by the seeds, of the size that the referee expects."""
    assert referee.coming is not None
    number, sizes = referee.coming["number"], referee.coming["dice"]
    assert stored["number"] == number
    assert {made["seat"]: made["commitment"] for made in stored["commitments"]} == {
        seat: sha256(seeds.key(number, seat)).hexdigest() for seat in sizes
    }
    hands: dict[int, list[int] | None] = {seat: seeds.hand(number, seat, size) for seat, size in sizes.items()}
    by_roll_off = referee.options["first_opener"] == "roll_off"
    referee.deal(hands, **(seeds.first(len(sizes), by_roll_off=by_roll_off) if number == 1 else {}))


def _play(referee: Referee, stored: Json) -> None:
    """The bids and departures of a round in order, and its call if it has been made."""
    departures = list(stored["departures"])
    for made, placed in enumerate([*stored["bids"], None]):
        while departures and departures[0]["after_bids"] == made:
            departure = departures.pop(0)
            _timed(referee, departure, departure["reason"] == "timeout", {**departure, "action": "leave"})
        if placed is not None:
            _timed(referee, placed, placed["timeout"], {**placed, "action": "bid"})
    assert not departures
    call = stored.get("call")
    if call is not None and call["kind"] != "departure":
        _timed(referee, call, call["timeout"], {"action": call["kind"]})


def _timed(referee: Referee, done: Json, by_time: bool, move: Json) -> None:
    referee.play(done["seat"], {"action": "timeout"} if by_time else move)


def _keys(seeds: Seeds, stored: Json) -> dict[int, str]:
    return {hand["seat"]: seeds.key(stored["number"], hand["seat"]).hex() for hand in stored["hands"]}


def _plain(value: Any) -> Any:
    """Without times, keys and names, of which the referee knows nothing."""
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items() if name not in _UNKNOWN_TO_THE_REFEREE}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value
