"""`POST /api/v1/games/{id}/moves/` (docs/api.md, "Playing")."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.api import rows
from tests.api.conftest import Clients, Start
from tests.api.game import CALZA, DUDO, Game, bid
from tests.api.problem import field_errors, refused
from tests.api.table import GAMES
from tests.client import CheckedClient

Json = dict[str, Any]

# --- A move that is played ----------------------------------------------------------------------------------------


def test_a_bid_is_answered_with_the_movers_new_view(start: Start) -> None:
    game = start()
    mover, version = game.turn(), game.version
    answer = game.send(mover, bid(3, 4))
    assert answer.status_code == 201
    assert answer.json() == game.view(mover)
    view = answer.json()
    assert (view["version"], view["round"]["turn"]) == (version + 1, game.turn())
    made = view["round"]["bids"][-1]
    assert made == {"seat": mover, "quantity": 3, "face": 4, "timeout": False, "at": made["at"]}


@pytest.mark.parametrize("numbers", [{}, {"quantity": None, "face": None}, {"quantity": None}])
@pytest.mark.parametrize("call", ["dudo", "calza"])
def test_the_numbers_of_a_call_may_be_null_or_absent(start: Start, call: str, numbers: Json) -> None:
    game = start()
    game.play(bid(3, 4))
    view = game.send(game.turn(), {"action": call, **numbers}).json()
    assert view["last_round"]["call"]["kind"] == call
    assert view["round"]["number"] == 2


def test_a_calza_may_come_from_others_than_the_one_on_turn(start: Start) -> None:
    game = start()
    game.play(bid(3, 4))
    caller = game.turn(1)
    view = game.send(caller, CALZA).json()
    assert view["last_round"]["call"]["seat"] == view["last_round"]["next_opener"] == caller


def test_a_right_calza_takes_back_a_die(start: Start) -> None:
    game = start()
    opener = game.turn()
    caller = (opener + 1) % 3
    rows.lay(game.id, {opener: "2 3 4 5 6", caller: "2 2 2", (opener + 2) % 3: "1 1 3 4 5"})
    game.play(bid(6, 2))
    view = game.send(caller, CALZA).json()
    assert view["last_round"]["count"] == 6
    assert view["last_round"]["dice_change"] == {"seat": caller, "before": 3, "after": 4}
    assert len(view["you"]["dice"]) == 4


# --- In which order it is checked ---------------------------------------------------------------------------------

BAD_SHAPE: Json = {"action": "fold", "version": "last"}


def test_the_token_comes_first(start: Start, api: CheckedClient) -> None:
    game = start()
    for token, code in ((None, "not_authenticated"), ("Bearer nonsense", "bad_token"), ("Basic YTpi", "bad_token")):
        if token:
            api.credentials(HTTP_AUTHORIZATION=token)
        refused(api.post(f"{GAMES}nowhere/moves/", BAD_SHAPE), code)
        refused(api.post(f"{game.path}moves/", BAD_SHAPE), code)


def test_the_game_comes_before_the_shape(clients: Clients) -> None:
    [ada] = clients(1)
    nowhere = f"{GAMES}nowhere/moves/"
    refused(ada.post(nowhere, BAD_SHAPE), "not_found")
    refused(ada.post(nowhere, [1]), "not_found")
    refused(ada.post(nowhere, b"{", content_type="application/json"), "not_found")


def test_the_shape_comes_before_the_status_of_the_game(start: Start) -> None:
    game = start(2)
    game.end()
    refused(game.send(0, BAD_SHAPE), "invalid")


def test_the_status_comes_before_the_seat(start: Start, as_player: Any, make_player: Any) -> None:
    game = start(2)
    stranger = as_player(make_player("stranger"))
    body = {**DUDO, "version": 1}
    game.end()
    refused(stranger.post(f"{game.path}moves/", body), "game_not_active")
    waiting = game.clients[0].post(GAMES, {"ruleset": "aces", "seats": 2}).json()["id"]
    for client in (stranger, game.clients[0]):
        refused(client.post(f"{GAMES}{waiting}/moves/", body), "game_not_active")
    game.clients[0].post(f"{GAMES}{waiting}/leave/")
    refused(stranger.post(f"{GAMES}{waiting}/moves/", body), "game_not_active")


def test_the_seat_comes_before_the_version(start: Start, as_player: Any, make_player: Any) -> None:
    game = start()
    stranger = as_player(make_player("stranger"))
    refused(stranger.post(f"{game.path}moves/", {**DUDO, "version": 1}), "not_seated")


def test_the_version_comes_before_being_in_play(start: Start) -> None:
    game = start()
    out = game.turn(1)
    game.clients[out].post(f"{game.path}leave/")
    refused(game.send(out, bid(1, 2), version=1), "stale_version")
    refused(game.send(out, bid(1, 2)), "not_in_play")


def test_being_in_play_comes_before_the_turn(start: Start) -> None:
    game = start()
    out = game.turn(2)
    game.play(bid(3, 4))
    game.clients[out].post(f"{game.path}leave/")
    for move in (bid(1, 2), bid(99, 2), DUDO, CALZA):
        refused(game.send(out, move), "not_in_play")


def test_the_turn_comes_before_legality(start: Start) -> None:
    game = start()
    for move in (bid(3, 4), bid(99, 1)):
        refused(game.send(game.turn(1), move), "not_your_turn")
    game.play(bid(3, 4))
    refused(game.send(game.turn(1), DUDO), "not_your_turn")
    refused(game.send(game.turn(2), DUDO), "not_your_turn")  # whose bid it is


# --- Legality -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("illegal", [bid(2, 4), bid(3, 4), bid(3, 3), bid(4, 5), bid(16, 4), bid(10**18, 6)])
def test_a_bid_that_may_not_be_made_is_told_which_may(start: Start, illegal: Json) -> None:
    game = start()
    game.play(bid(3, 4))
    problem = refused(game.send(game.turn(), illegal), "illegal_bid")
    assert problem["legal_bids"] == game.view(game.turn())["you"]["legal_bids"]
    assert problem["legal_bids"] == [
        {"face": 1, "min": 2, "max": 15},
        {"face": 4, "min": 4, "max": 15},
        {"face": 5, "min": 3, "max": 3},
        {"face": 6, "min": 3, "max": 3},
    ]


@pytest.mark.parametrize(
    ("move", "errors"),
    [
        (bid(0, 4), {"quantity": "min_value"}),
        (bid(-1, 4), {"quantity": "min_value"}),
        (bid(3, 0), {"face": "min_value"}),
        (bid(3, 7), {"face": "max_value"}),
        ({"action": "bid"}, {"quantity": "required", "face": "required"}),
        ({"action": "bid", "quantity": None, "face": 2}, {"quantity": "required"}),
        ({"action": "bid", "quantity": 3}, {"face": "required"}),
        ({"action": "dudo", "quantity": 3}, {"quantity": "invalid"}),
        ({"action": "calza", "quantity": 3, "face": 4}, {"quantity": "invalid", "face": "invalid"}),
        ({"action": "pass"}, {"action": "invalid_choice"}),
    ],
)
def test_what_is_no_move_at_all(start: Start, move: Json, errors: Json) -> None:
    game = start()
    assert field_errors(refused(game.send(game.turn(), move), "invalid")) == errors


def test_the_version_is_required(start: Start) -> None:
    game = start()
    answer = game.clients[0].post(f"{game.path}moves/", bid(1, 2))
    assert field_errors(refused(answer, "invalid")) == {"version": "required"}
    for version in (None, True, 4.0, "4"):
        refused(game.send(game.turn(), bid(1, 2), version=version), "invalid")
    for version in (0, -1, -(2**62)):  # any version but the present one is a stale one
        refused(game.send(game.turn(), bid(1, 2), version=version), "stale_version")


@pytest.mark.parametrize("call", [DUDO, CALZA])
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("ruleset", ["asmodee", "aces"])
def test_a_call_before_any_bid_is_no_bid_whatever_else_forbids_it(
    start: Start, call: Json, place: int, ruleset: str
) -> None:
    """Not being on turn, or rules without calza."""
    game = start(ruleset=ruleset)
    refused(game.send(game.turn(place), call), "no_bid")


def test_who_may_not_call_calza(start: Start) -> None:
    boxed = start(ruleset="boxed")
    boxed.play(bid(3, 4))
    refused(boxed.send(boxed.turn(), CALZA), "calza_not_allowed")  # whose turn it is (text 002)
    refused(boxed.send(boxed.turn(2), CALZA), "calza_not_allowed")  # who has bid
    assert boxed.send(boxed.turn(1), CALZA).status_code == 201


def test_rules_without_calza(start: Start) -> None:
    aces = start(ruleset="aces")
    aces.play(bid(3, 4))
    for place in (0, 1, 2):
        refused(aces.send(aces.turn(place), CALZA), "calza_not_allowed")


# --- Retries ------------------------------------------------------------------------------------------------------


def assert_repeated(game: Game, seat: int, body: Json) -> None:
    """The move is answered 200 with the mover's view as it is now, and nothing is done."""
    before = rows.digest()
    answer = game.send(seat, body)
    assert answer.status_code == 200, answer.content
    assert answer.json() == game.view(seat)
    assert rows.digest() == before


