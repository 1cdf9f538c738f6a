"""A table of the player's wishes, with the server's bots."""

import secrets
from itertools import cycle, islice
from typing import Final

from games.terminal.api import Api
from games.terminal.arguments import Wishes
from games.terminal.errors import CannotGoOn, Problem
from games.terminal.shapes import BotInfo, View
from games.terminal.verifier import Verifier

DEFAULT_SEATS: Final = 4
STRONGEST: Final = 3
"""So many different bots are chosen where none is named."""
TRIES: Final = 3


def sit_down(api: Api, wishes: Wishes) -> tuple[View, Verifier]:
    """The game, which has begun, and what checks its dice.

    The table is made without a seat for us, and joined once it is there: so the server has committed itself to its
    seed before it knows our part in the dice (docs/fairness.md, step 2).
    """
    bots = _opponents(wishes, [] if wishes.bots else api.bots())
    for _ in range(TRIES):
        table = api.create_table(
            ruleset=wishes.ruleset, seats=len(bots) + 1, bots=bots, turn_seconds=wishes.clock or None
        )
        seed = wishes.seed or secrets.token_hex(16)
        view = _join(api, table["id"], seed)
        if view is not None:
            return view, Verifier(table, own_seed=seed)
    raise CannotGoOn("Somebody else took the seat, every time. Try again.")


def _join(api: Api, game_id: str, seed: str) -> View | None:
    """The view from our seat; None if it was taken by somebody else in the meantime."""
    try:
        return api.join(game_id, client_seed=seed)
    except Problem as problem:
        if problem.code not in ("already_seated", "game_full", "game_not_open"):
            raise
        # Or we sit there already, and only the answer was lost.
        view = api.view(game_id)
        return view if view["you"] else None


def _opponents(wishes: Wishes, known: list[BotInfo]) -> list[str]:
    """The bots named, or else the strongest first, repeated until the seats are taken."""
    strongest = [bot["name"] for bot in sorted(known, key=lambda bot: -bot["strength"])][:STRONGEST]
    named = list(wishes.bots) or strongest
    seats = wishes.seats or (len(wishes.bots) + 1 if wishes.bots else DEFAULT_SEATS)
    if len(wishes.bots) >= seats:
        raise CannotGoOn(f"{len(wishes.bots)} bots and you need {len(wishes.bots) + 1} seats, not {seats}.")
    if not named:
        raise CannotGoOn("The server has no bots to play against.")
    return list(islice(cycle(named), seats - 1))
