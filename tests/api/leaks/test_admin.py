"""A running game in the admin: no dice, no seed and no key, on any page, for a superuser either, before the round ends.

Pages are found by walking the site's addresses, so that new ones are asked for before anybody thinks of it.
"""

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice, product
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, path
from django.urls.resolvers import RoutePattern

from games.models import Game, Hand, Round, Seat
from perudo_site import urls
from players.models import Player
from tests.api import rows
from tests.api.leaks.conftest import Laid, Scene
from tests.api.leaks.crawl import Crawl, Leak, Viewer
from tests.api.leaks.questions import Question

METHODS = ("get", "head", "options", "post")
QUERIES = ("after=0", "q=ada")
FEW = 3
"""How many of the addresses that a page with parameters may mean are asked for."""
STEPS = 3
"""Over which the pages are spread."""


class Staff(Client):
    """Who is logged in at every question, whatever the one before did."""

    def request(self, **request: Any) -> Any:
        before = deepcopy(self.cookies)
        try:
            return super().request(**request)
        finally:
            self.cookies = before


def pages(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every address as a format, with the names of its parameters; expressions, which catch the rest, are no pages."""
    for pattern in patterns:
        if not isinstance(pattern.pattern, RoutePattern):
            continue
        names = list(pattern.pattern.converters)
        text = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from ((below, [*names, *inner]) for below, inner in pages(pattern.url_patterns, before + text))
        else:
            yield before + text, names


def questions(scene: Scene, *, urlconf: str | None = None) -> list[Question]:
    """Each page of the admin, of each thing that it might be about."""
    game = Game.objects.get(public_id=scene.table.id)
    round_ = Round.objects.get(game=game, ended_seq=None)
    things = [game, Player.objects.get(username="ada"), Seat.objects.filter(game=game)[0], round_]
    ids = (game.public_id, *dict.fromkeys(thing.pk for thing in things))
    found = []
    for template, names in pages(get_resolver(urlconf).url_patterns):
        if not template.startswith("admin/"):
            continue
        for chosen in islice(product(ids, repeat=len(names)), FEW):
            address = "/" + template.format(**dict(zip(names, chosen, strict=True)))
            found += [Question(method, address, template) for method in METHODS]
            parameters = [query.partition("=") for query in QUERIES]
            found += [Question("get", address, template, query=((name, value),)) for name, _, value in parameters]
    return found


@pytest.fixture
def root(db: None) -> Staff:
    client = Staff(raise_request_exception=False)
    client.force_login(Player.objects.create_superuser("root"))
    return client


def looking(scene: Scene, root: Staff) -> Crawl:
    return Crawl(scene.crawl.listener, [Viewer("superuser", root)])


def test_no_page_knows_more_than_the_table(laid: Laid, root: Staff) -> None:
    chance = random.Random(3)
    scene = laid(chance, ruleset="boxed", options={"starting_dice": 2})
    crawl, asked = looking(scene, root), questions(scene)
    crawl.warm_up(question for question in asked if "/add/" in question.path)  # unfold's fields get their looks then
    for step in range(STEPS):
        crawl.look(asked[step::STEPS], chance)
        scene.table.step(chance)
        asked = questions(scene)
    assert len(crawl.answered) > 10
    assert {question.operation for question in crawl.faults} == set()
    assert any(scene.table.id in question.path for question in asked)


def telling(request: HttpRequest, game_id: str) -> HttpResponse:
    """A page that shows the parity of what lies under the cups."""
    hands = Hand.objects.filter(round__game__public_id=game_id, round__ended_seq=None)
    return HttpResponse(f"<p>{[sum(map(int, hand.dice)) for hand in hands]}</p>")


urlpatterns = [path("admin/games/game/<slug:game_id>/secrets/", telling), *urls.urlpatterns]


@pytest.mark.urls(__name__)
def test_a_new_page_that_leaks_is_found(laid: Laid, root: Staff) -> None:
    chance = random.Random(4)
    scene = laid(chance, ruleset="aces", options={"starting_dice": 2})
    asked = [question for question in questions(scene) if "secrets" in question.path]
    assert asked
    with pytest.raises(Leak):
        looking(scene, root).look(asked, chance)
    with rows.undone(), pytest.raises(Leak):
        looking(scene, root).look([question for question in asked if scene.table.id in question.path], chance)
