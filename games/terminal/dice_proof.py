"""How dice follow from seeds, written a second time from docs/fairness.md: the server's own code would prove nothing.

Keys, seeds and commitments are lower-case hex here, as in the API's answers. "Step" means a step of that page.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count, islice


def commitment(secret: str) -> str:
    """What is shown of a seed or key before it may be known (steps 1 and 3)."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def table_seed(game_id: str, client_seeds: Sequence[str]) -> bytes:
    """Step 2."""
    text = ":".join([game_id, *(seed.encode().hex() for seed in client_seeds)])
    return hashlib.sha256(text.encode()).digest()


def derived(server_seed: str, game_id: str, *what: str | int) -> str:
    """The key of a round and seat (step 3) or of the first opener (step 5); a client seed is half of one (step 2)."""
    text = "|".join(["perudo/1", game_id, *map(str, what)])
    return hmac.digest(bytes.fromhex(server_seed), text.encode(), "sha256").hex()


def hand(key: str, table: bytes, size: int) -> list[int]:
    """Step 4."""
    return list(islice(_dice(key, table), size))


def random_opener(key: str, table: bytes, seats: int) -> int:
    """Step 5, `random`."""
    return next(byte for byte in _stream(key, table) if byte < 256 - 256 % seats) % seats


def roll_off(keys: Sequence[str], table: bytes) -> list[list[tuple[int, int]]]:
    """Step 5, `roll_off`: passes of seat and die, by the seats' keys of round 0."""
    dice = [_dice(key, table) for key in keys]
    passes: list[list[tuple[int, int]]] = []
    tied = list(range(len(keys)))
    while len(tied) > 1:
        passes.append([(seat, next(dice[seat])) for seat in tied])
        highest = max(die for _, die in passes[-1])
        tied = [seat for seat, die in passes[-1] if die == highest]
    return passes


def _dice(key: str, table: bytes) -> Iterator[int]:
    return (byte % 6 + 1 for byte in _stream(key, table) if byte < 252)


def _stream(key: str, table: bytes) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(bytes.fromhex(key), table + block.to_bytes(4, "big"), "sha256")
