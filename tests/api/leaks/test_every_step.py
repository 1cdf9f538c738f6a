"""Whole games of every ruleset: at each step hands that a viewer cannot see change no byte of what that viewer sees.

The crawl (test_crawl.py) asks everything there is, in one game of each ruleset. This asks only the three addresses by
which games are followed, in several games of each, in which all that can happen does: calza and timeouts, too.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.urls import resolve
from rest_framework.response import Response

from games.models import Hand
from tests.api.leaks.conftest import signed_in
from tests.api.leaks.crawl import Crawl, Leak, Viewer, plain
from tests.api.leaks.frozen import Frozen
from tests.api.leaks.heard import Capture, Listener
from tests.api.leaks.questions import Question
from tests.api.table import Table, open_table
from tests.client import CheckedClient
from tests.conftest import MakePlayer
from tests.reference import RULESETS

Follow = Callable[..., "Followed"]

GAMES = ((3, 2), (3, 3), (4, 2))
"""Seats, and dice in each cup at the start: few, for short games in which much happens."""
HAPPEN = {"left", "timeout", "palifico", "call: dudo", "call: calza", "finished"}
FOLLOWED = {"get_game": "", "list_events": "events/", "list_rounds": "rounds/"}
LATE = 3
"""The round in which the addresses that leak begin to."""


class Followed:
    """A game and everybody who looks at it: those who play, have left or are out, a stranger, anybody."""

    def __init__(self, table: Table, crawl: Crawl) -> None:
        self.table, self.crawl = table, crawl
        self.looks = 0

    def play(self, chance: random.Random) -> None:
        """To the end, with a look before each step and after the last."""
        self._look(chance)
        while not self.table.is_over:
            self.table.step(chance, leaves=0.04, timeouts=0.12)
            self._look(chance)

    def _look(self, chance: random.Random) -> None:
        path = self.table.path
        self.crawl.look([Question("get", path + end, operation) for operation, end in FOLLOWED.items()], chance)
        self.looks += 1


@pytest.fixture
def followed(frozen: Frozen, make_player: MakePlayer, django_capture_on_commit_callbacks: Capture) -> Follow:
    """`followed(chance, "boxed", seats=3, dice=2)`."""
    names = (f"{name}{number}" for number in count() for name in ("ada", "bob", "cyd", "dan", "eve"))

    def follow(chance: random.Random, ruleset: str, *, seats: int, dice: int) -> Followed:
        frozen.again(chance.random())  # ids, tokens and seeds are the same at every run
        *clients, stranger = [signed_in(make_player(next(names))) for _ in range(seats + 1)]
        table = open_table(clients, CheckedClient(), chance=chance, ruleset=ruleset, options={"starting_dice": dice})
        viewers = [Viewer(f"seat {seat}", plain(client), seat) for seat, client in enumerate(clients)]
        viewers += [Viewer("stranger", plain(stranger)), Viewer("anonymous", plain(CheckedClient()))]
        return Followed(table, Crawl(Listener(table.id, frozen, django_capture_on_commit_callbacks), viewers))

    return follow


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hands_that_cannot_be_seen_change_nothing_at_any_step(followed: Follow, ruleset: str) -> None:
    chance, happened = random.Random(ruleset), Counter[str]()
    for seats, dice in GAMES:
        game = followed(chance, ruleset, seats=seats, dice=dice)
        game.play(chance)
        happened += game.table.happened
        assert game.crawl.asked == game.looks * len(game.crawl.viewers) * len(FOLLOWED)
        assert game.crawl.answered == set(FOLLOWED)
        assert game.crawl.faults == []
    assert HAPPEN - ({"call: calza"} if ruleset == "aces" else set()) <= set(happened), (
        "a game in which too little happened"
    )


@pytest.mark.parametrize("operation", FOLLOWED)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_late_in_a_game_is_found(
    followed: Follow, monkeypatch: pytest.MonkeyPatch, ruleset: str, operation: str
) -> None:
    """By each of the addresses, in a header at that."""
    chance = random.Random(ruleset)
    game = followed(chance, ruleset, seats=3, dice=3)
    view: Any = resolve(game.table.path + FOLLOWED[operation]).func
    finalize = view.cls.finalize_response

    def tell(self: Any, request: Any, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer: Response = finalize(self, request, response, *args, **kwargs)
        late = Hand.objects.filter(round__number__gte=LATE, round__ended_seq=None).order_by("-seat").first()
        if late is not None:
            answer["X-Luck"] = late.dice[0]
        return answer

    monkeypatch.setattr(view.cls, "finalize_response", tell)
    with pytest.raises(Leak, match=f"{operation}.*X-Luck"):
        game.play(chance)
    assert game.looks > LATE
