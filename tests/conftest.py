"""What every test may use."""

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from hypothesis import settings as hypothesis_settings

from players.models import Player
from players.services import Terms, issue_token, note_use
from tests.client import CheckedClient

# A shell that starts the tests in the background has them ignore Ctrl-C, and all that they start would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hypothesis draws the same cases every time, so that a run can be repeated, and none of them may take only so long.
hypothesis_settings.register_profile("repeatable", derandomize=True, database=None, deadline=None, max_examples=60)
hypothesis_settings.register_profile("searching", deadline=None, max_examples=2000)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

PASSWORD = "seven fours 7"

MakePlayer = Callable[..., Player]
As = Callable[..., CheckedClient]


@pytest.fixture(autouse=True)
def _quick_and_unthrottled(settings: Any) -> None:
    """Passwords that are not slow to check, static files looked up when asked for, no limits left from before.

    And bots that are not cut short because the machine is a busy one.
    """
    settings.WHITENOISE_AUTOREFRESH = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.THROTTLE_RATES = {}
    settings.BOT_THINK_SECONDS = 60
    cache.clear()


@pytest.fixture
def api() -> CheckedClient:
    """An anonymous client."""
    return CheckedClient()


@pytest.fixture
def make_player(db: None) -> MakePlayer:
    """`make_player("ada")` is a new account, with the password PASSWORD."""

    def make(username: str = "ada", **fields: Any) -> Player:
        return Player.objects.create_user(username, PASSWORD, **fields)

    return make


@pytest.fixture
def as_player() -> As:
    """`as_player(ada)` is a client with a token of hers, of all scopes unless told.

    The token has been used already, so that no request of the test is the one that notes it.
    """

    def client(player: Player, *scopes: str) -> CheckedClient:
        client = CheckedClient()
        issued = issue_token(player=player, terms=Terms(scopes=list(scopes)) if scopes else None)
        note_use(token=issued.token, now=timezone.now())
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.secret}")
        return client

    return client
