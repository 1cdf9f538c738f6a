"""Clients, tables and chance for the tests of games."""

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import games.models
import perudo_site.ids
from tests.api import live
from tests.api.game import Game
from tests.api.live import LiveServer
from tests.api.table import GAMES, LONG
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer

NAMES = ("ada", "bob", "cyd", "dan", "eve", "fay")

Clients = Callable[[int], list[CheckedClient]]
Start = Callable[..., Game]


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> random.Random:
    """Chance that is the same at every run: of what the test draws, of server seeds and of ids."""
    chance = random.Random(request.node.name)
    seeds = random.Random(chance.random())
    monkeypatch.setattr(games.models, "secrets", SimpleNamespace(token_hex=lambda size: seeds.randbytes(size).hex()))
    monkeypatch.setattr(perudo_site.ids, "secrets", SimpleNamespace(choice=seeds.choice))
    return chance


@pytest.fixture(autouse=True)
def _bots_wait_to_be_told(settings: Any) -> None:
    """Bots act when a test lets their moment come (`clock.act`), and never because a request was slow."""
    settings.BOT_DELAY_SECONDS = 3600.0


@pytest.fixture
def clients(make_player: MakePlayer, as_player: As) -> Clients:
    """`clients(3)` are clients of ada, bob and cyd."""
    return lambda number: [as_player(make_player(name)) for name in NAMES[:number]]


@pytest.fixture
def start(clients: Clients, chance: random.Random) -> Start:
    """`start(3, "boxed")` is a running game of three; further fields are the table's."""

    def start(seats: int = 3, ruleset: str = "asmodee", **fields: Any) -> Game:
        players = clients(seats)
        made = players[0].post(GAMES, {"ruleset": ruleset, "seats": seats, "turn_seconds": LONG, **fields}).json()
        for player in players[1:]:
            player.post(f"{GAMES}{made['id']}/join/")
        return Game(made["id"], players)

    return start


@pytest.fixture
def server(transactional_db: None) -> Iterator[LiveServer]:
    """The server on a real socket."""
    with live.serving() as server:
        yield server
