"""Lists: what they are narrowed by, how they are paged through, and how many statements a page takes."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from games.admin.game import GameAdmin
from games.models import Game, RemarkableRound, Seat
from perudo_site.admin import keyset
from perudo_site.admin import walk as walk_module
from players.models import Pace, Player, RatingPool
from players.services import ratings, register_bot
from tests.admin.conftest import Enter
from tests.conftest import MakePlayer
from tests.services.rated import played

START = datetime(2026, 3, 1, tzinfo=UTC)
GAMES = "/admin/games/game/"


@pytest.fixture
def viewer(enter: Enter) -> Client:
    return enter("viewer")


@pytest.fixture
def many(make_player: MakePlayer) -> list[Game]:
    """60 games, opened four hours apart, of some statuses and rulesets; every 10th has a bot, every 5th Ada."""
    ada, bob = make_player("Ada"), make_player("Bob")
    bot = Player.objects.get(username="random")
    games = [_game(number) for number in range(60)]
    Game.objects.bulk_create(games)
    seats = []
    for number, game in enumerate(games):
        first = ada if number % 5 == 0 else bob
        seats.append(Seat(game=game, number=0, player=first))
        second = bot if number % 10 == 0 else None
        seats.append(Seat(game=game, number=1, player=second, is_bot=second is not None))
    Seat.objects.bulk_create(seats)
    return games


def _game(number: int) -> Game:
    at = START + timedelta(hours=4 * number)
    over = number % 3 != 0
    return Game(
        ruleset=("aces", "boxed")[number % 2],
        ruleset_version=1,
        options={},
        status=Game.Status.ABANDONED if over else Game.Status.OPEN,
        created_at=at,
        finished_at=at if over else None,
        due_at=None if over else at,
        due_for="" if over else Game.Due.SHUT,
    )


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameAdmin, "list_per_page", 10)


def rows(client: Client, address: str) -> list[Any]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return list(answer.context["cl"].result_list)


def walk(address: str, *, by: str = "next") -> Iterator[list[Any]]:
    """The pages from one on, by the link that leads further; without the drawing of them."""
    while True:
        request = RequestFactory().get(address)
        request.user = Player(is_superuser=True, is_staff=True)
        changelist = admin.site._registry[Game].get_changelist_instance(request)
        yield list(changelist.result_list)
        further = getattr(changelist, by)
        if further is None:
            return
        address = GAMES + further


def flat(pages: Iterable[list[Any]]) -> list[Any]:
    return [row for page in pages for row in page]


def day(number: int) -> str:
    return (START + timedelta(days=number)).date().isoformat()


FILTERS: dict[str, Callable[[int], bool]] = {
    "": lambda number: True,
    "?status=open": lambda number: number % 3 == 0,
    "?ruleset=boxed": lambda number: number % 2 == 1,
    "?player=ADA": lambda number: number % 5 == 0,
    "?q=ada": lambda number: number % 5 == 0,
    "?player=nobody": lambda number: False,
    "?bots=with": lambda number: number % 10 == 0,
    "?bots=without": lambda number: number % 10 != 0,
    f"?since={day(2)}": lambda number: number >= 12,
    f"?until={day(2)}": lambda number: number < 12,
    f"?since={day(1)}&until={day(5)}": lambda number: 6 <= number < 30,
    "?since=yesterday": lambda number: True,
    "?player=ada&status=open&ruleset=boxed": lambda number: number % 5 == 0 and number % 3 == 0 and number % 2 == 1,
    f"?since={day(1)}&bots=with&player=ada": lambda number: number >= 6 and number % 10 == 0,
    f"?since={day(1)}&ruleset=aces": lambda number: number >= 6 and number % 2 == 0,
    "?q=bob&status=abandoned": lambda number: number % 5 != 0 and number % 3 != 0,
    f"?since={day(2)}&status=open": lambda number: number >= 12 and number % 3 == 0,
    "?q=ada&status=open&bots=with": lambda number: number % 30 == 0,
    "?due=overdue": lambda number: number % 3 == 0,
    f"?due=overdue&since={day(2)}&status=open": lambda number: number >= 12 and number % 3 == 0,
    "?due=overdue&q=ada": lambda number: number % 15 == 0,
    "?due=overdue&player=bob&bots=without": lambda number: number % 3 == 0 and number % 5 != 0,
}


@pytest.mark.parametrize("window", [2000, 7])
@pytest.mark.parametrize("query", FILTERS)
def test_a_filtered_list_has_all_that_fit_from_either_end(
    query: str, window: int, many: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few rows are looked at for a page, the pages together have them all, newest first.

    Of what is overdue that comes first which waits longest.
    """
    monkeypatch.setattr(walk_module, "WINDOW", window)
    expected = [game for number, game in enumerate(many) if FILTERS[query](number)]
    if "due=" not in query:
        expected.reverse()
    assert flat(walk(GAMES + query)) == expected
    last = GAMES + query + ("&" if query else "?") + "p=last"
    assert flat(reversed(list(walk(last, by="previous")))) == expected


