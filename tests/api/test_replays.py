"""`GET /games/{id}/replay/`: the record of a game that is over (docs/record.md), and who may have it."""

import random
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.rules.notation import read_games
from games.rules.record import RecordFault, as_bytes, verify
from tests.api.conftest import Clients, Start
from tests.api.game import DUDO, bid
from tests.api.problem import field_errors, refused
from tests.api.table import GAMES, open_table
from tests.client import CheckedClient

Json = dict[str, Any]
NO_FACTS = ("format", "rounds", "unfinished_round")


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        ("asmodee", 3, {"starting_dice": 2}),
        ("boxed", 4, {"starting_dice": 2}),
        ("aces", 2, {}),
        ("boxed", 3, {"starting_dice": 3, "calza_with_two": True, "palifico_with_two": True}),
    ],
)
def test_a_game_played_here_is_a_true_record(
    clients: Clients, api: CheckedClient, chance: random.Random, ruleset: str, seats: int, options: Json
) -> None:
    table = open_table(clients(seats), api, chance=chance, ruleset=ruleset, options=options)
    while not table.is_over:
        table.step(chance, leaves=0.03, timeouts=0.1)
    answer = api.get(f"{table.path}replay/")
    document = answer.json()
    verify(document)
    assert answer.content == as_bytes(document)
    assert document["rounds"] == table.rounds
    text = api.get(f"{table.path}replay/?format=text").content.decode()
    assert [as_bytes(read) for read in read_games(text)] == [answer.content]
    assert_facts(document, table.seen(None))


def assert_facts(document: Json, view: Json) -> None:
    """All of the view after the end that is everybody's, and beside it the format and the rounds."""
    own = ("round", "last_round", "you", "join_code", "invite", "imported")
    facts = {name: value for name, value in view.items() if name not in own}
    assert {name: value for name, value in document.items() if name not in NO_FACTS} == facts
    assert document["format"] == "perudo-game/1"


def test_it_is_the_same_for_everybody(start: Start, api: CheckedClient) -> None:
    game = start(2, "boxed")
    game.end()
    answers = [client.get(f"{game.path}replay/") for client in (api, *game.clients)]
    assert len({answer.content for answer in answers}) == 1
    etag = answers[0]["ETag"]
    unchanged = api.get(f"{game.path}replay/", headers={"If-None-Match": etag})
    assert (unchanged.status_code, unchanged["ETag"]) == (304, etag)


@pytest.mark.parametrize(
    ("query", "accept", "media_type"),
    [
        ("", "*/*", "application/json"),
        ("", "text/html, */*;q=0.8", "application/json"),
        ("", "text/plain", "text/plain; charset=utf-8"),
        ("?format=", "text/plain", "text/plain; charset=utf-8"),
        ("?format=text", "*/*", "text/plain; charset=utf-8"),
        ("?format=text", "application/json", "text/plain; charset=utf-8"),
        ("?format=json", "text/plain", "application/json"),
    ],
)
def test_as_json_or_as_text(start: Start, api: CheckedClient, query: str, accept: str, media_type: str) -> None:
    """The parameter says it; without one the Accept header."""
    game = start(2, "aces")
    game.end()
    answer = api.get(f"{game.path}replay/{query}", headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (200, media_type)
    assert answer.content.startswith(b"{" if "json" in media_type else b'[Format "perudo-text/1"]\n')
    assert "Accept" in answer["Vary"]
    again = api.get(f"{game.path}replay/{query}", headers={"Accept": accept, "If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_format_that_there_is_not(start: Start, api: CheckedClient) -> None:
    game = start(2, "aces")
    game.end()
    for unknown in ("xml", "TEXT", "text/plain", "api"):
        problem = refused(api.get(f"{game.path}replay/", {"format": unknown}), "invalid")
        assert field_errors(problem) == {"format": "invalid_choice"}
    refused(api.get(f"{game.path}replay/", headers={"Accept": "application/xml"}), "not_acceptable")


def test_not_before_the_end(clients: Clients, chance: random.Random) -> None:
    ada, bob = clients(2)
    made = ada.post(GAMES, {"ruleset": "asmodee", "seats": 2}).json()
    path = f"{GAMES}{made['id']}/replay/"
    refused(ada.get(path), "game_not_over")
    refused(ada.get(f"{path}?format=text"), "game_not_over")
    bob.post(f"{GAMES}{made['id']}/join/")
    refused(ada.get(path), "game_not_over")
    bob.post(f"{GAMES}{made['id']}/leave/")
    assert ada.get(path).status_code == 200


def test_a_private_game_is_its_players_alone(clients: Clients, api: CheckedClient) -> None:
    ada, bob, stranger = clients(3)
    made = ada.post(GAMES, {"ruleset": "aces", "seats": 2, "private": True}).json()
    bob.post(f"{GAMES}{made['id']}/join/", {"join_code": made["join_code"]})
    bob.post(f"{GAMES}{made['id']}/leave/")
    path = f"{GAMES}{made['id']}/replay/"
    for outsider in (api, stranger):
        refused(outsider.get(f"{path}?join_code={made['join_code']}"), "not_found")
    document = bob.get(path).json()
    verify(document)
    assert document["private"]
    assert made["join_code"] not in ada.get(path).content.decode()


def test_a_table_that_was_abandoned_is_no_record(clients: Clients, chance: random.Random) -> None:
    ada, bob = clients(2)
    made = ada.post(GAMES, {"ruleset": "boxed", "seats": 3}).json()
    bob.post(f"{GAMES}{made['id']}/join/")
    ada.post(f"{GAMES}{made['id']}/close/")
    document = bob.get(f"{GAMES}{made['id']}/replay/").json()
    assert (document["status"], document["rounds"], document["winner"]) == ("abandoned", [], None)
    with pytest.raises(RecordFault, match=r"^started_at: "):
        verify(document)
    refused(bob.get(f"{GAMES}{made['id']}/replay/?format=text"), "game_not_over")


def test_a_game_that_was_given_up_is_a_record_to_where_it_stood(start: Start, api: CheckedClient) -> None:
    """The round that was being played is shown, with its hands."""
    game = start(3, "boxed")
    game.play(bid(2, 3))
    game.play(DUDO)
    first, leaver = game.turn(), game.turn(1)
    game.play(bid(1, 4))
    game.leave(leaver)
    now = timezone.now()
    ended = {"status": "abandoned", "finished_at": now, "abandoned_reason": "a test", "version": game.version + 1}
    nothing_due = {"turn": None, "deadline": None, "due_at": None, "due_for": ""}
    Game.objects.filter(public_id=game.id).update(**ended, **nothing_due)
    Seat.objects.filter(game__public_id=game.id).update(place=None)
    answer = api.get(f"{game.path}replay/")
    document = answer.json()
    verify(document)
    unfinished = document["unfinished_round"]
    assert (document["status"], len(document["rounds"]), unfinished["number"]) == ("abandoned", 1, 2)
    assert [(made["seat"], made["quantity"]) for made in unfinished["bids"]] == [(first, 1)]
    assert [left["seat"] for left in unfinished["departures"]] == [leaver]
    assert [hand["seat"] for hand in unfinished["hands"]] == [0, 1, 2]
    text = api.get(f"{game.path}replay/?format=text").content.decode()
    assert [as_bytes(read) for read in read_games(text)] == [answer.content]


def test_a_game_that_is_not_there(api: CheckedClient, db: None) -> None:
    refused(api.get(f"{GAMES}nosuchgame/replay/"), "not_found")
