"""A world in which only dice can make a difference: time stands still, and chance begins anew with every question."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from secrets import compare_digest
from types import SimpleNamespace
from typing import Any, Final

import celery.app.base
import knox.crypto
import pytest
from django.contrib.sessions import middleware
from django.core import signing
from django.http import response
from django.utils import cache, crypto, timezone

import games.models
import perudo_site.ids
from games.rules.fairness import SeededDice
from perudo_site.celery import app
from perudo_site.http import arrival
from perudo_site.http.throttles import RateThrottle

NOW: Final = datetime(2026, 5, 4, 12, 30, tzinfo=UTC)


class _Still(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Any:
        return NOW


def stop_time(patch: pytest.MonkeyPatch) -> None:
    """It is NOW for whoever asks."""
    for module in (timezone, arrival):
        patch.setattr(module, "datetime", _Still)


class Frozen:
    """`again` before a question: ids, seeds, tokens and the names of messages are drawn as they were last time."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._chance = chance = random.Random(0)

        def hexadecimal(size: int) -> str:
            return chance.randbytes(size).hex()

        stop_time(patch)
        for module in (cache, response, middleware, signing):
            patch.setattr(module, "time", SimpleNamespace(time=NOW.timestamp))
        patch.setattr(RateThrottle, "timer", staticmethod(NOW.timestamp))
        patch.setattr(games.models, "secrets", SimpleNamespace(token_hex=hexadecimal))
        patch.setattr(perudo_site.ids, "secrets", SimpleNamespace(choice=chance.choice))
        patch.setattr(knox.crypto, "generate_bytes", chance.randbytes)
        patch.setattr(crypto, "secrets", SimpleNamespace(choice=chance.choice, compare_digest=compare_digest))
        patch.setattr(app, "now", lambda: NOW)
        patch.setattr(celery.app.base, "uuid", lambda: hexadecimal(16))

    def again(self, question: Any) -> None:
        self._chance.seed(repr(question))


@contextmanager
def rolled_anew(viewer: int | None, chance: random.Random) -> Iterator[None]:
    """Meanwhile the cups that the viewer cannot see are rolled to other faces; keys, commitments and sizes stay."""
    roll = SeededDice.roll

    def other(dice: SeededDice, *, round_number: int, seat: int, count: int) -> tuple[int, ...]:
        rolled = roll(dice, round_number=round_number, seat=seat, count=count)
        return rolled if seat == viewer else tuple((die - 1 + chance.randint(1, 5)) % 6 + 1 for die in rolled)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SeededDice, "roll", other)
        yield
