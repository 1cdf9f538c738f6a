"""A game that is over as one document (docs/record.md): enough to rebuild and to verify every roll."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.db.models import QuerySet

from games.models import Game
from games.rules.record import FORMAT
from games.store.read import load_whole
from games.store.record import GameRecord, RoundRecord
from games.viewpoint.rounds import resolved_round, unfinished_round
from games.viewpoint.values import Json
from games.viewpoint.view import game_facts

# By name, for what a view may gain in time is no part of this format.
_FACTS: Final = (
    "id",
    "status",
    "version",
    "ruleset",
    "ruleset_version",
    "standard",
    "rated",
    "private",
    "turn_seconds",
    "created_at",
    "started_at",
    "finished_at",
    "seats",
    "dice_in_play",
    "seed_commitment",
    "server_seed",
    "winner",
)

BATCH: Final = 10
"""Games that are read at once: enough to make statements few, and so few that they are no matter of memory."""
KEYS: Final = 1_000
"""Games that are found at once: to go on from where one was may mean to pass over all those before."""


def replays(games: QuerySet[Game]) -> Iterator[Json]:
    """The documents of games that are over and had begun, in the order in which they came to this server.

    However many there are, no more than a batch is held, and each costs three statements.
    """
    keys, last = games.order_by("pk").values_list("pk", flat=True), 0
    while found := list(keys.filter(pk__gt=last)[:KEYS]):
        for start in range(0, len(found), BATCH):
            for record, rounds in load_whole(found[start : start + BATCH]):
                yield replay(record, rounds)
        last = found[-1]


def replay(record: GameRecord, rounds: Sequence[RoundRecord]) -> Json:
    """The document of a game that is over, from all of its rounds; the same for every reader."""
    assert record.is_over
    facts = game_facts(record, player_id=None)
    unfinished = next((round_ for round_ in rounds if not round_.is_resolved), None)
    return {
        "format": FORMAT,
        **{name: facts[name] for name in _FACTS},
        "options": record.options.as_dict(),
        "rounds": [resolved_round(record, round_) for round_ in rounds if round_.is_resolved],
        "unfinished_round": unfinished and unfinished_round(record, unfinished),
    }