def test_an_id_finds_its_game(viewer: Client, many: list[Game]) -> None:
    assert rows(viewer, f"{GAMES}?q={many[7].public_id}") == [many[7]]
    assert rows(viewer, f"{GAMES}?q=xxxxxxxxxx") == []


def test_pages_lead_back_and_forth(viewer: Client, many: list[Game]) -> None:
    first = viewer.get(GAMES).context["cl"]
    assert (first.first, first.previous) == (None, None)
    second = viewer.get(GAMES + first.next).context["cl"]
    assert list(second.result_list) == many[::-1][10:20]
    back = viewer.get(GAMES + second.previous).context["cl"]
    assert list(back.result_list) == many[::-1][:10]
    last = viewer.get(GAMES + first.last).context["cl"]
    assert (list(last.result_list), last.next, last.last) == (many[::-1][-10:], None, None)
    page = viewer.get(GAMES).content.decode()
    assert "60 in all" in page


@pytest.mark.parametrize(
    "place", ["2026-03-01T12:00:00~7", "0001-01-01T00:00:00+14:00~7", "x~y", f"2026-03-01~{10**30}"]
)
def test_nor_is_one_of_a_list_by_days(place: str, viewer: Client, many: list[Game]) -> None:
    assert rows(viewer, f"{GAMES}?since={day(0)}&p=after.{quote(place)}") == many[::-1][:10]


@pytest.mark.parametrize("place", ["after.x", "before.", "after.1~2", "7", f"after.{10**30}"])
def test_a_place_that_is_none_is_the_first_page(place: str, viewer: Client, many: list[Game]) -> None:
    assert rows(viewer, f"{GAMES}?p={place}") == many[::-1][:10]


def test_no_more_than_so_many_are_counted(viewer: Client, many: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyset, "COUNTED", 30)
    assert "More than 30" in viewer.get(GAMES).content.decode()
    assert "20 in all" in viewer.get(f"{GAMES}?status=open").content.decode()


