"""A game that is over as one document (docs/api.md, "A replay"): enough to rebuild and to verify every roll."""

from collections.abc import Sequence
from typing import Final

from games.store.record import GameRecord, RoundRecord
from games.viewpoint.rounds import resolved_round
from games.viewpoint.values import Json
from games.viewpoint.view import game_facts

FORMAT: Final = "perudo-game/1"


def replay(record: GameRecord, rounds: Sequence[RoundRecord]) -> Json:
    """The document of a game that is over, from all of its rounds; the same for every reader."""
    assert record.is_over
    return {
        "format": FORMAT,
        **game_facts(record, player_id=None),
        "options": record.options.as_dict(),
        "rounds": [resolved_round(record, round_) for round_ in rounds if round_.is_resolved],
    }
