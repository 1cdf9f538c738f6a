"""Who works in the admin, each logged in, and games of every status to look at."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.services import moderation
from players.models import Player
from tests.conftest import MakePlayer
from tests.services.rated import played
from tests.services.tables import Sitting, open_table, started

ROLES = ("nobody", "viewer", "moderator", "superuser")
Enter = Callable[[str], Client]


@pytest.fixture
def enter(make_player: MakePlayer) -> Enter:
    """`enter("viewer")` is a browser in which one of that group is logged in; `nobody` is an account without rights."""

    def client(role: str) -> Client:
        player = Player.objects.named(f"the-{role}").first() or make_player(
            f"the-{role}", is_staff=role != "nobody", is_superuser=role == "superuser"
        )
        if role in ("viewer", "moderator"):
            player.groups.add(Group.objects.get(name=role))
        browser = Client()
        browser.force_login(player)
        return browser

    return client


@dataclass
class Place:
    """A game of each status. Ada, Bob and Cyd play; `over` was rated."""

    open: Sitting
    running: Sitting
    over: Sitting
    aborted: Sitting


@pytest.fixture
def place(make_player: MakePlayer) -> Place:
    for name in ("Ada", "Bob", "Cyd"):
        make_player(name)
    aborted = started("ada", "bob", ruleset="boxed")
    moderation.abort(game_id=aborted.game_id, now=aborted.game.created_at + timedelta(seconds=1))
    now = timezone.now()  # or it would be given up as stale
    # Ada opens: nothing is due while a test looks on, as it soon would be if the bot were on turn.
    running = started("ada", "bob", "cyd", bots=["odds"], turn_seconds=None, opener=0, now=now)
    return Place(open_table("ada", seats=3, now=now), running, played("ada", "bob", "cyd"), aborted)
