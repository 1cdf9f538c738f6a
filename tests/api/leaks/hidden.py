"""What may stand nowhere: the dice under the cups, the seed, the keys of the round, tokens and passwords."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from django.conf import settings

from games.models import Hand
from games.store.read import load
from tests.api import rows

MARKS: Final = {0: "66666", 1: "55555", 2: "44444", 3: "33333"}
"""Hands that no text has by chance; five dice each."""


def mark_dice(game_id: str, seats: Iterable[int]) -> None:
    rows.lay(game_id, {seat: MARKS[seat] for seat in seats})


def seeds_of(game_id: str) -> Iterator[str]:
    """The server seed and every key of the present round, as JSON has them and as Python shows bytes."""
    record = load(game_id)
    assert record is not None
    found = [bytes.fromhex(record.game.server_seed)]
    for hand in Hand.objects.filter(round__game=record.game, round__ended_seq=None):
        found.append(record.dice.key(round_number=record.game.round_number, seat=hand.seat))
    for secret in found:
        yield from (secret.hex(), repr(secret)[2:-1])


class Secrets:
    """Finds what a text tells. `more` are texts of the test's own: tokens, passwords."""

    def __init__(self, game_id: str, *more: str) -> None:
        dice = (r"(?<!\d)" + r"\D{0,3}".join(mark) + r"(?!\d)" for mark in MARKS.values())
        texts = [*seeds_of(game_id), *more, settings.SECRET_KEY]
        self._pattern = re.compile("|".join([*dice, *map(re.escape, texts)]))

    def told_by(self, text: str) -> list[str]:
        return self._pattern.findall(text)
