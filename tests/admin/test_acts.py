"""What is done by buttons: asked for twice, with a reason, by the services, and logged."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.services import annul
from games.services import moderation as games
from games.store.read import lock
from players.models import Player, RatingChange, ReservedName, Token
from players.services import issue_token, moderation
from tests.admin.conftest import Enter, Place
from tests.services.tables import at

WHY = "as told in the complaint"


@dataclass
class Deed:
    """A button: where it is, what its form says, what must have come about, and its line in the log."""

    page: str
    of: Callable[[Place], Any]
    done: Callable[[Place], bool]
    log: str
    form: dict[str, str] = field(default_factory=dict)
    before: Callable[[Place], object] = lambda _place: None


def ada(_: Place | None = None) -> Player:
    return Player.objects.get(pk__in=Player.objects.filter(joined_at__isnull=False, username__in=["Ada", "Countess"]))


DEEDS = {
    "abort": Deed(
        "games/game/{pk}/abort/",
        lambda place: place.running.game,
        lambda place: (place.running.game.status, place.running.game.abandoned_reason) == ("abandoned", "aborted"),
        f"abort: {WHY}",
    ),
    "abort an open table": Deed(
        "games/game/{pk}/abort/",
        lambda place: place.open.game,
        lambda place: place.open.game.status == "abandoned",
        f"abort: {WHY}",
    ),
    "remove": Deed(
        "games/game/{pk}/remove/",
        lambda place: place.running.game,
        lambda place: place.running.record.seats[1].left_reason == "removed",
        f"remove seat 1: {WHY}",
        {"seat": "1"},
    ),
    "annul": Deed(
        "games/game/{pk}/annul/",
        lambda place: place.over.game,
        lambda place: place.over.game.annulled_at is not None and not RatingChange.objects.exists(),
        f"annul: {WHY}",
    ),
    "ban": Deed(
        "players/player/{pk}/ban/",
        ada,
        lambda place: (
            ada().banned_at is not None
            and not Token.objects.exists()
            and place.running.record.seats[0].left_reason == "removed"
            and place.open.game.status == "abandoned"
        ),
        f"ban: {WHY}",
        before=lambda _: issue_token(player=ada()),
    ),
    "unban": Deed(
        "players/player/{pk}/unban/",
        ada,
        lambda _: ada().is_active and ada().banned_at is None,
        f"unban: {WHY}",
        before=lambda _: moderation.ban(player=ada(), now=at(0)),
    ),
    "rename": Deed(
        "players/player/{pk}/rename/",
        ada,
        lambda _: ada().username == "Countess" and ReservedName.objects.filter(name="ada").exists(),
        f"rename: {WHY}",
        {"username": "Countess"},
    ),
    "revoke tokens": Deed(
        "players/player/{pk}/revoke-tokens/",
        ada,
        lambda _: not Token.objects.exists(),
        f"revoke tokens: {WHY}",
        before=lambda _: issue_token(player=ada()),
    ),
}


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_is_asked_for_twice_and_logged(name: str, enter: Enter, place: Place) -> None:
    deed, client = DEEDS[name], enter("moderator")
    deed.before(place)
    row = deed.of(place)
    address = "/admin/" + deed.page.format(pk=row.pk)
    page = client.get(address)
    assert page.status_code == 200
    assert 'name="reason"' in page.content.decode()
    for reason in ("", "   "):
        assert client.post(address, {**deed.form, "reason": reason}).status_code == 200
    assert not deed.done(place)
    assert not LogEntry.objects.exists()

    answer = client.post(address, {**deed.form, "reason": WHY})

    assert (answer.status_code, answer["Location"]) == (302, address.rsplit("/", 2)[0] + "/change/")
    assert deed.done(place)
    [entry] = LogEntry.objects.all()
    assert (entry.user.username, entry.get_edited_object(), entry.change_message) == (
        "the-moderator",
        deed.of(place),
        deed.log,
    )
    assert WHY in client.get("/admin/admin/logentry/").content.decode()
    history = client.get(address.rsplit("/", 2)[0] + "/history/").content.decode()
    assert WHY in history
    assert f"{entry.action_time:%Y-%m-%d %H:%M}</td>" in history  # as in the lists
    assert "data-label" not in history  # unfold's repeats in each cell the head of its column


@pytest.mark.parametrize(
    ("name", "told"), [("Bob", "taken, or reserved"), ("me", "taken, or reserved"), ("a b", "3 to 20 letters")]
)
def test_a_name_that_is_not_to_be_had_is_told(name: str, told: str, enter: Enter, place: Place) -> None:
    address = f"/admin/players/player/{ada().pk}/rename/"
    answer = enter("moderator").post(address, {"reason": WHY, "username": name})
    assert told in answer.content.decode()
    assert ada().username == "Ada"
    assert not LogEntry.objects.exists()


def test_only_those_who_are_there_can_be_removed(enter: Enter, place: Place) -> None:
    address = f"/admin/games/game/{place.running.game.pk}/remove/"
    place.running.leave(2)
    client = enter("moderator")
    assert seats_offered(client, address) == ["0", "1", "3"]
    for seat in ("2", "7", "", "x"):
        assert client.post(address, {"reason": WHY, "seat": seat}).status_code == 200
    assert seats_offered(client, f"/admin/games/game/{place.open.game.pk}/remove/") == ["0"]
    assert not LogEntry.objects.exists()


def seats_offered(client: Client, address: str) -> list[str]:
    form = client.get(address).context["form"]
    return [value for value, _name in form.fields["seat"].choices]


def test_who_was_faster_is_told(enter: Enter, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game ended between the look at it and the lock."""
    pk, client = place.running.game.pk, enter("moderator")

    def late(game_id: str) -> Any:
        Game.objects.filter(public_id=game_id).update(
            status="abandoned", finished_at=at(1), turn=None, deadline=None, due_at=None, due_for=""
        )
        return lock(game_id)

    monkeypatch.setattr("games.services.moderation.lock", late)
    answer = client.post(f"/admin/games/game/{pk}/abort/", {"reason": WHY})
    assert "The game is over already." in answer.content.decode()
    assert not LogEntry.objects.exists()


