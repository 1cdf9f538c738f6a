"""The end of a game: what it does to ratings, once."""

import random
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.models import Game
from games.services import finish, lobby
from perudo_site.refusals import Code, Refusal
from players.models import Pace, Player, Rating, RatingChange
from players.ratings import Skill, updated
from tests.builders import random_move
from tests.services.rated import before_the_end, books, played, rebuilt, recounted, resolve_a_round
from tests.services.tables import START, Sitting, account, at, open_table, started

pytestmark = pytest.mark.django_db


def skill_of(name: str, pace: Pace = Pace.LIVE) -> Skill:
    rating = Rating.objects.get(player=account(name), pool__ruleset="asmodee", pool__pace=pace)
    return Skill(rating.mu, rating.sigma)


def owned_bot(name: str, owner: Player) -> Player:
    return Player.objects.create_user(name, kind=Player.Kind.BOT, owner=owner)


# --- What a game does ---------------------------------------------------------------------------------------------


def test_a_rated_game_changes_every_rating_by_its_places() -> None:
    sitting = played("cyd", "ada", "bob", when=30)
    expected = updated(dict.fromkeys("abc", Skill()), {"c": 1, "a": 2, "b": 3})
    assert [skill_of(name) for name in ("ada", "bob", "cyd")] == [expected[letter] for letter in "abc"]
    changes = {change.player_id: change for change in RatingChange.objects.all()}
    for place, name in enumerate(("cyd", "ada", "bob"), start=1):
        change = changes.pop(account(name).pk)
        assert (change.game, change.number, change.at) == (sitting.game_id, 1, at(30))
        assert (change.place, change.players) == (place, 3)
        assert Skill(change.mu_before, change.sigma_before) == Skill()
        assert Skill(change.mu_after, change.sigma_after) == skill_of(name)
    assert changes == {}
    assert sitting.game.rated_number == 1
    winner = Rating.objects.get(player=account("cyd"))
    assert (winner.games, winner.wins, winner.last_game_at, winner.board) == (1, 1, at(30), "provisional")


def test_the_next_game_goes_on_from_there() -> None:
    played("ada", "bob")
    ada, bob = skill_of("ada"), skill_of("bob")
    played("bob", "ada", when=60)
    expected = updated({"ada": ada, "bob": bob}, {"bob": 1, "ada": 2})
    assert {name: skill_of(name) for name in ("ada", "bob")} == expected
    assert list(RatingChange.objects.order_by("number").values_list("number", flat=True)) == [1, 1, 2, 2]
    assert Rating.objects.get(player=account("ada")).last_game_at == at(60)


def test_a_game_that_is_played_out_counts_like_one_that_was_left() -> None:
    sitting, chance = started("ada", "bob", "cyd", rated=True), random.Random(3)
    while sitting.game.status == Game.Status.ACTIVE:
        seat, move = random_move(sitting.record.playing, chance)
        sitting.move(move, seat=seat)
    places = {seat.player_id: seat.place for seat in sitting.record.seats}
    assert dict(RatingChange.objects.values_list("player", "place")) == places
    assert books() == rebuilt()


@pytest.mark.parametrize(
    ("turn_seconds", "pace"),
    [(5, Pace.LIVE), (3600, Pace.LIVE), (3601, Pace.CORRESPONDENCE), (None, Pace.CORRESPONDENCE)],
)
def test_an_hour_a_move_is_live_and_more_is_correspondence(turn_seconds: int | None, pace: Pace) -> None:
    played("ada", "bob", turn_seconds=turn_seconds)
    assert set(Rating.objects.values_list("pool__pace", flat=True)) == {pace}
    assert books() == rebuilt()


def test_paces_and_rulesets_are_apart_and_numbered_apart() -> None:
    for fields in ({}, {"turn_seconds": None}, {"ruleset": "boxed"}, {}):
        played("ada", "bob", **fields)
    numbers = Game.objects.order_by("pk").values_list("rated_number", flat=True)
    assert list(numbers) == [1, 1, 1, 2]
    assert Rating.objects.count() == 6
    assert books() == rebuilt()


def test_server_bots_are_not_rated_and_places_close_up() -> None:
    sitting = before_the_end("ada", "bob", bots=["odds"])
    sitting.leave(1)
    sitting.leave(0)
    assert [seat.place for seat in sitting.record.seats] == [2, 3, 1]
    assert {c.player.username: (c.place, c.players) for c in RatingChange.objects.select_related("player")} == {
        "ada": (1, 2),
        "bob": (2, 2),
    }
    assert books() == rebuilt()


# --- Which games count --------------------------------------------------------------------------------------------


def assert_not_rated(sitting: Sitting) -> None:
    assert sitting.game.status == Game.Status.FINISHED
    assert sitting.game.rated_number is None
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_a_game_that_is_not_rated_changes_nothing() -> None:
    assert_not_rated(played("ada", "bob", rated=False))


def test_a_game_without_a_resolved_round_changes_nothing() -> None:
    sitting = started("ada", "bob", "cyd", rated=True)
    sitting.move("1 two")
    sitting.leave(2)
    sitting.leave(1)
    assert_not_rated(sitting)


@pytest.mark.parametrize("call", ["dudo", "calza"])
def test_one_round_ended_by_a_call_is_enough(call: str) -> None:
    sitting = started("ada", "bob", rated=True)
    sitting.move("1 two")
    sitting.move(call)
    sitting.leave(0)
    assert sitting.game.rated_number == 1