def test_a_retry_is_not_played_twice_across_rounds_and_after_the_end(start: Start) -> None:
    game = start(options={"starting_dice": 1})
    sent: list[tuple[int, Json]] = []
    while game.view()["status"] == "active":
        view = game.view()
        seat = view["round"]["turn"]
        sent.append((seat, game.play(DUDO if view["round"]["bids"] else bid(1, 2))))
        for mover, body in sent:
            assert_repeated(game, mover, body)
    assert game.view()["last_round"]["number"] == 2


def test_a_retry_by_one_who_has_left(start: Start) -> None:
    game = start()
    mover = game.turn()
    body = game.play(bid(3, 4))
    game.clients[mover].post(f"{game.path}leave/")
    assert_repeated(game, mover, body)


def test_null_numbers_and_absent_ones_are_the_same_body(start: Start) -> None:
    game = start()
    game.play(bid(3, 4))
    mover, body = game.turn(), game.play(DUDO)
    assert_repeated(game, mover, {**body, "quantity": None, "face": None})


def test_a_calza_is_retried_too(start: Start) -> None:
    game = start()
    game.play(bid(3, 4))
    caller, version = game.turn(1), game.version
    assert game.send(caller, CALZA).status_code == 201
    assert_repeated(game, caller, {**CALZA, "version": version})
    refused(game.send(caller, DUDO, version=version), "stale_version")


