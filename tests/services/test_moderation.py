"""What those who run the place do to games: abort one, take somebody out of one, remove a banned account from all."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from games.services import farewell, moderation
from games.services.errors import MoveRefused
from games.viewpoint.events import events_after
from games.viewpoint.view import game_view
from perudo_site.refusals import Code, Refusal
from players.models import Player, Rating, RatingChange
from players.services import moderation as accounts
from players.services import register_bot
from tests.services.rated import before_the_end, played
from tests.services.tables import Sitting, account, at, open_table, started

pytestmark = pytest.mark.django_db


def told(sitting: Sitting) -> list[tuple[str, Any]]:
    """The type of every event of a game since its start, with the reason that it gives."""
    return [
        (event["type"], event["data"].get("reason")) for event in events_after(sitting.record, player_id=None, after=0)
    ]


# --- Abort --------------------------------------------------------------------------------------------------------


def test_an_aborted_game_has_no_places_and_all_is_told() -> None:
    sitting = before_the_end("ada", "bob", "cyd")
    moderation.abort(game_id=sitting.game_id, now=at(9))
    view = game_view(sitting.record, player_id=None)
    assert (view["status"], view["round"]) == ("abandoned", None)
    assert [seat["place"] for seat in view["seats"]] == [None, None, None]
    assert view["server_seed"] == sitting.game.server_seed
    assert told(sitting)[-1] == ("abandoned", "aborted")
    assert sitting.game.finished_at == at(9)
    assert not Rating.objects.exists()
    assert not sitting.act(100_000)


def test_an_open_table_is_aborted() -> None:
    sitting = open_table("ada", seats=3)
    moderation.abort(game_id=sitting.game_id, now=at(9))
    assert (sitting.game.status, sitting.game.abandoned_reason) == ("abandoned", "aborted")


def test_what_is_over_is_not_aborted() -> None:
    sitting = played("ada", "bob")
    before = Game.objects.filter(public_id=sitting.game_id).values().get()
    with pytest.raises(MoveRefused) as refused:
        moderation.abort(game_id=sitting.game_id, now=at(9))
    assert refused.value.code == Code.GAME_NOT_ACTIVE
    assert Game.objects.filter(public_id=sitting.game_id).values().get() == before


# --- Remove -------------------------------------------------------------------------------------------------------


def test_one_who_is_removed_is_out_and_the_game_goes_on() -> None:
    sitting = started("ada", "bob", "cyd", opener=1)
    moderation.remove(game_id=sitting.game_id, seat=1, now=at(9))
    assert told(sitting)[-1] == ("left", "removed")
    seat = sitting.record.seats[1]
    assert (seat.in_play, seat.place, seat.left_reason, seat.left_at) == (False, 3, "removed", at(9))
    assert sitting.turn == 2
    sitting.audit()


def test_the_last_who_stays_has_won() -> None:
    sitting = before_the_end("ada", "bob")
    moderation.remove(game_id=sitting.game_id, seat=0, now=at(9))
    assert sitting.game.status == "finished"
    assert [seat.place for seat in sitting.record.seats] == [2, 1]
    assert RatingChange.objects.count() == 2
    sitting.audit()


def test_a_server_bot_is_removed_too() -> None:
    sitting = started("ada", "bob", bots=["random"])
    moderation.remove(game_id=sitting.game_id, seat=2, now=at(0))
    assert told(sitting)[-1] == ("left", "removed")


def test_a_move_whose_time_is_up_comes_first() -> None:
    sitting = started("ada", "bob", "cyd", opener=0)
    moderation.remove(game_id=sitting.game_id, seat=0, now=at(100))
    assert [event for event, _ in told(sitting)[-2:]] == ["bid", "left"]


def test_a_seat_of_an_open_table_is_free_again() -> None:
    sitting = open_table("ada", "bob", seats=3)
    moderation.remove(game_id=sitting.game_id, seat=1, now=at(9))
    assert [seat.player_id is not None for seat in sitting.record.seats] == [True, False, False]
    moderation.remove(game_id=sitting.game_id, seat=0, now=at(9))
    assert (sitting.game.status, sitting.game.abandoned_reason) == ("abandoned", "empty")


def of_nobody() -> Sitting:
    return open_table("ada", seats=3)


def of_one_who_left() -> Sitting:
    sitting = started("ada", "bob", "cyd")
    sitting.leave(2)
    return sitting


def of_a_game_that_is_over() -> Sitting:
    return played("ada", "bob", "cyd")


@pytest.mark.parametrize(
    ("case", "code"),
    [
        (of_nobody, Code.NOT_FOUND),
        (of_one_who_left, Code.NOT_IN_PLAY),
        (of_a_game_that_is_over, Code.GAME_NOT_ACTIVE),
    ],
)
def test_who_is_not_there_is_not_removed(case: Callable[[], Sitting], code: Code) -> None:
    sitting = case()
    version = sitting.game.version
    with pytest.raises((Refusal, MoveRefused)) as refused:
        moderation.remove(game_id=sitting.game_id, seat=2, now=at(9))
    assert (refused.value.code, sitting.game.version) == (code, version)  # type: ignore[attr-defined]


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(Refusal, match="no such game"):
        moderation.abort(game_id="no", now=at(0))
    with pytest.raises(Refusal, match="no such game"):
        moderation.remove(game_id="no", seat=0, now=at(0))


# --- A ban --------------------------------------------------------------------------------------------------------


def test_a_banned_account_is_removed_from_its_games_and_so_are_its_bots() -> None:
    ada = account("ada")
    bot = register_bot(owner=ada, username="adas-bot").token.user
    running, own = started("bob", "ada", "cyd"), open_table("ada", seats=3)
    guest, with_bot = open_table("bob", "ada", seats=3, creator="bob"), started("bob", bot.username, "cyd")
    over = played("ada", "bob")
    farewell.ban_account(player=ada, now=at(9))
    assert told(running)[-1] == ("left", "removed")
    assert told(with_bot)[-1] == ("left", "removed")
    assert (own.game.status, own.game.abandoned_reason) == ("abandoned", "closed")
    assert guest.record.seat_of(ada.pk) is None
    assert over.record.seat_of(ada.pk) == 0
    assert list(Rating.objects.filter(player=ada).values_list("board", flat=True)) == ["none"]


def test_what_a_stopped_server_left_undone_is_done_later() -> None:

    ada, sitting = account("ada"), started("bob", "ada", "cyd")
    accounts.ban(player=ada, now=at(9))
    assert sitting.record.seats[1].in_play
    assert farewell.finish(now=at(10)) == 1
    assert sitting.record.seats[1].left_reason == "removed"
    assert farewell.finish(now=at(11)) == 0
    assert Player.objects.get(pk=ada.pk).banned_at == at(9)