# What was done meanwhile, by another or in another tab, so that a button comes too late; and what is told then.
LATE: dict[str, tuple[str, Callable[[Place], object], str]] = {
    "abort": ("abort", lambda place: _abort(place), "The game is over already."),
    "remove": ("remove", lambda place: _abort(place), "The game is over already."),
    "annul": ("annul", lambda place: _annul(place), "The game counts for no rating already."),
    "ban": ("ban", lambda _: moderation.ban(player=ada(), now=at(0)), "The player is banned already."),
    "unban": ("unban", lambda _: None, "The player is not banned."),
    "rename": ("rename", lambda _: _delete(), "The account is deleted."),
    "revoke tokens": ("revoke tokens", lambda _: _delete(), "The account is deleted."),
}


def _abort(place: Place) -> None:
    games.abort(game_id=place.running.game_id, now=timezone.now())


def _annul(place: Place) -> None:
    annul.annul(game_id=place.over.game_id, now=timezone.now())


def _delete() -> None:
    Player.objects.filter(pk=ada().pk).update(deleted_at=at(0), is_active=False)


@pytest.mark.parametrize("name", LATE)
def test_who_comes_too_late_is_told_so_and_keeps_what_was_typed(name: str, enter: Enter, place: Place) -> None:
    deed, meanwhile, told = LATE[name]
    row = DEEDS[deed].of(place)
    address, client = "/admin/" + DEEDS[deed].page.format(pk=row.pk), enter("moderator")
    meanwhile(place)
    for answer in (client.get(address), client.post(address, {**DEEDS[deed].form, "reason": WHY})):
        assert answer.status_code == 200
        assert told in answer.content.decode()
        assert '<button type="submit" class="bg-red-600' not in answer.content.decode()
    assert WHY in answer.content.decode()
    assert not LogEntry.objects.exists()
    own_page = client.get(address.rsplit("/", 2)[0] + "/change/").content.decode()
    assert f"/{address.rsplit('/', 2)[1]}/" not in own_page


def test_a_table_that_was_never_played_can_be_looked_at(enter: Enter, place: Place) -> None:
    games.abort(game_id=place.open.game_id, now=timezone.now())
    answer = enter("viewer").get(f"/admin/games/game/{place.open.game.pk}/look/", follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, f"/admin/games/game/{place.open.game_id}/replay/")


def test_buttons_are_shown_to_those_who_may_press_them(enter: Enter, place: Place) -> None:
    for role, shown in (("viewer", []), ("moderator", ["abort", "remove", "history"])):
        page = enter(role).get(f"/admin/games/game/{place.running.game.pk}/change/").content.decode()
        assert [name for name in ("abort", "remove", "annul", "history") if f"/{name}/" in page] == shown
