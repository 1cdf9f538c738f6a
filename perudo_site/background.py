"""Celery's workers and beat as threads of this process, for the server without a broker (perudo_site/embedded.py)."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from celery.beat import Service
from celery.bootsteps import RUN
from celery.worker import WorkController, state
from celery.worker.consumer import Consumer

from perudo_site.celery import BOTS, DEADLINES, app

logger = logging.getLogger(__name__)

THREADS = 2
"""Tasks that each worker runs at one time. More gain nothing where all write to one SQLite file."""
START_SECONDS = 20.0
TICK_SECONDS = 0.2
"""How often beat and an idle worker look whether they must stop."""


class PromptConsumer(Consumer):  # type: ignore[misc]  # Celery has no types
    """Celery's consumer, but an idle one looks every TICK_SECONDS, not every two to four, whether it must stop."""

    def loop(self, _: Consumer, connection: Any, consumer: Any, blueprint: Any, hub: None, qos: Any, *__: Any) -> None:
        """What `celery.worker.loops.synloop` does for a transport without an event loop."""
        consumer.on_message = self.create_task_handler()
        consumer.consume()
        self.on_ready()
        while blueprint.state == RUN:
            state.maybe_shutdown()
            if qos.prev != qos.value:
                qos.update()
            self.perform_pending_operations()
            with suppress(TimeoutError):
                connection.drain_events(timeout=TICK_SECONDS)


class Background:
    """A worker for each queue, and beat. `on_failure` is called, once a part, if one ends without being told to."""

    def __init__(self, *, on_failure: Callable[[], None]) -> None:
        self._on_failure = on_failure
        self._beat = Service(app, max_interval=TICK_SECONDS, scheduler_cls=app.conf.beat_scheduler)
        self._threads: list[threading.Thread] = []
        self._stopping = False

    def start(self) -> None:
        """Start all parts. Raises TimeoutError if a worker does not come up."""
        state.should_stop = None
        for queue in (DEADLINES, BOTS):
            self._start_worker(queue)
        self._start_thread("beat", self._beat.start)

    def stop(self) -> None:
        """Tell all parts to stop, without waiting: tasks that have begun are still finished."""
        self._stopping = True
        state.should_stop = 0  # Celery's flag for all workers of a process, and the exit code
        self._beat.stop()

    def wait(self) -> None:
        """Wait until all parts have stopped."""
        for thread in self._threads:
            thread.join()

    def _start_worker(self, queue: str) -> None:
        # One after the other: which queues are consumed is kept on the app, and read when a worker is ready.
        ready = threading.Event()
        worker = WorkController(
            app=app,
            hostname=f"{queue}@embedded",
            queues=[queue],
            pool="threads",
            consumer_cls=PromptConsumer,
            concurrency=THREADS,
            ready_callback=lambda _: ready.set(),
            # Talk among workers on other machines.
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._start_thread(queue, worker.start)
        if not ready.wait(START_SECONDS):
            raise TimeoutError(f"The worker for {queue} did not start.")

    def _start_thread(self, name: str, run: Callable[[], None]) -> None:
        thread = threading.Thread(target=self._watched, args=(name, run), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _watched(self, name: str, run: Callable[[], None]) -> None:
        try:
            run()
        except Exception:
            logger.exception("%s failed", name)
        if not self._stopping:
            logger.critical("%s has ended; the server stops, because without it no clock runs", name)
            self._on_failure()
