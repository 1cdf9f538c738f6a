"""A game as anybody may watch it, from its beginning or from where somebody has watched it to."""

from games.store.read import load_rounds, round_numbers_after
from games.store.record import GameRecord
from games.viewpoint.rounds import playing_round, resolved_round
from games.viewpoint.sights import sights
from games.viewpoint.values import Json
from games.viewpoint.view import game_facts


def watched(record: GameRecord, *, after: int = 0) -> Json:
    """The game as it stands, of its rounds those in which something has happened after the seq `after`.

    It is a spectator's view: without the hands, the keys and the seed that are not public yet, whoever reads it.
    """
    rounds = load_rounds(record, round_numbers_after(record, after)) if after < record.game.version else []
    current = record.current_round
    return {
        "game": {
            **game_facts(record, player_id=None),
            "options": record.options.as_dict(),
            "rounds": [resolved_round(record, round_) for round_ in rounds if round_.is_resolved],
            "round": None if current is None else playing_round(record, current),
        },
        "sights": sights(record, rounds),
    }
