"""`POST /api/v1/games/`, the rulesets and the bots (docs/api.md, "Tables")."""

import random
from typing import Any

import pytest

from games.models import Game
from players.models import IdempotentRequest
from tests.api.conftest import Clients
from tests.api.problem import field_errors, refused
from tests.api.table import GAMES
from tests.client import CheckedClient
from tests.reference import RULESETS

Json = dict[str, Any]

FREE_SEAT = {
    "player": None,
    "kind": None,
    "dice_count": 0,
    "in_play": False,
    "had_palifico": False,
    "timeouts": 0,
    "place": None,
    "client_seed": None,
}


@pytest.fixture
def ada(clients: Clients) -> CheckedClient:
    return clients(1)[0]


def table(**fields: Any) -> Json:
    return {"ruleset": "aces", "seats": 3, **fields}


def created(client: CheckedClient, **fields: Any) -> Json:
    answer = client.post(GAMES, table(**fields))
    assert answer.status_code == 201, answer.content
    view: Json = answer.json()
    return view


def sitters(view: Json) -> list[str | None]:
    return [seat["player"] for seat in view["seats"]]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_new_table_with_all_defaults(ada: CheckedClient, ruleset: str) -> None:
    view = created(ada, ruleset=ruleset)
    assert (
        view
        | {  # there may be more fields, as time goes on
            "id": view["id"],
            "status": "open",
            "version": 1,
            "ruleset": ruleset,
            "ruleset_version": 1,
            "options": RULESETS[ruleset],
            "standard": True,
            "rated": False,
            "private": False,
            "join_code": None,
            "turn_seconds": 60,
            "created_at": view["created_at"],
            "started_at": None,
            "finished_at": None,
            "seats": [
                {**FREE_SEAT, "seat": 0, "player": "ada", "kind": "human"},
                {**FREE_SEAT, "seat": 1},
                {**FREE_SEAT, "seat": 2},
            ],
            "dice_in_play": None,
            "seed_commitment": view["seed_commitment"],
            "server_seed": None,
            "round": None,
            "last_round": None,
            "you": {"seat": 0, "dice": [], "key": None, "actions": [], "legal_bids": []},
            "winner": None,
        }
        == view
    )
    assert view == ada.get(f"{GAMES}{view['id']}/").json()


def test_the_creator_takes_seat_0_unless_sit_is_false(ada: CheckedClient) -> None:
    assert sitters(created(ada)) == sitters(created(ada, sit=True)) == ["ada", None, None]
    standing = created(ada, sit=False)
    assert sitters(standing) == [None, None, None]
    assert standing["you"] is None


def test_bots_take_the_last_seats_the_same_one_several_times_if_asked(ada: CheckedClient) -> None:
    assert sitters(created(ada, seats=4, bots=["random", "odds"])) == ["ada", None, "random", "odds"]
    view = created(ada, seats=4, bots=["odds", "odds"])
    assert sitters(view) == ["ada", None, "odds", "odds"]
    assert [seat["kind"] for seat in view["seats"]] == ["human", None, "server", "server"]
    assert sitters(created(ada, seats=3, sit=False, bots=["odds"])) == [None, None, "odds"]


def test_the_game_starts_by_itself_when_every_seat_is_taken(ada: CheckedClient) -> None:
    assert created(ada, bots=["odds"])["status"] == "open"
    view = created(ada, bots=["odds", "odds"])
    assert (view["status"], view["version"]) == ("active", 3)  # `started`, `rolled`
    assert len(view["you"]["dice"]) == 5


def test_it_starts_at_once_if_all_are_bots(ada: CheckedClient) -> None:
    view = created(ada, sit=False, bots=["odds"] * 3)
    assert (view["status"], view["you"]) == ("active", None)


def test_options_are_the_rulesets_but_those_set_otherwise(ada: CheckedClient) -> None:
    view = created(ada, options={"starting_dice": 3, "raise_rule": "exclusive"})
    assert view["options"] == {**RULESETS["aces"], "starting_dice": 3, "raise_rule": "exclusive"}
    assert view["standard"] is False


