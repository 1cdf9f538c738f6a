"""A table that everybody looks at, and the one who asks in all their names."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from perudo_site.http.schema import document
from players.models import Player, Scope
from players.services import Issued, Terms, issue_token, note_use, revoke_token
from tests.api.game import CALZA, DUDO, bid
from tests.api.leaks.crawl import Crawl, Viewer, plain
from tests.api.leaks.frozen import NOW, Frozen
from tests.api.leaks.heard import Capture, Listener
from tests.api.leaks.questions import Known, Question, questions
from tests.api.table import Table, open_table
from tests.client import CheckedClient
from tests.conftest import PASSWORD, MakePlayer

Json = dict[str, Any]
Laid = Callable[..., "Scene"]

LEAVER = 3
"""The seat that leaves when the others go on."""


@dataclass
class Scene:
    """A running game and its crawl."""

    table: Table
    crawl: Crawl
    token: Issued

    def questions(self, served: Json | None = None) -> list[Question]:
        return list(questions(served or document(), self._known()))

    def _known(self) -> Known:
        opened, table = self.table.opened, self.table
        texts = {
            "game_id": (table.id,),
            "username": ("ada", "ada2"),
            "other": ("bob",),
            "player": ("ada", "nobody"),
            "ruleset": (opened["ruleset"],),
            "code": ("invalid",),
            "token_id": (self.token.token.public_id,),
            "join_code": (opened["join_code"] or "nonsense",),
            "password": (PASSWORD,),
            "new_password": ("another password",),
            "cursor": ("nonsense",),
            "client_seed": ("mine",),
        }
        numbers = {"seat": (1,), "seats": (3,), "limit": (1, 100), "after": (0, table.version - 1), "wait": (0,)}
        bodies = {"register": ({"username": "newcomer", "password": PASSWORD},), "make_move": self._moves()}
        return Known({**texts, **numbers, "version": (table.version,)}, bodies)

    def _moves(self) -> tuple[Json, ...]:
        moves = [*(bid(quantity, 3) for quantity in (1, 2, self.table.referee.most() + 1)), DUDO, CALZA]
        return (*({**move, "version": self.table.version} for move in moves), {**bid(99, 6), "version": 1})


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Frozen:
    return Frozen(monkeypatch)


@pytest.fixture
def laid(
    frozen: Frozen,
    make_player: MakePlayer,
    settings: Any,
    django_capture_on_commit_callbacks: Capture,
) -> Laid:
    """`laid(chance, ruleset="boxed")`: ada, bob, a program of ada's and dan at a table with a server bot."""
    settings.BOT_DELAY_SECONDS = 0.0  # so that hints are sent; nobody acts, for time stands still
    settings.THROTTLE_RATES = {"anonymous": "100000/minute", "player": "100000/minute", "login_name": "1000/hour"}

    def lay(chance: random.Random, **fields: Any) -> Scene:
        ada, bob, dan, eve = (make_player(name) for name in ("ada", "bob", "dan", "eve"))
        program = make_player("ada2", kind=Player.Kind.BOT, owner=ada)
        clients = [signed_in(player) for player in (ada, bob, program, dan)]
        frozen.again(chance.random())  # so that a game with the same chance is the same game, and another one another
        table = open_table(clients, CheckedClient(), chance=chance, bots=["random"], **fields)
        viewers = [Viewer(f"seat {seat}", plain(client), seat) for seat, client in enumerate(clients)]
        others = {
            "stranger": signed_in(eve),
            "anonymous": CheckedClient(),
            "revoked": revoked(ada),
        }
        viewers += [Viewer(name, plain(client)) for name, client in others.items()]
        viewers.append(Viewer("token that cannot read", plain(signed_in(bob, Scope.PLAY)), plays=1))
        listener = Listener(table.id, frozen, django_capture_on_commit_callbacks)
        return Scene(table, Crawl(listener, viewers), issue_token(player=ada))

    return lay


def signed_in(player: Player, *scopes: str) -> CheckedClient:
    issued = issue_token(player=player, terms=Terms(scopes=list(scopes)) if scopes else None)
    note_use(token=issued.token, now=NOW)
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.secret}")
    return client


def revoked(player: Player) -> CheckedClient:
    """A client with a token that was good once."""
    issued = issue_token(player=player)
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.secret}")
    revoke_token(player=player, token_id=issued.token.public_id)
    return client
