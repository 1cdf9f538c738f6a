"""`GET /players/{username}/games/export/`: the records of a player's games, as one download."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.rules.notation import read_games
from games.rules.record import as_bytes, verify
from games.services.importing import import_game
from games.viewpoint.replay import BATCH
from perudo_site.http.throttles import RateThrottle
from players.models import Player
from tests.api.conftest import Clients, Start
from tests.api.live import HOST, LiveServer
from tests.api.problem import field_errors, refused
from tests.api.table import GAMES
from tests.client import CheckedClient
from tests.conftest import PASSWORD
from tests.rules.records import GameOnRecord

Json = dict[str, Any]
ADA = "/api/v1/players/ada/games/export/"


def exported(client: CheckedClient, query: str = "", path: str = ADA) -> list[bytes]:
    """The lines of an export, each a record."""
    answer = client.get(path + query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson"), answer.content
    assert answer.content[-1:] in (b"", b"\n")
    return answer.content.splitlines()  # type: ignore[no-any-return]


def ids(client: CheckedClient, query: str = "", path: str = ADA) -> list[str]:
    return [json.loads(line)["id"] for line in exported(client, query, path)]


def over(clients: list[CheckedClient], **fields: Any) -> str:
    """The id of a game that the first two have played to its end."""
    first, second = clients[:2]
    made = first.post(GAMES, {"ruleset": "aces", "seats": 2, **fields}).json()
    second.post(f"{GAMES}{made['id']}/join/", {"join_code": made["join_code"] or ""})
    assert second.post(f"{GAMES}{made['id']}/leave/").status_code == 200
    return str(made["id"])


# --- What is in it ------------------------------------------------------------------------------------------------


def test_each_record_is_the_one_of_its_own_call_oldest_first(clients: Clients, api: CheckedClient) -> None:
    both = clients(2)
    games = [over(both, ruleset=ruleset) for ruleset in ("boxed", "aces", "asmodee")]
    lines = exported(api)
    assert lines == [api.get(f"{GAMES}{game}/replay/").content for game in games]
    for line in lines:
        verify(json.loads(line))
    answer = api.get(f"{ADA}?format=text")
    assert [as_bytes(document) for document in read_games(answer.content.decode())] == lines
    assert answer.content.decode() == "\n".join(
        api.get(f"{GAMES}{game}/replay/?format=text").content.decode() for game in games
    )


def test_more_than_a_batch(clients: Clients, api: CheckedClient) -> None:
    both = clients(2)
    games = [over(both) for _ in range(BATCH + 2)]
    assert ids(api) == games


def test_only_games_that_have_begun_and_are_over(clients: Clients, api: CheckedClient, start: Start) -> None:
    running = start(2, "aces")
    ada = running.clients[0]
    waiting, closed = (ada.post(GAMES, {"ruleset": "aces", "seats": 2}).json()["id"] for _ in range(2))
    ada.post(f"{GAMES}{closed}/close/")
    assert {api.get(f"{GAMES}{game}/").json()["status"] for game in (waiting, closed)} == {"open", "abandoned"}
    assert exported(api) == []
    given_up = {"status": "abandoned", "finished_at": timezone.now(), "version": running.version + 1}
    nothing_due = {"turn": None, "deadline": None, "due_at": None, "due_for": ""}
    Game.objects.filter(public_id=running.id).update(**given_up, **nothing_due)
    [line] = exported(api)
    verify(json.loads(line))
    assert json.loads(line)["status"] == "abandoned"


def test_private_games_are_their_players_alone(clients: Clients, api: CheckedClient) -> None:
    ada, bob, cyd = clients(3)
    private, public = over([ada, bob], private=True), over([ada, bob])
    assert ids(ada) == ids(bob) == ids(ada, path=ADA.replace("ada", "bob")) == [private, public]
    assert ids(cyd) == ids(api) == [public]


def test_a_token_that_may_not_read_sees_what_anybody_sees(clients: Clients, as_player: Any) -> None:
    both = clients(2)
    private, public = over(both, private=True), over(both)
    ada = Player.objects.get(username="ada")
    assert ids(as_player(ada, "read")) == [private, public]
    assert ids(as_player(ada, "play")) == [public]


def test_an_account_that_is_gone_has_no_name(clients: Clients, api: CheckedClient) -> None:
    ada, bob = clients(2)
    over([ada, bob])
    assert bob.delete("/api/v1/players/me/", {"password": PASSWORD}).status_code == 204
    [line] = exported(api)
    assert [seat["player"] for seat in json.loads(line)["seats"]] == ["ada", "deleted player"]
    assert b"bob" not in line
    refused(api.get(ADA.replace("ada", "bob")), "not_found")


def test_a_bot_that_sits_several_times_at_a_table_played_one_game_there(clients: Clients, api: CheckedClient) -> None:
    [ada] = clients(1)
    made = ada.post(GAMES, {"ruleset": "aces", "seats": 3, "bots": ["random", "random"]}).json()
    Game.objects.filter(public_id=made["id"]).update(
        status="abandoned",
        finished_at=timezone.now(),
        version=made["version"] + 1,
        turn=None,
        deadline=None,
        due_at=None,
        due_for="",
    )
    assert ids(api, path=ADA.replace("ada", "random")) == [made["id"]]


def test_an_imported_game_is_nobodys(clients: Clients, api: CheckedClient) -> None:
    clients(1)
    document = next(d for d in (GameOnRecord("aces", 2, n).document() for n in range(9)) if not d["private"])
    import_game(document, now=timezone.now())
    assert document["seats"][0]["player"] == "ada"
    assert exported(api) == []
    assert api.get(f"{GAMES}{document['id']}/replay/").content == as_bytes(document)
    assert [game["id"] for game in api.get(GAMES).json()["results"]] == [document["id"]]


# --- Which of them ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "abc"),
        ("?since=2026-03-02", "bc"),
        ("?until=2026-03-02", "a"),
        ("?since=2026-03-01&until=2026-03-03", "ab"),
        ("?since=2026-03-02T00:00:00.000001Z", "c"),
        ("?since=2026-03-02T01:00:00%2B01:00&until=2026-03-02T00:00:01", "b"),
        ("?since=2026-03-03&until=2026-03-03", ""),
        ("?ruleset=boxed", "b"),
        ("?ruleset=asmodee", ""),
        ("?ruleset=boxed&until=2026-03-02", ""),
        ("?since=&until=&ruleset=&format=", "abc"),
        ("?limit=1&page=3", "abc"),
    ],
)
def test_by_when_they_ended_and_by_ruleset(clients: Clients, api: CheckedClient, query: str, found: str) -> None:
    both = clients(2)
    named = {over(both, ruleset=ruleset): name for name, ruleset in zip("abc", ("aces", "boxed", "aces"), strict=True)}
    ended = {"a": "2026-03-01T12:00Z", "b": "2026-03-02T00:00Z", "c": "2026-03-03T23:59Z"}
    for game, name in named.items():
        Game.objects.filter(public_id=game).update(finished_at=ended[name])
    assert "".join(named[game] for game in ids(api, query)) == found


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("?since=yesterday", {"since": "invalid"}),
        ("?until=2026-02-30", {"until": "invalid"}),
        ("?since=2026-03-01T25:00Z&until=1", {"since": "invalid", "until": "invalid"}),
        ("?since=0001-01-01T00:00:00%2B14:00", {"since": "overflow"}),
        ("?since=2026-03-02&until=2026-03-01", {"until": "invalid"}),
        ("?ruleset=chess", {"ruleset": "invalid_choice"}),
        ("?format=json", {"format": "invalid_choice"}),
        ("?since=%00", {"since": "invalid"}),
    ],
)
def test_what_cannot_be_asked_for(clients: Clients, api: CheckedClient, query: str, errors: dict[str, str]) -> None:
    clients(1)
    assert field_errors(refused(api.get(ADA + query), "invalid")) == errors


@pytest.mark.parametrize(
    ("query", "accept", "media_type"),
    [
        ("", "*/*", "application/x-ndjson"),
        ("", "text/html, */*;q=0.8", "application/x-ndjson"),
        ("", "text/plain", "text/plain; charset=utf-8"),
        ("?format=text", "application/x-ndjson", "text/plain; charset=utf-8"),
        ("?format=ndjson", "text/plain", "application/x-ndjson"),
    ],
)
def test_as_json_or_as_text(clients: Clients, api: CheckedClient, query: str, accept: str, media_type: str) -> None:
    over(clients(2))
    answer = api.get(ADA + query, headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (200, media_type)
    assert answer["Content-Disposition"] == f'attachment; filename="ada.{"txt" if "text" in media_type else "ndjson"}"'
    assert "Accept" in answer["Vary"]


def test_in_no_other_form(clients: Clients, api: CheckedClient) -> None:
    clients(1)
    refused(api.get(ADA, headers={"Accept": "application/xml"}), "not_acceptable")


@pytest.mark.parametrize("form", ["ndjson", "text"])
def test_its_methods_are_told_in_every_form(clients: Clients, api: CheckedClient, form: str) -> None:
    clients(1)
    answer = api.options(f"{ADA}?format={form}")
    assert (answer.status_code, answer["Allow"]) == (200, "GET, HEAD, OPTIONS")
    assert b"methods" in answer.content


def test_whose_games(clients: Clients, api: CheckedClient) -> None:
    game = over(clients(2))
    assert ids(api, path=ADA.replace("ada", "ADA")) == [game]
    refused(api.get(ADA.replace("ada", "nobody")), "not_found")
    refused(api.post(ADA), "method_not_allowed")


def test_exports_are_counted_by_themselves(
    clients: Clients, api: CheckedClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RateThrottle, "timer", staticmethod(lambda: 7200.0 + 600))
    ada, bob = clients(2)
    settings.THROTTLE_RATES = {"export": "2/hour"}
    assert [client.get(ADA).status_code for client in (ada, api, ada, bob, api)] == [200] * 5
    for client in (ada, api):
        answer = client.get(ADA)
        refused(answer, "throttled")
        assert answer["Retry-After"] == "3000"
        assert client.get("/api/v1/players/ada/games/").status_code == 200


# --- Over HTTP ----------------------------------------------------------------------------------------------------

LARGE = 1_200_000
"""More bytes than lie in the sockets between a server and a reader who takes little at a time."""


@pytest.fixture
def many(transactional_db: None) -> list[Json]:
    """So many games of ada's that no socket holds their records."""
    ada = Player.objects.create_user("ada", PASSWORD)
    documents, size = list[Json](), 0
    while size < LARGE:
        game = GameOnRecord("boxed", 6, len(documents), {}, leaves=0, timeouts=0).document()
        document = game | {"seats": [{**game["seats"][0], "kind": "human"}, *game["seats"][1:]], "private": False}
        import_game(document, now=timezone.now())
        documents.append(document)
        size += len(as_bytes(document))
    Game.objects.update(imported_at=None)
    Seat.objects.filter(number=0).update(player=ada, imported_name="", imported_kind="")
    return documents


