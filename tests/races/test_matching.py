"""Players who want any table of a kind, all at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from games.models import Game, MatchQueue, Seat
from games.services import matching
from players.models import Player
from tests.services.tables import START

PLAYERS, SEATS, AT_ONCE = 100, 4, 10


@pytest.fixture
def _unlimited(settings: Any) -> None:
    settings.MAX_OPEN_GAMES = settings.MAX_ACTIVE_GAMES = 1_000_000


def _all_want_a_table() -> None:
    """A hundred players, ten at any moment, ask for a seat; half of them ask twice, as one who retries does."""
    players = Player.objects.bulk_create([Player(username=f"player{number}") for number in range(PLAYERS)])
    start = threading.Barrier(AT_ONCE)
    wish = matching.Wish(ruleset="aces", seats=SEATS, turn_seconds=60, max_wait=30)

    def run(share: list[Player]) -> None:
        start.wait(timeout=30)
        try:
            for player in share:
                for _ in range(1 + player.pk % 2):
                    matching.quick(wish=wish, player=player, now=START)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(run, players[number::AT_ONCE]) for number in range(AT_ONCE)]:
            done.result()


@pytest.mark.usefixtures("transactional_db", "_unlimited")
def test_a_hundred_players_fill_tables_completely() -> None:
    _all_want_a_table()
    seated = Seat.objects.filter(player__isnull=False)
    # Who asks again after their table has begun sits down at another one: every one sits once at every table.
    assert seated.values("game", "player").distinct().count() == seated.count()
    assert set(seated.values_list("player", flat=True)) == set(
        Player.objects.filter(username__startswith="player").values_list("pk", flat=True)
    )
    open_tables = Game.objects.filter(status=Game.Status.OPEN).count()
    assert open_tables <= 1, "no table has a free seat while another one waits"
    full = Game.objects.filter(status=Game.Status.ACTIVE)
    assert all(game.seats.filter(player__isnull=False).count() == SEATS for game in full)
    assert full.count() >= PLAYERS // SEATS


@pytest.mark.postgres
@pytest.mark.usefixtures("transactional_db", "_unlimited")
def test_without_the_queue_tables_are_opened_beside_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the race is real."""
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: SQLite lets one writer in at a time, with the queue or without")
    monkeypatch.setattr(matching, "_enter_queue", lambda key: MatchQueue.objects.get_or_create(key=key))
    for _ in range(20):
        _all_want_a_table()
        if Game.objects.filter(status=Game.Status.OPEN).count() > 1:
            return
        Seat.objects.all().delete()
        Game.objects.all().delete()
        Player.objects.filter(username__startswith="player").delete()
    pytest.fail("twenty rounds without the lock, and never two tables open")
