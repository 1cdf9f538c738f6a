"""Finding a game: quick, bots for the free seats, seats freed by the creator, tables closed."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games.models import Game
from games.services import clock, lobby, matching, sweeping
from games.store.record import GameRecord
from perudo_site.refusals import Code, Refusal
from players.models import Player
from tests.services.tables import START, account, at, open_table

pytestmark = pytest.mark.django_db


def want(name: str, *, when: float = 0.0, **fields: Any) -> tuple[GameRecord, bool]:
    """`name` asks for a seat, and is told the game and whether it was opened for them."""
    wish: dict[str, Any] = {"ruleset": "aces", "seats": 3, "turn_seconds": 60, "max_wait": 30} | fields
    return matching.quick(wish=matching.Wish(**wish), player=account(name), now=at(when))


def names(record: GameRecord) -> list[str | None]:
    return [seat.player.username if seat.player else None for seat in record.seats]


def again(record: GameRecord) -> Game:
    return Game.objects.get(pk=record.game.pk)


def test_the_first_opens_a_table_and_the_next_sit_down_at_it_until_it_starts() -> None:
    first, opened = want("ada")
    assert (opened, names(first)) == (True, ["ada", None, None])
    second, opened = want("bea")
    assert (opened, second.game.pk, names(second)) == (False, first.game.pk, ["ada", "bea", None])
    third, opened = want("cleo")
    assert (opened, third.game.status, names(third)) == (False, Game.Status.ACTIVE, ["ada", "bea", "cleo"])
    fourth, opened = want("dora")
    assert (opened, names(fourth)) == (True, ["dora", None, None])


def test_the_oldest_table_comes_first() -> None:
    older, newer = open_table("ada", seats=3, ruleset="aces"), open_table("bea", seats=3, ruleset="aces", creator="bea")
    record, opened = want("cleo")
    assert (record.game.public_id, opened) == (older.game_id, False)
    assert newer.game.status == Game.Status.OPEN


@pytest.mark.parametrize(
    "other",
    [
        {"ruleset": "boxed"},
        {"seats": 4},
        {"turn_seconds": 30},
        {"turn_seconds": None},
        {"rated": True},
        {"fill_with_bots": True},
    ],
    ids=str,
)
def test_a_table_of_another_kind_does_not_match(other: dict[str, Any]) -> None:
    want("ada", **other)
    assert want("bea")[1]


@pytest.mark.parametrize("other", [{"private": True}, {"bots": ["odds"]}, {"options": {"starting_dice": 2}}], ids=str)
def test_only_public_tables_with_standard_options_and_people_match(other: dict[str, Any]) -> None:
    open_table("ada", seats=3, ruleset="aces", **other)
    assert want("bea")[1]


def test_who_waits_already_stays_at_the_table() -> None:
    first, _ = want("ada")
    second, opened = want("ada")
    assert (second.game.pk, opened, names(second)) == (first.game.pk, False, ["ada", None, None])


def test_bots_take_the_free_seats_when_the_wait_is_over() -> None:
    record, _ = want("ada", fill_with_bots=True, max_wait=20)
    game_id = record.game.public_id
    want("bea", when=5, fill_with_bots=True, max_wait=30)
    assert not clock.act(game_id=game_id, now=at(19.9))
    assert clock.act(game_id=game_id, now=at(20))
    game = again(record)
    assert game.status == Game.Status.ACTIVE
    assert [seat.is_bot for seat in game.seats.order_by("number")] == [False, False, True]
    assert not clock.act(game_id=game_id, now=at(20)), "twice is once"


def test_who_asks_again_may_have_become_less_patient() -> None:
    record, _ = want("ada", fill_with_bots=True, max_wait=3600)
    same, opened = want("ada", when=10, fill_with_bots=True, max_wait=5)
    assert (same.game.pk, opened, again(record).due_at) == (record.game.pk, False, at(15))
    want("ada", when=11, fill_with_bots=True, max_wait=60)
    assert again(record).due_at == at(15)
    assert clock.act(game_id=record.game.public_id, now=at(15))


def test_bots_come_when_the_most_impatient_has_waited_enough() -> None:
    record, _ = want("ada", fill_with_bots=True, max_wait=60)
    want("bea", when=5, fill_with_bots=True, max_wait=10)
    assert again(record).due_at == at(15)
    assert again(record).due_for == Game.Due.FILL


def test_a_rated_table_that_bots_fill_for_one_player_is_not_rated() -> None:
    alone, _ = want("ada", fill_with_bots=True, rated=True)
    clock.act(game_id=alone.game.public_id, now=at(30))
    assert (again(alone).status, again(alone).rated) == (Game.Status.ACTIVE, False)
    two, _ = want("bea", fill_with_bots=True, rated=True)
    want("cleo", fill_with_bots=True, rated=True)
    clock.act(game_id=two.game.public_id, now=at(30))
    assert (again(two).status, again(two).rated) == (Game.Status.ACTIVE, True)


def test_a_table_found_by_quick_is_nobodys() -> None:
    record, _ = want("ada", fill_with_bots=True)
    want("bea", fill_with_bots=True)
    for refuse in (lobby.close, partial(lobby.remove, seat=1)):
        with pytest.raises(Refusal) as refused:
            refuse(game_id=record.game.public_id, player=account("ada"), now=at(5))
        assert refused.value.code is Code.FORBIDDEN


def test_bots_do_not_come_to_a_table_that_everybody_has_left() -> None:
    record, _ = want("ada", fill_with_bots=True)
    lobby.leave(game_id=record.game.public_id, player=account("ada"), now=at(5))
    assert not clock.act(game_id=record.game.public_id, now=at(30))
    assert (again(record).status, again(record).abandoned_reason) == (Game.Status.ABANDONED, "empty")
    assert not again(record).seats.filter(is_bot=True).exists()


def test_owner_and_own_bot_do_not_meet_at_a_rated_table() -> None:
    owner = account("ada")
    Player.objects.create_user("adas-bot", kind=Player.Kind.BOT, owner=owner)
    first, _ = want("ada", rated=True)
    second, opened = want("adas-bot", rated=True)
    assert opened
    assert second.game.pk != first.game.pk
    assert want("bea", rated=True)[0].game.pk == first.game.pk


def test_limits_count_for_quick_too(settings: Any) -> None:
    settings.MAX_OPEN_GAMES = 1
    want("ada")
    with pytest.raises(Refusal) as refused:
        want("ada", ruleset="boxed")
    assert refused.value.code is Code.TOO_MANY_GAMES


def test_an_open_table_without_a_change_for_an_hour_is_closed(settings: Any) -> None:
    settings.OPEN_TABLE_SECONDS = 3600
    settings.DOWN_AFTER_SECONDS = 7200  # this test has no sweeps in between
    sitting = open_table("ada", "bea", seats=3)
    late = open_table("cleo", seats=3, creator="cleo")
    lobby.join(game_id=late.game_id, player=account("dora"), now=at(1800))
    assert sweeping.sweep(now=START + timedelta(hours=1, seconds=-1)) == 0
    assert sweeping.sweep(now=START + timedelta(hours=1)) == 1
    assert (sitting.game.status, sitting.game.abandoned_reason) == (Game.Status.ABANDONED, "stale")
    assert late.game.status == Game.Status.OPEN
    assert sweeping.sweep(now=at(1800 + 3600)) == 1
    assert late.game.status == Game.Status.ABANDONED


def test_a_table_that_started_is_not_closed() -> None:
    sitting = open_table("ada", "bea", seats=2)
    sweeping.sweep(now=START + timedelta(hours=2))
    assert sitting.game.status != Game.Status.ABANDONED


def test_the_creator_frees_a_seat_and_nobody_else_does() -> None:
    sitting = open_table("ada", "bea", seats=4, bots=["odds"])
    with pytest.raises(Refusal) as refused:
        lobby.remove(game_id=sitting.game_id, seat=0, player=account("bea"), now=START)
    assert refused.value.code is Code.FORBIDDEN
    record = lobby.remove(game_id=sitting.game_id, seat=1, player=account("ada"), now=START)
    assert names(record) == ["ada", None, None, "odds"]
    assert record.game.version == 3, "bea came, bea went"
    record = lobby.remove(game_id=sitting.game_id, seat=3, player=account("ada"), now=START)
    assert names(record) == ["ada", None, None, None]
    assert not record.seats[3].is_bot
    with pytest.raises(Refusal) as refused:
        lobby.remove(game_id=sitting.game_id, seat=3, player=account("ada"), now=START)
    assert refused.value.code is Code.NOT_FOUND


def test_the_creator_closes_the_table_while_it_is_open() -> None:
    sitting = open_table("ada", "bea", seats=3)
    with pytest.raises(Refusal) as refused:
        lobby.close(game_id=sitting.game_id, player=account("bea"), now=START)
    assert refused.value.code is Code.FORBIDDEN
    record = lobby.close(game_id=sitting.game_id, player=account("ada"), now=START)
    assert (record.game.status, record.game.abandoned_reason) == (Game.Status.ABANDONED, "closed")
    with pytest.raises(Refusal) as refused:
        lobby.close(game_id=sitting.game_id, player=account("ada"), now=START)
    assert refused.value.code is Code.GAME_NOT_OPEN


def test_an_active_game_is_not_closed_and_its_seats_not_freed() -> None:
    sitting = open_table("ada", "bea", seats=2)
    with pytest.raises(Refusal) as refused:
        lobby.close(game_id=sitting.game_id, player=account("ada"), now=START)
    assert refused.value.code is Code.GAME_NOT_OPEN
    with pytest.raises(Refusal) as refused:
        lobby.remove(game_id=sitting.game_id, seat=1, player=account("ada"), now=START)
    assert refused.value.code is Code.GAME_NOT_OPEN
