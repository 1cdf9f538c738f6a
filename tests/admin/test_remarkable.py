"""Remarkable rounds: which they are, kept when a game ends and found again, and where they lead."""

import pytest
from django.test import Client

from games.models import Hand, RemarkableRound
from games.rules.chances import chance_at_least
from games.services import statistics
from tests.admin.conftest import Enter
from tests.services.tables import Sitting, started

pytestmark = pytest.mark.django_db


def rig(sitting: Sitting, *hands: str) -> None:
    """Put these dice under the cups of the round being played."""
    for seat, dice in enumerate(hands):
        Hand.objects.filter(round__game=sitting.game, round__ended_seq=None, seat=seat).update(dice=dice)


@pytest.fixture
def sitting() -> Sitting:
    """Two rounds: one of three bids, the last bold and good; one of four, the last not good; then ada leaves."""
    sitting = started("ada", "bob", opener=0)
    rig(sitting, "22345", "33336")
    for move in ("1 three", "2 threes", "5 threes", "dudo"):
        sitting.move(move, when=1)
    assert sitting.turn == 1
    rig(sitting, "22345", "2233")
    for move in ("1 six", "2 sixes", "3 sixes", "9 sixes", "dudo"):
        sitting.move(move, when=2)
    sitting.leave(0, when=3)
    return sitting


def kept() -> list[tuple[object, ...]]:
    return list(RemarkableRound.objects.order_by("kind").values_list("kind", "round", "bid", "seat", "value", "key"))


def test_the_most_remarkable_rounds_are_kept_as_the_game_ends(sitting: Sitting) -> None:
    # Seat 0 bid 5 threes with one three of its own: four more of bob's five dice, ones counting.
    chance = chance_at_least(4, dice=5, faces=2)
    pk = sitting.game.pk
    [boldest, longest] = kept()
    assert boldest[:5] == ("boldest", 1, 3, 0, pytest.approx(chance))
    assert longest == ("longest", 2, 4, 0, 4.0, 4 * 2**40 + pk)


def test_a_rebuild_finds_the_same(sitting: Sitting) -> None:
    before = kept()
    RemarkableRound.objects.update(value=0.4, round=7)
    assert statistics.rebuild() == 1
    assert kept() == before


def test_what_time_or_nobody_bid_is_not_bold() -> None:
    sitting = started("ada", "bob", opener=0)
    rig(sitting, "33336", "33336")
    sitting.act(100)  # time bids one two, which is not good
    rig(sitting, "33336", "22222")
    sitting.move("dudo", when=101)
    sitting.leave(0, when=102)
    assert [row[0] for row in kept()] == ["longest"]


def test_games_without_a_bid_have_none() -> None:
    sitting = started("ada", "bob")
    sitting.leave(0)
    assert kept() == []


def test_the_list_leads_to_the_moment(sitting: Sitting, enter: Enter) -> None:
    viewer: Client = enter("viewer")
    second = started("ada", "bob", opener=0)
    for move in ("1 two", "dudo"):
        second.move(move, when=1)
    second.leave(0, when=3)
    page = viewer.get("/admin/games/remarkableround/")
    assert [row.game_id for row in page.context["cl"].result_list] == [sitting.game.pk, second.game.pk]
    text = page.content.decode()
    assert f"/admin/games/game/{sitting.game_id}/replay/#round=2&amp;bid=4" in text
    assert "9 × 6" in text
    assert "4 bids" in text
    boldest = viewer.get("/admin/games/remarkableround/?kind=boldest").content.decode()
    assert f"/admin/games/game/{sitting.game_id}/replay/#round=1&amp;bid=3" in boldest
    assert "5 × 3" in boldest
