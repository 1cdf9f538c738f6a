"""The first page: numbers that are right, charts that are told in words, and statements that are few."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import figures
from games.models import Game, Heartbeat
from perudo_site.admin.chart import SIZES, round_numbers
from players.models import Player
from tests.admin.conftest import Enter, Place
from tests.conftest import MakePlayer
from tests.services.rated import played
from tests.services.tables import START, at, open_table, started

pytestmark = pytest.mark.django_db
HOUR = 3600


def test_the_numbers_of_a_moment() -> None:
    Player.objects.filter(kind="human").delete()
    open_table("ada", seats=3)
    running = started("ada", "bob", opener=0)
    running.move("1 two", when=1)
    running.move("2 twos", when=2)
    running.move("dudo", when=3)
    played("ada", "bob", when=10)  # a bid and a dudo
    Player.objects.filter(username="ada").update(joined_at=at(-90_000))
    Player.objects.filter(username="bob").update(joined_at=at(0))
    Heartbeat.objects.create(alive_at=at(20), swept_at=at(15))
    pulse = figures.pulse(now=at(20))
    assert (pulse.running, pulse.open, pulse.moves, pulse.finished_today, pulse.new_players) == (1, 1, 5, 1, 1)
    assert (pulse.overdue, pulse.lag, pulse.swept) == (0, timedelta(0), timedelta(seconds=5))
    assert figures.pulse(now=at(HOUR + 2)).moves == 2  # the bid at 2 and the call at 3, and none of the second 0
    late = figures.pulse(now=at(60 + 3 + 1 + 10))
    assert (late.overdue, late.lag) == (1, timedelta(seconds=10))


def test_games_and_players_by_day(make_player: MakePlayer) -> None:
    make_player("ada")
    today = datetime(2026, 3, 20, tzinfo=UTC)
    Player.objects.filter(kind="human").update(joined_at=today - timedelta(days=2))
    for days, games in ((0, 2), (1, 1), (13, 3), (14, 5)):
        _finished(games, today - timedelta(days=days) + timedelta(hours=1))
    wanted = [3, *[0] * 11, 1, 2]
    assert list(figures.finished_by_day(today=today.date()).values()) == wanted
    assert list(figures.joined_by_day(today=today.date()).values()) == [0] * 11 + [1, 0, 0]
    # Days that are over are believed for a while; today is counted each time.
    _finished(1, today - timedelta(days=1) + timedelta(hours=2))
    _finished(1, today + timedelta(hours=2))
    assert list(figures.finished_by_day(today=today.date()).values()) == [*wanted[:-1], 3]
    cache.clear()
    assert list(figures.finished_by_day(today=today.date()).values()) == [*wanted[:-2], 2, 3]


def _finished(number: int, moment: datetime) -> None:
    fields = {"ruleset": "aces", "ruleset_version": 1, "options": {}, "status": "finished", "round_number": 1}
    times = {"created_at": moment, "started_at": moment, "finished_at": moment}
    Game.objects.bulk_create([Game(**fields, **times) for _ in range(number)])


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (1531, 1732, [1600, 1700]),
        (1490, 1810, [1600, 1800]),
        (0, 1, [0, 1]),
        (0, 7, [0, 5]),
        (0, 28, [0, 10, 20]),
        (1500, 1502.4, [1500, 1501, 1502]),
        (-30, 75, [0, 50]),
        (0, 1234, [0, 500, 1000]),
    ],
)
def test_lines_across_a_chart_stand_at_round_numbers(low: float, high: float, told: list[int]) -> None:
    assert round_numbers(low, high) == told


def test_the_page_shows_them(enter: Enter, place: Place) -> None:
    client = enter("viewer")
    page = client.get("/admin/").content.decode()
    assert page.count("perudo-figure-value") == 6
    assert len(
        re.findall(r'<svg class="perudo-chart"[^>]* role="img" aria-label="[^"]+ in 14 days, \d+ today"', page)
    ) == 2 * len(SIZES)
    assert f"/admin/games/game/{place.running.game_id}/watch/" in page
    assert f"/admin/games/game/{place.over.game_id}/replay/" in page
    assert "no sweep yet" in page


def test_what_is_late_stands_out(enter: Enter, place: Place) -> None:
    client = enter("viewer")
    Heartbeat.objects.create(alive_at=START, swept_at=START)
    page = client.get("/admin/").content.decode()
    assert page.count("perudo-figure is-bad") == 1  # the sweep; nothing is overdue
    Game.objects.filter(pk=place.running.game.pk).update(due_at=START)
    assert client.get("/admin/").content.decode().count("perudo-figure is-bad") == 2


def test_it_takes_as_many_statements_whatever_there_is(enter: Enter, place: Place) -> None:
    client = enter("viewer")
    client.get("/admin/")
    with CaptureQueriesContext(connection) as before:
        client.get("/admin/")
    for _ in range(5):
        played("ada", "bob")
        started("ada", "bob", "cyd")
    with CaptureQueriesContext(connection) as after:
        client.get("/admin/")
    assert len(before) == len(after) <= 20
