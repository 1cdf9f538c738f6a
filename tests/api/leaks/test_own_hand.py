"""On the way to an answer nothing is computed with dice that its reader cannot see, so its time cannot tell of them.

The dice under other cups are laid so that whoever looks at one, counts or compares them, fails.
"""

from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from games.rules.state import Hand
from games.store import record
from tests.api.conftest import Start
from tests.api.game import CALZA, DUDO, Game, bid
from tests.client import CheckedClient

SEATS = 3


class LookedAt(Exception):
    """Somebody has lifted a cup."""


class Covered(tuple[int, ...]):
    """Dice of which only the number is known."""

    def _lift(self, *_: Any) -> NoReturn:
        raise LookedAt

    __iter__ = __getitem__ = __contains__ = __eq__ = __lt__ = __add__ = __hash__ = _lift
    count = index = _lift


@pytest.fixture
def game(start: Start) -> Game:
    """A game in its first round, with a bid on the table."""
    game = start(SEATS, "boxed", options={"calza": False})
    game.play(bid(2, 3))
    for client in game.clients:
        client.raise_request_exception = False
    return game


def cover(monkeypatch: pytest.MonkeyPatch, *, but: int | None) -> None:
    def covered(seat: int, dice: tuple[int, ...]) -> Hand:
        return Hand(seat, dice if seat == but else Covered(dice))

    monkeypatch.setattr(record, "RolledHand", covered)


def asked(game: Game, client: CheckedClient, version: int) -> Iterator[Any]:
    """All that can be asked without lifting the cups."""
    for page in ("", "events/", "rounds/", "analysis/", "replay/"):
        yield client.get(game.path + page)
    yield client.get("/api/v1/games/")
    for move in (bid(1, 2), bid(99, 6), CALZA, bid(3, 3)):
        yield client.post(f"{game.path}moves/", {**move, "version": version})
    yield client.post(f"{game.path}moves/", {**DUDO, "version": version})  # of a version that is gone


@pytest.mark.parametrize("place", range(SEATS))
def test_answers_are_made_without_them(game: Game, monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    seat, version = game.turn(place), game.version
    client = game.clients[seat]
    cover(monkeypatch, but=seat)
    statuses = [answer.status_code for answer in asked(game, client, version)]
    assert all(status < 500 for status in statuses)
    assert (201 in statuses) == (place == 0)


def test_spectators_cause_no_cup_to_be_lifted(game: Game, api: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    cover(monkeypatch, but=None)
    assert [api.get(game.path + page).status_code for page in ("", "events/", "rounds/")] == [200] * 3


def test_whoever_lifts_one_would_be_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call does."""
    seat, version = game.turn(), game.version
    cover(monkeypatch, but=seat)
    assert game.clients[seat].post(f"{game.path}moves/", {**DUDO, "version": version}).status_code == 500
    with pytest.raises(LookedAt):
        list(Covered((1, 2)))
