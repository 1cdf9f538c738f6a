"""After an account is deleted no answer of any endpoint holds its name, whoever asks.

All that can be read is read: every GET of the OpenAPI document, with every game, player and ruleset there is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from games.models import Game
from perudo_site.http.schema import document
from players.models import Player, ReservedName
from players.services import register_bot
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer
from tests.players.tables import ME, join, leave, ok, open_table, play, play_a_round, start

NAME = "Xanthippe7"
BOT = "Xanthippe7s-bot"

Answers = dict[tuple[str, str], str]


@dataclass
class World:
    """Two who stay, and one, with a bot, who is to be deleted and has been everywhere."""

    going: CheckedClient
    bot: CheckedClient
    viewers: dict[str, CheckedClient]
    admin: Client


pytestmark = pytest.mark.slow


@pytest.fixture
def world(make_player: MakePlayer, as_player: As, client: Client) -> World:
    going, bea, cyd = (make_player(name) for name in (NAME, "bea", "cyd"))
    bot = register_bot(owner=going, username=BOT).token.user
    root = make_player("root", is_staff=True, is_superuser=True)
    client.force_login(root)
    viewers = {
        "nobody": CheckedClient(),
        "bea": as_player(bea),
        "cyd": as_player(cyd),
        "bea, blind": as_player(bea, "play"),
        "root": as_player(root),
    }
    world = World(as_player(going), as_player(bot), viewers, client)
    _play(world.going, world.bot, viewers["bea"], viewers["cyd"])
    edit: dict[str, list[str]] = {"groups": []}
    assert client.post(f"/admin/players/player/{going.pk}/change/", edit).status_code == 302  # into the admin's log
    return world


def _play(going: CheckedClient, bot: CheckedClient, bea: CheckedClient, cyd: CheckedClient) -> None:
    """Rated and not, public and private, running, over, left, open, closed; bids, calls, timeouts of nobody."""
    for fields in ({"rated": True, "turn_seconds": 60}, {"rated": True}, {"private": True}):
        over = start(going, bea, cyd, **fields)
        play_a_round(going, bea, cyd, game=over)
        leave(bea, over)
        leave(cyd, over)
    left = start(bea, going, cyd)
    leave(going, left)
    for fields in ({}, {"private": True}, {"rated": True, "turn_seconds": 3600}):
        running = start(bea, cyd, going, **fields)
        play_a_round(bea, cyd, going, game=running)
        play({0: bea, 1: cyd, 2: going}, running, action="bid", quantity=1, face=3)
    start(bea, bot, cyd)
    for opener in (going, bea, bot):
        for private in (False, True):
            table = open_table(opener, 4, private=private)
            for other in {going, bea, cyd} - {opener}:
                join(other, table)
    ok(cyd.post("/api/v1/games/quick/", {"ruleset": "aces", "seats": 3, "turn_seconds": 60}), 201)
    ok(going.post("/api/v1/games/quick/", {"ruleset": "aces", "seats": 3, "turn_seconds": 60}))


def addresses() -> Iterator[str]:
    """Every address of a GET, each of its parameters with everything that it may be."""
    values = {
        "game_id": list(Game.objects.values_list("public_id", flat=True)),
        "username": ["bea", "cyd", NAME, BOT, "odds"],
        "other": ["bea", "cyd", NAME, BOT],
        "ruleset": ["aces", "boxed"],
        "code": ["invalid"],
    }
    for path, methods in document()["paths"].items():
        if "get" in methods:
            names = re.findall(r"\{(\w+)\}", path)
            for chosen in product(*(values[name] for name in names)):
                address = path
                for name, value in zip(names, chosen, strict=True):
                    address = address.replace(f"{{{name}}}", value, 1)
                yield from queries(path, address)


def queries(path: str, address: str) -> Iterator[str]:
    """An address as it is, and with what is to be told of players who are no main part of it."""
    parameters = {p["name"] for p in document()["paths"][path]["get"].get("parameters", []) if p["in"] == "query"}
    limit = "&limit=100" if "limit" in parameters else ""
    if "pace" not in parameters:
        yield f"{address}?{limit}"
        return
    for pace in ("live", "correspondence"):
        yield from (f"{address}?pace={pace}&provisional={provisional}{limit}" for provisional in ("true", "false"))


def read_all(world: World) -> Answers:
    """What each viewer is told at each address; anything that is not there is answered, too."""
    found: Answers = {}
    for viewer, client in world.viewers.items():
        for address in addresses():
            answer = client.get(address)
            assert answer.status_code in (200, 401, 403, 404, 409), address
            found[viewer, address] = answer.content.decode()
    return found


def naming(answers: Answers) -> set[str]:
    """The addresses whose answers hold the name; not the bare "next" of a page that was asked for by it."""
    return {f"{viewer}: {address}" for (viewer, address), text in answers.items() if NAME.lower() in text.lower()}


ADMIN = [
    "",
    "players/player/",
    "players/player/?kind=bot",
    "players/player/{pk}/change/",
    "players/player/{pk}/history/",
    "games/game/",
    "admin/logentry/",
]


def read_admin(world: World, pk: int) -> dict[str, str]:
    pages = {page: world.admin.get(f"/admin/{page.format(pk=pk)}", follow=True) for page in ADMIN}
    assert {page.status_code for page in pages.values()} == {200}
    return {address: page.content.decode() for address, page in pages.items()}


def stored() -> dict[str, str]:
    """Everything in the database, table by table."""
    return {model._meta.label: str(list(model._default_manager.values())) for model in apps.get_models()}


def test_the_name_is_nowhere_any_more(world: World) -> None:
    pk = Player.objects.get(username=NAME).pk
    before = naming(read_all(world))
    told = {address.partition(": ")[2] for address in before}
    # Or the test would prove little: wherever a player is named, this one was.
    for part in (
        "players/bea/games/",
        "head-to-head",
        "leaderboards/aces/?",
        "leaderboards/aces/around/bea/",
        "events",
    ):
        assert any(part in address for address in told), part
    for part in ("/replay/", f"players/{NAME}/?", f"players/{BOT}/?", "/api/v1/games/?"):
        assert any(part in address for address in told), part
    assert all(NAME in page for page in read_admin(world, pk).values())
    exported = ok(world.viewers["bea"].get(f"{ME}export/"))
    assert {NAME} <= {meeting["other"] for meeting in exported["head_to_head"]}

    ok(world.going.delete(ME, {"password": PASSWORD}), 204)

    assert naming(read_all(world)) == set()
    assert [page for page, text in read_admin(world, pk).items() if NAME.lower() in text.lower()] == []
    reserved = {label for label, text in stored().items() if NAME.lower() in text.lower()}
    assert reserved == {ReservedName._meta.label}
    assert [client.get(ME).status_code for client in (world.going, world.bot)] == [401, 401]


def test_what_others_did_is_as_it_was(world: World) -> None:
    """But for the name, and for the games that the account was still in, history does not change."""

    def without_names(value: Any) -> Any:
        return re.sub(rf"{BOT}|{NAME}", "deleted player", value)

    over = [game.public_id for game in Game.objects.filter(status=Game.Status.FINISHED)]
    read = {address for _, address in read_all(world) if any(game in address for game in over)}
    viewer = world.viewers["bea"]
    before = {address: without_names(viewer.get(address).content.decode()) for address in read}
    assert len(before) >= 4 * len(over)
    ok(world.going.delete(ME, {"password": PASSWORD}), 204)
    assert {address: viewer.get(address).content.decode() for address in read} == before
