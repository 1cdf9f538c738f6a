"""A new password: one's own, and one that an administrator gives."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from players.models import Player, Token
from players.services import register_bot
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer
from tests.players.tables import ME, TOKENS, ok, refused

PATH = f"{ME}password/"
NEW = "other horse 1"
BODY = {"password": PASSWORD, "new_password": NEW}


def log_in(api: CheckedClient, password: str) -> int:
    status: int = api.post(TOKENS, {"username": "ada", "password": password}).status_code
    return status


def test_a_new_password_is_the_one_that_counts(api: CheckedClient, make_player: MakePlayer, as_player: As) -> None:
    ada = as_player(make_player("ada"))
    ok(ada.post(PATH, BODY), 204)
    assert [log_in(api, password) for password in (PASSWORD, NEW)] == [401, 201]


def test_all_other_tokens_are_revoked(make_player: MakePlayer, as_player: As) -> None:
    player, bea = make_player("ada"), as_player(make_player("bea"))
    bot = register_bot(owner=player, username="adabot").token
    ada, others = as_player(player), [as_player(player), as_player(player, "read")]
    ok(ada.post(PATH, BODY), 204)
    assert ok(ada.get(ME))["username"] == "ada"
    assert [refused(other.get(ME)) for other in others] == [(401, "bad_token")] * 2
    assert ok(bea.get(ME))["username"] == "bea"
    assert Token.objects.filter(pk=bot.pk).exists()


def test_a_wrong_password_changes_nothing(api: CheckedClient, make_player: MakePlayer, as_player: As) -> None:
    player = make_player("ada")
    ada, other = as_player(player), as_player(player)
    answer = ada.post(PATH, {"password": NEW, "new_password": NEW})
    assert refused(answer) == (400, "invalid")
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [("password", "wrong_password")]
    assert ok(other.get(ME))["username"] == "ada"
    assert [log_in(api, password) for password in (NEW, PASSWORD)] == [401, 201]


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short1", "password_too_short"),
        ("password1", "password_too_common"),
        ("8675309864", "password_entirely_numeric"),
        ("ada-lovelace", "password_too_similar"),
    ],
)
def test_a_weak_password_is_invalid(make_player: MakePlayer, as_player: As, password: str, code: str) -> None:
    ada = as_player(make_player("ada-lovelace"))
    answer = ada.post(PATH, {"password": PASSWORD, "new_password": password})
    assert refused(answer) == (400, "invalid")
    assert ("new_password", code) in [(error["field"], error["code"]) for error in answer.json()["errors"]]
    assert Player.objects.get(username="ada-lovelace").check_password(PASSWORD)


def test_guesses_add_up_with_log_ins(api: CheckedClient, make_player: MakePlayer, as_player: As, settings: Any) -> None:
    settings.THROTTLE_RATES = {"login_name": "3/hour"}
    ada = as_player(make_player("ada"))
    wrong = {"password": "wrong horse 1", "new_password": NEW}
    assert log_in(api, "wrong horse 1") == 401
    assert ada.post(PATH, wrong).status_code == 400
    assert ada.delete(ME, {"password": "wrong horse 1"}).status_code == 400
    assert refused(ada.post(PATH, BODY)) == (429, "throttled")
    assert refused(ada.delete(ME, {"password": PASSWORD})) == (429, "throttled")
    assert log_in(api, PASSWORD) == 429
    assert ok(ada.get(ME))["username"] == "ada"


def test_neither_password_is_told_or_stored(make_player: MakePlayer, as_player: As) -> None:
    ada = as_player(make_player("ada"))
    refusal = ada.post(PATH, {"password": "wrong horse 1", "new_password": NEW})
    assert "horse" not in refusal.content.decode()
    ok(ada.post(PATH, BODY), 204)
    assert NEW not in str(list(Player.objects.values()))


# --- In the admin -------------------------------------------------------------------------------------------------


@pytest.fixture
def admin(client: Client, make_player: MakePlayer) -> Client:
    client.force_login(make_player("root", is_staff=True, is_superuser=True))
    return client


def set_password(admin: Client, player: Player, **form: str) -> Any:
    return admin.post(f"/admin/players/player/{player.pk}/password/", {"usable_password": "true", **form})


def test_an_administrator_sets_a_password(
    admin: Client, api: CheckedClient, make_player: MakePlayer, as_player: As
) -> None:
    player = make_player("ada")
    ada = as_player(player)
    assert admin.get(f"/admin/players/player/{player.pk}/password/").status_code == 200
    assert set_password(admin, player, password1=NEW, password2=NEW).status_code == 302
    assert refused(ada.get(ME)) == (401, "bad_token")
    assert [log_in(api, password) for password in (PASSWORD, NEW)] == [401, 201]
    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_id, entry.get_change_message()) == (
        "root",
        str(player.pk),
        "Changed password.",
    )


@pytest.mark.parametrize("form", [{"password1": "short1", "password2": "short1"}, {"password1": NEW, "password2": "x"}])
def test_an_administrator_sets_no_weak_password(
    admin: Client, make_player: MakePlayer, as_player: As, form: dict[str, str]
) -> None:
    player = make_player("ada")
    ada = as_player(player)
    assert set_password(admin, player, **form).status_code == 200  # the form again, with what is wrong
    assert ok(ada.get(ME))["username"] == "ada"
    assert Player.objects.get(pk=player.pk).check_password(PASSWORD)


def test_an_administrator_takes_a_password_away(admin: Client, api: CheckedClient, make_player: MakePlayer) -> None:
    player = make_player("ada")
    answer = set_password(admin, player, usable_password="false", **{"unset-password": "1"})
    assert answer.status_code == 302
    assert not Player.objects.get(pk=player.pk).has_usable_password()
    assert log_in(api, PASSWORD) == 401


def test_no_program_is_given_a_password(admin: Client, make_player: MakePlayer) -> None:
    bot = register_bot(owner=make_player("ada"), username="adabot").token.user
    for program in (bot, Player.objects.get(username="odds")):
        assert admin.get(f"/admin/players/player/{program.pk}/password/").status_code == 403
        assert set_password(admin, program, password1=NEW, password2=NEW).status_code == 403
        assert not Player.objects.get(pk=program.pk).has_usable_password()


def test_only_administrators_set_passwords(client: Client, make_player: MakePlayer) -> None:
    ada = make_player("ada")
    client.force_login(ada)
    assert set_password(client, ada, password1=NEW, password2=NEW).status_code == 302  # to the log-in
    client.force_login(make_player("clerk", is_staff=True))
    assert set_password(client, ada, password1=NEW, password2=NEW).status_code == 403
    assert Player.objects.get(pk=ada.pk).check_password(PASSWORD)


def test_an_administrator_deletes_no_row(admin: Client, make_player: MakePlayer) -> None:
    ada = make_player("ada")
    assert admin.get(f"/admin/players/player/{ada.pk}/delete/").status_code == 403
    assert "delete_selected" not in admin.get("/admin/players/player/").content.decode()
    assert Player.objects.filter(pk=ada.pk).exists()
