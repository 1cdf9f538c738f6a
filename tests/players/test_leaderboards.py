"""Leaderboards, and the curve of a player's rating, over the API."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection

from players.models import Pace, Player, Rating, RatingPool
from players.queries.boards import Board
from players.ratings import Skill
from players.services import ratings
from players.services.boards import Boards, take_off_boards
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC).replace(microsecond=0)
BOARD = "/api/v1/leaderboards/asmodee/"
Put = Callable[..., Player]


@pytest.fixture
def put(make_player: MakePlayer) -> Put:
    """`put("ada", 1700)` is a new player with that rating, and the wins and games told."""

    def place(name: str, points: float, *, sigma: float = 3.0, pace: Pace = Pace.LIVE, **fields: Any) -> Player:
        counts = {count: fields.pop(count) for count in ("games", "wins") if count in fields}
        player = Player.objects.named(name).first() or make_player(name, **fields)
        pool = RatingPool.objects.get(ruleset="asmodee", pace=pace)
        mu = 25 + (points - 1500) / 20
        rating = Rating(player=player, pool=pool, mu=mu, sigma=sigma, last_game_at=NOW, **counts)
        boards = Boards(pool)
        boards.place(rating, player, now=NOW)
        rating.save()
        boards.save()
        return player

    return place


def rows(api: CheckedClient, query: str = "", path: str = BOARD) -> list[tuple[int, str]]:
    """Rank and name of every row, page after page by `next`."""
    url: str | None = path + query
    found = []
    while url is not None:
        page = api.get(url).json()
        found += [(row["rank"], row["username"]) for row in page["results"]]
        url = page["next"]
    return found


def back(api: CheckedClient, url: str) -> list[tuple[int, str]]:
    """The same from a page backwards by `previous`; rows in the order of the board."""
    found: list[tuple[int, str]] = []
    link: str | None = url
    while link is not None:
        page = api.get(link).json()
        found = [(row["rank"], row["username"]) for row in page["results"]] + found
        link = page["previous"]
    return found


# --- The board ----------------------------------------------------------------------------------------------------


def test_a_row_says_all_there_is_to_say(api: CheckedClient, put: Put) -> None:
    put("Ada", 1723.4, sigma=2.5, games=50, wins=20)
    page = api.get(BOARD).json()
    assert page == {
        "results": [
            {
                "rank": 1,
                "username": "Ada",
                "kind": "human",
                "rating": 1723,
                "uncertainty": 100,
                "games": 50,
                "wins": 20,
            }
        ],
        "next": None,
        "previous": None,
    }


def test_an_empty_board_is_an_empty_list(api: CheckedClient) -> None:
    for ruleset in ("aces", "asmodee", "boxed"):
        assert rows(api, path=f"/api/v1/leaderboards/{ruleset}/") == []


@pytest.mark.parametrize("path", ["chess/", "Asmodee/", "chess/around/ada/"])
def test_an_unknown_ruleset_is_not_found(api: CheckedClient, put: Put, path: str) -> None:
    put("ada", 1700)
    answer = api.get(f"/api/v1/leaderboards/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "query", ["pace=fast", "kind=server", "kind=cat", "provisional=1", "limit=0", "limit=101", "cursor=x"]
)
def test_a_query_that_is_none_is_invalid(api: CheckedClient, query: str) -> None:
    answer = api.get(f"{BOARD}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_paces_are_apart_and_live_is_the_default(api: CheckedClient, put: Put) -> None:
    put("ada", 1700)
    put("bob", 1800, pace=Pace.CORRESPONDENCE)
    assert rows(api) == rows(api, "?pace=live") == [(1, "ada")]
    assert rows(api, "?pace=correspondence") == [(1, "bob")]


def test_kinds_have_ranks_of_their_own(api: CheckedClient, put: Put) -> None:
    ada = put("ada", 1700)
    put("bot-one", 1800, kind="bot", owner=ada)
    put("bot-two", 1600, kind="bot", owner=ada)
    put("bob", 1650)
    everybody = [(1, "bot-one"), (2, "ada"), (3, "bob"), (4, "bot-two")]
    assert rows(api) == rows(api, "?kind=all") == rows(api, "?limit=1") == everybody
    assert rows(api, "?kind=human&limit=1") == [(1, "ada"), (2, "bob")]
    assert rows(api, "?kind=bot&limit=1") == [(1, "bot-one"), (2, "bot-two")]
    assert [row["kind"] for row in api.get(BOARD).json()["results"]] == ["bot", "human", "human", "bot"]


def test_provisional_players_are_apart(api: CheckedClient, put: Put) -> None:
    put("ada", 1700)
    put("new", 2000, sigma=8.0)
    put("newer", 1900, sigma=8.0)
    assert rows(api) == [(1, "ada")]
    assert rows(api, "?provisional=true&limit=1") == [(1, "new"), (2, "newer")]


# --- Ranks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
def test_ranks_are_right_on_every_page_and_under_equal_ratings(api: CheckedClient, put: Put, limit: int) -> None:
    """Many share a rating, a thousandth of a point or a span; the older account comes first."""
    points = [1700.0, 1700.0, 1700.2, 1700.9, 1701.0, 1699.999, 1700.0, 1500.0, 1900.5, 1700.0004, 1700.0]
    for number, value in enumerate(points):
        put(f"p{number:02}", value)
    thousandths = [Skill(mu=25 + (value - 1500) / 20).thousandths for value in points]
    by_hand = sorted(range(len(points)), key=lambda number: (-thousandths[number], number))
    expected = [(rank, f"p{number:02}") for rank, number in enumerate(by_hand, start=1)]
    assert rows(api, f"?limit={limit}") == expected


def test_pages_backwards_have_the_same_ranks(api: CheckedClient, put: Put) -> None:
    for number in range(10):
        put(f"p{number:02}", 1700 - number % 4)
    forwards = rows(api, "?limit=3")
    url = f"{BOARD}?limit=3"
    while (following := api.get(url).json()["next"]) is not None:
        url = following
    assert back(api, url) == forwards


def test_a_page_does_not_repeat_or_skip_when_others_come(api: CheckedClient, put: Put) -> None:
    for number in range(6):
        put(f"p{number:02}", 1700 - number)
    page = api.get(f"{BOARD}?limit=3").json()
    put("ada", 1800)
    put("bob", 1699.5)
    following = api.get(page["next"]).json()["results"]
    assert [(row["rank"], row["username"]) for row in following] == [(6, "p03"), (7, "p04"), (8, "p05")]


def test_a_deleted_account_is_gone_from_the_board(api: CheckedClient, put: Put) -> None:
    ada, _ = put("ada", 1700), put("bob", 1600)
    take_off_boards(player=ada)
    assert rows(api) == [(1, "bob")]


# --- Around a player ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "limit", "expected"),
    [
        ("p05", 5, [4, 5, 6, 7, 8]),
        ("P05", 4, [4, 5, 6, 7]),
        ("p05", 1, [6]),
        ("p00", 5, [1, 2, 3]),
        ("p11", 5, [10, 11, 12]),
        ("p05", 100, list(range(1, 13))),
    ],
)
def test_the_rows_around_a_player(api: CheckedClient, put: Put, name: str, limit: int, expected: list[int]) -> None:
    for number in range(12):
        put(f"p{number:02}", 1700 - number // 3)
    found = rows(api, f"?limit={limit}", path=f"{BOARD}around/{name}/")
    assert found == [(rank, f"p{rank - 1:02}") for rank in expected]


def test_around_goes_by_kind_pace_and_list(api: CheckedClient, put: Put) -> None:
    ada = put("ada", 1700)
    put("bot-one", 1800, kind="bot", owner=ada)
    put("new", 1900, sigma=8.0)
    put("bob", 1600)
    assert rows(api, path=f"{BOARD}around/bob/") == [(1, "bot-one"), (2, "ada"), (3, "bob")]
    assert rows(api, "?kind=human", path=f"{BOARD}around/bob/") == [(1, "ada"), (2, "bob")]
    assert rows(api, "?provisional=true", path=f"{BOARD}around/new/") == [(1, "new")]


@pytest.mark.parametrize(
    "path", ["around/nobody/", "around/new/", "around/bob/", "around/ada/?kind=bot", "around/ada/?pace=correspondence"]
)
def test_who_is_not_on_the_board_is_not_found(api: CheckedClient, put: Put, make_player: MakePlayer, path: str) -> None:
    put("ada", 1700)
    put("new", 1900, sigma=8.0)
    make_player("bob")
    answer = api.get(BOARD + path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


# --- The curve, and profiles --------------------------------------------------------------------------------------


def rate(*ranking: Player, game: str, minutes: int = 0, pace: Pace = Pace.LIVE) -> None:
    ids = [player.pk for player in ranking]
    ratings.record(ruleset="asmodee", pace=pace, game=game, ranking=ids, at=NOW + timedelta(minutes=minutes))


def test_a_curve_is_newest_first_and_each_game_begins_where_the_last_ended(
    api: CheckedClient, make_player: MakePlayer
) -> None:
    ada, bob, cyd = (make_player(name) for name in ("ada", "bob", "cyd"))
    for number in range(5):
        rate(*((ada, bob, cyd) if number % 2 else (bob, ada)), game=f"g{number}", minutes=number)
    rate(bob, ada, game="slow", pace=Pace.CORRESPONDENCE)
    url: str | None = "/api/v1/players/ADA/ratings/asmodee/?limit=2"
    curve: list[dict[str, Any]] = []
    while url is not None:
        page = api.get(url).json()
        curve += page["results"]
        url = page["next"]
    assert [(change["game"], change["place"], change["players"]) for change in curve] == [
        ("g4", 2, 2),
        ("g3", 1, 3),
        ("g2", 2, 2),
        ("g1", 1, 3),
        ("g0", 2, 2),
    ]
    assert curve[-1]["before"] == {"rating": 1500, "uncertainty": 333}
    assert all(later["before"] == earlier["after"] for later, earlier in pairwise(curve))
    assert datetime.fromisoformat(curve[0]["at"]) == NOW + timedelta(minutes=4)
    slow = api.get("/api/v1/players/ada/ratings/asmodee/?pace=correspondence").json()["results"]
    assert [change["game"] for change in slow] == ["slow"]


def test_a_curve_without_games_is_empty_and_one_of_nobody_is_not_found(
    api: CheckedClient, make_player: MakePlayer
) -> None:
    make_player("ada")
    assert api.get("/api/v1/players/ada/ratings/asmodee/").json()["results"] == []
    for path in ("nobody/ratings/asmodee/", "ada/ratings/chess/"):
        assert api.get(f"/api/v1/players/{path}").json()["code"] == "not_found"


def test_profiles_show_ratings_where_there_are_games(
    api: CheckedClient, make_player: MakePlayer, as_player: As
) -> None:
    ada, bob = make_player("ada"), make_player("bob")
    assert api.get("/api/v1/players/ada/").json()["ratings"] == {}
    rate(ada, bob, game="g")
    shown = api.get("/api/v1/players/ada/").json()["ratings"]
    assert shown == {"asmodee": {"live": {"rating": 1553, "uncertainty": 323, "provisional": True, "games": 1}}}
    rate(ada, bob, game="h", pace=Pace.CORRESPONDENCE)
    own = as_player(ada).get("/api/v1/players/me/").json()["ratings"]
    assert set(own["asmodee"]) == {"live", "correspondence"}


# --- What it costs ------------------------------------------------------------------------------------------------


def test_the_number_of_statements_does_not_hang_on_the_number_of_players(
    api: CheckedClient, put: Put, django_assert_num_queries: Any
) -> None:
    """The pool, the page with its players, a sum, a count; around a player: the player, and a part on either side."""
    for number in range(40):
        put(f"p{number:02}", 1700 - number)
        if number in (0, 39):
            for path, statements in [("", 4), ("?limit=30&kind=human", 4), ("around/p00/", 6)]:
                with django_assert_num_queries(statements):
                    assert api.get(BOARD + path).status_code == 200


def crowd(number: int, *, like: Rating) -> None:
    """So many people more on the same board."""
    people = Player.objects.bulk_create(Player(username=f"crowd{n:05}") for n in range(number))
    same = {field: getattr(like, field) for field in ("pool", "mu", "sigma", "last_game_at", "board", "kind")}
    Rating.objects.bulk_create(Rating(player=one, board_key=like.board_key - one.pk, **same) for one in people)


@pytest.mark.parametrize(("kind", "index"), [(None, "rating_board"), (Player.Kind.BOT, "rating_board_of_kind")])
def test_pages_and_counts_go_by_an_index(put: Put, kind: Player.Kind | None, index: str) -> None:
    ada = put("ada", 1700)
    crowd(2000, like=Rating.objects.get())  # so that one index is much better than another
    for number in range(40):
        put(f"b{number:02}", 1600, kind=Player.Kind.BOT, owner=ada)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE players_rating, players_player")
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
    board = Board(pool=RatingPool.objects.get(ruleset="asmodee", pace=Pace.LIVE), kind=kind)
    page = board.ratings.order_by("-board_key")
    for queryset in (page[:25], page.filter(board_key__lt=page[5].board_key)[:25]):
        plan = queryset.explain()
        assert index in plan
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan
