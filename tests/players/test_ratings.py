"""The arithmetic of ratings, against the published formulas stated plainly, and how it is shown."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings import Skill, Standing, board_key, span_end, span_of, updated

MU, SIGMA, BETA, TAU, KAPPA = 25.0, 25 / 3, 25 / 6, 25 / 300, 0.0001

skills = st.builds(Skill, mu=st.floats(-100, 150), sigma=st.floats(0.05, 20))
tables = st.lists(skills, min_size=2, max_size=6)


def by_the_paper(best_first: Sequence[Skill]) -> list[Skill]:
    """Weng and Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), algorithm 4, without ties.

    Before a game every variance grows by tau squared, for skill may have changed since the last one.
    """
    players = range(len(best_first))
    mu = [skill.mu for skill in best_first]
    variance = [skill.sigma**2 + TAU**2 for skill in best_first]
    c = math.sqrt(sum(v + BETA**2 for v in variance))
    # chance[i][q]: that i is the best of those who came q-th or later.
    chance = [
        [math.exp(mu[i] / c) / sum(math.exp(mu[s] / c) for s in players if s >= q) for q in players] for i in players
    ]
    after = []
    for i in players:
        omega = sum((i == q) - chance[i][q] for q in players if q <= i)
        delta = sum(chance[i][q] * (1 - chance[i][q]) for q in players if q <= i)
        gamma = math.sqrt(variance[i]) / c
        shrinking = max(1 - gamma * variance[i] / c**2 * delta, KAPPA)
        after.append(Skill(mu[i] + variance[i] / c * omega, math.sqrt(variance[i] * shrinking)))
    return after


def rated(best_first: Sequence[Skill]) -> list[Skill]:
    places = {seat: seat + 1 for seat in range(len(best_first))}
    after = updated(dict(enumerate(best_first)), places)
    return [after[seat] for seat in range(len(best_first))]


def test_a_new_player_is_shown_as_1500() -> None:
    new = Skill()
    assert (new.mu, new.sigma) == (MU, SIGMA)
    assert (new.number, new.uncertainty, new.is_provisional) == (1500, 333, True)


@given(tables)
def test_a_game_follows_the_published_formulas(table: list[Skill]) -> None:
    for got, stated in zip(rated(table), by_the_paper(table), strict=True):
        assert got.mu == pytest.approx(stated.mu, rel=1e-9, abs=1e-9)
        assert got.sigma == pytest.approx(stated.sigma, rel=1e-9)


def test_a_first_game_of_two_by_hand() -> None:
    """Equal players: the winner's chance was a half, so both move by half of variance / c."""
    variance = SIGMA**2 + TAU**2
    c = math.sqrt(2 * (variance + BETA**2))
    winner, loser = rated([Skill(), Skill()])
    assert winner.mu - MU == pytest.approx(MU - loser.mu) == pytest.approx(variance / c / 2)
    assert (winner.number, loser.number) == (1553, 1447)
    assert winner.sigma < SIGMA


@given(tables, st.data())
def test_the_order_of_arguments_never_matters(table: list[Skill], data: st.DataObject) -> None:
    """To the last digit: a rebuild may meet the players in any order."""
    seats = range(len(table))
    places = dict(zip(seats, data.draw(st.permutations([seat + 1 for seat in seats])), strict=True))
    expected = updated(dict(enumerate(table)), places)
    for order in list(permutations(seats))[:: len(seats)]:
        shuffled = updated({seat: table[seat] for seat in order}, {seat: places[seat] for seat in reversed(order)})
        assert shuffled == expected


@given(tables)
def test_the_best_rises_the_last_falls_and_nobody_is_less_certain_than_tau_allows(table: list[Skill]) -> None:
    after = rated(table)
    assert after[0].mu >= table[0].mu
    assert after[-1].mu <= table[-1].mu
    for before, now in zip(table, after, strict=True):
        assert 0 < now.sigma <= math.hypot(before.sigma, TAU) * (1 + 1e-12)


@pytest.mark.parametrize("places", [{}, {"ada": 1}, {"ada": 1, "bob": 1}, {"ada": 1, "bob": 2, "cyd": 2}])
def test_ties_and_lonely_players_are_refused(places: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="two players"):
        updated(dict.fromkeys(places, Skill()), places)


def test_places_may_have_gaps() -> None:
    """Only who was ahead of whom counts."""
    table = {"ada": Skill(), "bob": Skill(30, 2), "cyd": Skill(20, 3)}
    assert updated(table, {"bob": 1, "cyd": 4, "ada": 6}) == updated(table, {"bob": 1, "cyd": 2, "ada": 3})


# --- Leaderboards' order ------------------------------------------------------------------------------------------

accounts = st.integers(1, 2**36 - 1)


@given(skills, accounts, skills, accounts)
def test_a_board_never_contradicts_the_numbers_shown(one: Skill, first: int, other: Skill, second: int) -> None:
    above = board_key(one, account=first) > board_key(other, account=second)
    if one.number != other.number:
        assert above == (one.number > other.number)
    if one.thousandths == other.thousandths:
        assert above == (first < second)


@given(skills, accounts, accounts)
def test_keys_are_unique_and_fit_64_bits(skill: Skill, one: int, other: int) -> None:
    keys = {board_key(skill, account=one), board_key(skill, account=other)}
    assert len(keys) == len({one, other})
    assert all(-(2**63) <= key < 2**63 for key in keys)


@pytest.mark.parametrize("points", [-130_000, 130_000])
def test_keys_fit_64_bits_far_beyond_any_rating(points: int) -> None:
    skill = Skill(mu=MU + (points - 1500) / 20)
    assert skill.number == points
    assert -(2**63) <= board_key(skill, account=1) < 2**63


@given(skills, accounts)
def test_a_span_holds_the_keys_of_one_point(skill: Skill, account: int) -> None:
    key = board_key(skill, account=account)
    assert span_of(key) == skill.thousandths // 1000
    assert span_end(span_of(key) - 1) <= key < span_end(span_of(key))


def test_the_uncertainty_shown_decides_who_is_provisional() -> None:
    """Somewhere between the two the number shown goes from 240 to 241."""
    sigmas = [5.99 + step / 1000 for step in range(40)]
    seen = {(Skill(sigma=sigma).uncertainty, Skill(sigma=sigma).is_provisional) for sigma in sigmas}
    assert {(240, False), (241, True)} <= seen
    assert all(provisional == (uncertainty > 240) for uncertainty, provisional in seen)


def test_the_number_shown_rises_with_mu() -> None:
    numbers = [Skill(mu=20 + step / 100).number for step in range(1000)]
    assert all(before <= after for before, after in pairwise(numbers))
    assert (numbers[0], numbers[-1]) == (1400, 1600)


# --- Standings ----------------------------------------------------------------------------------------------------

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def test_a_standing_counts_games_and_wins_and_knows_the_latest() -> None:
    standing = Standing()
    for place, days in [(1, 3), (2, 5), (1, 4)]:
        standing = standing.after(Skill(26, 8), place=place, at=NOW + timedelta(days=days))
    assert standing == Standing(Skill(26, 8), games=3, wins=2, last_game_at=NOW + timedelta(days=5))
