"""What lies under the cups of a running game, and what its dice come from, is shown to no one: superusers included."""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from games.models import Bid, Game, Hand, Round, Seat
from tests.admin.conftest import Enter, Place
from tests.services.tables import started

# Every page of a running game, and every list that it may be on.
PAGES = [
    "",
    "games/game/",
    "games/game/?q={id}",
    "games/game/?status=active&ruleset=asmodee",
    "games/game/?player=ada",
    "games/game/{pk}/change/",
    "games/game/{pk}/history/",
    "games/game/{pk}/delete/",
    "games/game/{pk}/abort/",
    "games/game/{pk}/remove/",
    "games/game/{pk}/annul/",
    "games/game/{pk}/look/",
    "games/game/{id}/watch/",
    "games/game/{id}/news/",
    "games/game/{id}/replay/",
    "games/remarkableround/",
    "players/player/",
    "players/player/{ada}/change/",
    "players/player/{ada}/history/",
    "admin/logentry/",
    "search/?s={id}",
    "autocomplete/?app_label=games&model_name=seat&field_name=player&term=a",
]


def read(client: Client, place: Place) -> dict[str, str]:
    """What each page says, but for what changes from one reading to the next."""
    game = place.running.game
    keys = {"pk": game.pk, "id": game.public_id, "ada": place.running.player(0).pk}
    pages = {page: client.get(f"/admin/{page.format(**keys)}") for page in PAGES}
    texts = {page: answer.content.decode() + str(answer.headers.get("Location")) for page, answer in pages.items()}
    varying = r'name="csrfmiddlewaretoken" value="\w+"|\d+ s ago|csrf\w*": "\w+"'
    return {page: re.sub(varying, "", text) for page, text in texts.items()}


def test_with_other_dice_every_page_is_the_same(enter: Enter, place: Place) -> None:
    client = enter("superuser")
    place.running = started("ada", "bob", "cyd", turn_seconds=None, now=timezone.now())  # nothing happens by itself
    place.running.move("1 two", when=0)
    game = place.running.game
    before = read(client, place)
    assert sum(game.public_id in text for text in before.values()) >= 10
    assert not any(game.server_seed in text for text in before.values())
    for hand in Hand.objects.filter(round__game=game):
        Hand.objects.filter(pk=hand.pk).update(dice="".join(str(7 - int(die)) for die in hand.dice))
    assert read(client, place) == before


def test_hands_are_no_part_of_the_admin() -> None:
    registered = set(admin.site._registry)
    assert registered & {Hand, Round, Bid, Seat} == set()
    game_admin = admin.site._registry[Game]
    assert {"server_seed", "join_code"} & set(map(str, game_admin.get_fields(None))) == set()  # type: ignore[arg-type]


SEARCHES = [
    "server_seed__startswith={seed}",
    "server_seed={seed}",
    "join_code__contains=a",
    "rounds__hands__dice__startswith=1",
    "seats__client_seed=a",
    "seats__player__password__startswith=p",
    "creator__password__startswith=p",
    "status__exact=active",
]


@pytest.mark.parametrize("search", SEARCHES)
def test_nothing_is_found_by_what_is_hidden(search: str, enter: Enter, place: Place) -> None:
    query = search.format(seed=place.running.game.server_seed[:4])
    answer = enter("superuser").get(f"/admin/games/game/?{query}")
    assert answer.status_code == 400


@pytest.mark.parametrize("search", ["password__startswith=p", "tokens__digest__startswith=a", "seats__client_seed=a"])
def test_nor_are_players(search: str, enter: Enter, place: Place) -> None:
    assert enter("superuser").get(f"/admin/players/player/?{search}").status_code == 400


def test_lists_are_ordered_by_no_column_but_their_own(enter: Enter, place: Place) -> None:
    client = enter("superuser")
    pages = [client.get(f"/admin/games/game/?{query}").context["cl"].result_list for query in ("", "o=1", "o=-3.2")]
    assert pages[0] == pages[1] == pages[2]
    assert client.get("/admin/games/game/?_to_field=server_seed").status_code == 400
