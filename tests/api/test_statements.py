"""What requests cost in SQL statements, the check of the token included.

BEGIN and COMMIT are told apart: they are a transaction's frame, not its work. The tests commit, so that the frames are
those that the server has.
"""

import random
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from players.services import issue_token
from tests.api import rows
from tests.api.conftest import NAMES
from tests.api.table import GAMES, Table, open_table
from tests.client import CheckedClient
from tests.conftest import MakePlayer

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
Due = Game.Due


@dataclass(frozen=True)
class Cost:
    """A request (`action` if it was a move), how it was answered, and what was sent to the database meanwhile."""

    path: str
    action: str | None
    status: int
    statements: list[str]
    transactions: int


class CountingClient(CheckedClient):
    """Notes what each of its requests costs."""

    def __init__(self) -> None:
        super().__init__()
        self.costs: list[Cost] = []
        self.action: str | None = None

    def post(self, path: str, data: Any = None, **kwargs: Any) -> Any:  # type: ignore[override]  # what is used of it
        self.action = (data or {}).get("action")
        return super().post(path, data, **kwargs)

    def request(self, **kwargs: Any) -> Any:
        with CaptureQueriesContext(connection) as captured:
            response = super().request(**kwargs)
        sql = [query["sql"] for query in captured.captured_queries]
        begun, ended = (sum(statement.startswith(word) for statement in sql) for word in ("BEGIN", "COMMIT"))
        assert begun == ended
        self.costs.append(
            Cost(
                path=kwargs["PATH_INFO"],
                action=self.action if kwargs["REQUEST_METHOD"] == "POST" else None,
                status=response.status_code,
                statements=[statement for statement in sql if not statement.startswith(("BEGIN", "COMMIT"))],
                transactions=ended,
            )
        )
        return response

    @property
    def last(self) -> Cost:
        return self.costs[-1]


@pytest.fixture
def people(make_player: MakePlayer) -> list[CountingClient]:
    clients = []
    for name in NAMES[:4]:
        client = CountingClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(player=make_player(name)).secret}")
        clients.append(client)
    return clients


def worst(costs: list[Cost]) -> int:
    """The greatest number of statements."""
    return max(len(cost.statements) for cost in costs)


@pytest.mark.parametrize("ruleset", ["asmodee", "boxed"])
def test_moves_and_views_in_a_whole_game(people: list[CountingClient], chance: random.Random, ruleset: str) -> None:
    """A bid costs six statements at most and a view four, whatever has happened: with bots at the table that may call
    calza, timeouts running, departures, palifico, players who are out, after many rounds."""
    bots = ["odds", "random"]
    spectator = CountingClient()
    table = open_table(people, spectator, chance=chance, ruleset=ruleset, options={"starting_dice": 3}, bots=bots)
    table.leave(3)
    while rows.row(table.id).due_for == Due.BOTS:
        table.let_bots_act()
    table.let_time_run_out()
    while not table.is_over:
        table.probe(chance)
        table.step(chance, timeouts=0.15)
        table.check()
    costs = [cost for client in people for cost in client.costs]
    bids = [cost for cost in costs if cost.action == "bid" and cost.status == 201]
    assert len(bids) > 5
    assert (worst(bids), {cost.transactions for cost in bids}) == (6, {1})
    views = [cost for cost in costs if cost.path == table.path]
    assert (worst(views), {cost.transactions for cost in views}) == (4, {0})
    assert worst([cost for cost in spectator.costs if cost.path == table.path]) == 3
    assert {"palifico", "left", "timeout", "call: dudo"} <= set(table.happened)
    refused = [cost for cost in costs if cost.action and cost.status >= 400]
    assert worst(refused) == 4


def test_a_retry_costs_one_more_than_a_refusal(people: list[CountingClient], chance: random.Random) -> None:
    table = open_table(people, CheckedClient(), chance=chance)
    mover, body = table.turn, {"action": "bid", "quantity": 3, "face": 4, "version": table.version}
    assert [people[mover].post(f"{table.path}moves/", body).status_code for _ in range(2)] == [201, 200]
    assert len(people[mover].last.statements) == 5


def play_rounds(table: Table, rounds: int) -> None:
    for _ in range(rounds):
        table.move(table.turn, {"action": "bid", "quantity": 1, "face": 2})
        table.move(table.turn, {"action": "dudo"})


def test_events_and_rounds_cost_the_same_after_many_rounds(people: list[CountingClient], chance: random.Random) -> None:
    table = open_table(people, CheckedClient(), chance=chance)
    client = people[0]
    paths = [f"{table.path}events/", f"{table.path}rounds/?limit=100", f"{table.path}events/?after=9999"]

    def costs() -> list[int]:
        return [len(client.costs[-1].statements) for path in paths if client.get(path)]

    play_rounds(table, 2)
    before = costs()
    play_rounds(table, 5)
    assert costs() == before
    assert max(before) <= 8


QUERIES = ["", "?my_turn=true", "?player=bob&status=open&ruleset=aces", "?limit=100"]


def test_a_page_of_games_costs_the_same_however_many_there_are(people: list[CountingClient], settings: Any) -> None:
    settings.MAX_OPEN_GAMES = 1000
    ada, bob = people[:2]

    def costs() -> list[int]:
        found = []
        for path in (*(f"{GAMES}{query}" for query in QUERIES), "/api/v1/players/ada/games/"):
            assert ada.get(path).json()["results"], path
            found.append(len(ada.last.statements))
        return found

    def make(number: int) -> None:
        for _ in range(number):
            game_id = ada.post(GAMES, {"ruleset": "aces", "seats": 2}).json()["id"]
            game = bob.post(f"{GAMES}{game_id}/join/").json()
            if game["round"]["turn"] == 1:
                move = {"action": "bid", "quantity": 1, "face": 2, "version": game["version"]}
                assert bob.post(f"{GAMES}{game_id}/moves/", move).status_code == 201
            bob.post(GAMES, {"ruleset": "aces", "seats": 6, "bots": ["odds"] * 4})
            ada.post(GAMES, {"ruleset": "boxed", "seats": 3, "private": True})

    make(1)
    before = costs()
    make(8)
    assert costs() == before
    assert max(before) <= 4
