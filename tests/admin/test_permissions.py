"""Who may see which page and do what: a viewer looks, a moderator acts, and only a superuser touches rights."""

from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from games.models import Bid, Game, Hand, Round, Seat
from players.models import Player, Token
from tests.admin.conftest import ROLES, Enter, Place
from tests.conftest import MakePlayer

REASON = {"reason": "as told in the complaint"}

# A page, and its status for each of ROLES.
PAGES: list[tuple[str, tuple[int, int, int, int]]] = [
    ("", (302, 200, 200, 200)),
    ("games/game/", (302, 200, 200, 200)),
    ("games/game/{over}/change/", (302, 200, 200, 200)),
    ("games/game/{over}/history/", (302, 403, 200, 200)),
    ("players/player/{ada}/history/", (302, 403, 200, 200)),
    ("games/game/{over}/look/", (302, 302, 302, 302)),
    ("games/game/add/", (302, 403, 403, 403)),
    ("games/game/{over}/delete/", (302, 403, 403, 403)),
    ("games/game/{running}/abort/", (302, 403, 200, 200)),
    ("games/game/{over}/abort/", (302, 403, 200, 200)),
    ("games/game/{running}/remove/", (302, 403, 200, 200)),
    ("games/game/{over}/annul/", (302, 403, 200, 200)),
    ("games/game/{running}/annul/", (302, 403, 200, 200)),
    ("games/remarkableround/", (302, 200, 200, 200)),
    ("players/rating/", (302, 200, 200, 200)),
    ("players/player/", (302, 200, 200, 200)),
    ("players/player/{ada}/change/", (302, 200, 200, 200)),
    ("players/player/{ada}/ban/", (302, 403, 200, 200)),
    ("players/player/{ada}/unban/", (302, 403, 200, 200)),
    ("players/player/{ada}/rename/", (302, 403, 200, 200)),
    ("players/player/{ada}/revoke-tokens/", (302, 403, 200, 200)),
    ("players/player/{ada}/password/", (302, 403, 403, 200)),
    ("players/player/{ada}/delete/", (302, 403, 403, 403)),
    ("players/player/{boss}/ban/", (302, 403, 403, 200)),
    ("players/player/{boss}/rename/", (302, 403, 403, 200)),
    ("players/player/{bot}/ban/", (302, 403, 403, 403)),
    ("admin/logentry/", (302, 403, 200, 200)),
    ("auth/group/", (302, 403, 403, 200)),
]


def addresses(place: Place, make_player: MakePlayer) -> Callable[[str], str]:
    boss = make_player("boss", is_staff=True)
    keys = {name: getattr(place, name).game.pk for name in ("open", "running", "over", "aborted")}
    keys |= {"ada": Player.objects.get(username="Ada").pk, "boss": boss.pk}
    keys |= {"bot": Player.objects.get(username="odds").pk}
    return lambda page: f"/admin/{page.format(**keys)}"


@pytest.mark.parametrize("role", ROLES)
def test_each_sees_what_is_theirs(role: str, enter: Enter, place: Place, make_player: MakePlayer) -> None:
    client, address = enter(role), addresses(place, make_player)
    expected = {page: statuses[ROLES.index(role)] for page, statuses in PAGES}
    assert {page: client.get(address(page)).status_code for page, _ in PAGES} == expected


@pytest.mark.parametrize("role", ["nobody", "viewer"])
def test_who_may_only_look_changes_nothing(role: str, enter: Enter, place: Place, make_player: MakePlayer) -> None:
    client, address = enter(role), addresses(place, make_player)
    before = everything()
    for page, _ in PAGES:
        client.post(address(page), {**REASON, "seat": "1", "username": "Eve", "is_superuser": "on", "post": "yes"})
    assert everything() == before


def test_a_moderator_gives_no_rights_and_no_passwords(enter: Enter, place: Place) -> None:
    client, ada = enter("moderator"), Player.objects.get(username="Ada")
    own = Player.objects.get(username="the-moderator")
    for player in (ada, own):
        page = client.get(f"/admin/players/player/{player.pk}/change/").content.decode()
        assert 'name="is_superuser"' not in page
        assert "pbkdf2" not in page
        form = {"is_staff": "on", "is_superuser": "on", "groups": []}
        assert client.post(f"/admin/players/player/{player.pk}/change/", form).status_code == 403
        passwords = {"password1": "eight fours 8", "password2": "eight fours 8", "usable_password": "true"}
        assert client.post(f"/admin/players/player/{player.pk}/password/", passwords).status_code == 403
    assert Player.objects.filter(is_superuser=True).count() == 0
    assert Player.objects.get(pk=ada.pk).password == ada.password


def test_nobody_bans_themselves(enter: Enter) -> None:
    for role in ("moderator", "superuser"):
        client, own = enter(role), Player.objects.get(username=f"the-{role}")
        assert client.post(f"/admin/players/player/{own.pk}/ban/", REASON).status_code == 403
        assert Player.objects.get(pk=own.pk).is_active


def test_history_is_changed_and_deleted_by_nobody(enter: Enter, place: Place) -> None:
    client: Client = enter("superuser")
    before = everything()
    for sitting in (place.open, place.running, place.over):
        for page in ("change", "delete"):
            answer = client.post(f"/admin/games/game/{sitting.game.pk}/{page}/", {"post": "yes", "status": "open"})
            assert answer.status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [place.over.game.pk], "post": "yes"}
    for model in ("games/game", "games/remarkableround", "players/rating", "players/player", "admin/logentry"):
        client.post(f"/admin/{model}/", chosen)
        assert client.post(f"/admin/{model}/add/", {}).status_code == 403
    assert everything() == before


def everything() -> dict[str, list[dict[str, object]]]:
    """All rows that could be touched."""
    models = (Game, Seat, Round, Hand, Bid, Player, Token, LogEntry)
    rows = {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
    for player in rows["Player"]:
        player.pop("last_login")
    return rows
