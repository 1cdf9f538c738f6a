"""The metrics of this moment, as text: what was counted, and what the database tells when it is asked."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db import Error
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games import queries
from games.models import Game


class _ThisProcess(Collector):
    """What this process has counted, and what it is."""

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()


class _Present(Collector):
    """What is the same whichever process is asked: it stands in the database."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def collect(self) -> Iterator[Metric]:
        try:
            found, is_up = list(self._families()), 1
        except Error:
            found, is_up = [], 0
        yield GaugeMetricFamily("perudo_database_up", "Whether the database answered", value=is_up)
        yield from found

    def _families(self) -> Iterator[Metric]:
        counts = queries.overdue_games(now=self._now)
        overdue = GaugeMetricFamily(
            "perudo_overdue_games", "Games in which something is due and not yet done", labels=["due_for"]
        )
        for due_for in Game.Due.values:
            overdue.add_metric([due_for], counts.get(due_for, 0))
        yield overdue
        first, swept_at = queries.first_due(), queries.last_sweep()
        yield GaugeMetricFamily(
            "perudo_sweep_lag_seconds",
            "For how long the game that has waited longest has been overdue",
            value=0 if first is None else max((self._now - first).total_seconds(), 0),
        )
        if swept_at is not None:
            yield GaugeMetricFamily(
                "perudo_sweep_age_seconds",
                "Since when no sweep has said that it ran; one says so every two seconds",
                value=(self._now - swept_at).total_seconds(),
            )


def exposition(*, accept: str, now: datetime) -> tuple[bytes, str]:
    """The text, and its media type, in the form of Prometheus that is accepted."""
    registry = CollectorRegistry()
    if settings.PROMETHEUS_MULTIPROC_DIR:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(_ThisProcess())
    registry.register(_Present(now))
    encode, content_type = choose_encoder(accept)
    return encode(registry), content_type
