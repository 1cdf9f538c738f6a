"""A database with a history of any length: games by several processes, and what follows from them by SQL."""

import multiprocessing
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import starmap
from typing import Final

from django.db import connection, connections
from django.utils import timezone

from games.management.bench.crowd import gather
from games.management.bench.history.crowd import Crowd
from games.management.bench.history.load import hurry, load
from games.management.bench.history.play import Playing, Rows
from games.models import Bid, Game, Hand, Round, Seat
from players.models import HeadToHead, Player, PlayerStats, RatingChange, RatingPool
from players.models.ratings import LIVE_SECONDS

AT_ONCE: Final = 500
"""Games that a process plays before it loads them."""
ROOM: Final = 4_096
"""Keys kept for the rounds of one game, for its hands and for its bids: more than any has."""
GAMES_FOR_A_PLAYER: Final = 20
LEAST_PLAYERS: Final = 600
RATED: Final = "asmodee"
REGULAR: Final = "regular"
"""Who plays most, and is asked about."""


def fill(games: int, *, processes: int, say: Callable[[str], object], seed: int = 1) -> None:
    """So many games in a database without any, and their players with ratings and statistics.

    Accounts that are there already have no part in it.
    """
    begin = time.monotonic()
    pool = RatingPool.objects.get(ruleset=RATED, pace="live")
    players = max(games // GAMES_FOR_A_PLAYER, LEAST_PLAYERS)
    keys = gather(pool, players, chance=random.Random(seed), now=timezone.now())
    Player.objects.filter(pk=keys[0]).update(username=REGULAR)
    bots = Player.objects.filter(kind=Player.Kind.SERVER).values_list("pk", flat=True)
    crowd = Crowd(range(keys[0], keys[0] + len(keys)), tuple(bots), games)
    chunks = [(first, min(first + AT_ONCE, games + 1)) for first in range(1, games + 1, AT_ONCE)]
    work = partial(_play_chunk, crowd, seed)
    if processes == 1 or connection.vendor != "postgresql":
        list(starmap(work, chunks))
    else:
        connections.close_all()  # each process makes its own
        context = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(processes, mp_context=context) as pool_of_processes:
            list(pool_of_processes.map(work, *zip(*chunks, strict=True)))
    say(f"games played and loaded: {time.monotonic() - begin:.0f} s")
    _follow_up()
    say(f"with statistics and ratings: {time.monotonic() - begin:.0f} s")


def counts() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in (Player, Game, Seat, Round, Hand, Bid, RatingChange)}


def _play_chunk(crowd: Crowd, seed: int, first: int, end: int) -> None:
    rows = Rows(next_round=first * ROOM, next_hand=first * ROOM, next_bid=first * ROOM)
    for number in range(first, end):
        chance = random.Random(f"{seed} {number}")
        Playing(crowd.table(number, chance), rows, chance).play()
    with hurry():
        load(rows)


def _follow_up() -> None:
    """Statistics as sums of the seats, changes of ratings with the places of rated games, keys that go on."""
    pool = RatingPool.objects.get(ruleset=RATED, pace="live").pk
    with connection.cursor() as cursor:
        cursor.execute(_STATS)
        cursor.execute(_MEETINGS)
        cursor.execute(_CHANGES, [pool, RATED, LIVE_SECONDS])
        if connection.vendor == "postgresql":
            for model in (Game, Seat, Round, Hand, Bid, PlayerStats, HeadToHead, RatingChange):
                table = model._meta.db_table
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")  # noqa: S608
            cursor.execute("VACUUM ANALYZE")
        else:
            cursor.execute("ANALYZE")


_STATS: Final = """
    INSERT INTO players_playerstats (player_id, ruleset, seats, games, wins, places, bids, bluffs, bids_doubted,
        bids_good, dudos, dudos_right, calzas, calzas_right, timeouts, leavings)
    SELECT player_id, ruleset, seats, count(*), count(CASE WHEN place = 1 THEN 1 END), sum(place),
        20 * count(*), 6 * count(*), 9 * count(*), 4 * count(*), 9 * count(*), 5 * count(*), 0, 0, 0, 0
    FROM games_seat JOIN games_game ON games_game.id = game_id JOIN (
        SELECT game_id AS sized, count(*) AS seats FROM games_seat GROUP BY game_id) AS sizes ON sized = game_id
    WHERE status = 'finished' AND NOT is_bot GROUP BY player_id, ruleset, seats"""
_MEETINGS: Final = """
    INSERT INTO players_headtohead (player_id, other_id, games, ahead)
    SELECT one.player_id, two.player_id, count(*), count(CASE WHEN one.place < two.place THEN 1 END)
    FROM games_seat AS one JOIN games_seat AS two ON one.game_id = two.game_id AND one.player_id <> two.player_id
    WHERE one.place IS NOT NULL AND NOT one.is_bot AND NOT two.is_bot GROUP BY one.player_id, two.player_id"""
_CHANGES: Final = """
    INSERT INTO players_ratingchange (player_id, pool_id, game, number, place, players, mu_before, sigma_before,
        mu_after, sigma_after, at)
    SELECT player_id, %s, public_id, rated_number, place, 2, 25, 4, 25.0 + 1.0 / place, 4, finished_at
    FROM games_seat JOIN games_game ON games_game.id = game_id
    WHERE rated_number IS NOT NULL AND ruleset = %s AND turn_seconds <= %s AND NOT is_bot"""
