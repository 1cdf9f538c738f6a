"""Whole games of 2 to 6 clients over real sockets.

At every step everybody's view, and every refusal, is compared with the second statement of the rules
(`tests.reference`), and every die is verified from what its owner, or everybody, is shown (docs/fairness.md).
"""

import random
from typing import Any

import pytest
from django.conf import settings

from tests.api.conftest import NAMES
from tests.api.live import LiveClient, LiveServer
from tests.api.table import Table, open_table
from tests.conftest import PASSWORD
from tests.reference import RULESETS

STANDARD = [("asmodee", 2), ("boxed", 4), ("aces", 3)]

# Options that no ruleset has together; each game is another mixture.
MIXTURES: list[tuple[str, int, dict[str, Any]]] = [
    ("asmodee", 4, {"starting_dice": 2, "lost_dice_visible": False, "palifico_face_change": "veterans"}),
    ("asmodee", 5, {"starting_dice": 2, "first_opener": "roll_off", "calza_callers": "not_bidder_nor_turn"}),
    ("boxed", 6, {"starting_dice": 1}),
    ("boxed", 3, {"starting_dice": 3, "raise_rule": "exclusive", "palifico_with_two": True, "calza_with_two": True}),
    ("aces", 3, {"starting_dice": 3, "calza": True, "calza_in_palifico": True, "lost_dice_visible": False}),
    ("aces", 6, {"starting_dice": 2, "palifico": False, "ones_entry": "at_least", "raise_rule": "quantity_first"}),
]


def people(server: LiveServer, number: int) -> list[LiveClient]:
    """Accounts registered over HTTP, each with a client."""
    return [register(server.client(), name) for name in NAMES[:number]]


def register(client: LiveClient, username: str) -> LiveClient:
    answer = client.post("/api/v1/players/", {"username": username, "password": PASSWORD})
    assert answer.status_code == 201
    client.sign_in(answer.json()["token"])
    return client


def play_to_the_end(table: Table, chance: random.Random, *, leaves: float = 0.0, timeouts: float = 0.0) -> None:
    table.check()
    while not table.is_over:
        table.probe(chance)
        table.probe(chance)
        table.probe_version(chance)
        table.send_again(chance)
        table.step(chance, leaves=leaves, timeouts=timeouts)
        table.check()
    table.refuse(chance.randrange(len(table.clients)), {"action": "dudo"}, "game_not_active")
    table.send_again(chance)
    table.check_end()


@pytest.mark.parametrize(("ruleset", "seats"), STANDARD)
def test_a_standard_game(server: LiveServer, chance: random.Random, ruleset: str, seats: int) -> None:
    table = open_table(people(server, seats), server.client(), chance=chance, ruleset=ruleset)
    play_to_the_end(table, chance)
    assert {"illegal_bid", "no_bid", "not_your_turn", "stale_version"} <= set(table.refused)
    assert {"bid", "rolled", "round_ended", "finished", "palifico"} <= set(table.happened)
    assert ("a die taken back" in table.happened) == RULESETS[ruleset]["calza"]


@pytest.mark.parametrize(("ruleset", "seats", "options"), MIXTURES)
def test_a_mixture_with_departures_and_timeouts(
    server: LiveServer, chance: random.Random, ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    table = open_table(people(server, seats), server.client(), chance=chance, ruleset=ruleset, options=options)
    play_to_the_end(table, chance, leaves=0.03, timeouts=0.1)


def test_a_game_with_a_server_bot(server: LiveServer, chance: random.Random) -> None:
    """The bot's own cup is seen at the showdown only; its moves and its calzas are held against the referee too."""
    clients, options = people(server, 2), {"starting_dice": 3}
    table = open_table(clients, server.client(), chance=chance, ruleset="asmodee", options=options, bots=["odds"])
    play_to_the_end(table, chance, timeouts=0.05)


def test_many_requests_open_few_database_connections(server: LiveServer, chance: random.Random) -> None:
    """Connections are kept, one a thread of the server at most."""
    clients = people(server, 2)
    table = open_table(clients, server.client(), chance=chance)
    for _ in range(10):
        server.client().get(table.path)
        clients[0].get(table.path)
        table.refuse(1, {"action": "calza"}, "no_bid")
    assert len(server.opened) <= settings.WEB_THREADS
