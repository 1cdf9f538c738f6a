"""The dice (docs/fairness.md): its worked example, its steps against a second version, and what dice must look like."""

import doctest
import re
import secrets
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.engine import start
from games.rules.fairness import (
    SeededDice,
    commit,
    default_client_seed,
    dice_from,
    hand_from,
    table_seed,
)
from games.rules.ruleset import ASMODEE, BOXED
from tests import fair_dice
from tests.rules import documents

DOCUMENT = documents.read("fairness.md")
EXAMPLE = documents.section(DOCUMENT, "A worked example")
VALUES, HANDS, ROLL_OFF, DRAWN = documents.tables(EXAMPLE)

GAME = "example037"
SERVER_SEED = bytes(range(32))
SENT = ["seven fours", "", "Zażółć 🎲"]


def value(name: str) -> str:
    return next(row["result"] for row in VALUES if row["value"] == name)


def example_dice() -> SeededDice:
    seeds = (sent or default_client_seed(server_seed=SERVER_SEED, game_id=GAME, seat=s) for s, sent in enumerate(SENT))
    return SeededDice(game_id=GAME, server_seed=SERVER_SEED, client_seeds=tuple(seeds))


# The worked example


def test_example_says_what_is_computed_here() -> None:
    assert f"Game `{GAME}`" in EXAMPLE
    assert all(f"`{sent}`" in EXAMPLE for sent in SENT if sent)
    assert (len(VALUES), len(HANDS), len(ROLL_OFF), len(DRAWN)) == (5, 3, 3, 3)


def test_example_seeds() -> None:
    dice = example_dice()
    assert value("`server_seed`".strip("`")) == SERVER_SEED.hex()
    assert value("seed_commitment") == commit(SERVER_SEED).hex()
    assert value("`client_seed` of seat 1") == dice.client_seeds[1]
    assert value("table_seed") == dice.table.hex()
    text = ":".join([GAME, *(seed.encode().hex() for seed in dice.client_seeds)])
    assert value("the text of `table_seed`") == text


def test_example_seeds_by_the_second_version() -> None:
    second = fair_dice.seed_of_a_seat_that_sent_none(SERVER_SEED, GAME, 1)
    assert value("`client_seed` of seat 1") == second
    assert value("table_seed") == fair_dice.table_seed(GAME, [SENT[0], second, SENT[2]]).hex()


@pytest.mark.parametrize("row", HANDS, ids=lambda row: f"seat {row['seat']}")
def test_example_hands(row: dict[str, str]) -> None:
    dice, seat = example_dice(), int(row["seat"])
    key = dice.key(round_number=1, seat=seat)
    assert row["key"] == key.hex() == fair_dice.key(SERVER_SEED, GAME, 1, seat).hex()
    assert row["commitment"] == dice.commitment(round_number=1, seat=seat).hex() == commit(key).hex()
    hand = dice.roll(round_number=1, seat=seat, count=5)
    assert numbers(row["dice"]) == list(hand) == fair_dice.dice(key, dice.table, 5)
    assert hand == hand_from(key=key, table=dice.table, count=5)
    assert numbers(row["first bytes"]) == list(fair_dice.stream(key, dice.table, 6))


def test_example_skips_a_byte() -> None:
    assert [max(numbers(row["first bytes"])) >= 252 for row in HANDS] == [False, True, False]


def test_example_roll_off() -> None:
    dice = example_dice()
    passes = [{throw.seat: throw.die for throw in thrown} for thrown in dice.roll_off(seats=3)]
    assert passes == fair_dice.roll_off(SERVER_SEED, GAME, dice.table, 3)
    for row in ROLL_OFF:
        seat = int(row["seat"])
        key = dice.key(round_number=0, seat=seat)
        assert row["key"] == key.hex()
        assert numbers(row["first bytes"]) == list(fair_dice.stream(key, dice.table, 4))
        assert [row["pass 1"], row["pass 2"]] == [str(thrown.get(seat, "–")) for thrown in passes]
    begun = start(options=BOXED.options, seats=3, dice=dice).state
    assert begun.round is not None
    assert f"seat {begun.round.opener} opens" in EXAMPLE


