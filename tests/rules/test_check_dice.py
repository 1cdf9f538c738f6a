"""`manage.py check_dice`: the dice of games are even, and dice that are not would be found."""

import io
import re
from collections import Counter
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from games.management.bench import chance
from games.management.bench.chance import HAND, ROUNDS, Hand, Thrown, findings, new_dice, survival, throw
from games.management.commands import check_dice
from games.rules.fairness import SeededDice
from games.rules.ruleset import MAX_SEATS
from tests.docs.markdown import Document
from tests.rules import documents

DICE = 120_000
NAMES = (
    ["faces", "pairs of neighbours in a hand"]
    + ["neighbours, one seat and the next", "neighbours, one round and the next"]
    + ["first openers, drawn", "first openers, rolled off"]
    + [f"faces of seat {seat}" for seat in range(6)]
    + [f"faces of die {place} of a hand" for place in range(1, 6)]
    + [f"pairs of neighbours of seat {seat}" for seat in range(6)]
)


@pytest.mark.parametrize(
    ("chi_square", "degrees", "probability"),
    [  # from printed tables, and by hand: of two degrees it is e^(-x/2)
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (49.802, 35, 0.05),
        (57.342, 35, 0.01),
        (66.619, 35, 0.001),
        (4.0, 2, 0.135335),
        (0.0, 5, 1.0),
    ],
)
def test_the_probability_of_a_chi_square(chi_square: float, degrees: int, probability: float) -> None:
    assert survival(chi_square, degrees) == pytest.approx(probability, rel=2e-3)


def test_it_is_computed_as_pearson_did() -> None:
    """A textbook's sixty throws: 5, 8, 9, 8, 10, 20 of the six faces."""
    thrown = Thrown()
    for face, times in enumerate((5, 8, 9, 8, 10, 20), start=1):
        thrown.hands[0][(face,) * HAND] = times
    faces = next(findings(thrown))
    assert (faces.name, faces.cells, faces.degrees, faces.counted) == ("faces", 6, 5, 60 * HAND)
    assert faces.chi_square == pytest.approx(13.4 * HAND)


def test_dice_of_games_are_even() -> None:
    """By the server's own seeds and ids; fair dice fail this once in some ten thousand runs."""
    thrown = throw(DICE)
    assert thrown.dice == DICE == 200 * MAX_SEATS * HAND * ROUNDS
    found = {one.name: one for one in findings(thrown)}
    assert sorted(found) == sorted(NAMES)
    assert found["faces"].counted == DICE
    assert {one.name for one in found.values() if one.probability < 1e-6} == set()


LOADED: dict[str, tuple[Callable[[Hand, int], Hand], set[str]]] = {
    "a face too often": (lambda hand, seat: tuple(6 if die == 1 and hand[0] == 2 else die for die in hand), {"faces"}),
    "one seat's": (lambda hand, seat: (6, *hand[1:]) if seat == 3 and hand[1] > 3 else hand, {"faces of seat 3"}),
    "one place": (lambda hand, seat: (*hand[:4], 6 if hand[0] == 1 else hand[4]), {"faces of die 5 of a hand"}),
    "a die that follows another": (
        lambda hand, seat: (hand[0], hand[0] if hand[4] == 1 else hand[1], *hand[2:]),
        {"pairs of neighbours in a hand"},
    ),
    "dice in falling order": (lambda hand, seat: tuple(sorted(hand)), {"pairs of neighbours in a hand"}),
    "one hand for all": (lambda hand, seat: (hand[0],) * HAND, {"pairs of neighbours in a hand"}),
}


@pytest.mark.parametrize("how", LOADED)
def test_dice_that_are_not_even_are_found(how: str) -> None:
    load, where = LOADED[how]

    class Loaded(SeededDice):
        def roll(self, *, round_number: int, seat: int, count: int) -> Hand:
            return load(super().roll(round_number=round_number, seat=seat, count=count), seat)

    thrown = Thrown()
    for _ in range(60):
        fair = new_dice()
        thrown.game(Loaded(fair.game_id, fair.server_seed, fair.client_seeds))
    uneven = {one.name for one in findings(thrown) if one.probability < 1e-6}
    assert uneven >= where


class Repeating(SeededDice):
    """Every round is rolled as the first."""

    def roll(self, *, round_number: int, seat: int, count: int) -> Hand:
        return super().roll(round_number=1, seat=seat, count=count)


class Alike(SeededDice):
    """Every seat rolls as the first."""

    def roll(self, *, round_number: int, seat: int, count: int) -> Hand:
        return super().roll(round_number=round_number, seat=0, count=count)


@pytest.mark.parametrize("dice", [Repeating, Alike])
def test_rounds_and_seats_that_hang_together_are_found(dice: type[SeededDice]) -> None:
    thrown = Thrown()
    for _ in range(60):
        fair = new_dice()
        thrown.game(dice(fair.game_id, fair.server_seed, fair.client_seeds))
    assert [one.name for one in findings(thrown) if one.probability < 1e-4]


def test_openers_that_are_not_even_are_found() -> None:
    thrown = throw(3_000)
    thrown.random_openers = Counter({0: 30, 1: 10, 2: 10, 3: 10, 4: 10, 5: 0})
    uneven = {one.name for one in findings(thrown) if one.probability < 1e-6}
    assert uneven == {"first openers, drawn"}


def test_the_command_says_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    call_command("check_dice", dice=30_000, stdout=out)
    assert "30,000 dice in " in out.getvalue()
    assert [
        name for name in NAMES if not re.search(rf"^{name} +[\d,]+ +\d+ +[\d.]+ +[01]\.\d+$", out.getvalue(), re.M)
    ] == []
    with pytest.raises(CommandError, match="one die at least"):
        call_command("check_dice", dice=0)

    def loaded(dice: int) -> Thrown:
        thrown = chance.throw(dice)
        thrown.hands[2][(6,) * HAND] += 1_000
        return thrown

    monkeypatch.setattr(check_dice, "throw", loaded)
    with pytest.raises(CommandError, match=r"Fair dice do not fall so: faces, faces of seat 2, "):
        call_command("check_dice", dice=30_000, stdout=out)


def test_the_run_that_is_documented_was_of_fair_dice() -> None:
    """docs/fairness.md has all its lines, and each with the probability of its chi-square."""
    rows = Document(documents.read("fairness.md")).table("even").rows
    assert sorted(name for name, *_ in rows) == sorted(NAMES)
    for name, counted, cells, chi_square, probability in rows:
        assert survival(float(chi_square), int(cells) - 1) == pytest.approx(float(probability), abs=2e-3), name
        assert float(probability) > 1e-3
        assert name != "faces" or counted == "6,000,000"
