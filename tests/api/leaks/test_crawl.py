"""What nobody may see is not in what they are sent: not in one byte, on no address, in no refusal."""

import base64
import hashlib
import logging
import random
from collections.abc import Callable, Iterable
from functools import partial, wraps

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

from games.api.views.play import MovesView
from games.models import Hand
from games.services import hints
from games.store.read import load
from games.store.record import GameRecord
from perudo_site import urls
from tests.api import rows
from tests.api.leaks.conftest import Laid, Scene
from tests.api.leaks.crawl import Leak, Viewer
from tests.api.leaks.heard import Heard
from tests.api.leaks.questions import Question
from tests.api.leaks.whole_games import RULESETS, SEED, crawl_games

SHARE = 18
"""A number of steps that every game has: so many it takes until each question has had its turn."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hands_that_cannot_be_seen_change_nothing(laid: Laid, ruleset: str) -> None:
    crawl_games(laid, ruleset, share=SHARE, seed=SEED)


def test_the_same_chance_lays_the_same_game(laid: Laid) -> None:
    """A crawl is the same at every run, whatever was drawn before it."""
    dealt = []
    for chance in (7, 7, 8):
        with rows.undone():
            table = laid(random.Random(chance)).table
            dealt.append((table.id, [table.seen(seat)["you"]["dice"] for seat in range(len(table.clients))]))
    assert dealt[0] == dealt[1] != dealt[2]


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


# --- In the answer to a call ---------------------------------------------------------------------------------------

Telling = Callable[[Response, GameRecord], object]
"""Adds to an answer what it should not tell of the round that begins."""


def hands_of(record: GameRecord) -> str:
    return str([list(hand.dice) for hand in record.rounds[-1].rolled_hands])


def key_of(record: GameRecord, seat: int) -> bytes:
    return record.dice.key(round_number=record.game.round_number, seat=seat)


def in_header(name: str, what: Callable[[GameRecord], str]) -> Telling:
    return lambda answer, record: answer.headers.__setitem__(name, what(record))


IN_CALLS: dict[str, Telling] = {
    "the seed in a header": in_header("X-Seed", lambda record: record.game.server_seed),
    "the seed in the body": lambda answer, record: answer.data.update(
        seed=base64.b64encode(bytes.fromhex(record.game.server_seed)).decode()
    ),
    "a bot's key in the log": lambda answer, record: logging.getLogger("games").debug(
        "rolled by %s", key_of(record, 4)
    ),
    "the hands in a header": in_header("X-Hands", hands_of),
    "the hands in a hash": in_header("ETag", lambda record: hashlib.sha256(hands_of(record).encode()).hexdigest()),
    "a bot's hand in the body": lambda answer, record: answer.data.update(dice=record.rounds[-1].rolled_hands[-1].dice),
    "the hands in the log": lambda answer, record: logging.getLogger("games").debug("rolled %s", hands_of(record)),
    "the hands in the cache": lambda answer, record: cache.set("view", hands_of(record)),
    "the hands in a message": lambda answer, record: hints.bots_due(hands_of(record)),
}


def in_calls(tell: Telling) -> Callable[..., Response]:
    """The view of moves, telling more where a call has begun a new round."""

    @wraps(post := MovesView.post)
    def told(view: MovesView, request: Request, game_id: str) -> Response:
        answer = post(view, request, game_id)
        record = load(game_id)
        assert record is not None
        if dict(request.data)["action"] in ("dudo", "calza") and record.is_active:
            tell(answer, record)
        return answer

    return told


def test_a_call_that_tells_of_the_round_it_begins_is_found(laid: Laid) -> None:
    """What it tells of the round that it ends is everybody's to know, and of the new one the caller's own hand."""
    chance = random.Random(5)
    scene = laid(chance, ruleset="asmodee")
    table = scene.table
    while not (table.is_person(table.turn) and "dudo" in table.referee.allowed(table.turn)):
        table.step(chance)
    moves = [question for question in scene.questions() if question.operation == "make_move"]
    scene.crawl.look(moves, chance)
    assert "a call that begins a round" in scene.crawl.met
    for tell in IN_CALLS.values():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MovesView, "post", in_calls(tell))
            with pytest.raises(Leak, match=r"'action': '(dudo|calza)'"):
                scene.crawl.look(moves, chance)
    assert scene.crawl.faults == []
