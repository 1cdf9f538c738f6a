"""`GET /games/{id}/analysis/`: its numbers are those of the record (docs/analysis.md), and who may have it."""

import random
from collections import Counter
from typing import Any

import pytest

from games.rules.analysis import judge
from games.rules.record.verify import played_again
from tests.api.conftest import Clients, Start
from tests.api.problem import refused
from tests.api.table import GAMES, open_table
from tests.client import CheckedClient
from tests.rules.second_analysis import Moment, moments

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        ("asmodee", 3, {"starting_dice": 2}),
        ("boxed", 2, {"starting_dice": 2}),
        ("aces", 4, {"starting_dice": 1}),
    ],
)
def test_a_game_played_here(
    clients: Clients, api: CheckedClient, chance: random.Random, ruleset: str, seats: int, options: Json
) -> None:
    """Every decision, in the order in which it was made, against all throws of the dice that its maker did not see."""
    table = open_table(clients(seats), api, chance=chance, ruleset=ruleset, options=options)
    while not table.is_over:
        table.step(chance, leaves=0.03, timeouts=0.1)
    record, found = api.get(f"{table.path}replay/").json(), api.get(f"{table.path}analysis/").json()
    assert [round_["number"] for round_ in found["rounds"]] == [round_["number"] for round_ in record["rounds"]]
    for analysed, round_ in zip(found["rounds"], record["rounds"], strict=True):
        assert analysed["dice"] == sum(len(hand["dice"]) for hand in round_["hands"])
        made = [*round_["bids"], *([round_["call"]] if round_["call"]["kind"] != "departure" else [])]
        told = [(decision["seat"], decision["timeout"]) for decision in analysed["decisions"]]
        assert told == [(move["seat"], move["timeout"]) for move in made]
    decisions = [decision for round_ in found["rounds"] for decision in round_["decisions"]]
    for decision, moment in zip(decisions, moments(record), strict=True):
        assert decision == by_throwing(moment) | {name: decision[name] for name in ("timeout", "count", "best")}
    assert [(seat["seat"], seat["player"]) for seat in found["seats"]] == [
        (seat["seat"], seat["player"]) for seat in record["seats"]
    ]


def by_throwing(moment: Moment) -> Json:
    worth = {choice: moment.worth(choice) for choice in moment.choices}
    (quantity, face), own = moment.bid, moment.hands[moment.seat]
    return {
        "seat": moment.seat,
        "action": moment.made[0],
        "quantity": quantity,
        "face": face,
        "held": moment.counted(face, own),
        "unseen": sum(map(len, moment.hands.values())) - len(own),
        "chance_good": round(float(moment.good), 6),
        "chance_exact": round(float(moment.exact), 6),
        "bluff": moment.bluff if moment.made[0] == "bid" else None,
        "worth": round(float(worth[moment.made]), 6),
        "chance_lost": round(float(max(worth.values()) - worth[moment.made]), 6),
    }


def test_the_best_choice_of_each_kind_is_told(start: Start, api: CheckedClient) -> None:
    """As the rules' own analysis has it; over a few games every kind of choice is the best one somewhere."""
    game = start(4, "asmodee", turn_seconds=60)
    chance, kinds = random.Random(5), Counter[str]()
    table = open_table(game.clients, api, chance=chance, ruleset="asmodee", options={"starting_dice": 3})
    while not table.is_over:
        table.step(chance)
    replay = played_again(api.get(f"{table.path}replay/").json())
    told = api.get(f"{table.path}analysis/").json()["rounds"]
    for round_, known in zip(told, judge(replay.resolved, options=replay.facts.options, seats=4), strict=True):
        for decision, one in zip(round_["decisions"], known.decisions, strict=True):
            best = decision["best"]
            kinds[best["action"]] += 1
            assert best["worth"] == round(one.best.worth, 6)
            assert (best["quantity"] is None) == (best["face"] is None) == (best["action"] != "bid")
            assert decision["count"] == one.count
    assert {"bid", "dudo", "wait"} <= set(kinds)


def test_players_are_summed_up(start: Start, api: CheckedClient) -> None:
    """Ada bids and bob doubts; then bob leaves."""
    game = start(2, "aces")
    first = game.turn()
    game.play({"action": "bid", "quantity": 10, "face": 6})
    game.play({"action": "dudo"})
    game.leave(1 - first)
    found = api.get(f"{game.path}analysis/").json()
    [bid, dudo] = found["rounds"][0]["decisions"]
    bidder, doubter = found["seats"][first], found["seats"][1 - first]
    is_good = bid["count"] >= 10
    assert bidder == {
        "seat": first,
        "player": bidder["player"],
        "bids": 1,
        "bluff_rate": float(bid["bluff"]),
        "calls": 0,
        "good_call_rate": None,
        "showdowns": 1,
        "won": int(is_good),
        "expected": pytest.approx(bid["chance_good"], abs=1e-4),
        "luck": pytest.approx(is_good - bid["chance_good"], abs=1e-4),
        "mean_chance_lost": pytest.approx(bid["chance_lost"], abs=1e-4),
    }
    assert (doubter["bids"], doubter["bluff_rate"], doubter["calls"]) == (0, None, 1)
    assert doubter["good_call_rate"] == float(not is_good)
    assert doubter["expected"] == pytest.approx(1 - dudo["chance_good"], abs=1e-4)


def test_it_is_the_same_for_everybody(start: Start, api: CheckedClient) -> None:
    game = start(2, "boxed")
    game.end()
    answers = [client.get(f"{game.path}analysis/") for client in (api, *game.clients)]
    assert len({answer.content for answer in answers}) == 1
    unchanged = api.get(f"{game.path}analysis/", headers={"If-None-Match": answers[0]["ETag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


def test_not_before_the_end(clients: Clients, chance: random.Random) -> None:
    ada, bob = clients(2)
    made = ada.post(GAMES, {"ruleset": "asmodee", "seats": 2}).json()
    path = f"{GAMES}{made['id']}/analysis/"
    refused(ada.get(path), "game_not_over")
    bob.post(f"{GAMES}{made['id']}/join/")
    refused(ada.get(path), "game_not_over")
    bob.post(f"{GAMES}{made['id']}/leave/")
    assert ada.get(path).status_code == 200


def test_not_of_a_table_that_was_abandoned(clients: Clients, chance: random.Random) -> None:
    [ada] = clients(1)
    made = ada.post(GAMES, {"ruleset": "boxed", "seats": 3}).json()
    ada.post(f"{GAMES}{made['id']}/close/")
    refused(ada.get(f"{GAMES}{made['id']}/analysis/"), "game_not_over")


def test_a_private_game_is_its_players_alone(clients: Clients, api: CheckedClient) -> None:
    ada, bob, stranger = clients(3)
    made = ada.post(GAMES, {"ruleset": "aces", "seats": 2, "private": True}).json()
    bob.post(f"{GAMES}{made['id']}/join/", {"join_code": made["join_code"]})
    bob.post(f"{GAMES}{made['id']}/leave/")
    path = f"{GAMES}{made['id']}/analysis/"
    for outsider in (api, stranger):
        refused(outsider.get(f"{path}?join_code={made['join_code']}"), "not_found")
    assert ada.get(path).status_code == bob.get(path).status_code == 200
    refused(api.get(f"{GAMES}nosuchgame/analysis/"), "not_found")
