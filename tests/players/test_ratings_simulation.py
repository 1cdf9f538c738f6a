"""Ratings find out who is strong: a league of players whose strength is known."""

import random

import pytest

from games.management.bench.league import League

pytestmark = pytest.mark.slow


def test_200_players_after_20_000_games() -> None:
    league = League(players=200, spread=0.7, chance=random.Random(7))
    for _ in range(10_000):
        league.play()
    predictions = league.predict(10_000)
    assert league.correlation >= 0.95
    assert len(league.settled_after) == 200
    for (players, place), group in predictions.items():
        if len(group.observed) >= 500:
            predicted = sum(group.predicted) / len(group.predicted)
            observed = sum(group.observed) / len(group.observed)
            assert observed == pytest.approx(predicted, abs=0.15), (players, place)
