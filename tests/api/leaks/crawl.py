"""Asks everything as everybody, draws the hands that the one who asks cannot see anew, and asks again.

Whatever is heard must stay the same, to the byte. Keys, commitments and seeds are left as they are: with dice that are
redrawn through their keys, commitments would change; that those tell nothing is SHA-256's affair. That neither the
seed nor another's key is told is looked for in what is heard.

A call shows the hands of its round to everybody. Of an answer to one the same is shown for the round that begins with
it: it is asked for again with the hands of the old round as they are, and the new one rolled to other faces.
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
from tests.api.leaks.frozen import rolled_anew
from tests.api.leaks.heard import Heard, Listener
from tests.api.leaks.hidden import untold
from tests.api.leaks.questions import Question


@dataclass(frozen=True)
class Viewer:
    """One who asks: `seat` is whose cup they see, if any.

    `plays` is a seat that they move for without seeing its cup. Which bids are legal depends on the number of its dice,
    and a refused bid is told those that are.
    """

    name: str
    client: Client
    seat: int | None = None
    plays: int | None = None


class Leak(AssertionError):
    """Somebody heard what they may not."""


class Crawl:
    """The viewers of one game.

    `asked` counts the questions; `answered` are the operations that were not refused, `faults` questions that the
    server failed at; `met` are states of the game and of those who asked.
    """

    def __init__(self, listener: Listener, viewers: Sequence[Viewer]) -> None:
        self.listener = listener
        self.viewers = viewers
        self.asked = 0
        self.answered: set[str] = set()
        self.met: set[str] = set()
        self.faults: list[Question] = []

    def look(self, questions: Iterable[Question], chance: random.Random) -> None:
        """Each viewer asks each question, twice, the second time with other hands where they cannot see them."""
        asked = list(questions)
        self.listener.round_number = Game.objects.get(public_id=self.listener.game_id).round_number
        self._note()
        with self.listener.listening():
            for seat, plays in dict.fromkeys((viewer.seat, viewer.plays) for viewer in self.viewers):
                viewers = [viewer for viewer in self.viewers if (viewer.seat, viewer.plays) == (seat, plays)]
                before = self._hear(viewers, asked)
                with rows.undone():
                    known = () if plays is None else (plays,)
                    rows.redraw_hidden(self.listener.game_id, seat, chance, sizes_known=known)
                    after = self._hear(viewers, asked)
                secrets = untold(self.listener.game_id, seat)
                for (viewer, question), heard in before.items():
                    self._count(question, heard)
                    other = after[viewer, question]
                    if heard.reveals and other.reveals:
                        self._search(viewer, question, other, other.untold)
                        with rolled_anew(seat, chance):
                            other = self._ask(viewer, question)
                    self._compare(viewer, question, heard, other)
                    self._search(viewer, question, heard, heard.untold if heard.reveals else secrets)

    def warm_up(self, questions: Iterable[Question]) -> None:
        """Ask once for nothing, where the first answer of a process looks different from all others."""
        self._hear(self.viewers, list(questions))

    def _hear(self, viewers: Sequence[Viewer], asked: Sequence[Question]) -> dict[tuple[Viewer, Question], Heard]:
        return {(viewer, question): self._ask(viewer, question) for viewer in viewers for question in asked}

    def _ask(self, viewer: Viewer, question: Question) -> Heard:
        return self.listener.ask(viewer.client, question, seat=viewer.seat)

    def _count(self, question: Question, heard: Heard) -> None:
        self.asked += 1
        if heard.status < 400:
            self.answered.add(question.operation)
        if heard.status >= 500:
            self.faults.append(question)
        if heard.reveals:
            self.met.add("a call that begins a round" if heard.untold else "an end of the game")

    def _compare(self, viewer: Viewer, question: Question, before: Heard, after: Heard) -> None:
        if before != after:
            raise Leak(f"{viewer.name}: {question}: {_difference(before, after)}")

    def _search(self, viewer: Viewer, question: Question, heard: Heard, secrets: Sequence[str]) -> None:
        if any(secret in heard.text for secret in secrets):
            raise Leak(f"{viewer.name}: {question}: tells the seed, or another's key")

    def _note(self) -> None:
        """What there is to be met: all of it must be, in a crawl that shows anything."""
        record = load(self.listener.game_id)
        assert record is not None
        gone = [seat for seat in record.seats if any(v.seat == seat.number for v in self.viewers) and not seat.in_play]
        self.met |= {"one who is out" if seat.left_seq is None else "one who left" for seat in gone}
        if record.rounds[-1].row.palifico_seat is not None:
            self.met.add("a palifico round")
        if record.game.private:
            self.met.add("a private game")


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
