"""What the database itself refuses, and accounts made without the API."""

import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from players.models import Player, Token
from players.services import ensure_server_players, issue_token
from tests.conftest import MakePlayer

pytestmark = pytest.mark.django_db


def test_names_are_unique_in_every_case() -> None:
    Player.objects.create_user("ada")
    for name in ("ada", "ADA"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.create_user(name)


def test_kinds_are_known_ones() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("ada", kind="cat")


def test_a_name_is_found_by_its_index() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = Player.objects.named("ADA").explain()
    # PostgreSQL has two that serve, and which one it takes is its affair.
    assert re.search("player_username_any_case|player_name_beginning", plan)


@pytest.mark.parametrize("name", ["me", "a b", "ad", ""])
def test_createsuperuser_takes_the_same_names(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "seven fours 7")
    with pytest.raises(CommandError):
        call_command("createsuperuser", "--no-input", "--username", name, verbosity=0)
    assert not Player.objects.filter(is_superuser=True).exists()


def test_createsuperuser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "seven fours 7")
    call_command("createsuperuser", "--no-input", "--username", "Root", verbosity=0)
    root = Player.objects.get_by_natural_key("root")
    assert root.is_staff
    assert root.is_superuser
    assert root.check_password("seven fours 7")


def test_server_players_are_made_once_and_nobody_logs_in_as_them() -> None:
    for _ in range(2):
        ensure_server_players(["odds-test", "chance-test"])
    players = Player.objects.filter(username__endswith="-test")
    assert [player.kind for player in players] == ["server", "server"]
    assert not any(player.has_usable_password() for player in players)


def test_a_persons_name_does_not_become_a_server_bots(make_player: MakePlayer) -> None:
    make_player("ODDS-test")
    with pytest.raises(ValueError, match="odds-test"):
        ensure_server_players(["odds-test"])
    assert Player.objects.named("odds-test").get().kind == "human"


def test_the_name_of_a_server_bot_is_taken(client: Any) -> None:
    ensure_server_players(["odds-test"])
    body = {"username": "Odds-Test", "password": "seven fours 7"}
    assert client.post("/api/v1/players/", body, content_type="application/json").json()["code"] == "username_taken"


def test_no_text_of_a_token_shows_its_secret(make_player: MakePlayer) -> None:
    issued = issue_token(player=make_player("ada"))
    texts = f"{issued!r} {issued.token!r} {issued.token}"
    assert issued.secret not in texts
    assert Token.objects.get().digest not in texts