def test_example_drawn_opener() -> None:
    dice = example_dice()
    drawn = {row["value"]: row["result"] for row in DRAWN}
    key = dice.key(round_number=0, seat="opener")
    assert drawn["key"] == key.hex()
    assert int(drawn["first byte"]) == fair_dice.stream(key, dice.table, 1)[0]
    assert int(drawn["opener"]) == dice.random_opener(seats=3)
    assert int(drawn["opener"]) == fair_dice.drawn_opener(SERVER_SEED, GAME, dice.table, 3)
    begun = start(options=ASMODEE.options, seats=3, dice=dice).state
    assert begun.round is not None
    assert begun.round.opener == int(drawn["opener"])


def test_example_in_python() -> None:
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(EXAMPLE, {}, "fairness.md", None, None))
    assert runner.summarize(verbose=False) == (0, 4)


# The steps against the second version

game_ids = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=12)
client_seeds = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=64)


@given(
    game=game_ids,
    seed=st.binary(min_size=32, max_size=32),
    clients=st.lists(client_seeds, min_size=2, max_size=6),
    round_number=st.integers(1, 500),
    count=st.integers(1, 5),
)
def test_both_versions_agree(game: str, seed: bytes, clients: list[str], round_number: int, count: int) -> None:
    dice = SeededDice(game_id=game, server_seed=seed, client_seeds=tuple(clients))
    assert dice.table == table_seed(game_id=game, client_seeds=clients) == fair_dice.table_seed(game, clients)
    seats = len(clients)
    for seat in range(seats):
        key = fair_dice.key(seed, game, round_number, seat)
        assert dice.key(round_number=round_number, seat=seat) == key
        hand = dice.roll(round_number=round_number, seat=seat, count=count)
        assert list(hand) == fair_dice.dice(key, dice.table, count)
        assert default_client_seed(server_seed=seed, game_id=game, seat=seat) == (
            fair_dice.seed_of_a_seat_that_sent_none(seed, game, seat)
        )
    assert dice.random_opener(seats=seats) == fair_dice.drawn_opener(seed, game, dice.table, seats)
    passes = [{throw.seat: throw.die for throw in thrown} for thrown in dice.roll_off(seats=seats)]
    assert passes == fair_dice.roll_off(seed, game, dice.table, seats)


def test_dice_go_on_into_the_next_block() -> None:
    """A block has 32 bytes; the second is made with i = 1."""
    dice = example_dice()
    key = dice.key(round_number=1, seat=0)
    long = hand_from(key=key, table=dice.table, count=100)
    assert list(long) == fair_dice.dice(key, dice.table, 100)
    assert long[:5] == hand_from(key=key, table=dice.table, count=5), "fewer dice are the first of more"


def test_bytes_of_252_and_more_are_skipped() -> None:
    """Over many keys: a skipped byte leaves no die, and every byte below gives its own."""
    skipped = 0
    for number in range(300):
        key = number.to_bytes(32, "big")
        stream = fair_dice.stream(key, b"table", 32)
        skipped += sum(byte >= 252 for byte in stream)
        fit = [byte % 6 + 1 for byte in stream if byte < 252]
        assert list(hand_from(key=key, table=b"table", count=len(fit))) == fit
    assert skipped > 100, "about 4 in 256 of 9600 bytes"


# A byte of 255 alone is refused for 3 and 5 seats, 252 to 255 for 6 seats, none for 2 and 4.
@pytest.mark.parametrize(("seats", "limit"), [(2, 256), (3, 255), (4, 256), (5, 255), (6, 252)])
def test_drawing_an_opener_skips_bytes_that_would_favour_a_seat(seats: int, limit: int) -> None:
    assert limit % seats == 0
    seen_skip = False
    for number in range(3000):
        dice = SeededDice(game_id=f"g{number}", server_seed=SERVER_SEED, client_seeds=("a", "b"))
        stream = fair_dice.stream(dice.key(round_number=0, seat="opener"), dice.table, 32)
        first = next(byte for byte in stream if byte < limit)
        seen_skip |= stream[0] >= limit
        assert dice.random_opener(seats=seats) == first % seats
    assert seen_skip is (limit < 256)


# What each thing hangs on


def test_every_ingredient_changes_the_dice() -> None:
    base = example_dice()
    others = [
        SeededDice(base.game_id + "x", base.server_seed, base.client_seeds),
        SeededDice(base.game_id, bytes(32), base.client_seeds),
        *(
            SeededDice(
                base.game_id, base.server_seed, tuple(s + "x" * (i == n) for i, s in enumerate(base.client_seeds))
            )
            for n in range(3)
        ),
        SeededDice(base.game_id, base.server_seed, base.client_seeds[::-1]),
    ]
    hands = {d.roll(round_number=1, seat=0, count=40) for d in (base, *others)}
    assert len(hands) == len(others) + 1
    rolls = {base.roll(round_number=r, seat=s, count=40) for r in range(1, 20) for s in range(3)}
    assert len(rolls) == 19 * 3


