"""The export: everything held about an account, in one document, and nothing of anybody else's cup."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.models import Hand
from games.viewpoint.export import ByGame
from perudo_site.http.streaming import json_download
from players.models import Player, PlayerStats
from players.services import Terms, issue_token, register_bot
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer
from tests.players.tables import ME, TOKENS, join, leave, ok, open_table, play, play_a_round, start, view

PATH = f"{ME}export/"


@pytest.fixture
def people(make_player: MakePlayer) -> list[Player]:
    return [make_player(name) for name in ("ada", "bea", "cyd")]


@pytest.fixture
def clients(people: list[Player], as_player: As) -> list[CheckedClient]:
    return [as_player(player) for player in people]


def export(client: CheckedClient) -> Any:
    return ok(client.get(PATH))


def test_is_a_file_to_keep(clients: list[CheckedClient]) -> None:
    answer = clients[0].get(PATH)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="ada.json"'
    assert answer["Cache-Control"] == "private, no-store"
    document = answer.json()
    assert document["format"] == "perudo-account/1"
    assert {name for name, value in document.items() if isinstance(value, list) and not value} == {
        *("bots", "ratings", "rating_changes", "statistics", "head_to_head", "moderation", "games")
    }


def test_is_sent_as_it_is_read(people: list[Player]) -> None:
    """The server's own answer, not the test client's copy of it."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(player=people[0]).secret}")
    answer = client.get(PATH)
    assert answer.streaming
    assert len([*answer]) > 5


def test_tells_of_the_account_its_bots_and_tokens(people: list[Player], clients: list[CheckedClient]) -> None:
    for number in range(2):
        register_bot(owner=people[0], username=f"adabot{number}")
    register_bot(owner=people[1], username="beabot")
    made = issue_token(player=people[0], terms=Terms(label="tool", scopes=["read"], expires_in=60))
    document = export(clients[0])
    profile = ok(clients[0].get(ME))
    assert document["account"] == {name: profile[name] for name in ("username", "kind", "owner", "joined_at")}
    assert [(bot["username"], bot["owner"]) for bot in document["bots"]] == [("adabot0", "ada"), ("adabot1", "ada")]
    listed = ok(clients[0].get(TOKENS))["results"]
    assert document["tokens"] == [{k: v for k, v in token.items() if k != "current"} for token in listed]
    assert made.secret not in json.dumps(document)
    assert made.token.digest not in json.dumps(document)


def test_tells_what_was_done_to_the_account_and_why(people: list[Player], clients: list[CheckedClient]) -> None:
    for player, line in ((people[0], "rename: a rude name"), (people[1], "ban: of another"), (people[0], "unban: é")):
        LogEntry.objects.create(
            user=people[2],
            content_type=ContentType.objects.get_for_model(Player),
            object_id=str(player.pk),
            object_repr=f"was {player.username}",
            action_flag=CHANGE,
            change_message=line,
        )
    told = export(clients[0])["moderation"]
    assert [(act["name"], act["what"]) for act in told] == [
        ("was ada", "rename: a rude name"),
        ("was ada", "unban: é"),
    ]
    assert people[2].username not in json.dumps(told)


def test_a_bot_exports_its_own(people: list[Player], as_player: As) -> None:
    bot = as_player(register_bot(owner=people[0], username="adabot").token.user)
    document = export(bot)
    assert (document["account"]["username"], document["account"]["owner"], document["bots"]) == ("adabot", "ada", [])


def test_tells_what_one_did_in_a_game(clients: list[CheckedClient]) -> None:
    game = start(*clients, turn_seconds=3600)
    play_a_round(*clients, game=game)
    seats = dict(enumerate(clients))
    play(seats, game, action="bid", quantity=1, face=3)
    resolved, running = view(clients[0], game)["last_round"], view(clients[0], game)["round"]
    leave(clients[2], game)
    for seat, client in enumerate(clients):
        [told] = export(client)["games"]
        assert (told["id"], told["seat"], told["opened"]) == (game["id"], seat, seat == 0)
        assert told["players"] == ["ada", "bea", "cyd"]
        assert told["client_seed"] == view(client, game)["seats"][seat]["client_seed"]
        assert told["turn_seconds"] == 3600
        first = told["rounds"][0]
        assert first["dice"] == next(hand["dice"] for hand in resolved["hands"] if hand["seat"] == seat)
        assert first["bids"] == [_own(bid) for bid in resolved["bids"] if bid["seat"] == seat]
        assert (first["call"] is not None) == (resolved["call"]["seat"] == seat)
        # Of the round being played one's own bids, and nobody's hand.
        made = [_own(bid) for bid in running["bids"] if bid["seat"] == seat]
        assert told["rounds"][1:] == ([{"number": 2, "dice": None, "bids": made, "call": None}] if made else [])
    assert export(clients[2])["games"][0]["left"]["reason"] == "left"
    assert export(clients[2])["games"][0]["place"] == 3
    assert export(clients[0])["games"][0]["left"] is None


def _own(bid: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in bid.items() if name != "seat"}


