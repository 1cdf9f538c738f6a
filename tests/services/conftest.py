"""Bots of the test's own in the registry, and the messages that the workers would get."""

from collections.abc import Callable, Iterator
from queue import Empty

import pytest
from celery import current_app
from kombu import Queue

from games.bots.registry import Bot
from games.services import brains, lobby
from perudo_site.celery import BOTS
from players.services import ensure_server_players

Register = Callable[..., None]
Hints = Callable[[], list[str]]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch, db: None) -> Register:
    """`register(quick=answers(move))`: these are the server's bots."""

    def register(**bots: Bot) -> None:
        for module in (brains, lobby):
            monkeypatch.setattr(module, "REGISTRY", bots)
        ensure_server_players(bots)

    return register


@pytest.fixture
def hints() -> Iterator[Hints]:
    """`hints()` takes what the bots' queue holds: the games that its messages name, in order."""
    with current_app.connection_for_read() as connection, connection.SimpleQueue(Queue(BOTS)) as queue:
        queue.clear()

        def take() -> list[str]:
            games: list[str] = []
            while True:
                try:
                    message = queue.get(block=False)
                except Empty:
                    return games
                message.ack()
                assert message.headers["task"] == "games.tasks.bot_turn"
                games.append(message.payload[0][0])

        yield take
