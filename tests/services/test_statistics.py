"""What is counted of a game (docs/statistics.md): a played example in numbers, and the rebuild."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from games.models import Hand
from games.rules.bids import Bid
from games.rules.bluff import is_bluff
from games.rules.state import Hand as RolledHand
from games.services import statistics
from games.services.clock import act
from players.models import HeadToHead, PlayerStats
from players.queries.stats import head_to_head, stats_of
from players.services.stats import COLUMNS, Tally
from tests.services.tables import Sitting, account, at, started

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("dice", "bid", "rolled", "palifico", "bluff"),
    [
        ((4, 2, 3, 5, 6), Bid(6, 4), 20, False, True),  # a share of 1.5, and one four: the example of the page
        ((4, 1, 3, 5, 6), Bid(6, 4), 20, False, False),
        ((4, 1, 3, 5, 6), Bid(6, 4), 20, True, True),  # ones are not wild
        ((4, 4, 3, 5, 6), Bid(8, 4), 20, False, False),  # the share exactly
        ((4, 4, 3, 5, 6), Bid(9, 4), 20, False, True),
        ((1,), Bid(1, 1), 6, False, False),
        ((2,), Bid(1, 1), 6, False, True),
    ],
)
def test_bluffs(*, dice: tuple[int, ...], bid: Bid, rolled: int, palifico: bool, bluff: bool) -> None:
    assert is_bluff(bid, own=RolledHand(0, dice), dice_rolled=rolled, palifico=palifico) is bluff


def rig(sitting: Sitting, *hands: str) -> None:
    """Put these dice under the cups of the round being played."""
    for seat, dice in enumerate(hands):
        Hand.objects.filter(round__game=sitting.game, round__ended_seq=None, seat=seat).update(dice=dice)


def counted(name: str) -> Tally:
    """All that is counted of a player, at tables of every size."""
    rows = PlayerStats.objects.filter(player=account(name))
    return Tally(**{column: sum(getattr(row, column) for row in rows) for column in COLUMNS})


@pytest.fixture
def _a_game() -> Iterator[None]:
    """One die each, three players, then two: a bluff, two calls, a timeout, a win."""
    sitting = started("ada", "bea", "cleo", options={"starting_dice": 1, "calza": True})
    names = ["ada", "bea", "cleo"]
    opener = sitting.turn
    order = [names[(opener + step) % 3] for step in range(3)]
    rig(sitting, "2", "2", "2")
    sitting.move("2 threes")  # its share is 2/3 of a die, and the hand has none: a bluff
    sitting.move("dudo")  # right: there is no three
    assert sitting.record.seats[opener].place == 3
    second = sitting.turn
    rig(sitting, *("5" for _ in range(3)))
    sitting.move("1 fives")  # no bluff, and good
    act(game_id=sitting.game_id, now=at(10_000))  # the time of the other is up: a dudo, by time, and wrong
    assert sitting.game.status == "finished"
    winner = names[second]
    loser = next(name for name in order[1:] if name != winner)
    yield
    assert counted(order[0]) == Tally(games=1, places=3, bids=1, bluffs=1, bids_doubted=1)
    caller = order[1]
    won = {"games": 1, "wins": 1, "places": 1, "bids": 1, "bids_doubted": 1, "bids_good": 1}
    lost = {"games": 1, "places": 2, "timeouts": 1}
    called = {"dudos": 1, "dudos_right": 1}
    assert counted(winner) == Tally(**won, **(called if winner == caller else {}))
    assert counted(loser) == Tally(**lost, **(called if loser == caller else {}))
    meeting = HeadToHead.objects.get(player=account(winner), other=account(order[0]))
    assert (meeting.games, meeting.ahead) == (1, 1)


@pytest.mark.usefixtures("_a_game")
def test_a_game_is_counted_as_it_ends() -> None:
    """The fixture says what was counted."""


@pytest.mark.usefixtures("_a_game")
def test_a_rebuild_counts_the_same() -> None:
    before = _everything()
    assert statistics.rebuild() == 1
    assert _everything() == before
    assert before


def test_leaving_is_counted_and_the_rates_have_nothing_to_divide_by() -> None:
    sitting = started("ada", "bea")
    sitting.leave(0)
    assert counted("ada") == Tally(games=1, places=2, leavings=1)
    stats = stats_of(account("ada"))["asmodee"]
    assert (stats["games"], stats["mean_place"], stats["bluff_rate"], stats["dudos_right"]) == (1, 2.0, None, None)
    assert stats["by_players"] == {"2": {"games": 1, "wins": 0, "mean_place": 2.0}}
    assert head_to_head(account("ada"), account("bea")) == {
        "player": "ada",
        "other": "bea",
        "games": 1,
        "ahead": 0,
        "behind": 1,
    }


def test_those_who_never_met() -> None:
    met = head_to_head(account("ada"), account("bea"))
    assert (met["games"], met["ahead"], met["behind"]) == (0, 0, 0)


def test_server_bots_are_counted_by_seat_and_met_once() -> None:
    sitting = started("ada", bots=["random", "random"])
    sitting.leave(0)
    second = 1
    while sitting.game.status == "active":
        act(game_id=sitting.game_id, now=at(second))
        second += 100
    assert counted("random").games == 2
    assert HeadToHead.objects.get(player=account("ada"), other=account("random")).games == 1


def _everything() -> list[dict[str, Any]]:
    columns = ("player_id", "ruleset", "seats", *COLUMNS)
    rows = PlayerStats.objects.order_by("player_id", "seats").values(*columns)
    meetings = HeadToHead.objects.order_by("player_id", "other_id").values("player_id", "other_id", "games", "ahead")
    return [*map(dict, rows), *map(dict, meetings)]


def test_every_sum_is_a_column() -> None:
    assert set(asdict(Tally())) <= {field.name for field in PlayerStats._meta.get_fields()}
