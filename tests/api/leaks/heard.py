"""Everything that one question lets out, to the byte: the answer, and what is written, sent and kept on the way."""

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from celery.signals import before_task_publish
from django.core.cache import cache, caches
from django.test import Client

from games.models import Game, Round
from tests.api import rows
from tests.api.leaks.frozen import Frozen
from tests.api.leaks.hidden import untold
from tests.api.leaks.questions import Question
from tests.client import read_whole

Capture = Callable[..., Any]


@dataclass
class Heard:
    """`reveals`: that the question itself ended the round, which rightly shows its dice to everybody.

    `untold` is what nobody else than the one who asked may know of the round that has begun then, if one has.
    """

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    log: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    cached: list[str] = field(default_factory=list)
    reveals: bool = False
    untold: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join([repr(self.headers), self.body.decode(), *self.log, *self.messages, *self.cached])


class Listener(logging.Handler):
    """Asks, and hears everything. What a question does is undone after it."""

    def __init__(self, game_id: str, frozen: Frozen, capture: Capture) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.game_id = game_id
        self._frozen, self._capture = frozen, capture
        self._heard = Heard()

    def emit(self, record: logging.LogRecord) -> None:
        fault = traceback.format_exception_only(*record.exc_info[:2]) if record.exc_info else []
        self._heard.log += [f"{record.levelname} {record.name}: {record.getMessage()}", *fault]

    def note_message(self, sender: Any, **message: Any) -> None:
        told = {name: message[name] for name in ("body", "headers", "properties", "exchange", "routing_key")}
        told["headers"] = {name: value for name, value in told["headers"].items() if name != "origin"}
        self._heard.messages.append(f"{sender} {told}")

    @contextmanager
    def listening(self) -> Iterator[None]:
        root = logging.getLogger()
        level = root.level
        root.addHandler(self)
        root.setLevel(logging.DEBUG)
        before_task_publish.connect(self.note_message)
        try:
            yield
        finally:
            before_task_publish.disconnect(self.note_message)
            root.removeHandler(self)
            root.setLevel(level)

    def ask(self, client: Client, question: Question, *, seat: int | None = None) -> Heard:
        """What the one in the seat hears."""
        heard = self._heard = Heard()
        self._frozen.again(question)
        cache.clear()
        with rows.undone():
            with self._capture(execute=True):
                response = read_whole(self._send(client, question))
            heard.status, heard.body = response.status_code, response.content
            heard.headers = {**response.headers, "Set-Cookie": response.cookies.output()}
            heard.cached = [f"{key} {entry!r}" for key, entry in sorted(vars(caches["default"])["_cache"].items())]
            heard.reveals = question.is_change and heard.status < 400 and self._is_revealed()
            if heard.reveals:
                heard.untold = untold(self.game_id, seat)
        return heard

    def _send(self, client: Client, question: Question) -> Any:
        path = f"{question.path}?{'&'.join(f'{name}={value}' for name, value in question.query)}"
        send = getattr(client, question.method)
        data = {} if question.body is None else {"data": question.body}
        return send(path.removesuffix("?"), HTTP_ACCEPT=question.accept, **data)

    def _is_revealed(self) -> bool:
        game = Game.objects.get(public_id=self.game_id)
        unresolved = Round.objects.filter(game=game, ended_seq=None)
        return game.status != Game.Status.ACTIVE or not unresolved.filter(number=self.round_number).exists()

    round_number = 0
    """The round whose dice are hidden."""
