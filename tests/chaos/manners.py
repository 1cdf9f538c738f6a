"""What a client does when it is asked: moves drawn by chance from those that the view offers."""

import random

from tests.chaos.journal import Json

DUDO_CHANCE = 0.3
CALZA_CHANCE = 0.4


def move_for(view: Json, chance: random.Random, *, eager: bool = False) -> Json | None:
    """The body of a move that the caller may make now; None where there is none, or where they leave a calza be.

    The eager call whenever they may.
    """
    you = view["you"]
    actions = you["actions"] if you else []
    if (
        "calza" in actions
        and (eager or chance.random() < CALZA_CHANCE)
        and ("dudo" not in actions or chance.random() < 0.5)
    ):
        return {"action": "calza", "version": view["version"]}
    if "dudo" in actions and ("bid" not in actions or eager or chance.random() < DUDO_CHANCE):
        return {"action": "dudo", "version": view["version"]}
    if "bid" in actions:
        legal = chance.choice(you["legal_bids"])
        quantity = min(legal["max"], legal["min"] + chance.choice((0, 0, 1)))
        return {"action": "bid", "quantity": quantity, "face": legal["face"], "version": view["version"]}
    return None
