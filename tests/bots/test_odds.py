"""The odds bot: beats chance, and never doubts what it holds itself."""

import random

import pytest

from games.bots.knowledge import knowledge_of
from games.bots.registry import REGISTRY
from games.rules.actions import CallCalza, CallDudo, PlaceBid
from games.rules.bids import PlacedBid
from games.rules.observation import observe
from games.rules.ruleset import CURRENT
from tests.bots.positions import facing
from tests.bots.table import play, random_options, winner

ODDS, RANDOM = REGISTRY["odds"], REGISTRY["random"]


@pytest.mark.parametrize("ruleset", CURRENT)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_odds_beats_random(ruleset: str, seats: int) -> None:
    """One odds bot among random ones, in each seat in turn, wins at least three games of four (fair: 1 of `seats`)."""
    options, games = CURRENT[ruleset].options, 24
    won = 0
    for seed in range(games):
        bots = [RANDOM] * seats
        bots[seed % seats] = ODDS
        won += winner(bots, options, seed) == seed % seats
    assert won >= games * 3 / 4


@pytest.mark.parametrize("ruleset", CURRENT)
def test_odds_never_doubts_what_it_holds(ruleset: str) -> None:
    rng = random.Random(ruleset)
    held_bids = 0
    for seed in range(24):
        bots = [rng.choice([ODDS, RANDOM]) for _ in range(2 + seed % 5)]
        for step in play(bots, random_options(rng, ruleset=ruleset), seed):
            round_ = step.state.round
            if round_ is None or round_.turn != step.seat or round_.standing_bid is None:
                continue
            observation = observe(step.state, step.seat)
            if knowledge_of(observation).chance_good(round_.standing_bid) == 1:
                held_bids += 1
                assert observation.legal_bids, "one's own dice never reach the cap"
                assert ODDS.choose(observation, rng) != CallDudo()
    assert held_bids > 20


def test_a_hopeless_bid_is_doubted() -> None:
    observation = facing(PlacedBid.of(1, 4, 6), hands=((2, 3), (6, 6)), ruleset="boxed")
    assert ODDS.choose(observation, random.Random(0)) == CallDudo()


def test_a_bid_at_the_cap_is_called() -> None:
    """Four ones of four dice cannot be raised, and dudo is all that is left, though the viewer holds two of them."""
    observation = facing(PlacedBid.of(1, 4, 1), hands=((1, 1), (1, 1)), ruleset="aces")
    assert observation.legal_bids == ()
    assert ODDS.choose(observation, random.Random(0)) == CallDudo()


def test_a_bidder_has_the_benefit_of_the_doubt() -> None:
    """One die each: the bid's bare chance is 1/3, and dudo seems to win two matches of three."""
    observation = facing(PlacedBid.of(1, 1, 6), hands=((2,), (6,)), ruleset="boxed")
    assert isinstance(ODDS.choose(observation, random.Random(0)), PlaceBid)


CALZA_CASES = [
    # A third die is worth less than the second one staked: calza must be likelier than 0.65.
    ((1, 1), (4,), True),  # both held, two dice unseen: (5/6)^2 = 0.69
    ((2, 1), (4,), False),  # one held: 2 * 5/36 = 0.28
    # Against a seat with two dice it must be likelier than 0.596.
    ((1, 1), (4, 5), False),  # (5/6)^3 = 0.579
]


@pytest.mark.parametrize(("hand", "bidders", "calls"), CALZA_CASES)
def test_calza_off_turn_where_it_pays(hand: tuple[int, ...], bidders: tuple[int, ...], calls: bool) -> None:
    observation = facing(PlacedBid.of(2, 2, 1), hands=(hand, (3,), bidders), ruleset="asmodee", viewer=0, turn=1)
    assert (ODDS.choose(observation, random.Random(0)) == CallCalza()) is calls