def ask(server: LiveServer, method: str, query: str = "", path: str = ADA) -> tuple[socket.socket, HTTPResponse]:
    """A request by a reader who takes little at a time."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8_192)
    reader.settimeout(60)
    reader.connect((HOST, server.port))
    reader.sendall(f"{method} {path}{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    response = HTTPResponse(reader, method=method)
    response.begin()
    return reader, response


def lines_of(response: HTTPResponse) -> Iterator[bytes]:
    while line := response.readline():
        yield line


@pytest.mark.slow
def test_it_is_written_while_it_is_read(many: list[Json], server: LiveServer) -> None:
    """What happens after the first record was read is in the last ones: they had not been written by then.

    Readers who dawdle hold up nobody, and those who have left no more than these.
    """
    dawdlers = [ask(server, "GET", query)[0] for query in ("", "?format=text") * 2]
    reader, response = ask(server, "GET")
    assert response.headers["Content-Type"] == "application/x-ndjson"
    first = response.readline()
    Player.objects.filter(username="ada").update(username="lovelace")
    names = [json.loads(line)["seats"][0]["player"] for line in (first, *lines_of(response))]
    assert len(names) == len(many)
    assert (names[0], names[-1]) == ("ada", "lovelace")
    assert names == sorted(names)
    assert server.client().get("/api/v1/rulesets/").status_code == 200
    for one in (*dawdlers, reader):
        one.close()
    reader, response = ask(server, "HEAD", path=ADA.replace("ada", "lovelace"))
    assert (response.status, response.read()) == (200, b"")
    reader.close()
