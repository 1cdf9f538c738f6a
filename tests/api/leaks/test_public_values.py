"""Nothing that is public of a running game lets its dice be derived: no commitment, seed, past key, id or time.

Every derivation that docs/fairness.md documents is tried with every value that a viewer is sent, in every form that it
might be meant in, for every hand that the viewer cannot see. A way that gives hands more often than chance does is a
leak. That the search finds one is shown with games whose seeds are not secret.
"""

import hashlib
import hmac
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import product
from typing import Any

import pytest

from games.rules.fairness import SeededDice, commit, hand_from
from games.store.read import load
from tests.api.conftest import Clients
from tests.api.table import GAMES, Table, open_table
from tests.client import CheckedClient

Json = dict[str, Any]
Value = tuple[str, str | int]
"""Where a value is found ("view.seats.client_seed"), and the value."""
Way = tuple[str, str, str]
"""Where a value is found, in what form it is taken, and what is derived from it."""

LEAST_DICE = 4
"""In a hand that is looked for: smaller ones are guessed too easily."""
LEAST_HANDS = 8
TOO_OFTEN = 0.25
"""Of hands. By chance a way finds a hand in a thousand, or with fifty values to try one in twenty-five."""


# --- What is public -----------------------------------------------------------------------------------------------


def sent_to(client: CheckedClient, table: Table) -> Iterator[Value]:
    """All that the API says of the game and around it, with what stands in its headers."""
    pages = {
        "view": table.path,
        "events": f"{table.path}events/",
        "rounds": f"{table.path}rounds/",
        "games": GAMES,
        "games of": "/api/v1/players/ada/games/",
        "profile": "/api/v1/players/bob/",
    }
    for name, path in pages.items():
        answer = client.get(path)
        assert answer.status_code == 200
        yield from values_of(answer.json(), name)
        yield from ((f"{name} header {header}", value) for header, value in answer.headers.items())


def values_of(told: Any, where: str) -> Iterator[Value]:
    if isinstance(told, dict):
        for name, inner in told.items():
            yield from values_of(inner, f"{where}.{name}")
    elif isinstance(told, list):
        for inner in told:
            yield from values_of(inner, where)
    elif isinstance(told, str | int) and not isinstance(told, bool):
        yield where, told


def forms_of(value: str | int) -> Iterator[tuple[str, bytes]]:
    """The bytes that a value may stand for, and their hashes, which the server shows of its secrets."""
    plain = dict(_plain_forms(value))
    yield from plain.items()
    yield from ((f"SHA-256 of {name}", commit(form)) for name, form in plain.items())


