"""A game's dice, checked as the events come; and the same game told with one lie in it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.fairness import SeededDice, commit, default_client_seed
from games.terminal.shapes import Event, View
from games.terminal.verifier import Verifier
from tests.terminal.positions import seat, view

SERVER_SEED = bytes(range(32))
OWN_SEED = "mine"
GAME_ID = "k3v9x2m1qp"
SEEDS = (OWN_SEED, *(default_client_seed(server_seed=SERVER_SEED, game_id=GAME_ID, seat=n) for n in (1, 2)))
DICE = SeededDice(GAME_ID, SERVER_SEED, SEEDS)
# Who holds how many dice in each round; whom each round costs what.
SIZES: list[dict[int, int]] = [{0: 5, 1: 5, 2: 5}, {0: 4, 1: 5, 2: 5}, {0: 4, 1: 5}]


def the_view(first_opener: str) -> View:
    seats = [{**seat(n, f"player {n}", 5), "client_seed": SEEDS[n]} for n in range(3)]
    return view(
        *seats,  # type: ignore[arg-type]  # seats with other seeds
        options={"first_opener": first_opener},
        seed_commitment=commit(SERVER_SEED).hex(),
        server_seed=SERVER_SEED.hex(),
    )


def rolled(number: int, first_opener: str) -> dict[str, Any]:
    passes = [[{"seat": t.seat, "die": t.die} for t in thrown] for thrown in DICE.roll_off(seats=3)]
    by_dice = first_opener == "roll_off"
    opener = max(passes[-1], key=lambda throw: throw["die"])["seat"] if by_dice else DICE.random_opener(seats=3)
    sizes = SIZES[number - 1]
    return {
        "number": number,
        "opener": opener,
        "roll_off": passes if by_dice and number == 1 else None,
        "commitments": [{"seat": n, "commitment": DICE.commitment(round_number=number, seat=n).hex()} for n in sizes],
        "dice": list(DICE.roll(round_number=number, seat=0, count=sizes[0])),
        "key": DICE.key(round_number=number, seat=0).hex(),
    }


def ended(number: int) -> dict[str, Any]:
    hands = [
        {
            "seat": n,
            "dice": list(DICE.roll(round_number=number, seat=n, count=size)),
            "key": DICE.key(round_number=number, seat=n).hex(),
        }
        for n, size in SIZES[number - 1].items()
    ]
    change = {1: {"seat": 0, "before": 5, "after": 4}}.get(number)
    return {"number": number, "hands": hands, "dice_change": change, "out": [2] if number == 2 else []}


def a_game(first_opener: str = "random") -> list[Event]:
    told: list[tuple[str, Any]] = [("started", {})]
    for number in (1, 2, 3):
        told += [("rolled", rolled(number, first_opener)), ("bid", {}), ("round_ended", ended(number))]
    told.append(("finished", {"server_seed": SERVER_SEED.hex()}))
    return [{"seq": seq, "type": kind, "data": data} for seq, (kind, data) in enumerate(told, start=2)]


def faults_of(events: list[Event], after: View, *, own_seed: str = OWN_SEED) -> list[str]:
    verifier = Verifier(the_view("random"), own_seed=own_seed)
    for event in events:
        verifier.see(event, after)
    return verifier.faults


@pytest.mark.parametrize("first_opener", ["random", "roll_off"])
def test_an_honest_game_has_no_fault(first_opener: str) -> None:
    verifier = Verifier(the_view(first_opener), own_seed=OWN_SEED)
    for event in a_game(first_opener):
        verifier.see(event, the_view(first_opener))
        verifier.see(event, the_view(first_opener))  # seen again, as after Ctrl-C
    assert verifier.faults == []
    assert (verifier.rounds_checked, verifier.hands_checked) == (3, 8)


STARTED, ROLLED, BID, ENDED, ROLLED_2 = range(5)


def replaced(data: Any, name: str, value: Any) -> None:
    data[name] = value


LIES: dict[str, tuple[int, Callable[[Any], None]]] = {
    "the dice of seat 0 in round 1 do not follow from their key": (ROLLED, lambda data: data["dice"].reverse()),
    "the dice of seat 0 in round 1 have another key than was committed to": (
        ROLLED,
        lambda data: replaced(data, "key", "00" * 32),
    ),
    "round 1 was not rolled by all in play alone": (ROLLED, lambda data: data["commitments"].pop()),
    "round 7 is out of its order": (ROLLED, lambda data: replaced(data, "number", 7)),
    "the dice of seat 1 in round 1 do not follow from their key": (
        ENDED,
        lambda data: data["hands"][1]["dice"].append(1),
    ),
    "the dice of seat 2 in round 1 have another key than was committed to": (
        ENDED,
        lambda data: replaced(data["hands"][2], "key", data["hands"][1]["key"]),
    ),
    "not all cups of round 1 came up": (ENDED, lambda data: data["hands"].pop()),
    "round 9 ended without a roll": (ENDED, lambda data: replaced(data, "number", 9)),
    "the server's seed is another one": (-1, lambda data: replaced(data, "server_seed", "11" * 32)),
    "the key of seat 2 in round 2 is not the seed's": (-1, lambda data: replaced(data, "server_seed", "11" * 32)),
    "the first opener was not drawn by the seed": (
        ROLLED,
        lambda data: replaced(data, "opener", (data["opener"] + 1) % 3),
    ),
}


@pytest.mark.parametrize(("fault", "where", "lie"), [(fault, *lie) for fault, lie in LIES.items()])
def test_a_lie_is_found(fault: str, where: int, lie: Callable[[Any], None]) -> None:
    events = copy.deepcopy(a_game())
    lie(events[where]["data"])
    assert fault in faults_of(events, the_view("random"))


def test_a_roll_off_that_was_not_thrown_is_found() -> None:
    events = a_game("roll_off")
    events[ROLLED]["data"]["roll_off"][0][0]["die"] = 0
    assert faults_of(events, the_view("roll_off")) == ["the first opener was not drawn by the seed"]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"seed_commitment": "00"}, "the seed's commitment was changed"),
        ({"you": None}, "your seed was changed"),
    ],
)
def test_a_view_that_differs_from_the_table_before_is_found(fields: Any, fault: str) -> None:
    after: Any = {**the_view("random"), **fields}
    assert fault in faults_of(a_game()[:1], after)


def test_a_seed_of_ours_that_was_changed_is_found() -> None:
    assert faults_of(a_game()[:1], the_view("random"), own_seed="another") == ["your seed was changed"]


def test_a_bots_seed_that_was_chosen_is_found() -> None:
    after = the_view("random")
    after["seats"][2]["client_seed"] = "chosen"
    assert "the part of player 2 in the dice was chosen" in faults_of(a_game(), after)
