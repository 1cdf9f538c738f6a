"""What nobody may see is not in what they are sent: not in one byte, on no address, in no refusal."""

import logging
import random
from collections.abc import Iterable
from functools import partial

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.models import Game, Hand
from games.services import hints
from games.store.read import load
from perudo_site import urls
from tests.api import rows
from tests.api.leaks.conftest import LEAVER, Laid, Scene
from tests.api.leaks.crawl import Leak, Viewer
from tests.api.leaks.heard import Heard
from tests.api.leaks.questions import Question

# Few dice make a short game in which much happens. Boxed rules hide lost dice.
GAMES = [("asmodee", 1), ("boxed", 2), ("aces", 2)]
SHARE = 9
"""Of the questions that are not about the game itself one in so many is asked at a step, another at the next."""


@pytest.mark.parametrize(("ruleset", "dice"), GAMES)
def test_hands_that_cannot_be_seen_change_nothing(laid: Laid, ruleset: str, dice: int) -> None:
    """At each step of a game of random moves, a departure and timeouts; as everybody; now and then it is private."""
    chance = random.Random(f"{ruleset}3")  # games that are neither short nor long
    scene = laid(chance, ruleset=ruleset, options={"starting_dice": dice})
    everything = {(question.method, question.operation) for question in scene.questions()}
    step, asked = 0, set[tuple[str, str]]()
    while not scene.table.is_over and step < SHARE:
        chosen = some(scene, step)
        asked |= {(question.method, question.operation) for question in chosen}
        with rows.undone():
            if step % 3 == 2:
                Game.objects.filter(public_id=scene.table.id).update(private=True, join_code="nonsense")
            scene.crawl.look(chosen, chance)
        if step == 1:
            scene.table.leave(LEAVER)
        else:
            scene.table.step(chance, timeouts=0.1)
        step += 1
    assert step == SHARE, "not everything has had its turn"
    assert asked == everything
    assert {question.operation for question in scene.crawl.faults} == set()
    assert scene.crawl.answered >= {"get_game", "list_events", "list_rounds", "make_move", "leave_game", "delete_me"}


def some(scene: Scene, step: int) -> list[Question]:
    """The plain questions about the game, and some of the others, so that all have their turn."""
    everything = scene.questions()
    about = [question for question in everything if question.is_plain and scene.table.id in question.path]
    others = [question for question in everything if question not in about]
    return about + others[step % SHARE :: SHARE]


# --- It would be noticed ------------------------------------------------------------------------------------------


def dice_of(game_id: str) -> str:
    """The dice of seat 1."""
    return Hand.objects.get(round__game__public_id=game_id, round__ended_seq=None, seat=1).dice


class Leaking(APIView):
    """An address that nobody has told the crawl of. A subclass says how it leaks."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_id: str) -> Response:
        """Tell what one may know, and not only that."""
        return self.tell(game_id)

    def tell(self, game_id: str) -> Response:
        raise NotImplementedError


class Body(Leaking):
    def tell(self, game_id: str) -> Response:
        return Response({"parity": int(dice_of(game_id)) % 2 + int(dice_of(game_id)[0]) // 3})


class Header(Leaking):
    def tell(self, game_id: str) -> Response:
        return Response({}, headers={"X-Luck": dice_of(game_id)})


class Refusal(Leaking):
    def tell(self, game_id: str) -> Response:
        raise NotFound(f"There is nothing at {len(dice_of(game_id)) * 7 + int(dice_of(game_id)[0])}.")


class Log(Leaking):
    def tell(self, game_id: str) -> Response:
        logging.getLogger("games").debug("rolled %s", dice_of(game_id))
        return Response({})


class Cache(Leaking):
    def tell(self, game_id: str) -> Response:
        cache.set("view", {"dice": dice_of(game_id)})
        return Response({})


class Message(Leaking):
    def tell(self, game_id: str) -> Response:
        transaction.on_commit(partial(hints.bots_due, f"{game_id}{dice_of(game_id)}"))
        return Response({})


class Seed(Leaking):
    def tell(self, game_id: str) -> Response:
        record = load(game_id)
        assert record is not None
        return Response({"key": record.dice.key(round_number=record.game.round_number, seat=1).hex()})


LEAKS = (Body, Header, Refusal, Log, Cache, Message, Seed)
leaking = [path(f"games/<slug:game_id>/{leak.__name__.lower()}/", leak.as_view()) for leak in LEAKS]
urlpatterns = [path("api/v1/", include((leaking, "leaking"))), *urls.urlpatterns]


@pytest.mark.urls(__name__)
def test_a_new_address_that_leaks_is_found(laid: Laid) -> None:
    """By the document alone, whatever it leaks by; the one whose dice they are may hear of them."""
    chance = random.Random(1)
    scene = laid(chance, ruleset="aces", options={"starting_dice": 1})
    served = SchemaGenerator(urlconf=__name__).get_schema(public=True)  # type: ignore[no-untyped-call]
    for leak in LEAKS:
        questions = [question for question in scene.questions(served) if leak.__name__.lower() in question.path]
        assert {question.method for question in questions} >= {"get", "head", "options", "post"}
        with pytest.raises(Leak):
            scene.crawl.look(questions, chance)
        assert not leaks_to(scene, 1, questions, chance)


def leaks_to(scene: Scene, seat: int, questions: Iterable[Question], chance: random.Random) -> bool:
    """Whether the one in a seat hears what they may not."""
    everybody = scene.crawl.viewers
    scene.crawl.viewers = [viewer for viewer in everybody if viewer.seat == seat]
    try:
        scene.crawl.look(questions, chance)
    except Leak:
        return True
    finally:
        scene.crawl.viewers = everybody
    return False


def test_dice_that_one_sees_are_noticed(laid: Laid) -> None:
    """A hand drawn anew is seen by the one whose it is, in their view and their events, and by nobody else."""
    scene = laid(random.Random(2), ruleset="asmodee", options={"starting_dice": 1})
    plain = [question for question in scene.questions() if question.is_plain and question.method == "get"]

    def hear(viewer: Viewer) -> list[Heard]:
        return [scene.crawl.listener.ask(viewer.client, question) for question in plain]

    for viewer in scene.crawl.viewers:
        before = hear(viewer)
        with rows.undone():
            rows.redraw_own(scene.table.id, 0)
            after = hear(viewer)
        changed = {q.operation for q, one, other in zip(plain, before, after, strict=True) if one != other}
        assert changed == ({"get_game", "list_events"} if viewer.seat == 0 else set()), viewer.name
