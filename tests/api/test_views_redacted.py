"""What nobody may see is not in what they are sent: not in one byte, on no address, in no refusal.

The hands that a viewer cannot see are drawn anew in the database, keys and commitments left as they are. Whatever the
viewer is sent must stay the same, to the byte. (With dice that are redrawn through their keys, commitments would
change; that those tell nothing is SHA-256's affair.)
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.api import rows
from tests.api.conftest import Clients
from tests.api.game import CALZA, bid
from tests.api.table import GAMES, Table, open_table
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer

Json = dict[str, Any]
Sent = dict[str, tuple[int, bytes, str | None]]

# Few dice and few seats make short games in which much happens. Boxed rules hide lost dice.
RULESETS = ("asmodee", "boxed", "aces")


class Viewers:
    """Everybody who may look at a game: each seat, in play, out or gone; a stranger with a token; and nobody known."""

    def __init__(self, table: Table, stranger: CheckedClient) -> None:
        self.table = table
        seated: list[tuple[Any, int | None]] = [(client, seat) for seat, client in enumerate(table.clients)]
        self.all = [*seated, (table.spectator, None), (stranger, None)]

    def sent_to(self, client: Any, seat: int | None, refused: list[Json]) -> Sent:
        """All that the API says of the game to one of them, and how it refuses these moves."""
        path = self.table.path
        pages = [path, f"{path}events/", f"{path}rounds/", GAMES, "/api/v1/players/ada/games/"]
        sent = {page: client.get(page) for page in pages}
        if seat is not None:
            sent |= {f"{move}": client.post(f"{path}moves/", move) for move in refused}
        return {name: (answer.status_code, answer.content, answer.get("ETag")) for name, answer in sent.items()}

    def refused_moves(self, seat: int | None, chance: random.Random) -> list[Json]:
        """A stale move, and one that the rules do not allow this seat now."""
        if seat is None or self.table.is_over:
            return []
        bids = [(quantity, chance.randint(1, 6)) for quantity in (1, self.table.referee.most() + 1)]
        moves = [*(bid(*numbers) for numbers in bids), CALZA]
        forbidden = [move for move in moves if self.table.referee.refusal(seat, move)]
        stale = {**bid(99, 6), "version": self.table.version + 1}
        return [stale, {**chance.choice(forbidden), "version": self.table.version}]


def assert_unchanged(viewers: Viewers, redraw: Callable[[int | None], None], chance: random.Random) -> None:
    for client, seat in viewers.all:
        moves = viewers.refused_moves(seat, chance)
        before = viewers.sent_to(client, seat, moves)
        with rows.undone():
            redraw(seat)
            assert viewers.sent_to(client, seat, moves) == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hands_that_cannot_be_seen_change_nothing(
    clients: Clients,
    api: CheckedClient,
    make_player: MakePlayer,
    as_player: As,
    chance: random.Random,
    ruleset: str,
) -> None:
    """At every step of a game of random moves, departures and timeouts, for everybody."""
    table = open_table(clients(3), api, chance=chance, ruleset=ruleset, options={"starting_dice": 2})
    viewers = Viewers(table, as_player(make_player("stranger")))
    while not table.is_over:
        assert_unchanged(viewers, lambda seat: rows.redraw_hidden(table.id, seat, chance), chance)
        table.step(chance, leaves=0.04, timeouts=0.15)
    assert_unchanged(viewers, lambda seat: rows.redraw_hidden(table.id, seat, chance), chance)


def test_the_redrawing_would_be_noticed(clients: Clients, api: CheckedClient, chance: random.Random) -> None:
    """The same comparison, with a hand that one of the viewers sees: it fails for that one and for no other."""
    table = open_table(clients(2), api, chance=chance, ruleset="asmodee")
    viewers = Viewers(table, stranger=api)
    for client, seat in viewers.all:
        before = viewers.sent_to(client, seat, [])
        with rows.undone():
            rows.redraw_own(table.id, 0)
            after = viewers.sent_to(client, seat, [])
        changed = {page for page in before if after[page] != before[page]}
        assert changed == ({table.path, f"{table.path}events/"} if seat == 0 else set())
