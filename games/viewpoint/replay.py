"""A game that is over as one document (docs/record.md): enough to rebuild and to verify every roll."""

from collections.abc import Sequence
from typing import Final

from games.rules.record import FORMAT
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
