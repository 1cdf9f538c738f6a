"""Asks everything as everybody, draws the hands that the one who asks cannot see anew, and asks again.

Whatever is heard must stay the same, to the byte. Keys, commitments and seeds are left as they are: with dice that are
redrawn through their keys, commitments would change; that those tell nothing is SHA-256's affair. That neither the
seed nor another's key is told is looked for in what is heard.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.test import Client
from rest_framework.test import APIClient

from games.models import Game
from games.store.read import load
from tests.api import rows
from tests.api.leaks.heard import Heard, Listener
from tests.api.leaks.questions import Question


@dataclass(frozen=True)
class Viewer:
    """One who asks: `seat` is where they have a cup, if anywhere."""

    name: str
    client: Client
    seat: int | None = None


class Leak(AssertionError):
    """Somebody heard what they may not."""


class Crawl:
    """The viewers of one game.

    `asked` counts the questions; `answered` are the operations that were not refused, `faults` questions that the
    server failed at.
    """

    def __init__(self, listener: Listener, viewers: Sequence[Viewer]) -> None:
        self.listener = listener
        self.viewers = viewers
        self.asked = 0
        self.answered: set[str] = set()
        self.faults: list[Question] = []

    def look(self, questions: Iterable[Question], chance: random.Random) -> None:
        """Each viewer asks each question, twice, the second time with other hands where they cannot see them."""
        asked = list(questions)
        self.listener.round_number = Game.objects.get(public_id=self.listener.game_id).round_number
        with self.listener.listening():
            for seat in {viewer.seat for viewer in self.viewers}:
                viewers = [viewer for viewer in self.viewers if viewer.seat == seat]
                before = self._hear(viewers, asked)
                with rows.undone():
                    rows.redraw_hidden(self.listener.game_id, seat, chance)
                    after = self._hear(viewers, asked)
                untold = self._untold(seat)
                for asking in before:
                    self._compare(*asking, before[asking], after[asking], untold)

    def warm_up(self, questions: Iterable[Question]) -> None:
        """Ask once for nothing, where the first answer of a process looks different from all others."""
        self._hear(self.viewers, list(questions))

    def _hear(self, viewers: Sequence[Viewer], asked: Sequence[Question]) -> dict[tuple[Viewer, Question], Heard]:
        return {(v, question): self.listener.ask(v.client, question) for v in viewers for question in asked}

    def _compare(self, viewer: Viewer, question: Question, before: Heard, after: Heard, untold: Sequence[str]) -> None:
        self.asked += 1
        if before.status < 400:
            self.answered.add(question.operation)
        if before.status >= 500:
            self.faults.append(question)
        if before.reveals or after.reveals:
            return
        if before != after:
            raise Leak(f"{viewer.name}: {question}: {_difference(before, after)}")
        if any(secret in before.text for secret in untold):
            raise Leak(f"{viewer.name}: {question}: tells the seed, or another's key")

    def _untold(self, seat: int | None) -> list[str]:
        """The server seed, and the keys of the cups that nobody has lifted but one's own."""
        record = load(self.listener.game_id)
        assert record is not None
        if not record.is_active:
            return []
        number = record.game.round_number
        others = [other.number for other in record.seats if other.number != seat]
        return [record.game.server_seed, *(record.dice.key(round_number=number, seat=other).hex() for other in others)]


def _difference(before: Heard, after: Heard) -> str:
    """What differs, from a little before where it begins to."""
    one, other = vars(before), vars(after)
    found = []
    for name in one:
        texts = [repr(one[name]), repr(other[name])]
        begins = next((at for at, letters in enumerate(zip(*texts, strict=False)) if len(set(letters)) > 1), 0)
        if texts[0] != texts[1]:
            found.append(f"{name}: {' / '.join(text[max(0, begins - 60) :][:300] for text in texts)}")
    return "; ".join(found)


def plain(client: Any) -> APIClient:
    """The same caller, with a client that checks nothing and raises nothing."""
    caller = APIClient(raise_request_exception=False)
    caller.credentials(**client._credentials)
    return caller