def test_nobody_elses_cup_and_no_cup_of_the_round_being_played(clients: list[CheckedClient]) -> None:
    """Other dice under these cups, and the same export."""
    game = start(*clients)
    play_a_round(*clients, game=game)
    before = export(clients[0]) | {"exported_at": None}
    own, present = Hand.objects.filter(seat=0), Hand.objects.filter(round__number=2)
    for hand in Hand.objects.exclude(pk__in=own) | present:
        Hand.objects.filter(pk=hand.pk).update(dice="6" * len(hand.dice))
    assert export(clients[0]) | {"exported_at": None} == before
    for hand in own.exclude(pk__in=present):
        Hand.objects.filter(pk=hand.pk).update(dice="6" * len(hand.dice))
    changed = export(clients[0])["games"][0]["rounds"]
    assert set(changed[0]["dice"]) == {6}
    assert changed[1:] == before["games"][0]["rounds"][1:]


def test_games_of_every_sort_the_oldest_first(clients: list[CheckedClient], people: list[Player]) -> None:
    ada, bea, cyd = clients
    mine = [
        open_table(ada, 3, sit=False),
        open_table(ada, 2, private=True),
        start(bea, ada, private=True),
        start(ada, bea, cyd),
    ]
    others = [open_table(bea), start(bea, cyd), start(bea, cyd, private=True)]
    closed = open_table(ada, 2)
    ok(ada.post(f"/api/v1/games/{closed['id']}/close/"))
    joined = join(ada, others[0])
    told = export(ada)["games"]
    assert [(g["id"], g["seat"], g["opened"]) for g in told] == [
        (mine[0]["id"], None, True),
        (mine[1]["id"], 0, True),
        (mine[2]["id"], 1, False),
        (mine[3]["id"], 0, True),
        (joined["id"], 1, False),
        (closed["id"], 0, True),
    ]
    assert [g["status"] for g in told] == ["open", "open", "active", "active", "open", "abandoned"]
    assert told[1]["players"] == ["ada", None]


def test_ratings_and_statistics_are_those_of_the_profile(clients: list[CheckedClient], people: list[Player]) -> None:
    for over in (start(*clients, rated=True), start(*clients, rated=True, turn_seconds=60)):
        play_a_round(*clients, game=over)
        leave(clients[0], over)
        leave(clients[1], over)
    document, profile = export(clients[0]), ok(clients[0].get(ME))
    assert {r["pace"]: (r["rating"], r["uncertainty"], r["games"]) for r in document["ratings"]} == {
        pace: (r["rating"], r["uncertainty"], r["games"]) for pace, r in profile["ratings"]["aces"].items()
    }
    for pace in ("live", "correspondence"):
        curve = ok(clients[0].get(f"/api/v1/players/ada/ratings/aces/?pace={pace}"))["results"]
        told = [change for change in document["rating_changes"] if change["pace"] == pace]
        assert [{k: v for k, v in c.items() if k not in ("ruleset", "pace")} for c in told] == curve
    [stats] = document["statistics"]
    row = PlayerStats.objects.get(player=people[0])
    assert {name: getattr(row, name) for name in stats} == stats
    assert sorted((m["other"], m["games"], m["ahead"]) for m in document["head_to_head"]) == [
        ("bea", 2, 0),
        ("cyd", 2, 0),
    ]


def test_costs_the_same_however_much_there_is(
    clients: list[CheckedClient], people: list[Player], settings: Any
) -> None:
    settings.MAX_BOT_ACCOUNTS = 100

    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            export(clients[0])
        return len(captured)

    def more(count: int) -> None:
        for _ in range(count):
            game = start(*clients, rated=True)
            play_a_round(*clients, game=game)
            play_a_round(*clients, game=game)
            leave(clients[1], game)
            leave(clients[2], game)
            open_table(clients[0])
            register_bot(owner=people[0], username=f"bot-{Player.objects.count()}")

    more(1)
    before = cost()
    more(5)
    assert len(export(clients[0])["games"]) == 12
    assert cost() == before == 13


# --- The pieces ---------------------------------------------------------------------------------------------------


def test_rows_are_taken_game_by_game() -> None:
    rows = ByGame([(1, "a"), (1, "b"), (3, "c"), (4, "of a game that is not asked for"), (7, "d")])
    assert [rows.take(game) for game in (0, 1, 2, 3, 7, 9)] == [
        [],
        [(1, "a"), (1, "b")],
        [],
        [(3, "c")],
        [(7, "d")],
        [],
    ]


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"a": 1},
        {"a": [], "b": iter([])},
        {"a": iter([1]), "b": iter([{"c": [1, None, 'é\u2028"\\\0']}, {}]), "c": {"d": 1.5, "e": True}},
    ],
)
def test_a_document_sent_in_pieces_is_the_document(document: dict[str, Any]) -> None:
    kept = {name: list(value) if hasattr(value, "__next__") else value for name, value in document.items()}
    sent = {name: iter(value) if hasattr(document[name], "__next__") else value for name, value in kept.items()}
    assert json.loads(b"".join(json_download(sent, filename="x.json"))) == kept


def test_no_table_with_a_player_is_forgotten() -> None:
    """A new model that refers to players must be thought of here."""
    referring = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.concrete and field.is_relation and field.related_model is Player
    }
    exported = {
        *("players.Player", "players.Token", "players.Rating", "players.RatingChange"),
        *("players.PlayerStats", "players.HeadToHead", "games.Game", "games.Seat"),
    }
    of_administrators = {"admin.LogEntry"}  # who did it; of what was done to whom, each is told their own
    through = {label for label in referring if label.startswith("players.Player_")}
    assert referring - through == exported | of_administrators