def test_seats_and_seeds_cannot_be_shifted_into_each_other() -> None:
    """Hex and colons keep `a:b` and `c` apart from `a` and `b:c`."""
    assert table_seed(game_id="g", client_seeds=["a:b", "c"]) != table_seed(game_id="g", client_seeds=["a", "b:c"])
    assert table_seed(game_id="g", client_seeds=["ab", ""]) != table_seed(game_id="g", client_seeds=["a", "b"])


def test_texts_are_not_normalised() -> None:
    composed, decomposed = "\u00e9", "e\u0301"
    assert table_seed(game_id="g", client_seeds=[composed]) != table_seed(game_id="g", client_seeds=[decomposed])


def test_a_roll_does_not_hang_on_what_was_asked_before() -> None:
    dice = example_dice()
    first = dice.roll(round_number=3, seat=1, count=5)
    dice.roll_off(seats=3)
    dice.roll(round_number=2, seat=0, count=5)
    assert dice.roll(round_number=3, seat=1, count=5) == first == example_dice().roll(round_number=3, seat=1, count=5)


def test_no_text_of_the_dice_shows_the_seed() -> None:
    seed = secrets.token_bytes(32)
    dice = SeededDice(game_id="k3v9x2m1qp", server_seed=seed, client_seeds=("a", "b"))
    dice.roll(round_number=1, seat=0, count=5)
    for text in (repr(dice), str(dice), f"{dice}", repr([dice]), repr({"dice": dice})):
        assert "k3v9x2m1qp" in text
        assert seed.hex() not in text
        assert repr(seed) not in text
        assert dice.table.hex() not in text


def test_default_client_seed() -> None:
    """A seat's own, of a game's own, and of the length a client may send."""
    seeds = [default_client_seed(server_seed=SERVER_SEED, game_id=g, seat=s) for g in ("a", "b") for s in range(6)]
    assert len(set(seeds)) == 12
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)


# How the dice fall: fixed seeds, and thresholds at the 0.1 % point of chi-square, chosen before the first run

CHI_SQUARE_5 = 20.515
CHI_SQUARE_35 = 66.619
ROUNDS = 2000


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


def fallen() -> list[tuple[int, ...]]:
    dice = example_dice()
    return [dice.roll(round_number=r, seat=s, count=5) for r in range(1, ROUNDS + 1) for s in range(3)]


def test_faces_are_even() -> None:
    faces = Counter(chain.from_iterable(fallen()))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert chi_square(faces, 6) < CHI_SQUARE_5


@pytest.mark.parametrize("place", range(5))
def test_faces_are_even_in_every_place_of_a_hand(place: int) -> None:
    assert chi_square(Counter(hand[place] for hand in fallen()), 6) < CHI_SQUARE_5


def test_neighbouring_dice_are_independent() -> None:
    pairs = Counter(6 * hand[0] + hand[1] for hand in fallen())
    assert chi_square(pairs, 36) < CHI_SQUARE_35


def test_seats_of_a_round_are_independent() -> None:
    dice = example_dice()
    pairs = Counter(
        6 * dice.roll(round_number=r, seat=0, count=1)[0] + dice.roll(round_number=r, seat=1, count=1)[0]
        for r in range(1, ROUNDS + 1)
    )
    assert chi_square(pairs, 36) < CHI_SQUARE_35


@pytest.mark.parametrize("way", ["random_opener", "roll_off"])
def test_every_seat_opens_alike(way: str) -> None:
    openers: Counter[int] = Counter()
    for number in range(ROUNDS):
        dice = SeededDice(game_id=f"g{number}", server_seed=SERVER_SEED, client_seeds=("a",) * 6)
        if way == "random_opener":
            openers[dice.random_opener(seats=6)] += 1
        else:
            openers[max(dice.roll_off(seats=6)[-1], key=lambda throw: throw.die).seat] += 1
    assert chi_square(openers, 6) < CHI_SQUARE_5


def test_dice_are_endless() -> None:
    endless = dice_from(key=SERVER_SEED, table=b"")
    assert len([next(endless) for _ in range(10_000)]) == 10_000


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]
