"""Accounts banned, let in again and renamed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from perudo_site.refusals import Code, Refusal
from players.models import Pace, Player, Rating, ReservedName, Token
from players.services import issue_token, moderation, ratings, register_bot
from players.services.naming import purge_reserved
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer
from tests.players.tables import ME, TOKENS, refused

NOW = timezone.now()


@pytest.fixture
def ada(make_player: MakePlayer) -> Player:
    return make_player("Ada")


def boards() -> dict[str, str]:
    return dict(Rating.objects.values_list("player__username", "board"))


# --- Bans ---------------------------------------------------------------------------------------------------------


def test_a_ban_ends_every_token_and_no_log_in_makes_another(ada: Player, api: CheckedClient, as_player: As) -> None:
    client, bot = as_player(ada), register_bot(owner=ada, username="adas-bot").token.user
    program, browser = as_player(bot), Client()
    browser.force_login(ada)
    assert moderation.ban(player=ada, now=NOW) == [ada, bot]
    assert [refused(one.get(ME)) for one in (client, program)] == [(401, "bad_token")] * 2
    assert not Token.objects.exists()
    assert refused(api.post(TOKENS, {"username": "ada", "password": PASSWORD})) == (401, "bad_token")
    assert browser.get("/admin/")["Location"].startswith("/admin/login/")
    assert moderation.ban(player=ada, now=NOW) == []


def test_who_is_banned_is_on_no_leaderboard_nor_are_their_bots(ada: Player, make_player: MakePlayer) -> None:
    bot, bob = register_bot(owner=ada, username="adas-bot").token.user, make_player("bob")
    for other in (ada, bot):
        ratings.record(ruleset="boxed", pace=Pace.LIVE, game=f"g{other.pk}", ranking=[other.pk, bob.pk], at=NOW)
    moderation.ban(player=ada, now=NOW)
    assert boards() == {"Ada": "none", "adas-bot": "none", "bob": "provisional"}
    # Nor does a game that ends later put them back.
    ratings.record(ruleset="boxed", pace=Pace.LIVE, game="later", ranking=[ada.pk, bob.pk], at=NOW)
    assert boards()["Ada"] == "none"
    moderation.unban(player=ada, now=NOW)
    assert boards() == dict.fromkeys(("Ada", "adas-bot", "bob"), "provisional")


def test_a_bot_that_was_banned_for_itself_stays_banned(ada: Player) -> None:
    one, other = (register_bot(owner=ada, username=name).token.user for name in ("bot-one", "bot-two"))
    moderation.ban(player=one, now=NOW - timedelta(days=1))
    assert moderation.ban(player=ada, now=NOW) == [ada, other]
    assert moderation.unban(player=ada, now=NOW) == [ada, other]
    assert list(Player.objects.filter(banned_at__isnull=False)) == [one]
    assert issue_token(player=ada).token.user == ada
    assert moderation.unban(player=ada, now=NOW) == []


def test_a_bot_let_in_alone_is_on_no_leaderboard_before_its_owner_is(ada: Player, make_player: MakePlayer) -> None:
    """It may do nothing meanwhile. Nor does a game that ends then, or one of its own later, put it there."""
    bot, bob = register_bot(owner=ada, username="adas-bot").token.user, make_player("bob")
    for game in ("one", "two"):
        ratings.record(ruleset="boxed", pace=Pace.LIVE, game=game, ranking=[bot.pk, bob.pk], at=NOW)
        moderation.ban(player=ada, now=NOW)
        moderation.unban(player=bot, now=NOW)
        assert boards() == {"adas-bot": "none", "bob": "provisional"}
    ratings.record(ruleset="boxed", pace=Pace.LIVE, game="three", ranking=[bot.pk, bob.pk], at=NOW)
    assert boards()["adas-bot"] == "none"
    moderation.unban(player=ada, now=NOW)
    assert boards() == {"adas-bot": "provisional", "bob": "provisional"}


@pytest.mark.parametrize("act", [moderation.ban, moderation.unban])
def test_neither_the_deleted_nor_the_servers_own_are_banned(act: object, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(deleted_at=NOW, is_active=False)
    bot = Player.objects.create_user("random-bot", kind=Player.Kind.SERVER)
    for player, code in ((ada, Code.NOT_FOUND), (bot, Code.FORBIDDEN)):
        with pytest.raises(Refusal) as told:
            act(player=player, now=NOW)  # type: ignore[operator]
        assert told.value.code == code


# --- Names --------------------------------------------------------------------------------------------------------


def test_a_new_name_is_the_name_and_the_old_one_is_nobodys(
    ada: Player, api: CheckedClient, as_player: As, make_player: MakePlayer
) -> None:
    client = as_player(ada)
    moderation.rename(player=ada, username="Countess", now=NOW)
    assert client.get(ME).json()["username"] == "Countess"
    assert api.get("/api/v1/players/ada/").status_code == 404
    assert api.post(TOKENS, {"username": "countess", "password": PASSWORD}).status_code == 201
    body = {"username": "ADA", "password": PASSWORD}
    assert refused(api.post("/api/v1/players/", body)) == (409, "username_taken")
    purge_reserved(now=NOW + timedelta(days=91))
    assert api.post("/api/v1/players/", body).status_code == 201


def test_a_name_in_another_case_reserves_nothing(ada: Player) -> None:
    moderation.rename(player=ada, username="ADA", now=NOW)
    assert Player.objects.get(pk=ada.pk).username == "ADA"
    assert not ReservedName.objects.exists()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("bob", Code.USERNAME_TAKEN),
        ("BOB", Code.USERNAME_TAKEN),
        ("gone", Code.USERNAME_TAKEN),
        ("me", Code.USERNAME_TAKEN),
        ("odds", Code.USERNAME_TAKEN),
        ("a b", Code.INVALID),
        ("x", Code.INVALID),
    ],
)
def test_a_name_that_is_not_to_be_had(ada: Player, make_player: MakePlayer, name: str, code: Code) -> None:
    make_player("bob")
    ReservedName.objects.create(name="gone", until=NOW + timedelta(days=1))
    with pytest.raises(Refusal) as told:
        moderation.rename(player=ada, username=name, now=NOW)
    assert told.value.code == code
    assert Player.objects.get(pk=ada.pk).username == "Ada"
    assert list(ReservedName.objects.values_list("name", flat=True)) == ["gone"]
