"""Lists of games (docs/api.md, "Tables" and "Who")."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.conftest import Clients
from tests.api.problem import field_errors, refused
from tests.api.table import GAMES
from tests.client import CheckedClient

Json = dict[str, Any]

NOT_IN_A_SUMMARY = {"round", "last_round", "you", "options"}


def opened(creator: CheckedClient, **fields: Any) -> str:
    """The id of a new table."""
    return str(creator.post(GAMES, {"ruleset": "aces", "seats": 2, **fields}).json()["id"])


def listed(client: CheckedClient, query: str = "", path: str = GAMES) -> list[str]:
    """The ids of a list, all pages of it."""
    found: list[str] = []
    address: str | None = path + query
    while address:
        page = client.get(address).json()
        found += [game["id"] for game in page["results"]]
        address = page["next"]
    return found


def join(client: CheckedClient, game_id: str, **body: Any) -> Json:
    view: Json = client.post(f"{GAMES}{game_id}/join/", body).json()
    return view


# --- What is listed -----------------------------------------------------------------------------------------------


def test_public_games_and_the_callers_own_newest_first(clients: Clients, api: CheckedClient) -> None:
    ada, bob, cyd = clients(3)
    public = opened(ada)
    private = opened(ada, private=True, sit=False, seats=3)
    code = ada.get(f"{GAMES}{private}/").json()["join_code"]
    join(bob, private, join_code=code)
    newest = opened(bob)
    assert listed(ada) == listed(bob) == [newest, private, public]
    assert listed(cyd) == listed(api) == [newest, public]
    # Its code does not put a table on anybody's list.
    assert listed(cyd, f"?join_code={code}") == [newest, public]


@pytest.mark.parametrize("status", ["open", "active", "finished", "abandoned"])
def test_games_by_status(clients: Clients, status: str) -> None:
    ada, bob = clients(2)
    given_up = opened(ada)
    ada.post(f"{GAMES}{given_up}/leave/")
    over, running, waiting = (opened(ada) for _ in range(3))
    for game_id in (over, running):
        join(bob, game_id)
    bob.post(f"{GAMES}{over}/leave/")
    by_status = {"open": waiting, "active": running, "finished": over, "abandoned": given_up}
    assert listed(bob, f"?status={status}") == [by_status[status]]


def test_games_by_ruleset_and_by_player(clients: Clients, api: CheckedClient) -> None:
    ada, bob = clients(2)
    boxed, aces = opened(ada, ruleset="boxed"), opened(bob, bots=["odds"])
    assert listed(api, "?ruleset=boxed") == [boxed]
    assert listed(api, "?player=ada") == listed(api, "?player=ADA") == [boxed]
    assert listed(api, "?player=odds") == [aces]
    assert listed(api, "?player=nobody") == listed(api, "?player=%F0%9F%8E%B2") == []
    assert listed(api, "?player=bob&ruleset=aces&status=active") == [aces]
    assert listed(api, "?player=bob&ruleset=boxed") == []
    assert listed(api, "?ruleset=&player=&status=") == [aces, boxed]  # an empty parameter is as good as none


def test_games_in_which_it_is_ones_turn(clients: Clients, api: CheckedClient) -> None:
    ada, bob = clients(2)
    opened(ada)
    view = join(bob, opened(ada))
    on_turn, other = (ada, bob) if view["round"]["turn"] == 0 else (bob, ada)
    assert listed(on_turn, "?my_turn=true") == [view["id"]]
    assert listed(other, "?my_turn=true") == []
    assert len(listed(other, "?my_turn=false")) == 2
    bid = {"action": "bid", "quantity": 1, "face": 2, "version": view["version"]}
    on_turn.post(f"{GAMES}{view['id']}/moves/", bid)
    assert listed(on_turn, "?my_turn=true") == []
    assert listed(other, "?my_turn=true") == [view["id"]]
    other.post(f"{GAMES}{view['id']}/leave/")
    assert listed(on_turn, "?my_turn=true") == listed(other, "?my_turn=true") == []


def test_whose_turn_it_is_needs_a_token(api: CheckedClient, db: None) -> None:
    refused(api.get(f"{GAMES}?my_turn=true"), "not_authenticated")


@pytest.mark.parametrize("path", [GAMES, "/api/v1/rulesets/", "/api/v1/bots/", "/api/v1/leaderboards/aces/"])
def test_what_anybody_may_read_anybody_may_ask_about(path: str, api: CheckedClient, db: None) -> None:
    assert [ask(path).status_code for ask in (api.get, api.head, api.options)] == [200] * 3


def test_a_players_games(clients: Clients, api: CheckedClient) -> None:
    """Those they sit in, newest first; private ones for their own players only."""
    ada, bob, cyd = clients(3)
    first = opened(ada)
    private = opened(ada, private=True)
    opened(ada, sit=False)
    join(bob, private, join_code=ada.get(f"{GAMES}{private}/").json()["join_code"])
    for client, found in ((ada, [private, first]), (bob, [private, first]), (cyd, [first]), (api, [first])):
        assert listed(client, path="/api/v1/players/Ada/games/") == found
    assert listed(api, path="/api/v1/players/bob/games/") == []
    refused(api.get("/api/v1/players/nobody/games/"), "not_found")


# --- Summaries ----------------------------------------------------------------------------------------------------


def test_a_summary_is_the_view_without_what_hangs_on_rounds(clients: Clients, api: CheckedClient) -> None:
    """In every status, for everybody."""
    ada, bob, cyd = clients(3)
    given_up = opened(ada, private=True)
    ada.post(f"{GAMES}{given_up}/leave/")
    hidden = join(bob, opened(ada, ruleset="boxed"))["id"]
    over = join(bob, opened(ada))["id"]
    bob.post(f"{GAMES}{over}/leave/")
    join(bob, opened(ada, rated=True))
    opened(ada, private=True, turn_seconds=None, options={"calza": True})
    for client in (ada, bob, cyd, api):
        for path in (GAMES, "/api/v1/players/ada/games/"):
            summaries = client.get(path).json()["results"]
            assert hidden in [summary["id"] for summary in summaries]
            for summary in summaries:
                view = client.get(f"{GAMES}{summary['id']}/").json()
                assert set(view) >= NOT_IN_A_SUMMARY
                assert summary == {name: value for name, value in view.items() if name not in NOT_IN_A_SUMMARY}


# --- Pages --------------------------------------------------------------------------------------------------------


def test_pages_by_cursor(clients: Clients, api: CheckedClient) -> None:
    [ada] = clients(1)
    made = [opened(ada) for _ in range(7)][::-1]
    first = api.get(f"{GAMES}?limit=3").json()
    second = api.get(first["next"]).json()
    third = api.get(second["next"]).json()
    assert [[game["id"] for game in page["results"]] for page in (first, second, third)] == [
        made[:3],
        made[3:6],
        made[6:],
    ]
    assert first["previous"] is None
    assert third["next"] is None
    assert api.get(third["previous"]).json()["results"] == second["results"]
    assert api.get(api.get(third["previous"]).json()["previous"]).json()["results"] == first["results"]


def test_pages_keep_their_place_while_games_are_added(clients: Clients, api: CheckedClient) -> None:
    """None is shown twice and none left out, whatever is added between two pages."""
    [ada] = clients(1)
    made = [opened(ada) for _ in range(6)][::-1]
    address, seen = f"{GAMES}?limit=2", []
    while address:
        page = api.get(address).json()
        seen += [game["id"] for game in page["results"]]
        address = page["next"]
        opened(ada)
    assert seen == made


def test_a_page_keeps_its_filters(clients: Clients) -> None:
    ada, bob = clients(2)
    boxed = [opened(ada, ruleset="boxed") for _ in range(3)][::-1]
    for _ in range(3):
        opened(bob)
    page = bob.get(f"{GAMES}?limit=1&ruleset=boxed").json()
    assert "ruleset=boxed" in urlsplit(page["next"]).query
    assert listed(bob, "?limit=1&ruleset=boxed") == boxed


def test_how_long_a_page_is(clients: Clients, api: CheckedClient, settings: Any) -> None:
    settings.MAX_OPEN_GAMES = 200
    [ada] = clients(1)
    for _ in range(102):
        opened(ada)
    assert len(api.get(GAMES).json()["results"]) == 25
    for limit in (1, 99, 100):
        assert len(api.get(f"{GAMES}?limit={limit}").json()["results"]) == limit


@pytest.mark.parametrize("limit", ["0", "101", "-1", "1.5", "ten", "1e1", "9" * 30, "%F1", "1&limit=0"])
@pytest.mark.parametrize("path", [GAMES, "/api/v1/players/ada/games/"])
def test_no_other_limit(clients: Clients, path: str, limit: str) -> None:
    [ada] = clients(1)
    assert list(field_errors(refused(ada.get(f"{path}?limit={limit}"), "invalid"))) == ["limit"]


ODD_QUERIES = [
    ("status=foo", "status"),
    ("status=Open", "status"),
    ("ruleset=chess", "ruleset"),
    ("my_turn=1", "my_turn"),
    ("my_turn=True", "my_turn"),
    ("player=%00", "player"),
    (f"player={'x' * 151}", "player"),
    ("cursor=xyz", "cursor"),
    ("cursor=%00", "cursor"),
    ("cursor=bzE6MTA6", "cursor"),
]


@pytest.mark.parametrize(("query", "name"), ODD_QUERIES)
def test_odd_parameters(clients: Clients, query: str, name: str) -> None:
    [ada] = clients(1)
    assert list(field_errors(refused(ada.get(f"{GAMES}?{query}"), "invalid"))) == [name]


def test_a_cursor_belongs_to_its_list(clients: Clients) -> None:
    [ada] = clients(1)
    for _ in range(2):
        opened(ada)
    cursor = urlsplit(ada.get(f"{GAMES}?limit=1").json()["next"]).query
    assert ada.get(f"{GAMES}?{cursor}").status_code == 200
    refused(ada.get(f"/api/v1/players/ada/games/?{cursor}"), "invalid")
