"""`manage.py first_start`: one administrator, whose password is shown once."""

import io
import re

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from players.models import Player
from tests.conftest import MakePlayer

pytestmark = pytest.mark.django_db


def first_start() -> str:
    out = io.StringIO()
    call_command("first_start", stdout=out)
    return out.getvalue()


def test_the_first_start_makes_an_administrator_with_the_password_it_prints() -> None:
    printed = re.search(r"username  (\S+)\n  password  (\S+)\n", first_start())
    assert printed is not None
    username, password = printed.groups()
    admin = authenticate(username=username, password=password)
    assert isinstance(admin, Player)
    assert (admin.username, admin.is_superuser, admin.is_staff) == ("admin", True, True)
    assert len(password) >= 16


def test_the_second_start_prints_nothing_and_makes_nobody() -> None:
    first_start()
    players = Player.objects.count()
    assert first_start() == ""
    assert Player.objects.count() == players


def test_a_database_with_an_administrator_gets_no_other() -> None:
    Player.objects.create_superuser("root", "seven fours 7")
    assert first_start() == ""
    assert not Player.objects.filter(username="admin").exists()


def test_somebody_else_called_admin_is_left_alone(make_player: MakePlayer) -> None:
    make_player("Admin")
    assert "createsuperuser" in first_start()
    assert not Player.objects.filter(is_superuser=True).exists()
