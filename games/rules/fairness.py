"""Dice that nobody can choose and anybody can check (docs/fairness.md, whose steps are cited here).

Keys, seeds and hashes are raw bytes where they are hashed; `.hex()` of them is what views and records show.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count as count_from
from itertools import islice
from typing import Final

from games.rules.state import RollOff, RollOffDie

PREFIX: Final = "perudo/1"
SERVER_SEED_BYTES: Final = 32
MAX_CLIENT_SEED: Final = 64
_DICE_LIMIT: Final = 252  # the greatest multiple of 6 that a byte can exceed; bytes from it on are skipped


def commit(secret: bytes) -> bytes:
    """The commitment to a server seed or a key: its SHA-256 (steps 1 and 3)."""
    return hashlib.sha256(secret).digest()


def default_client_seed(*, server_seed: bytes, game_id: str, seat: int) -> str:
    """The client seed of a seat that sent none: not drawn at will, but fixed by the server seed (step 2)."""
    return _hmac(server_seed, f"{PREFIX}|{game_id}|client|{seat}".encode())[:16].hex()


def table_seed(*, game_id: str, client_seeds: Sequence[str]) -> bytes:
    """SHA-256 of the text `id:c0:c1:…`, each client seed as its UTF-8 bytes in hex (step 2)."""
    return hashlib.sha256(":".join([game_id, *(seed.encode().hex() for seed in client_seeds)]).encode()).digest()


def dice_from(*, key: bytes, table: bytes) -> Iterator[int]:
    """The endless dice of a key at a table (step 4)."""
    return (byte % 6 + 1 for byte in _bytes_from(key, table) if byte < _DICE_LIMIT)


def hand_from(*, key: bytes, table: bytes, count: int) -> tuple[int, ...]:
    """The first `count` dice of a key: all that a player needs to check their own hand (step 4)."""
    return tuple(islice(dice_from(key=key, table=table), count))


def _bytes_from(key: bytes, table: bytes) -> Iterator[int]:
    for index in count_from():
        yield from _hmac(key, table + index.to_bytes(4, "big"))


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


@dataclass(frozen=True)
class SeededDice:
    """The dice of one game, all fixed by its server seed, its id and its client seeds in seat order."""

    game_id: str
    server_seed: bytes
    client_seeds: tuple[str, ...]

    def __repr__(self) -> str:
        return f"SeededDice({self.game_id!r})"  # the seed must not reach a log

    @cached_property
    def table(self) -> bytes:
        return table_seed(game_id=self.game_id, client_seeds=self.client_seeds)

    def key(self, *, round_number: int, seat: int | str) -> bytes:
        """The key of a seat in a round; round 0 is the choice of the first opener (steps 3 and 5)."""
        return _hmac(self.server_seed, f"{PREFIX}|{self.game_id}|{round_number}|{seat}".encode())

    def commitment(self, *, round_number: int, seat: int) -> bytes:
        return commit(self.key(round_number=round_number, seat=seat))

    def roll(self, *, round_number: int, seat: int, count: int) -> tuple[int, ...]:
        return hand_from(key=self.key(round_number=round_number, seat=seat), table=self.table, count=count)

    def random_opener(self, *, seats: int) -> int:
        """A byte that divides evenly among the seats chooses (step 5)."""
        key = self.key(round_number=0, seat="opener")
        limit = 256 - 256 % seats
        return next(byte for byte in _bytes_from(key, self.table) if byte < limit) % seats

    def roll_off(self, *, seats: int) -> RollOff:
        """Each seat takes its next die; those tied for highest go on until one is left (step 5)."""
        dice = [dice_from(key=self.key(round_number=0, seat=seat), table=self.table) for seat in range(seats)]
        passes: list[tuple[RollOffDie, ...]] = []
        tied = list(range(seats))
        while len(tied) > 1:
            thrown = tuple(RollOffDie(seat, next(dice[seat])) for seat in tied)
            highest = max(throw.die for throw in thrown)
            tied = [throw.seat for throw in thrown if throw.die == highest]
            passes.append(thrown)
        return tuple(passes)
