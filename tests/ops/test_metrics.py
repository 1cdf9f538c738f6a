"""What is counted and measured, by what happens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.services import clock, downtime
from tests.client import CheckedClient
from tests.services.tables import TURN, Sitting, started

pytestmark = pytest.mark.django_db(transaction=True)

Sample = tuple[str, tuple[str, ...]]
DUE = TURN + 1.0


def samples() -> dict[Sample, float]:
    """Every sample of ours by its name and the values of its labels."""
    text = Client().get("/metrics").content.decode()
    families = [family for family in text_string_to_metric_families(text) if family.name.startswith("perudo_")]
    return {(s.name, tuple(s.labels.values())): s.value for family in families for s in family.samples}


@contextmanager
def grown() -> Iterator[dict[Sample, float]]:
    """What has changed by the end of the block, without buckets and times."""
    before, changes = samples(), dict[Sample, float]()
    yield changes
    for sample, value in samples().items():
        if sample[0].endswith(("_total", "_count")) and value != before.get(sample, 0):
            changes[sample] = value - before.get(sample, 0)


def moves(kind: str, by: str, result: str = "played") -> Sample:
    return "perudo_moves_total", (by, kind, result)  # as Prometheus sorts labels


def late(due_for: str) -> Sample:
    return "perudo_late_seconds_count", (due_for,)


@pytest.fixture
def sitting() -> Sitting:
    return started("ada", "bea", now=timezone.now())


def test_moves_of_players(sitting: Sitting, as_player: Callable[..., CheckedClient]) -> None:
    """Played, sent again, refused, and what is no move at all; the latency is that of all who were answered."""
    path, version = f"/api/v1/games/{sitting.game_id}/", sitting.game.version
    mover, other = (as_player(sitting.player(seat)) for seat in (sitting.turn, 1 - sitting.turn))
    bid = {"action": "bid", "quantity": 2, "face": 3, "version": version}
    with grown() as changes:
        sent = [
            (other, bid, 403),
            (mover, bid, 201),
            (mover, bid, 200),
            (mover, {"action": "calza", "version": version}, 409),
            (other, {**bid, "version": version + 1}, 400),
            (other, {"action": "pass", "version": version}, 400),
            (other, {"action": "dudo", "version": version + 1}, 201),
        ]
        assert [client.post(f"{path}moves/", body).status_code for client, body, _ in sent] == [s for *_, s in sent]
        assert mover.post(f"{path}leave/", {}).status_code == 200
    assert changes == {
        moves("bid", "player", "not_your_turn"): 1,
        moves("bid", "player"): 1,
        moves("bid", "player", "repeated"): 1,
        moves("calza", "player", "stale_version"): 1,
        moves("bid", "player", "illegal_bid"): 1,
        moves("dudo", "player"): 1,
        moves("leave", "player"): 1,
        ("perudo_move_seconds_count", ("bid",)): 4,
        ("perudo_move_seconds_count", ("calza",)): 1,
        ("perudo_move_seconds_count", ("dudo",)): 1,
    }


def test_what_time_does_and_how_late(sitting: Sitting) -> None:
    due = sitting.game.due_at
    assert due is not None
    before = samples().get(("perudo_late_seconds_sum", ("time",)), 0)
    with grown() as changes:
        assert clock.act(game_id=sitting.game_id, now=due + timedelta(seconds=3))
        assert not clock.act(game_id=sitting.game_id, now=due + timedelta(seconds=3))
    assert changes == {moves("timeout", "time"): 1, late("time"): 1}
    assert samples()["perudo_late_seconds_sum", ("time",)] - before == pytest.approx(3)


def test_what_bots_do_and_how_long_they_think() -> None:
    sitting = started("ada", bots=["odds"], opener=1)
    with grown() as changes:
        assert sitting.act(1.5)
    assert changes.pop(("perudo_bot_think_seconds_count", ("odds",))) >= 1
    assert changes == {moves("bid", "bots"): 1, late("bots"): 1}


def test_a_move_that_is_taken_back_is_not_counted(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.services.moves.save_game", fail)
    with grown() as changes, pytest.raises(RuntimeError):
        sitting.move("2 threes")
    assert changes == {}


def test_what_waits_to_be_done() -> None:
    now = timezone.now()
    downtime.beat(now=now - timedelta(seconds=40), swept=True)
    started("ada", "bea", now=now - timedelta(seconds=DUE + 100))
    started("ada", "bea", now=now - timedelta(seconds=DUE + 50))
    started("ada", bots=["odds"], opener=1, now=now - timedelta(seconds=30))
    started("ada", "bea", now=now)
    found = samples()
    overdue = {labels[0]: value for (name, labels), value in found.items() if name == "perudo_overdue_games"}
    assert overdue == {"time": 2, "bots": 1, "fill": 0, "shut": 0}
    taken = (timezone.now() - now).total_seconds()
    assert 100 <= found["perudo_sweep_lag_seconds", ()] <= 100 + taken
    assert 40 <= found["perudo_sweep_age_seconds", ()] <= 40 + taken