def test_a_game_whose_options_equal_its_rulesets_is_standard(ada: CheckedClient) -> None:
    assert created(ada, options=RULESETS["aces"], rated=True)["standard"] is True


@pytest.mark.parametrize("seconds", [5, 60, 1_209_600, None])
def test_the_time_for_a_move(ada: CheckedClient, seconds: int | None) -> None:
    assert created(ada, turn_seconds=seconds)["turn_seconds"] == seconds


def test_a_private_table_has_a_join_code(ada: CheckedClient) -> None:
    first, second = created(ada, private=True), created(ada, private=True)
    assert first["private"] is True
    assert len({first["join_code"], second["join_code"], None}) == 3


REFUSED: list[tuple[Json, str, Json]] = [
    ({"ruleset": "quick"}, "invalid", {"ruleset": "invalid"}),
    ({"bots": ["hal"]}, "invalid", {"bots.0": "invalid"}),
    ({"bots": ["odds", "ada"]}, "invalid", {"bots.1": "invalid"}),
    ({"bots": ["odds"] * 3}, "invalid", {"bots": "invalid"}),
    ({"bots": ["odds"] * 4, "sit": False}, "invalid", {"bots": "invalid"}),
    ({"options": {"dice": 5}}, "unknown_option", {"options.dice": "unknown_option"}),
    ({"options": {"starting_dice": 0}}, "invalid", {"options.starting_dice": "invalid"}),
    ({"options": {"starting_dice": 6}}, "invalid", {"options.starting_dice": "invalid"}),
    ({"options": {"raise_rule": "any"}}, "invalid", {"options.raise_rule": "invalid"}),
    ({"options": {"calza": None}}, "invalid", {"options.calza": "invalid"}),
    ({"seats": 1}, "invalid", {"seats": "min_value"}),
    ({"seats": 7}, "invalid", {"seats": "max_value"}),
    ({"turn_seconds": 4}, "invalid", {"turn_seconds": "min_value"}),
    ({"turn_seconds": 1_209_601}, "invalid", {"turn_seconds": "max_value"}),
    ({"client_seed": "x" * 65}, "invalid", {"client_seed": "max_length"}),
    ({"client_seed": "line\nfeed"}, "invalid", {"client_seed": "invalid"}),
    ({"client_seed": "zero\u200bwidth"}, "invalid", {"client_seed": "invalid"}),
]


@pytest.mark.parametrize(("fields", "code", "errors"), REFUSED)
def test_what_no_table_can_be_made_of(ada: CheckedClient, fields: Json, code: str, errors: Json) -> None:
    assert field_errors(refused(ada.post(GAMES, table(**fields)), code)) == errors
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"options": {"starting_dice": 4}},  # only standard games are rated (docs/rules.md 2)
        {"bots": ["odds", "odds"]},
        {"sit": False, "bots": ["odds", "odds"]},
    ],
)
def test_what_cannot_be_rated(ada: CheckedClient, fields: Json) -> None:
    refused(ada.post(GAMES, table(rated=True, **fields)), "not_ratable")
    assert created(ada, rated=True, bots=["odds"])["rated"] is True


def test_how_many_tables_an_account_may_have_open(clients: Clients, settings: Any) -> None:
    """Those it made or sits at. One that was given up or has become a game does not count."""
    settings.MAX_OPEN_GAMES = 2
    ada, bob = clients(2)
    first, second = created(ada, sit=False), created(ada, seats=2)
    refused(ada.post(GAMES, table()), "too_many_games")
    other = created(bob)
    refused(ada.post(f"{GAMES}{other['id']}/join/"), "too_many_games")
    assert bob.post(f"{GAMES}{second['id']}/join/").json()["status"] == "active"
    given_up = created(ada)
    refused(ada.post(GAMES, table()), "too_many_games")
    ada.post(f"{GAMES}{given_up['id']}/leave/")
    # A table of one's own, to which one had not sat down, counts once.
    assert sitters(ada.post(f"{GAMES}{first['id']}/join/").json()) == ["ada", None, None]
    created(ada)


