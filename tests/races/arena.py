"""Requests let go together, and what came of them."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier
from typing import Any, Self

from django.db import connection
from rest_framework.test import APIClient

from perudo_site.http import arrival
from players.models import Player
from players.services import issue_token

WAIT = 60
"""Seconds in which all must have come to the start; the machine may be a busy one."""

Call = Callable[[], Any]


class Runners:
    """Threads that stay, so that their database connections are not made anew for each race."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = ThreadPoolExecutor(count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.race(*[lambda: connection.close()] * self._count)
        self._pool.shutdown()

    def race(self, *calls: Call) -> list[Any]:
        """Make the calls at the same moment; what each returned. What one raised is raised here, after all are done."""
        start = Barrier(len(calls))

        def run(call: Call) -> Any:
            start.wait(timeout=WAIT)
            return call()

        done = [self._pool.submit(run, call) for call in calls]
        errors = [error for error in [future.exception() for future in done] if error]
        if errors:
            raise errors[0]
        return [future.result() for future in done]


class Caller:
    """A player's own client. A fault of the server is raised, not answered."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._client = APIClient()
        self._client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(player=player).secret}")

    def post(self, path: str, body: Any = None, *, received_at: datetime | None = None, **headers: Any) -> Any:
        """A request, stamped as having arrived at a moment that may be long ago."""
        stamp: dict[str, Any] = {"asgi.scope": {arrival.KEY: received_at}} if received_at else {}
        return self._client.post(f"/api/v1/{path}", body or {}, **stamp, **headers)

    def move(self, game_id: str, *, version: int, received_at: datetime, **move: Any) -> Any:
        return self.post(f"games/{game_id}/moves/", {**move, "version": version}, received_at=received_at)


def outcomes(answers: Sequence[Any]) -> list[tuple[int, str]]:
    """Each answer's status and, where it is a refusal, its code; sorted."""
    return sorted((answer.status_code, answer.json().get("code", "")) for answer in answers)