def test_a_first_round_that_ends_the_game_by_a_call_is_enough() -> None:
    """Only games of one die can end so, and they are not standard: the question itself is asked here."""
    sitting = started("ada", "bob", options={"starting_dice": 1})
    sitting.move("1 two")
    sitting.move("dudo")
    assert sitting.game.status == Game.Status.FINISHED
    assert finish._was_called(sitting.record)


def test_an_owner_and_their_bot_at_one_table_are_not_rated() -> None:
    """They cannot meet at a rated table; were they to, by a change of owner while they play, it would not count."""
    sitting = before_the_end("ada", "bob")
    Player.objects.filter(username="bob").update(kind="bot", owner=account("ada"))
    sitting.leave(1)
    assert_not_rated(sitting)


def test_bots_of_other_owners_are_rated_and_marked() -> None:
    owned_bot("ada-bot", account("ada"))
    owned_bot("bob-bot", account("bob"))
    played("ada-bot", "bob-bot", "cyd")
    assert dict(Rating.objects.values_list("player__username", "kind")) == {
        "ada-bot": "bot",
        "bob-bot": "bot",
        "cyd": "human",
    }


# --- Who may meet at a rated table --------------------------------------------------------------------------------


def meet(first: str, second: str, **fields: Any) -> None:
    sitting = open_table(first, creator=first, seats=3, **fields)
    lobby.join(game_id=sitting.game_id, player=account(second), now=START)


@pytest.mark.parametrize(("first", "second"), [("ada", "bot-one"), ("bot-one", "ada"), ("bot-one", "bot-two")])
def test_an_owner_and_their_bots_never_meet_at_a_rated_table(first: str, second: str) -> None:
    for name in ("bot-one", "bot-two"):
        owned_bot(name, account("ada"))
    with pytest.raises(Refusal) as refused:
        meet(first, second, rated=True)
    assert refused.value.code == Code.NOT_RATABLE
    meet(first, second)


def test_others_bots_may_be_met() -> None:
    owned_bot("bot-one", account("ada"))
    meet("bob", "bot-one", rated=True)


@pytest.mark.parametrize("fields", [{"options": {"calza": False}}, {"bots": ["odds"], "seats": 2}])
def test_a_rated_table_is_standard_and_has_two_accounts(fields: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        open_table("ada", **{"seats": 3, "rated": True} | fields)
    assert refused.value.code == Code.NOT_RATABLE


# --- Once ---------------------------------------------------------------------------------------------------------


def test_a_game_cannot_be_counted_twice() -> None:
    """The end of a game is one transition; should code ever ask twice, the database refuses."""
    sitting = played("ada", "bob")
    before = books()
    with pytest.raises(IntegrityError), transaction.atomic():
        finish.close(sitting.record, at=START)
    assert books() == before
    assert sitting.game.rated_number == 1


class Fault(Exception):
    pass


@pytest.mark.parametrize(
    "step", ["RatingChange.bulk_create", "Rating.bulk_create", "BoardCount.bulk_create", "save_game"]
)
def test_what_fails_on_the_way_leaves_nothing_and_happens_at_the_next_try(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = before_the_end("ada", "bob", "cyd")
    before = books()
    with monkeypatch.context() as patch:
        fail_after(patch, step)
        with pytest.raises(Fault):
            sitting.leave(1)
    assert books() == before
    assert sitting.game.status == Game.Status.ACTIVE
    sitting.leave(1)
    assert sitting.game.rated_number == 1
    assert Rating.objects.filter(games=1).count() == 3
    assert books() == rebuilt()


def fail_after(patch: pytest.MonkeyPatch, step: str) -> None:
    """Let the process stumble right after a step of the end of a game."""
    import games.services.moves
    import players.models

    where, _, name = step.rpartition(".")
    owner: Any = getattr(players.models, where).objects if where else games.services.moves
    done = getattr(owner, name)

    def stumble(*args: Any, **kwargs: Any) -> None:
        done(*args, **kwargs)
        raise Fault

    patch.setattr(owner, name, stumble)


# --- From history -------------------------------------------------------------------------------------------------

PEOPLE = ("ada", "bob", "cyd", "dan")


def test_a_rebuild_gives_the_same_to_the_last_digit() -> None:
    chance = random.Random(11)
    owned_bot("eve-bot", account("eve"))
    for number in range(25):
        sitters = chance.sample([*PEOPLE, "eve-bot"], chance.randint(2, 4))
        ruleset, turn_seconds = chance.choice(["asmodee", "boxed"]), chance.choice([60, 60, None])
        played(*sitters, when=number, ruleset=ruleset, turn_seconds=turn_seconds, rated=chance.random() < 0.9)
    before = books()
    assert len(before["RatingChange"]) > 40
    assert before["BoardCount"] == recounted()
    assert rebuilt(25) == before


def test_games_go_on_after_a_rebuild_as_if_there_had_been_none() -> None:
    played("ada", "bob")
    rebuilt()
    played("ada", "bob")
    assert [game.rated_number for game in Game.objects.order_by("pk")] == [1, 2]
    assert books() == rebuilt()


def test_a_resolved_round_is_told_from_a_departure() -> None:
    sitting = started("ada", "bob", rated=True)
    resolve_a_round(sitting)
    sitting.leave(1)
    last = sitting.record.last_round
    assert last is not None
    assert (last.row.number, last.row.call_kind) == (2, "departure")
    assert finish._was_called(sitting.record)
