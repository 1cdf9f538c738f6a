"""Bot accounts: registered by a person, marked as what they are, without a password."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from players.models import Player, Token
from tests.client import CheckedClient
from tests.conftest import PASSWORD, As, MakePlayer
from tests.players.tables import BOTS, ME, TOKENS, events, ok, open_table, refused, start, view


@pytest.fixture
def ada(make_player: MakePlayer, as_player: As) -> CheckedClient:
    return as_player(make_player("Ada"))


def register(owner: CheckedClient, username: str = "adabot", **fields: Any) -> Any:
    headers = {"HTTP_IDEMPOTENCY_KEY": fields.pop("key")} if "key" in fields else {}
    return owner.post(BOTS, {"username": username, **fields}, **headers)


def with_token(secret: str) -> CheckedClient:
    client = CheckedClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def bot_of(owner: CheckedClient, username: str = "adabot") -> CheckedClient:
    return with_token(ok(register(owner, username), 201)["token"])


def test_answers_with_the_bot_and_a_token_that_works(ada: CheckedClient, api: CheckedClient) -> None:
    made = ok(register(ada, "Ada-Bot", label="first"), 201)
    assert (made["player"]["username"], made["player"]["kind"], made["player"]["owner"]) == ("Ada-Bot", "bot", "Ada")
    bot = with_token(made["token"])
    assert ok(bot.get(ME)) == made["player"] == ok(api.get("/api/v1/players/ADA-bot/"))
    [token] = ok(bot.get(TOKENS))["results"]
    assert (token["label"], token["scopes"]) == ("first", ["read", "play", "account"])


def test_a_person_has_no_owner(ada: CheckedClient, api: CheckedClient) -> None:
    assert ok(ada.get(ME))["owner"] is None
    assert ok(api.get("/api/v1/players/odds/"))["owner"] is None


def test_the_kind_stands_wherever_the_bot_does(ada: CheckedClient, api: CheckedClient) -> None:
    game = start(bot_of(ada), ada)
    assert [seat["kind"] for seat in view(api, game)["seats"]] == ["bot", "human"]
    assert [seat["kind"] for seat in events(api, game)[0]["data"]["seats"]] == ["bot", "human"]
    [listed] = ok(api.get("/api/v1/players/adabot/games/"))["results"]
    assert [seat["kind"] for seat in listed["seats"]] == ["bot", "human"]


def test_lists_ones_own_newest_first(ada: CheckedClient, make_player: MakePlayer, as_player: As) -> None:
    bea = as_player(make_player("bea"))
    for owner, name in ((ada, "one"), (bea, "hers"), (ada, "two"), (ada, "three")):
        register(owner, name)
    page = ok(ada.get(f"{BOTS}?limit=2"))
    assert [(bot["username"], bot["owner"]) for bot in page["results"]] == [("three", "Ada"), ("two", "Ada")]
    assert [bot["username"] for bot in ok(ada.get(page["next"]))["results"]] == ["one"]


def test_a_bot_owns_no_bots(ada: CheckedClient) -> None:
    bot = bot_of(ada)
    assert refused(register(bot, "botbot")) == (403, "forbidden")
    assert ok(bot.get(BOTS))["results"] == []
    assert refused(bot.post(f"{BOTS}adabot/tokens/")) == (404, "not_found")
    assert refused(bot.delete(f"{BOTS}adabot/")) == (404, "not_found")
    assert not Player.objects.filter(username="botbot").exists()


@pytest.mark.parametrize("password", [PASSWORD, "!", "", " "])
def test_nobody_logs_in_as_a_bot(ada: CheckedClient, api: CheckedClient, password: str) -> None:
    register(ada)
    answer = api.post(TOKENS, {"username": "adabot", "password": password})
    assert answer.status_code in (400, 401)
    assert Token.objects.filter(user__username="adabot").count() == 1


def test_a_bot_gets_no_password(ada: CheckedClient) -> None:
    bot = bot_of(ada)
    for password in ("!", PASSWORD):
        body = {"password": password, "new_password": "other horse 1"}
        assert refused(bot.post(f"{ME}password/", body)) == (403, "forbidden")
        assert refused(bot.delete(ME, {"password": password})) == (403, "forbidden")
    assert not Player.objects.get(username="adabot").has_usable_password()


@pytest.mark.parametrize("kind", [Player.Kind.HUMAN, Player.Kind.SERVER])
def test_the_database_knows_that_a_bot_has_an_owner_and_nobody_else(ada: CheckedClient, kind: str) -> None:
    register(ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(username="adabot").update(kind=kind)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(username="adabot").update(owner=None)


@pytest.mark.parametrize("name", ["Ada", "ADA", "bea", "odds", "me", "adaBOT"])
def test_a_name_is_taken_among_all_kinds(ada: CheckedClient, make_player: MakePlayer, name: str) -> None:
    make_player("bea")
    register(ada)
    assert refused(register(ada, name)) == (409, "username_taken")


def test_the_name_of_a_bot_is_nobody_elses(ada: CheckedClient, api: CheckedClient) -> None:
    register(ada)
    body = {"username": "AdaBot", "password": PASSWORD}
    assert refused(api.post("/api/v1/players/", body)) == (409, "username_taken")


def test_how_many_bots_a_person_may_own(
    ada: CheckedClient, make_player: MakePlayer, as_player: As, settings: Any
) -> None:
    settings.MAX_BOT_ACCOUNTS = 2
    register(ada, "one")
    register(ada, "two")
    assert refused(register(ada, "three")) == (409, "too_many_bots")
    assert register(as_player(make_player("bea")), "hers").status_code == 201
    ok(ada.delete(f"{BOTS}one/"), 204)
    assert register(ada, "three").status_code == 201


def test_registering_again_gives_the_first_answer(ada: CheckedClient) -> None:
    first, second = register(ada, key="k 1"), register(ada, key="k 1")
    assert (first.status_code, first.json()) == (second.status_code, second.json()) == (201, first.json())
    assert Token.objects.filter(user__username="adabot").count() == 1


@pytest.mark.parametrize(("fields", "key"), [({}, "k 2"), ({"label": "x"}, "k 1"), ({"username": "ADABOT"}, "k 1")])
def test_registering_differently_is_another_request(ada: CheckedClient, fields: dict[str, Any], key: str) -> None:
    register(ada, key="k 1")
    assert refused(register(ada, **fields, key=key)) == (409, "username_taken")


def test_somebody_elses_key_opens_nothing(ada: CheckedClient, make_player: MakePlayer, as_player: As) -> None:
    register(ada, key="k 1")
    assert refused(register(as_player(make_player("bea")), key="k 1")) == (409, "username_taken")


def test_a_further_token_for_a_bot(ada: CheckedClient) -> None:
    register(ada)
    issued = ok(ada.post(f"{BOTS}AdaBot/tokens/", {"label": "b", "scopes": ["play", "read"], "expires_in": 60}), 201)
    assert (issued["label"], issued["scopes"]) == ("b", ["read", "play"])
    assert issued["expires_at"] > issued["created_at"]
    assert ok(with_token(issued["token"]).get(ME))["username"] == "adabot"
    everything = ok(ada.post(f"{BOTS}adabot/tokens/"), 201)
    assert (everything["scopes"], everything["expires_at"]) == (["read", "play", "account"], None)


def test_a_further_token_is_made_once(ada: CheckedClient) -> None:
    register(ada)
    path = f"{BOTS}adabot/tokens/"
    first, second = (ok(ada.post(path, {"label": "b"}, HTTP_IDEMPOTENCY_KEY="k"), 201) for _ in range(2))
    assert first == second
    assert ok(ada.post(path, {"label": "b"}), 201)["id"] != first["id"]
    assert ok(ada.post(path, {"label": "b", "expires_in": 60}, HTTP_IDEMPOTENCY_KEY="k"), 201)["id"] != first["id"]


@pytest.mark.parametrize("name", ["bea", "Ada", "hers", "odds", "nobody", "me"])
def test_only_ones_own_bots(ada: CheckedClient, make_player: MakePlayer, as_player: As, name: str) -> None:
    bea = as_player(make_player("bea"))
    register(bea, "hers")
    before = list(Player.objects.order_by("pk").values())
    assert refused(ada.post(f"{BOTS}{name}/tokens/")) == (404, "not_found")
    assert refused(ada.delete(f"{BOTS}{name}/")) == (404, "not_found")
    assert list(Player.objects.order_by("pk").values()) == before


def test_an_owner_in_need_revokes_a_bots_tokens_by_a_new_one(ada: CheckedClient) -> None:
    lost = bot_of(ada)
    found = with_token(ok(ada.post(f"{BOTS}adabot/tokens/", {"scopes": ["account"]}), 201)["token"])
    for token in ok(found.get(TOKENS))["results"]:
        if not token["current"]:
            ok(found.delete(f"{TOKENS}{token['id']}/"), 204)
    assert refused(lost.get(ME)) == (401, "bad_token")


def test_a_bot_is_shut_out_with_its_owner(ada: CheckedClient) -> None:
    bot = bot_of(ada)
    table = open_table(bot)
    Player.objects.filter(username="Ada").update(is_active=False)
    assert refused(bot.get(ME)) == (401, "bad_token")
    Player.objects.filter(username="Ada").update(is_active=True)
    assert view(bot, table)["you"]["seat"] == 0
    Player.objects.filter(username="adabot").update(is_active=False)
    assert refused(bot.get(ME)) == (401, "bad_token")
    assert ok(ada.get(ME))["username"] == "Ada"


def test_registrations_of_bots_count_with_those_of_people(
    ada: CheckedClient, api: CheckedClient, settings: Any
) -> None:
    settings.THROTTLE_RATES = {"register": "2/hour"}
    assert register(ada, "one").status_code == 201
    assert api.post("/api/v1/players/", {"username": "eve", "password": PASSWORD}).status_code == 201
    assert refused(register(ada, "two")) == (429, "throttled")
    assert ok(ada.get(BOTS))["results"][0]["username"] == "one"
    settings.THROTTLE_RATES = {"register_name": "2/hour"}
    assert refused(register(ada, "EVE")) == (409, "username_taken")
    assert api.post("/api/v1/players/", {"username": "Eve", "password": PASSWORD}).status_code == 409
    assert refused(register(ada, "eve")) == (429, "throttled")
