"""The dice of docs/fairness.md, written down from that page alone: it shares no code with `games.rules.fairness`."""

from hashlib import sha256
from hmac import HMAC


def mac(key: bytes, text: str | bytes) -> bytes:
    return HMAC(key, text.encode("utf-8") if isinstance(text, str) else text, sha256).digest()


def seed_of_a_seat_that_sent_none(server_seed: bytes, game: str, seat: int) -> str:
    """Step 2: 16 bytes are 32 hex digits."""
    return mac(server_seed, "perudo/1|" + game + "|client|" + str(seat)).hex()[:32]


def table_seed(game: str, client_seeds: list[str]) -> bytes:
    """Step 2."""
    text = game
    for client_seed in client_seeds:
        text += ":" + client_seed.encode("utf-8").hex()
    return sha256(text.encode("utf-8")).digest()


def key(server_seed: bytes, game: str, round_number: int, seat: int | str) -> bytes:
    """Step 3; step 5 for the round 0."""
    return mac(server_seed, "perudo/1|" + game + "|" + str(round_number) + "|" + str(seat))


def stream(of_key: bytes, table: bytes, length: int) -> bytes:
    """The first bytes of step 4's blocks."""
    blocks = b""
    counter = 0
    while len(blocks) < length:
        blocks += mac(of_key, table + bytes([counter >> 24, counter >> 16 & 255, counter >> 8 & 255, counter & 255]))
        counter += 1
    return blocks[:length]


def dice(of_key: bytes, table: bytes, count: int) -> list[int]:
    """Step 4. Of 64 bytes for a die more than enough are below 252."""
    fit = [byte for byte in stream(of_key, table, 64 * count + 64) if byte < 252]
    return [byte % 6 + 1 for byte in fit[:count]]


def drawn_opener(server_seed: bytes, game: str, table: bytes, seats: int) -> int:
    """Step 5, `random`."""
    for byte in stream(key(server_seed, game, 0, "opener"), table, 1024):
        if byte < 256 - 256 % seats:
            return byte % seats
    raise AssertionError("a thousand bytes were all too great")


def roll_off(server_seed: bytes, game: str, table: bytes, seats: int) -> list[dict[int, int]]:
    """Step 5, `roll_off`: the die of each seat, pass by pass."""
    sequences = {seat: dice(key(server_seed, game, 0, seat), table, 50) for seat in range(seats)}
    passes: list[dict[int, int]] = []
    tied = set(range(seats))
    while len(tied) > 1:
        thrown = {seat: sequences[seat].pop(0) for seat in sorted(tied)}
        passes.append(thrown)
        tied = {seat for seat, die in thrown.items() if die == max(thrown.values())}
    return passes
