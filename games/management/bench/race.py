"""Clients at one time, a thread each."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from django.db import connections

from games.management.bench.calls import CallFailed
from games.management.bench.clients import Client
from games.management.bench.meters import Timings

WARM_UP_GAMES = 1


@dataclass(frozen=True)
class Result:
    """`cpu_seconds` is this process's: of the server only where both are one process."""

    moves: int
    seconds: float
    cpu_seconds: float
    timings: Timings


class Race:
    """Lets clients play `games` each, after warming up, and then read as many views as `reads` says.

    Raises CallFailed if one of them does.
    """

    def __init__(self, clients: Sequence[Client], *, games: int, reads: int) -> None:
        self._clients, self._games, self._reads = clients, games, reads
        self._ready = threading.Barrier(len(clients) + 1)
        self._played = threading.Barrier(len(clients) + 1)
        self._timings = [Timings() for _ in clients]
        self._moves = [0] * len(clients)
        self._failures: list[CallFailed] = []

    def run(self) -> Result:
        threads = [threading.Thread(target=self._work, args=(number,)) for number in range(len(self._clients))]
        seconds = cpu_seconds = 0.0
        for thread in threads:
            thread.start()
        with suppress(threading.BrokenBarrierError):
            self._ready.wait()
            begin, cpu_begin = time.perf_counter(), time.process_time()
            self._played.wait()
            seconds, cpu_seconds = time.perf_counter() - begin, time.process_time() - cpu_begin
        for thread in threads:
            thread.join()
        if self._failures:
            raise self._failures[0]
        timings = Timings()
        for own in self._timings:
            timings.add(own)
        return Result(sum(self._moves), seconds, cpu_seconds, timings)

    def _work(self, number: int) -> None:
        client = self._clients[number]
        with self._failing_together():
            for _ in range(WARM_UP_GAMES):
                client.play()
            client.meter = self._timings[number]
            self._ready.wait()
            self._moves[number] = sum(client.play() for _ in range(self._games))
            self._played.wait()
            client.read(self._reads)

    @contextmanager
    def _failing_together(self) -> Iterator[None]:
        """When one client fails, nobody waits for it."""
        try:
            with suppress(threading.BrokenBarrierError):
                yield
        except CallFailed as failure:
            self._failures.append(failure)
            self._ready.abort()
            self._played.abort()
        finally:
            connections.close_all()