def test_of_several_filters_that_is_followed_which_leaves_few(
    viewer: Client, many: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open games since a day are on the first page, however many others there are since."""
    monkeypatch.setattr(walk_module, "WINDOW", 20)
    Game.objects.filter(status="open").exclude(pk__in=[many[0].pk, many[3].pk]).update(
        status="abandoned", finished_at=START, due_at=None, due_for=""
    )
    for query in (f"?since={day(0)}&status=open", "?ruleset=aces&status=open&bots=with", "?due=overdue&player=ada"):
        assert rows(viewer, GAMES + query)[-1:] == [many[0]], query


def test_a_stretch_without_rows_leads_on_and_an_end_tells_how_many(
    viewer: Client, many: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk_module, "WINDOW", 2)
    page = viewer.get(f"{GAMES}?ruleset=aces&player=bob&bots=with")
    assert "Nothing in this stretch" in page.content.decode()
    assert page.context["cl"].next in page.content.decode().replace("&amp;", "&")
    monkeypatch.setattr(walk_module, "WINDOW", 2000)
    for query, told in ((f"?since={day(0)}&bots=with", "6 in all"), ("?player=nobody&bots=with", "0 in all")):
        text = viewer.get(GAMES + query).content.decode()
        assert told in text
        assert "There may be more" not in text
    assert "Nothing fits what was chosen." in text
    Game.objects.all().delete()
    assert "There is nothing here yet." in viewer.get(GAMES).content.decode()


def test_the_first_column_has_its_name_where_a_page_is_narrow(enter: Enter) -> None:
    """Unfold calls it "Select record" unless it leads somewhere."""
    pool = RatingPool.objects.get(ruleset=played("Ada", "Bob").game.ruleset, pace=Pace.LIVE).pk
    client = enter("superuser")
    entry = LogEntry.objects.create(user=Player.objects.get(username="the-superuser"), action_flag=CHANGE)
    board = f"players/rating/?pool={pool}&board=provisional"
    for address in ("games/game/", "games/remarkableround/", "players/player/", board, "admin/logentry/"):
        page = client.get(f"/admin/{address}")
        assert page.context["cl"].result_list, address
        assert "Select record" not in page.content.decode(), address
    assert f'href="/admin/admin/logentry/{entry.pk}/change/"' in page.content.decode()
    assert client.get(f"/admin/admin/logentry/{entry.pk}/change/").status_code == 200


def test_the_players_of_a_game_lead_to_their_pages(viewer: Client) -> None:
    game = played("Ada", "Bob").game
    page = viewer.get(f"{GAMES}{game.pk}/change/").content.decode()
    for player in Player.objects.filter(username__in=("Ada", "Bob")):
        assert f'href="/admin/players/player/{player.pk}/change/">{player.username}</a>' in page


def statements(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in captured]


def test_a_page_takes_as_many_statements_whatever_is_on_it(viewer: Client, many: list[Game]) -> None:
    taken = {
        query: len(statements(viewer, GAMES + query)) for query in ("", "?status=open", "?p=last", "?ruleset=aces")
    }
    Game.objects.exclude(pk=many[0].pk).delete()
    assert taken == {query: len(statements(viewer, GAMES + query)) for query in taken}
    assert taken == {"": 8, "?status=open": 8, "?p=last": 8, "?ruleset=aces": 10}


# A list with many rows, and with one.
OTHERS = [
    ("players/rating/?board=provisional&pool={pool}", "players/rating/?board=provisional&pool={pool}&p=last&kind=bot"),
    ("players/player/?q=player-", "players/player/?q=player-1"),
    ("games/remarkableround/?p=last", "games/remarkableround/?p=last&kind=boldest"),
    ("admin/logentry/", "admin/logentry/?p=after.{second}"),
]


@pytest.mark.parametrize(("many_rows", "one_row"), OTHERS)
def test_nor_do_the_other_lists(many_rows: str, one_row: str, enter: Enter, board: list[Player]) -> None:
    client = enter("moderator")
    pool = RatingPool.objects.get(ruleset="boxed", pace="live").pk
    bot = register_bot(owner=board[0], username="bot-of-0").token.user
    ratings.record(ruleset="boxed", pace=Pace.LIVE, game="h", ranking=[board[0].pk, bot.pk], at=START)
    for number in range(6):
        sitting = played("player-0", "player-1")
        LogEntry.objects.create(user=board[number % 5], action_flag=CHANGE, object_repr="x", change_message="x")
    longest = RemarkableRound.objects.get(game=sitting.game)
    RemarkableRound.objects.create(
        game=sitting.game, kind="boldest", round=1, bid=1, seat=0, value=0.1, key=longest.key
    )
    second = LogEntry.objects.order_by("pk")[1].pk
    addresses = [f"/admin/{page.format(pool=pool, second=second)}" for page in (many_rows, one_row)]
    many, one = [len(rows(client, address)) for address in addresses]
    assert (many > 4, one) == (True, 1)
    assert len(statements(client, addresses[0])) - len(statements(client, addresses[1])) in (0, 1)  # the count


def test_no_page_is_found_by_counting_rows_before_it(viewer: Client, many: list[Game]) -> None:
    for address in ("?p=last", f"?p=after.{many[30].pk}", "?status=open&bots=with", "?q=ada&p=last", "?_facets=True"):
        for sql in statements(viewer, GAMES + address):
            assert not re.search(r"OFFSET (?!499\b)", sql), sql
            assert not re.search(r"COUNT\(", sql) or "LIMIT 1001" in sql, sql


# --- Players and leaderboards -------------------------------------------------------------------------------------


def test_players_are_found_by_how_names_begin_by_kind_and_by_state(viewer: Client, make_player: MakePlayer) -> None:
    ada, adam, _eve = (make_player(name) for name in ("Ada", "adam", "Eve"))
    gone = make_player("deleted 77", deleted_at=START, is_active=False)
    banned = make_player("Mallory", banned_at=START, is_active=False)
    address = "/admin/players/player/"
    assert rows(viewer, f"{address}?q=AD") == [adam, ada]
    assert rows(viewer, f"{address}?q=a_a") == []
    assert rows(viewer, f"{address}?state=banned") == [banned]
    assert rows(viewer, f"{address}?state=deleted") == [gone]
    assert {player.kind for player in rows(viewer, f"{address}?kind=server")} == {"server"}
    assert "deleted 77" not in viewer.get(address).content.decode()


@pytest.fixture
def board(make_player: MakePlayer) -> list[Player]:
    """Five players of boxed, live, the best first; one game among them all."""
    players = [make_player(f"player-{number}") for number in range(5)]
    ratings.record(ruleset="boxed", pace=Pace.LIVE, game="g" * 10, ranking=[player.pk for player in players], at=START)
    return players


def test_a_leaderboard_has_ranks_and_curves(viewer: Client, board: list[Player]) -> None:
    pool = RatingPool.objects.get(ruleset="boxed", pace="live").pk
    address = f"/admin/players/rating/?pool={pool}&board=provisional"
    found = rows(viewer, address)
    assert [(row.rank_on_board, row.player) for row in found] == list(enumerate(board, start=1))
    assert rows(viewer, f"/admin/players/rating/?pool={pool}") == []  # nobody has left the provisional board yet
    [third] = rows(viewer, f"{address}&q=PLAYER-2")
    assert third.rank_on_board == 3
    page = viewer.get(f"/admin/players/rating/{third.pk}/change/").content.decode()
    assert re.search(r'<svg class="perudo-chart"[^>]* aria-label="Rating: 1 games, from \d+ to \d+', page)
    assert "/admin/games/game/gggggggggg/replay/" in page
    assert f"/admin/players/player/{board[2].pk}/change/" in page


def test_a_players_page_has_ratings_statistics_and_games(viewer: Client, board: list[Player], many: list[Game]) -> None:
    page = viewer.get(f"/admin/players/player/{board[0].pk}/change/").content.decode()
    assert "boxed" in page
    assert "Curve" in page
    assert "No games yet." in page
    ada = Player.objects.get(username="Ada")
    page = viewer.get(f"/admin/players/player/{ada.pk}/change/").content.decode()
    shown = [game.public_id for number, game in enumerate(many) if number % 5 == 0 and game.public_id in page]
    assert shown == [game.public_id for number, game in enumerate(many) if number % 5 == 0][-10:]
    assert "/admin/games/game/?player=Ada" in page