def test_what_is_no_retry(start: Start) -> None:
    """Another body, another version, or another player."""
    game = start()
    mover, body = game.turn(), game.play(bid(3, 4))
    for change in ({"quantity": 4}, {"face": 5}, {"version": body["version"] - 1}, {"version": body["version"] + 1}):
        # The last of these is the present version, at which it is not the mover's turn.
        code = "stale_version" if change.get("version") != game.version else "not_your_turn"
        refused(game.send(mover, {**body, **change}), code)
    refused(game.send(mover, {**DUDO, "version": body["version"]}), "stale_version")
    for other in (game.turn(), game.turn(1)):
        refused(game.send(other, body), "stale_version")


def test_a_bid_that_time_made_is_nobodys_to_retry(start: Start) -> None:
    game = start()
    mover, version = game.turn(), game.version
    game.pass_time()
    [made] = game.view()["round"]["bids"]
    assert made == {"seat": mover, "quantity": 1, "face": 2, "timeout": True, "at": made["at"]}
    refused(game.send(mover, bid(1, 2), version=version), "stale_version")


def test_a_call_that_time_made_is_nobodys_to_retry(start: Start) -> None:
    game = start()
    game.play(bid(3, 4))
    mover, version = game.turn(), game.version
    game.pass_time()
    assert game.view()["last_round"]["call"]["timeout"] is True
    refused(game.send(mover, DUDO, version=version), "stale_version")


# --- Stale --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [-3, -1, 1, 100, 2**62])
def test_any_version_but_the_present_one_is_stale(start: Start, off: int) -> None:
    """A higher one too; the answer has the caller's view as it is."""
    game = start()
    mover = game.turn()
    before = rows.digest()
    problem = refused(game.send(mover, bid(1, 2), version=game.version + off), "stale_version")
    assert problem["game"] == game.view(mover)
    assert problem["game"]["you"]["seat"] == mover
    assert rows.digest() == before


# --- Time ---------------------------------------------------------------------------------------------------------


def test_a_move_after_the_deadline_is_too_late(start: Start) -> None:
    """Before the server has acted on it, that is."""
    game = start()
    rows.set_deadline(game.id, rows.just_passed())
    before = rows.digest()
    refused(game.send(game.turn(), bid(1, 2)), "too_late")
    assert rows.digest() == before
    rows.set_deadline(game.id, timezone.now() + timedelta(seconds=30))
    assert game.send(game.turn(), bid(1, 2)).status_code == 201


def test_a_calza_after_the_deadline_is_too_late(start: Start) -> None:
    game = start()
    game.play(bid(3, 4))
    rows.set_deadline(game.id, rows.just_passed())
    refused(game.send(game.turn(1), CALZA), "too_late")


def test_a_retry_after_the_deadline_is_still_a_retry(start: Start) -> None:
    game = start()
    mover, body = game.turn(), game.play(bid(3, 4))
    rows.set_deadline(game.id, rows.just_passed())
    assert_repeated(game, mover, body)


def test_whoever_touches_a_game_whose_time_is_up_finds_it_acted_on(start: Start) -> None:
    game = start()
    mover, version = game.turn(), game.version
    rows.set_deadline(game.id, rows.just_passed(), grace=timedelta(0))
    problem = refused(game.send(mover, bid(3, 4), version=version), "stale_version")
    assert problem["game"]["round"]["bids"][0]["timeout"] is True
    rows.set_deadline(game.id, rows.just_passed(), grace=timedelta(0))
    assert game.view()["last_round"]["call"]["timeout"] is True


def test_a_game_without_a_clock_has_no_deadline(start: Start) -> None:
    game = start(turn_seconds=None)
    assert game.view()["round"]["deadline"] is None
    game.play(bid(3, 4))
    assert game.view()["round"]["deadline"] is None
