"""What every test may use."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from players.models import Player
from players.services import issue_token
from tests.client import CheckedClient

PASSWORD = "seven fours 7"

MakePlayer = Callable[..., Player]
As = Callable[[Player], CheckedClient]


@pytest.fixture(autouse=True)
def _quick_and_unthrottled(settings: Any) -> None:
    """Passwords that are not slow to check, static files looked up when asked for, no limits left from before."""
    settings.WHITENOISE_AUTOREFRESH = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.THROTTLE_RATES = {}
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
    """`as_player(ada)` is a client with a token of hers."""

    def client(player: Player) -> CheckedClient:
        client = CheckedClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(player=player).secret}")
        return client

    return client
