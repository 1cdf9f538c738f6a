"""The client's own statement of docs/fairness.md, against the server's."""

import random

import pytest

from games.rules import fairness
from games.rules.fairness import SeededDice
from games.terminal import dice_proof

SEEDS = ("abc", "é×😀", "", "0" * 64)


@pytest.mark.parametrize("number", range(5))
def test_the_same_dice_follow_from_the_same_seeds(number: int) -> None:
    chance = random.Random(number)
    server_seed, game_id = chance.randbytes(32), f"game{number}"
    theirs = SeededDice(game_id, server_seed, SEEDS)
    table = dice_proof.table_seed(game_id, SEEDS)
    for round_number in range(1, 4):
        for seat in range(len(SEEDS)):
            key = dice_proof.derived(server_seed.hex(), game_id, round_number, seat)
            assert key == theirs.key(round_number=round_number, seat=seat).hex()
            assert dice_proof.commitment(key) == theirs.commitment(round_number=round_number, seat=seat).hex()
            rolled = theirs.roll(round_number=round_number, seat=seat, count=40)
            assert dice_proof.hand(key, table, 40) == list(rolled)


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_same_opener_follows(number: int, seats: int) -> None:
    seeds = tuple(map(str, range(seats)))
    server_seed, table = random.Random(number).randbytes(32), dice_proof.table_seed("game", seeds)
    theirs = SeededDice("game", server_seed, seeds)
    opener = dice_proof.derived(server_seed.hex(), "game", 0, "opener")
    assert dice_proof.random_opener(opener, table, seats) == theirs.random_opener(seats=seats)
    keys = [dice_proof.derived(server_seed.hex(), "game", 0, seat) for seat in range(seats)]
    passes = [[(throw.seat, throw.die) for throw in thrown] for thrown in theirs.roll_off(seats=seats)]
    assert dice_proof.roll_off(keys, table) == passes


def test_the_same_client_seed_stands_in_for_a_missing_one() -> None:
    server_seed = bytes(range(32))
    theirs = fairness.default_client_seed(server_seed=server_seed, game_id="game", seat=3)
    assert dice_proof.derived(server_seed.hex(), "game", "client", 3)[:32] == theirs