def test_how_many_games_an_account_may_have_running(clients: Clients, settings: Any) -> None:
    settings.MAX_ACTIVE_GAMES = 1
    ada, bob = clients(2)
    waiting = created(bob)
    running = created(ada, seats=2, bots=["odds"])
    refused(ada.post(GAMES, table()), "too_many_games")
    refused(ada.post(f"{GAMES}{waiting['id']}/join/"), "too_many_games")
    ada.post(f"{GAMES}{running['id']}/leave/")
    created(ada)


def test_it_needs_a_token(api: CheckedClient, db: None) -> None:
    refused(api.post(GAMES, table()), "not_authenticated")


# --- Idempotency-Key ----------------------------------------------------------------------------------------------


def test_the_same_key_player_and_body_give_the_first_answer_again(ada: CheckedClient) -> None:
    first = ada.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="one")
    again = ada.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="one")
    assert (again.status_code, again.json()) == (201, first.json())
    assert Game.objects.count() == 1


def test_another_key_body_or_player_makes_another_table(clients: Clients) -> None:
    ada, bob = clients(2)
    answers = [
        ada.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="one"),
        ada.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="two"),
        ada.post(GAMES, table(seats=2), HTTP_IDEMPOTENCY_KEY="one"),
        bob.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="one"),
        ada.post(GAMES, table()),
        ada.post(GAMES, table()),
    ]
    assert len({answer.json()["id"] for answer in answers}) == Game.objects.count() == 6


def test_a_refused_table_is_not_remembered(ada: CheckedClient, settings: Any) -> None:
    settings.MAX_OPEN_GAMES = 0
    refused(ada.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="one"), "too_many_games")
    assert not IdempotentRequest.objects.exists()
    settings.MAX_OPEN_GAMES = 1
    assert ada.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="one").status_code == 201
    assert ada.post(GAMES, table(), HTTP_IDEMPOTENCY_KEY="one").status_code == 201  # although there may be one only


# --- Rulesets and bots --------------------------------------------------------------------------------------------


def test_every_ruleset_with_its_options_their_values_and_a_sentence_each(api: CheckedClient, db: None) -> None:
    answer = api.get("/api/v1/rulesets/").json()
    assert (answer["next"], answer["previous"]) == (None, None)
    found = {ruleset["name"]: {o["name"]: o["value"] for o in ruleset["options"]} for ruleset in answer["results"]}
    assert found == RULESETS
    for ruleset in answer["results"]:
        assert (ruleset["version"], bool(ruleset["title"]), bool(ruleset["source"])) == (1, True, True)
        for option in ruleset["options"]:
            assert option["value"] in option["choices"]
            assert option["describes"].endswith(".")


def test_each_value_that_the_rulesets_name_can_be_chosen(ada: CheckedClient, api: CheckedClient, settings: Any) -> None:
    settings.MAX_OPEN_GAMES = 1000
    [ruleset] = [r for r in api.get("/api/v1/rulesets/").json()["results"] if r["name"] == "boxed"]
    for option in ruleset["options"]:
        for choice in option["choices"]:
            view = created(ada, ruleset="boxed", options={option["name"]: choice})
            assert view["options"] == {**RULESETS["boxed"], option["name"]: choice}
            assert view["standard"] is (choice == option["value"])


def test_every_bot_that_is_listed_can_be_seated(ada: CheckedClient, api: CheckedClient) -> None:
    bots = api.get("/api/v1/bots/").json()["results"]
    assert [sorted(bot) for bot in bots] == [["describes", "name", "strength", "title"]] * len(bots)
    for bot in bots:
        assert sitters(created(ada, bots=[bot["name"]])) == ["ada", None, bot["name"]]


def test_the_client_seed_of_the_creator_is_shown_when_the_game_has_started(
    clients: Clients, chance: random.Random
) -> None:
    ada, bob = clients(2)
    view = created(ada, seats=2, client_seed="sept fois quatre, ça suffit")
    assert [seat["client_seed"] for seat in view["seats"]] == [None, None]
    view = bob.post(f"{GAMES}{view['id']}/join/", {"client_seed": ""}).json()
    mine, default = (seat["client_seed"] for seat in view["seats"])
    assert mine == "sept fois quatre, ça suffit"
    assert len(bytes.fromhex(default)) == 16
