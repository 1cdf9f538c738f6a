"""The way into the admin, behind its own middleware."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client

from players.models import Player
from tests.conftest import PASSWORD, MakePlayer


@pytest.fixture
def root(db: None) -> Player:
    return Player.objects.create_superuser("root", PASSWORD)


@pytest.fixture
def admin(root: Player) -> Client:
    """Logged in through the form, with its CSRF token, as a browser is."""
    client = Client(enforce_csrf_checks=True)
    page = client.get("/admin/login/")
    token = page.content.decode().partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    answer = client.post("/admin/login/", {"username": "ROOT", "password": PASSWORD, "csrfmiddlewaretoken": token})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    return client


def test_pages_are_served(admin: Client, make_player: MakePlayer) -> None:
    ada = make_player("ada")
    for path in ("/admin/", "/admin/players/player/", "/admin/players/player/?q=ada&kind=human"):
        assert admin.get(path).status_code == 200
    page = admin.get(f"/admin/players/player/{ada.pk}/change/").content.decode()
    assert "ada" in page
    assert ada.password not in page
    assert "/admin/players/player/add/" not in page
    assert admin.get("/admin/players/player/add/").status_code == 403


def test_a_form_without_its_csrf_token_is_refused(root: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/admin/login/")
    assert client.post("/admin/login/", {"username": "root", "password": PASSWORD}).status_code == 403


def test_nobody_else_gets_in(client: Client, make_player: MakePlayer) -> None:
    client.force_login(make_player("ada"))
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"


def test_admin_without_a_slash_is_redirected(client: Client) -> None:
    assert client.get("/admin")["Location"] == "/admin/"


def test_neither_kind_nor_ban_is_changed_by_hand(client: Client, root: Player, make_player: MakePlayer) -> None:
    ada = make_player("ada")
    client.force_login(root)
    form = {"kind": "server", "is_active": "", "username": "eve", "banned_at": "2026-01-01", "is_staff": "on"}
    assert client.post(f"/admin/players/player/{ada.pk}/change/", form).status_code == 302
    ada.refresh_from_db()
    assert (ada.kind, ada.is_active, ada.username, ada.banned_at, ada.is_staff) == ("human", True, "ada", None, True)


def test_the_api_reads_no_session_and_checks_no_csrf(
    admin: Client, make_player: MakePlayer, django_assert_num_queries: Any
) -> None:
    make_player("ada")
    with django_assert_num_queries(3):  # the profile's own: no session is read
        answer = admin.get("/api/v1/players/ada/")
    assert "Cookie" not in answer.get("Vary", "")
    assert admin.get("/api/v1/players/me/").status_code == 401
    body = {"username": "ada", "password": PASSWORD}
    assert admin.post("/api/v1/tokens/", body, content_type="application/json").status_code == 201


RIGHTS = {
    "viewer": {"view_game", "view_remarkableround", "view_player", "view_rating"},
    "moderator": {
        *("view_game", "view_remarkableround", "view_player", "view_rating"),
        *("moderate_game", "moderate_player", "view_logentry"),
    },
}


@pytest.mark.django_db
def test_migrate_makes_the_groups_and_gives_them_their_rights_again() -> None:
    def rights() -> dict[str, set[str]]:
        return {group.name: {p.codename for p in group.permissions.all()} for group in Group.objects.all()}

    assert rights() == RIGHTS
    Group.objects.get(name="viewer").delete()
    Group.objects.get(name="moderator").permissions.clear()
    call_command("migrate", verbosity=0)
    assert rights() == RIGHTS
