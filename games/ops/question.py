"""Questions that may hang: to a database or a broker that neither answers nor refuses."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from django.db import connections

Answer = TypeVar("Answer")


class Question(Generic[Answer]):
    """Asked in a thread of its own, which is waited for `seconds` and no longer.

    While one that hangs is still out, no other is asked: whoever asks waits for the same answer.
    """

    def __init__(self, ask: Callable[[], Answer], *, seconds: float) -> None:
        self._ask, self._seconds = ask, seconds
        self._lock = threading.Lock()
        self._asked: Future[Answer] | None = None

    def answer(self) -> Answer:
        """Raises TimeoutError, or whatever the question raised."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._run, args=(self._asked,), name="question", daemon=True).start()
            asked = self._asked
        return asked.result(self._seconds)

    def _run(self, asked: Future[Answer]) -> None:
        try:
            answer = self._ask()
        except Exception as error:
            asked.set_exception(error)
        else:
            asked.set_result(answer)
        finally:
            connections.close_all()
