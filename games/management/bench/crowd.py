"""Many rated players, made in bulk: their accounts, ratings and the counts of the boards."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from players.models import BoardCount, Player, Rating, RatingPool
from players.ratings import Skill, board_key, span_of

AT_ONCE = 5_000
OWNER = "owner"
NO_PASSWORD = "!"  # noqa: S105 - nobody logs in
SPREAD = 6.0
"""The standard deviation of mu: 120 points."""


def gather(pool: RatingPool, players: int, *, chance: random.Random, now: datetime) -> list[int]:
    """Put so many players with settled ratings on the pool's boards, one in ten a bot; the keys of their accounts."""
    owner = Player.objects.create(username=OWNER, password=NO_PASSWORD)
    counts: Counter[tuple[str, int]] = Counter()
    keys: list[int] = []
    accounts = _accounts(players, owner)
    while batch := list(islice(accounts, AT_ONCE)):
        rows = [_rating(pool, player, chance, now) for player in Player.objects.bulk_create(batch)]
        Rating.objects.bulk_create(rows)
        keys += [row.player_id for row in rows]
        counts.update((row.kind, span_of(row.board_key)) for row in rows)
    BoardCount.objects.bulk_create(
        [
            BoardCount(pool=pool, board=Rating.Board.MAIN, kind=kind, span=span, players=number)
            for (kind, span), number in counts.items()
        ],
        AT_ONCE,
    )
    return keys


def _accounts(players: int, owner: Player) -> Iterator[Player]:
    for number in range(players):
        is_bot = number % 10 == 9
        kind = Player.Kind.BOT if is_bot else Player.Kind.HUMAN
        yield Player(username=f"p{number}", password=NO_PASSWORD, kind=kind, owner=owner if is_bot else None)


def _rating(pool: RatingPool, player: Player, chance: random.Random, now: datetime) -> Rating:
    skill = Skill(chance.gauss(25, SPREAD), chance.uniform(1.7, 5))
    return Rating(
        player=player,
        pool=pool,
        kind=player.kind,
        mu=skill.mu,
        sigma=skill.sigma,
        games=50,
        last_game_at=now,
        board=Rating.Board.MAIN,
        board_key=board_key(skill, account=player.pk),
    )
