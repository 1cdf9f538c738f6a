"""An account at a server that comes and goes: asks, writes down what it was told, and asks again if nothing came."""

import json
import random
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from tests.chaos.journal import Entry, Journal, Json, seen_in

PATIENCE: Final = 12.0
"""Seconds that a client waits for an answer while things break."""
BEFORE: Final = 120.0
"""The same before that: a busy machine takes its time for the hashes of many passwords."""


class GivenUp(Exception):
    """The run is over: nothing more is asked for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` is None where no answer came."""

    status: int | None
    body: Any

    @property
    def is_done(self) -> bool:
        return self.status is not None and self.status < 300

    @property
    def is_uncertain(self) -> bool:
        """Nothing was said, or that something is broken: it may have been done or not."""
        return self.status is None or self.status >= 500 or self.status == 429


@dataclass
class Account:
    """A name, its token, and a connection that is kept. For one thread at a time."""

    port: int
    journal: Journal
    over: threading.Event
    name: str = ""
    token: str = ""
    chance: random.Random = field(default_factory=random.Random)
    patience: float = BEFORE
    _connection: HTTPConnection | None = None

    def twin(self) -> "Account":
        """The same account on another connection."""
        chance = random.Random(self.chance.random())
        return Account(self.port, self.journal, self.over, self.name, self.token, chance, self.patience)

    def ask(self, method: str, path: str, body: Json | None = None, key: str | None = None) -> Answer:
        """One request, and what came of it. `path` begins after /api/v1/."""
        sent = time.time()
        try:
            status, told = self._send(method, path, body, key)
        except (OSError, HTTPException, ValueError):
            self.close()
            status, told = None, None
        code = told.get("code") if isinstance(told, dict) and status is not None and status >= 400 else None
        now = time.time()
        self.journal.note(Entry(sent, now, self.name, method, path, body, key, status, code, seen_in(told)))
        return Answer(status, told)

    def insist(self, method: str, path: str, body: Json | None = None, key: str | None = None) -> Answer:
        """The same request again and again until an answer is certain. Raises GivenUp if the run ends first."""
        while (answer := self.ask(method, path, body, key)).is_uncertain:
            if self.over.wait(self.chance.uniform(0.2, 1.0)):
                raise GivenUp
        return answer

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _send(self, method: str, path: str, body: Json | None, key: str | None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
        self._connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
        response = self._connection.getresponse()
        content = response.read()
        return response.status, json.loads(content) if content else None
