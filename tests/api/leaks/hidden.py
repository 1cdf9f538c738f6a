"""What may stand nowhere: the dice under the cups, the seed, the keys of the round, tokens and passwords."""

import base64
import re
from collections.abc import Iterable, Iterator
from typing import Final

from django.conf import settings

from games.store.read import load
from tests.api import rows

MARKS: Final = {0: "66666", 1: "55555", 2: "44444", 3: "33333"}
"""Hands that no text has by chance; five dice each."""


def mark_dice(game_id: str, seats: Iterable[int]) -> None:
    rows.lay(game_id, {seat: MARKS[seat] for seat in seats})


def untold(game_id: str, seat: int | None = None) -> list[str]:
    """The server seed and the present round's keys but the seat's own, as JSON has them and as bytes are written."""
    return [text for secret in _untold(game_id, seat) for text in _written(secret)]


def _untold(game_id: str, seat: int | None) -> Iterator[bytes]:
    record = load(game_id)
    assert record is not None
    if not record.is_active:
        return
    yield bytes.fromhex(record.game.server_seed)
    for other in record.seats:
        if other.number != seat:
            yield record.dice.key(round_number=record.game.round_number, seat=other.number)


def _written(secret: bytes) -> tuple[str, ...]:
    return secret.hex(), secret.hex().upper(), repr(secret)[2:-1], base64.b64encode(secret).decode()


class Secrets:
    """Finds what a text tells. `more` are texts of the test's own: tokens, passwords."""

    def __init__(self, game_id: str, *more: str) -> None:
        dice = (r"(?<!\d)" + r"\D{0,3}".join(mark) + r"(?!\d)" for mark in MARKS.values())
        texts = [*untold(game_id), *more, settings.SECRET_KEY]
        self._pattern = re.compile("|".join([*dice, *map(re.escape, texts)]))

    def told_by(self, text: str) -> list[str]:
        return self._pattern.findall(text)
