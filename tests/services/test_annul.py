"""A game annulled leaves ratings as if it had not been; and what may be annulled."""

import random

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.services.annul import annul
from perudo_site.refusals import Code, Refusal
from players.models import Rating, RatingChange, RatingPool
from tests.services.rated import before_the_end, books, played, rebuilt, recounted
from tests.services.tables import Sitting, account, at

pytestmark = pytest.mark.django_db

PEOPLE = ("ada", "bob", "cyd", "dan", "eve")


def some_games(number: int, *, seed: int) -> list[Sitting]:
    """Rated games of one pool, each with its minute."""
    chance = random.Random(seed)
    return [played(*chance.sample(PEOPLE, chance.randint(2, 4)), when=minute) for minute in range(number)]


def skills() -> dict[str, tuple[float, float, int, int]]:
    rows = Rating.objects.values_list("player__username", "mu", "sigma", "games", "wins")
    return {name: tuple(row) for name, *row in rows}  # type: ignore[misc]


@pytest.mark.parametrize("index", [0, 3, 6])
def test_an_annulled_game_is_as_if_it_had_not_been(index: int) -> None:
    sittings = some_games(7, seed=index)
    annul(game_id=sittings[index].game_id, now=at(10))
    annulled = books()
    assert annulled["BoardCount"] == recounted()
    assert not RatingChange.objects.filter(game=sittings[index].game_id).exists()
    # From nothing but history: without it the others give the very same numbers.
    assert rebuilt(10) == annulled
    without = skills()
    Game.objects.filter(public_id=sittings[index].game_id).update(rated_number=None)
    rebuilt(10)
    assert skills() == without


def test_numbers_stay_and_go_on() -> None:
    sittings = some_games(3, seed=1)
    for index in (2, 0):
        annul(game_id=sittings[index].game_id, now=at(5))
    played("ada", "bob", when=6)
    assert [game.rated_number for game in Game.objects.order_by("pk")] == [1, 2, 3, 4]
    assert set(RatingChange.objects.values_list("number", flat=True)) == {2, 4}
    assert rebuilt(6) == books()
    assert RatingPool.objects.get(ruleset="asmodee", pace="live").last_number == 4


def test_who_played_no_other_game_has_no_rating_any_more() -> None:
    sitting = played("ada", "bob")
    played("bob", "cyd")
    annul(game_id=sitting.game_id, now=at(0))
    assert set(skills()) == {"bob", "cyd"}
    assert books()["BoardCount"] == recounted()


def test_the_last_game_is_the_last_that_counts() -> None:
    played("ada", "bob", when=10)
    annul(game_id=played("ada", "bob", when=20).game_id, now=at(30))
    assert Rating.objects.get(player=account("ada")).last_game_at == at(10)


def test_again_changes_nothing() -> None:
    game_id = some_games(3, seed=2)[1].game_id
    annul(game_id=game_id, now=at(4))
    before = books()
    annul(game_id=game_id, now=at(5))
    assert books() == before
    assert Game.objects.get(public_id=game_id).annulled_at == at(4)


def test_what_cannot_be_annulled() -> None:
    cases = [
        ("nosuchgame", Code.NOT_FOUND),
        (before_the_end("ada", "bob").game_id, Code.GAME_NOT_OVER),
        (played("ada", "bob", rated=False).game_id, Code.NOT_RATABLE),
    ]
    for game_id, code in cases:
        with pytest.raises(Refusal) as refused:
            annul(game_id=game_id, now=at(0))
        assert refused.value.code == code


def test_the_commands() -> None:
    sittings = some_games(4, seed=3)
    call_command("annul_game", sittings[1].game_id, verbosity=0)
    before = books()
    call_command("rebuild_ratings", verbosity=0)
    numbers = [row[:8] for row in before["Rating"]]
    assert [row[:8] for row in books()["Rating"]] == numbers
    assert books()["RatingChange"] == before["RatingChange"]
    with pytest.raises(CommandError, match="no such game"):
        call_command("annul_game", "nosuchgame")
