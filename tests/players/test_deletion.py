"""Deleting an account: what goes at once, what is left by the rules, and what stays under no name."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from games.models import Game, Seat
from games.services import farewell, lobby, matching
from games.services.annul import rebuild_ratings
from perudo_site.refusals import Code, Refusal
from players.models import Player, Rating, RatingChange, ReservedName, Token
from players.names import DELETED_NAME
from players.services import deletion, issue_token, register_bot
from players.services.housekeeping import purge
from tests.api import rows
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer
from tests.players.tables import (
    BOTS,
    GAMES,
    ME,
    TOKENS,
    events,
    join,
    leave,
    ok,
    open_table,
    play_a_round,
    refused,
    start,
    view,
)
from tests.services.rated import books, recounted


@pytest.fixture
def ada(make_player: MakePlayer) -> Player:
    return make_player("Ada")


@pytest.fixture
def others(make_player: MakePlayer, as_player: As) -> list[CheckedClient]:
    return [as_player(make_player(name)) for name in ("bea", "cyd")]


def delete(client: CheckedClient, password: str = PASSWORD) -> Any:
    return client.delete(ME, {"password": password})


def players_of(client: CheckedClient, game: Any) -> list[str | None]:
    return [seat["player"] for seat in view(client, game)["seats"]]


# --- Who may, and what it takes -----------------------------------------------------------------------------------


def test_a_wrong_password_changes_nothing(ada: Player, as_player: As) -> None:
    client = as_player(ada)
    before = rows.digest()
    answer = delete(client, "wrong horse 1")
    assert refused(answer) == (400, "invalid")
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [("password", "wrong_password")]
    assert rows.digest() == before


@pytest.mark.parametrize("rights", [{"is_staff": True}, {"is_superuser": True}])
def test_an_administrator_stays(make_player: MakePlayer, as_player: As, rights: dict[str, bool]) -> None:
    client = as_player(make_player("root", **rights))
    before = rows.digest()
    answer = delete(client)
    assert refused(answer) == (403, "forbidden")
    assert "administrator" in answer.json()["detail"]
    assert rows.digest() == before


def test_a_bot_is_deleted_by_its_owner_alone(ada: Player, as_player: As) -> None:
    bot = as_player(register_bot(owner=ada, username="adabot").token.user)
    before = rows.digest()
    assert refused(delete(bot)) == (403, "forbidden")
    assert refused(bot.delete(f"{BOTS}adabot/")) == (404, "not_found")
    assert rows.digest() == before
    ok(as_player(ada).delete(f"{BOTS}ADABOT/"), 204)
    assert refused(bot.get(ME)) == (401, "bad_token")


# --- What is gone at once -----------------------------------------------------------------------------------------


def test_nobody_is_let_in_any_more(ada: Player, as_player: As, api: CheckedClient) -> None:
    tokens = [as_player(ada), as_player(ada, "read"), as_player(ada, "play")]
    ok(delete(tokens[0]), 204)
    assert [refused(client.get(GAMES)) for client in tokens] == [(401, "bad_token")] * 3
    for name in ("Ada", "deleted player", f"deleted {ada.pk}"):
        assert refused(api.post(TOKENS, {"username": name, "password": PASSWORD})) == (401, "bad_token")
    assert not Token.objects.exists()
    gone = Player.objects.get(pk=ada.pk)
    assert (gone.is_active, gone.has_usable_password(), gone.shown_name) == (False, False, DELETED_NAME)


@pytest.mark.parametrize("name", ["Ada", "deleted player", "deleted {}", "deleted-{}", "me"])
def test_there_is_no_profile(ada: Player, as_player: As, api: CheckedClient, name: str) -> None:
    ok(delete(as_player(ada)), 204)
    for path in ("", "games/", "ratings/aces/", "head-to-head/odds/"):
        answer = api.get(f"/api/v1/players/{name.format(ada.pk)}/{path}")
        assert answer.status_code in (401, 404)
    assert ok(api.get(f"{GAMES}?player=Ada"))["results"] == []


def test_its_bots_go_with_it(ada: Player, as_player: As, api: CheckedClient, others: list[CheckedClient]) -> None:
    bots = [as_player(register_bot(owner=ada, username=name).token.user) for name in ("adabot", "adabot2")]
    theirs = start(*bots, others[0])
    ok(as_player(ada).delete(f"{BOTS}adabot2/"), 204)
    assert players_of(api, theirs) == ["adabot", DELETED_NAME, "bea"]
    ok(delete(as_player(ada)), 204)
    assert players_of(api, theirs) == [DELETED_NAME, DELETED_NAME, "bea"]
    assert view(api, theirs)["status"] == "finished"
    assert [refused(bot.get(ME)) for bot in bots] == [(401, "bad_token")] * 2
    assert set(ReservedName.objects.values_list("name", flat=True)) == {"ada", "adabot", "adabot2"}


def test_another_persons_bots_stay(ada: Player, make_player: MakePlayer, as_player: As) -> None:
    bot = as_player(register_bot(owner=make_player("bea"), username="beabot").token.user)
    ok(delete(as_player(ada)), 204)
    assert ok(bot.get(ME))["owner"] == "bea"


# --- The name -----------------------------------------------------------------------------------------------------


def test_the_name_is_free_after_a_while(ada: Player, as_player: As, api: CheckedClient, settings: Any) -> None:
    settings.NAME_RESERVED_DAYS = 30
    bea = as_player(Player.objects.create_user("bea"))
    ok(delete(as_player(ada)), 204)
    until = ReservedName.objects.get().until
    assert timedelta(days=29, hours=23) < until - timezone.now() <= timedelta(days=30)

    def taken() -> set[tuple[int, str]]:
        body = {"username": "aDA", "password": PASSWORD}
        return {refused(api.post("/api/v1/players/", body)), refused(bea.post(BOTS, {"username": "ada"}))}

    assert taken() == {(409, "username_taken")}
    purge(now=until - timedelta(microseconds=1))
    assert taken() == {(409, "username_taken")}
    purge(now=until)
    assert not ReservedName.objects.exists()
    new = ok(api.post("/api/v1/players/", {"username": "aDA", "password": PASSWORD}), 201)
    assert (new["player"]["username"], new["player"]["stats"]) == ("aDA", {})


def test_a_name_that_was_had_twice_is_reserved_anew(ada: Player, as_player: As, api: CheckedClient) -> None:
    ok(delete(as_player(ada)), 204)
    first = ReservedName.objects.get().until
    purge(now=first)
    again = Player.objects.create_user("ada", PASSWORD)
    ok(delete(as_player(again)), 204)
    assert ReservedName.objects.get().until > first


# --- Games --------------------------------------------------------------------------------------------------------


def test_a_running_game_is_left_by_the_rules(ada: Player, as_player: As, others: list[CheckedClient]) -> None:
    client = as_player(ada)
    game = start(client, *others)
    play_a_round(client, *others, game=game)
    before = view(others[0], game)
    ok(delete(client), 204)
    after = view(others[0], game)
    [departure] = after["round"]["departures"]
    assert (departure["seat"], departure["reason"]) == (0, "left")
    assert [(seat["in_play"], seat["place"]) for seat in after["seats"]] == [(False, 3), (True, None), (True, None)]
    assert after["version"] == before["version"] + 1
    assert after["round"]["turn"] != 0
    assert [seat["player"] for seat in after["seats"]] == [DELETED_NAME, "bea", "cyd"]
    assert [seat["player"] for seat in events(others[0], game)[0]["data"]["seats"]] == [DELETED_NAME, "bea", "cyd"]
    play_a_round(client, *others, game=game)  # the others play on


def test_a_game_of_two_is_won_by_who_stays(ada: Player, as_player: As, others: list[CheckedClient]) -> None:
    client = as_player(ada)
    game = start(others[0], client, private=True)
    ok(delete(client), 204)
    ended = view(others[0], game)
    assert (ended["status"], ended["winner"]) == ("finished", 0)


def test_a_move_whose_time_was_up_comes_before_the_departure(
    ada: Player, as_player: As, others: list[CheckedClient]
) -> None:
    client = as_player(ada)
    game = start(client, *others, turn_seconds=60)
    play_a_round(client, *others, game=game)
    while view(client, game)["round"]["turn"] == 0:
        play_a_round(client, *others, game=game)
    rows.set_deadline(game["id"], timezone.now() - timedelta(minutes=1), grace=timedelta(0))
    late = rows.row(game["id"]).turn
    ok(delete(client), 204)
    types = [event["type"] for event in events(others[0], game)]
    assert types[-2:] == ["bid", "left"]
    assert view(others[0], game)["seats"][late]["timeouts"] == 1


def test_seats_at_open_tables_are_given_back(ada: Player, as_player: As, others: list[CheckedClient]) -> None:
    client = as_player(ada)
    tables = [open_table(others[0]), open_table(others[0], private=True)]
    for table in tables:
        join(client, table)
    before = [view(others[0], table)["version"] for table in tables]
    ok(delete(client), 204)
    for table, version in zip(tables, before, strict=True):
        now = view(others[0], table)
        assert (now["status"], now["version"]) == ("open", version + 1)
        assert [seat["player"] for seat in now["seats"]] == ["bea", None, None]
    join(others[1], tables[0])


def test_tables_of_its_own_are_closed(
    ada: Player, as_player: As, others: list[CheckedClient], api: CheckedClient
) -> None:
    client = as_player(ada)
    tables = [open_table(client), open_table(client, sit=False), open_table(client, private=True)]
    quick = ok(client.post(f"{GAMES}quick/", {"ruleset": "aces", "seats": 2, "turn_seconds": None}), 201)
    for table in tables:
        join(others[0], table)
    ok(delete(client), 204)
    # A quick table is nobody's own, but nobody waits at it any more.
    for table, reason in [(tables[0], "closed"), (tables[1], "closed"), (quick, "empty")]:
        assert view(api, table)["status"] == "abandoned"
        assert events(api, table)[-1]["data"]["reason"] == reason
    assert view(others[0], tables[2])["status"] == "abandoned"
    assert set(Game.objects.values_list("status", "due_at")) == {("abandoned", None)}


def test_a_game_that_is_over_stays_as_it_was(ada: Player, as_player: As, others: list[CheckedClient]) -> None:
    client = as_player(ada)
    game = start(client, *others)
    play_a_round(client, *others, game=game)
    leave(client, game)
    leave(others[0], game)
    before = ok(others[1].get(f"{GAMES}{game['id']}/replay/"))
    ok(delete(client), 204)
    after = ok(others[1].get(f"{GAMES}{game['id']}/replay/"))
    assert after.pop("seats")[0] == before.pop("seats")[0] | {"player": DELETED_NAME}
    assert after == before


# --- Ratings ------------------------------------------------------------------------------------------------------


def rated(*players: CheckedClient) -> Any:
    game = start(*players, rated=True)
    play_a_round(*players, game=game)
    return game


@pytest.mark.parametrize("is_playing", [False, True])
def test_it_leaves_the_leaderboards_and_history_does_not_change(
    ada: Player, as_player: As, others: list[CheckedClient], api: CheckedClient, is_playing: bool
) -> None:
    client = as_player(ada)
    over = rated(client, *others)
    leave(others[0], over)
    leave(others[1], over)
    running = rated(client, others[0]) if is_playing else over
    board = "/api/v1/leaderboards/aces/?pace=correspondence&provisional=true"
    before = [row["username"] for row in ok(api.get(board))["results"]]
    assert before[0] == "Ada"
    ok(delete(client), 204)
    assert view(api, running)["status"] == "finished"
    after = ok(api.get(board))["results"]
    assert ([row["rank"] for row in after], {row["username"] for row in after}) == ([1, 2], {"bea", "cyd"})
    assert set(Rating.objects.filter(player=ada).values_list("board", "games")) == {("none", 1 + is_playing)}
    kept = books()
    assert kept["BoardCount"] == recounted()
    assert RatingChange.objects.filter(player=ada).count() == 1 + is_playing
    list(rebuild_ratings(now=timezone.now()))
    assert books() == kept


def test_the_first_rated_game_puts_nobody_on_a_board_who_is_gone(
    ada: Player, as_player: As, others: list[CheckedClient]
) -> None:
    client = as_player(ada)
    rated(client, others[0])
    ok(delete(client), 204)
    assert Rating.objects.get(player=ada).board == Rating.Board.NONE
    assert books()["BoardCount"] == recounted()


# --- Interrupted, repeated, overtaken -----------------------------------------------------------------------------


def test_an_account_is_deleted_whole_or_not_at_all(
    ada: Player, as_player: As, others: list[CheckedClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = as_player(ada)
    register_bot(owner=ada, username="adabot")
    game = rated(client, *others)
    leave(others[0], game)
    leave(others[1], game)
    before = rows.digest()

    def fail(**_: Any) -> None:
        raise RuntimeError("the server is gone")

    monkeypatch.setattr(LogEntry.objects, "filter", fail)  # the last that is done
    client.raise_request_exception = False
    assert refused(delete(client)) == (500, "internal_error")
    assert rows.digest() == before


def test_games_that_were_not_left_are_left_by_the_task(
    ada: Player, as_player: As, others: list[CheckedClient], api: CheckedClient
) -> None:
    """The server stopped between the account's transaction and its games'."""
    client = as_player(ada)
    bot = as_player(register_bot(owner=ada, username="adabot").token.user)
    running, open_one, own = start(client, *others), open_table(others[0]), open_table(client)
    bots = open_table(bot)
    join(client, open_one)
    deletion.delete_account(player=ada, password=PASSWORD, now=timezone.now())
    assert players_of(api, running) == [DELETED_NAME, "bea", "cyd"]
    assert view(api, running)["seats"][0]["in_play"]
    for left in (2, 0):
        assert farewell.finish(now=timezone.now()) == left
        assert not view(api, running)["seats"][0]["in_play"]
        assert players_of(api, open_one) == ["bea", None, None]
        assert [view(api, table)["status"] for table in (own, bots)] == ["abandoned"] * 2


def test_a_game_that_cannot_be_left_stops_no_other(
    ada: Player, as_player: As, others: list[CheckedClient], monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    client = as_player(ada)
    games = [start(client, *others) for _ in range(3)]
    real = lobby.leave

    def leave(*, game_id: str, **given: Any) -> Any:
        if game_id == games[1]["id"]:
            raise RuntimeError("a broken game")
        return real(game_id=game_id, **given)

    monkeypatch.setattr(lobby, "leave", leave)
    ok(delete(client), 204)
    assert [view(others[0], game)["seats"][0]["in_play"] for game in games] == [False, True, False]
    assert games[1]["id"] in caplog.text
    monkeypatch.undo()
    assert farewell.finish(now=timezone.now()) == 1
    assert [view(others[0], game)["seats"][0]["in_play"] for game in games] == [False] * 3


def test_deleted_again_does_nothing(ada: Player, as_player: As) -> None:
    """Two requests that were both let in."""
    stale = Player.objects.get(pk=ada.pk)
    assert [p.pk for p in deletion.delete_account(player=ada, password=PASSWORD, now=timezone.now())] == [ada.pk]
    before = rows.digest()
    assert deletion.delete_account(player=stale, password=PASSWORD, now=timezone.now()) == []
    farewell.delete_account(player=stale, password=PASSWORD, now=timezone.now())
    assert rows.digest() == before


def test_a_password_changed_meanwhile_is_not_the_right_one(ada: Player) -> None:
    changed = Player.objects.get(pk=ada.pk)
    changed.set_password("other horse 1")
    changed.save()
    with pytest.raises(Refusal) as refusal:
        deletion.delete_account(player=ada, password=PASSWORD, now=timezone.now())
    assert refusal.value.errors[0]["code"] == "wrong_password"


def test_what_was_let_in_before_comes_too_late(ada: Player, others: list[CheckedClient]) -> None:
    """Requests whose token was still good when it was looked at, and which have waited for the account's lock."""
    table = open_table(others[0])
    stale = Player.objects.get(pk=ada.pk)
    farewell.delete_account(player=ada, password=PASSWORD, now=timezone.now())
    before = rows.digest()
    now = timezone.now()
    wish = matching.Wish(ruleset="aces", seats=2, turn_seconds=None, max_wait=30)
    for late in (
        lambda: lobby.create(table=lobby.Table(ruleset="aces", seats=2), creator=stale, now=now),
        lambda: lobby.join(game_id=table["id"], player=stale, now=now),
        lambda: matching.quick(wish=wish, player=stale, now=now),
        lambda: register_bot(owner=stale, username="adabot"),
        lambda: issue_token(player=stale),
    ):
        with pytest.raises(Refusal) as refusal:
            late()
        assert refusal.value.code is Code.BAD_TOKEN
    assert rows.digest() == before
    assert not Seat.objects.filter(player=ada).exists()