def _plain_forms(value: str | int) -> Iterator[tuple[str, bytes]]:
    yield "text", str(value).encode()
    if isinstance(value, int):
        yield from ((f"{size} bytes", value.to_bytes(size, "big")) for size in (4, 8, 32) if value < 256**size)
        return
    with suppress(ValueError):
        yield "hex", bytes.fromhex(value)
    try:
        since = round(datetime.fromisoformat(value).timestamp() * 1_000_000)
    except ValueError:
        return
    for unit, number in (("microseconds", since), ("seconds", since // 1_000_000)):
        yield f"{unit} as text", str(number).encode()
        yield f"{unit} as 8 bytes", number.to_bytes(8, "big")


# --- What might be derived from it --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hidden:
    """A hand that a viewer cannot see."""

    game_id: str
    client_seeds: tuple[str, ...]
    number: int
    seat: int
    dice: tuple[int, ...]
    key: bytes

    @cached_property
    def table(self) -> bytes:
        return SeededDice(self.game_id, b"", self.client_seeds).table

    def keys_from(self, secret: bytes) -> Iterator[tuple[str, bytes]]:
        """A secret taken as the key itself, or as the server seed from which keys follow (steps 2, 3 and 5)."""
        yield "as the key", secret
        dice = SeededDice(self.game_id, secret, self.client_seeds)
        rounds = {"no round": 0, "the round before": self.number - 1, "this round": self.number}
        seats: dict[str, int | str] = {"this seat": self.seat, "seat 0": 0, "the next seat": self.seat + 1}
        for (when, number), (who, seat) in product(rounds.items(), {**seats, "the opener": "opener"}.items()):
            yield f"as server seed, key of {when} and {who}", dice.key(round_number=number, seat=seat)
        message = f"perudo/1|{self.game_id}|client|{self.seat}".encode()
        yield "as server seed, client seed as key", hmac.digest(secret, message, "sha256")

    def is_given_by(self, *, key: bytes, table: bytes) -> bool:
        return hand_from(key=key, table=table, count=len(self.dice)) == self.dice


def _derived(hidden: Hidden, secret: bytes) -> Iterator[tuple[str, bool, bool]]:
    """What can be derived from a secret, whether it is the hand's key, and whether it gives the hand."""
    table = hidden.table
    for how, key in hidden.keys_from(secret):
        yield how, key == hidden.key, hidden.is_given_by(key=key, table=table)
    yield "as table seed, the table seed as key", False, hidden.is_given_by(key=table, table=secret)


@dataclass
class Search:
    """Ways that were tried: for how many hands, and of which of these they gave the dice."""

    tried: defaultdict[Way, set[Hidden]] = field(default_factory=lambda: defaultdict(set))
    given: defaultdict[Way, set[Hidden]] = field(default_factory=lambda: defaultdict(set))
    keys_found: list[Way] = field(default_factory=list)

    def look_for(self, hidden: Hidden, public: set[Value]) -> None:
        found: dict[bytes, list[tuple[str, bool, bool]]] = {}  # the same values are sent in many places
        for where, value in public:
            for form, secret in forms_of(value):
                if secret not in found:
                    found[secret] = [*_derived(hidden, secret)]
                for derived, is_key, is_given in found[secret]:
                    self.tried[where, form, derived].add(hidden)
                    if is_given:
                        self.given[where, form, derived].add(hidden)
                    if is_key:
                        self.keys_found.append((where, form, derived))

    def leaks(self) -> set[Way]:
        """Ways that give hands far more often than chance."""
        often = {
            way
            for way, hands in self.tried.items()
            if len(hands) >= LEAST_HANDS and len(self.given[way]) / len(hands) > TOO_OFTEN
        }
        return often | set(self.keys_found)


# --- Games --------------------------------------------------------------------------------------------------------

Seed = Callable[[Json], bytes]
"""What a server whose seeds are no secrets would make them of, by the view of its game."""


@dataclass
class Scene:
    """Moments of running games: what a viewer was sent by then, and which hands they could not see."""

    moments: list[tuple[set[Value], list[Hidden]]] = field(default_factory=list)
    views: list[Json] = field(default_factory=list)

    def note(self, table: Table, viewer: CheckedClient, seat: int | None) -> None:
        record = load(table.id)
        assert record is not None
        view = viewer.get(table.path).json()
        rolled = [hand for hand in record.rounds[-1].rolled_hands if hand.seat != seat and len(hand.dice) >= LEAST_DICE]
        number = record.game.round_number
        seeds = record.dice.client_seeds
        hidden = [
            Hidden(table.id, seeds, number, hand.seat, hand.dice, record.dice.key(round_number=number, seat=hand.seat))
            for hand in rolled
        ]
        self.moments.append((set(sent_to(viewer, table)), hidden))
        self.views.append(view)

    def search(self, seed: Seed | None = None) -> Search:
        """Of the games as they were; or, with `seed`, as they would have been if their server seeds were these."""
        search = Search()
        for (public, hands), view in zip(self.moments, self.views, strict=True):
            for hidden in hands:
                search.look_for(hidden if seed is None else _with_seed(hidden, seed(view)), public)
        return search


def _with_seed(hidden: Hidden, server_seed: bytes) -> Hidden:
    dice = SeededDice(hidden.game_id, server_seed, hidden.client_seeds)
    key = dice.key(round_number=hidden.number, seat=hidden.seat)
    rolled = dice.roll(round_number=hidden.number, seat=hidden.seat, count=len(hidden.dice))
    return Hidden(hidden.game_id, hidden.client_seeds, hidden.number, hidden.seat, rolled, key)


@pytest.fixture
def scene(clients: Clients, chance: random.Random) -> Scene:
    """Three games, each looked at in two rounds by a spectator and by a player, when a round is behind them."""
    players, spectator, scene = clients(3), CheckedClient(), Scene()
    for ruleset in ("asmodee", "boxed", "aces"):
        table = open_table(players, spectator, chance=chance, ruleset=ruleset)
        for _ in range(2):
            number = table.seen(None)["round"]["number"]
            while not table.is_over and table.seen(None)["round"]["number"] == number:
                table.step(chance)
            if table.is_over:
                break
            scene.note(table, spectator, None)
            scene.note(table, players[0], 0)
    return scene


def test_no_way_leads_from_what_is_public_to_a_hidden_hand(scene: Scene) -> None:
    search = scene.search()
    wheres = {where for where, _, _ in search.tried}
    for public in (
        *("view.id", "view.seed_commitment", "view.seats.client_seed", "view.round.commitments.commitment"),
        *(
            "view.last_round.hands.key",
            "view.you.key",
            "rounds.results.hands.key",
            "events.events.data.commitments.commitment",
        ),
        *("view.created_at", "view.started_at", "view.round.deadline", "events.events.at", "view.version"),
        *("view header ETag", "games.results.id"),
    ):
        assert public in wheres, public
    assert search.leaks() == set()
    hands = {hidden for tried in search.tried.values() for hidden in tried}
    assert len(hands) >= 2 * LEAST_HANDS
    # Some ways are right now and then, as chance has it: so much has been tried.
    assert sum(map(len, search.tried.values())) > 100_000


WEAK: dict[str, tuple[Seed, Way]] = {
    "its id, hashed": (
        lambda view: hashlib.sha256(view["id"].encode()).digest(),
        ("view.id", "SHA-256 of text", "as server seed, key of this round and this seat"),
    ),
    "its commitment": (
        lambda view: bytes.fromhex(view["seed_commitment"]),
        ("view.seed_commitment", "hex", "as server seed, key of this round and this seat"),
    ),
    "the time, hashed": (
        lambda view: hashlib.sha256(
            str(round(datetime.fromisoformat(view["created_at"]).timestamp() * 1_000_000)).encode()
        ).digest(),
        (
            "view.created_at",
            "SHA-256 of microseconds as text",
            "as server seed, key of this round and this seat",
        ),
    ),
    "a client seed": (
        lambda view: view["seats"][1]["client_seed"].encode(),
        ("view.seats.client_seed", "text", "as server seed, key of this round and this seat"),
    ),
}


def test_seeds_that_are_no_secret_and_keys_that_are_used_again_are_found(scene: Scene) -> None:
    """The search finds what there is to be found, by the very way."""
    of_views = [({value for value in public if value[0].startswith("view.")}, hands) for public, hands in scene.moments]
    scene.moments = of_views[::2]  # the spectator's
    scene.views = scene.views[::2]
    for how, (seed, way) in WEAK.items():
        search = scene.search(seed)
        assert way in search.leaks(), how
        assert search.given[way] == search.tried[way], how
    assert ("view.last_round.hands.key", "hex", "as the key") in used_again(scene).leaks()


def used_again(scene: Scene) -> Search:
    """As if each round were rolled with the keys of the one before, which its showdown has shown."""
    search = Search()
    for (public, hands), view in zip(scene.moments, scene.views, strict=True):
        shown = {hand["seat"]: bytes.fromhex(hand["key"]) for hand in view["last_round"]["hands"]}
        for hidden in hands:
            key = shown[hidden.seat]
            dice = hand_from(key=key, table=hidden.table, count=len(hidden.dice))
            again = Hidden(hidden.game_id, hidden.client_seeds, hidden.number, hidden.seat, dice, key)
            search.look_for(again, public)
    return search
