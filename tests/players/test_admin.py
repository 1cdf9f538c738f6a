"""The admin, behind its own middleware."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Pace, Player, Rating, Token
from players.services import issue_token, ratings
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
    answer = client.post(
        "/admin/login/?next=/admin/", {"username": "ROOT", "password": PASSWORD, "csrfmiddlewaretoken": token}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    return client


def test_pages_are_served(admin: Client, make_player: MakePlayer) -> None:
    ada = make_player("ada")
    for path in ("/admin/", "/admin/players/player/", "/admin/players/player/?q=ada&kind__exact=human"):
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


def test_tokens_are_revoked_by_an_action(client: Client, root: Player, make_player: MakePlayer) -> None:
    ada = make_player("ada")
    for player in (ada, root):
        issue_token(player=player)
    client.force_login(root)
    client.post("/admin/players/player/", {"action": "revoke_tokens", "_selected_action": [str(ada.pk)]})
    assert [token.user for token in Token.objects.all()] == [root]


def test_a_kind_is_not_changed_by_hand(client: Client, root: Player, make_player: MakePlayer) -> None:
    ada = make_player("ada")
    client.force_login(root)
    client.post(f"/admin/players/player/{ada.pk}/change/", {"kind": "server", "is_staff": "on"})
    ada.refresh_from_db()
    assert (ada.kind, ada.is_active, ada.is_staff) == ("human", False, True)


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


def test_one_who_is_shut_out_leaves_the_leaderboards_at_once(
    client: Client, root: Player, make_player: MakePlayer
) -> None:
    ada, bob = make_player("ada"), make_player("bob")
    ranking, at = [ada.pk, bob.pk], timezone.now()
    ratings.record(ruleset="boxed", pace=Pace.LIVE, game="g", ranking=ranking, at=at)
    client.force_login(root)
    for form, board in [({}, "none"), ({"is_active": "on"}, "provisional")]:
        client.post(f"/admin/players/player/{ada.pk}/change/", form)
        assert Rating.objects.get(player=ada).board == board
