"""Whole games of 2 to 6 clients over real sockets.

At every step everybody's view, and every refusal, is compared with the second statement of the rules
(`tests.reference`), and every die is verified from what its owner, or everybody, is shown (docs/fairness.md).
"""

import random
from typing import Any

import pytest

from tests.api.conftest import NAMES
from tests.api.live import LiveClient, LiveServer
from tests.api.table import Table, open_table
from tests.conftest import PASSWORD

STANDARD = [("asmodee", 2), ("asmodee", 5), ("boxed", 3), ("boxed", 4), ("aces", 2), ("aces", 6)]

# Options that no ruleset has together; each game is another mixture.
OVERRIDDEN: list[tuple[str, int, dict[str, Any]]] = [
    ("asmodee", 4, {"starting_dice": 2, "lost_dice_visible": False, "palifico_face_change": "veterans"}),
    ("asmodee", 3, {"starting_dice": 3, "first_opener": "roll_off", "calza_callers": "not_bidder_nor_turn"}),
    ("boxed", 6, {"starting_dice": 1}),
    ("boxed", 3, {"starting_dice": 3, "raise_rule": "exclusive", "palifico_with_two": True, "calza_with_two": True}),
    ("aces", 3, {"starting_dice": 3, "calza": True, "calza_in_palifico": True, "lost_dice_visible": False}),
    ("aces", 5, {"starting_dice": 2, "palifico": False, "ones_entry": "at_least", "raise_rule": "quantity_first"}),
]


def people(server: LiveServer, number: int) -> list[LiveClient]:
    """Accounts registered over HTTP, each with a client."""
    return [register(server.client(), name) for name in NAMES[:number]]


def register(client: LiveClient, username: str) -> LiveClient:
    answer = client.post("/api/v1/players/", {"username": username, "password": PASSWORD})
    assert answer.status_code == 201
    client.sign_in(answer.json()["token"])
    return client


def play_to_the_end(table: Table, chance: random.Random, *, leaves: float = 0.01, timeouts: float = 0.04) -> None:
    table.check()
    while not table.is_over:
        table.probe(chance)
        table.probe(chance)
        table.step(chance, leaves=leaves, timeouts=timeouts)
        table.check()
    table.refuse(chance.randrange(len(table.clients)), {"action": "dudo"}, "game_not_active")
    table.check_end()


@pytest.mark.parametrize(("ruleset", "seats"), STANDARD)
def test_a_standard_game(server: LiveServer, chance: random.Random, ruleset: str, seats: int) -> None:
    table = open_table(people(server, seats), server.client(), ruleset=ruleset, chance=chance)
    play_to_the_end(table, chance, leaves=0.0, timeouts=0.0)
    assert {"illegal_bid", "no_bid", "not_your_turn"} <= set(table.refused)
    assert table.happened["finished"] == 1


@pytest.mark.parametrize(("ruleset", "seats", "options"), OVERRIDDEN)
def test_a_game_with_other_options_with_departures_and_timeouts(
    server: LiveServer, chance: random.Random, ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    table = open_table(people(server, seats), server.client(), ruleset=ruleset, options=options, chance=chance)
    play_to_the_end(table, chance, leaves=0.03, timeouts=0.1)
