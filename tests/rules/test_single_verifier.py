"""docs/examples/verify.py: one file that a stranger can read, and that finds what `games.rules.record.verify` finds.

It shares no code with the server. So each is also a test of the other.
"""

import ast
import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from games.rules.record import RecordFault, verify
from games.rules.ruleset import NAMED
from tests.rules.alterations import dotted, field_of, one_of_each_field, other_values
from tests.rules.corpus import FOLDER
from tests.rules.records import GameOnRecord, Json, changed, games_on_record, leaves_of

FILE = Path(__file__).parents[2] / "docs" / "examples" / "verify.py"
MOST_LINES = 300


def load() -> Any:
    spec = importlib.util.spec_from_file_location("single_verifier", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SINGLE = load()
CORPUS = {
    f"{name}-{version}": [json.loads(line) for line in (FOLDER / f"{name}-{version}.ndjson").read_bytes().splitlines()]
    for name, version in NAMED
}


def found_by_server(document: Any) -> str | None:
    """Where `verify` says that the document does not fit; None if it fits."""
    try:
        verify(document)
    except RecordFault as fault:
        return fault.where
    return None


def found_by_single(document: Any) -> str | None:
    try:
        SINGLE.verify(document)
    except SINGLE.DoesNotFit as error:
        return str(error).partition(":")[0]
    return None


def part(place: str) -> str:
    """The round, or the field of the whole game."""
    return ".".join(place.split(".")[: 2 if place.startswith("rounds.") else 1])


# --- True games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus_is_true(name: str) -> None:
    for document in CORPUS[name]:
        SINGLE.verify(document)


@given(game=games_on_record)
@settings(max_examples=60, deadline=None)
def test_any_game_of_legal_moves_is_true(game: GameOnRecord) -> None:
    SINGLE.verify(game.document())


# --- Altered ones -------------------------------------------------------------------------------------------------


def altered(document: Json, leaves: Any, chance: random.Random) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    """The document with each of these values changed in turn to another of its type, or to none at all."""
    for path, value in leaves:
        others = [other for other in other_values(path, value) if other != value]
        for other in others if value is None or chance.random() < 0.8 else [*others, None]:
            yield path, changed(document, path, other)


@pytest.mark.slow
@pytest.mark.parametrize("name", CORPUS)
def test_each_altered_field_is_found(name: str) -> None:
    """In games of every ruleset: every single value of the shortest, one of each field of three others."""
    chance, tried = random.Random(name), set()
    shortest, *others = sorted(CORPUS[name], key=lambda document: len(json.dumps(document)))
    for document in (shortest, *chance.sample(others, 3)):
        leaves = leaves_of(document) if document is shortest else one_of_each_field(document, chance)
        for path, other in altered(document, [*leaves], chance):
            tried.add(field_of(path))
            server, single = found_by_server(other), found_by_single(other)
            assert (server is None) == (single is None), (dotted(path), server, single)
            assert server is not None or may_pass(path), (dotted(path), "nobody found it")
            if path[0] == "rounds" and server is not None and single is not None:
                assert part(single) == part(server), (dotted(path), server, single)
    assert tried >= OF_CONSEQUENCE


OF_CONSEQUENCE = {
    *("format", "id", "status", "ruleset_version", "standard", "seed_commitment", "server_seed", "winner"),
    *(f"seats.{name}" for name in ("seat", "dice_count", "in_play", "had_palifico", "timeouts", "place")),
    *(f"rounds.{name}" for name in ("number", "opener", "calza_allowed", "count", "out", "next_opener")),
    *("seats.client_seed", "rounds.bids.seat", "rounds.departures.seat", "rounds.call.seat"),
    *(f"rounds.hands.{name}" for name in ("seat", "dice", "key")),
    *(f"rounds.commitments.{name}" for name in ("seat", "commitment")),
    *(f"rounds.dice_change.{name}" for name in ("seat", "before", "after")),
}
"""Fields of which no other value fits."""


def may_pass(path: tuple[str | int, ...]) -> bool:
    """Nothing in a record contradicts some other values there (docs/record.md)."""
    return field_of(path) not in OF_CONSEQUENCE


def test_rounds_and_hands_that_are_missing_or_too_many_are_found() -> None:
    document = GameOnRecord("boxed", 3, 0, {"starting_dice": 2}, leaves=0, timeouts=0).document()
    rounds = document["rounds"]
    hands = rounds[0]["hands"]
    first = [
        rounds[1:],
        [*rounds[:1], *rounds[2:]],
        [*rounds, rounds[-1]],
        rounds[:-1],
        [],
        [{**rounds[0], "hands": hands[1:]}, *rounds[1:]],
        [{**rounds[0], "hands": [*hands, hands[0]]}, *rounds[1:]],
        [{**rounds[0], "hands": [{**hands[0], "dice": hands[0]["dice"][1:]}, *hands[1:]]}, *rounds[1:]],
        [{**rounds[0], "commitments": rounds[0]["commitments"][1:]}, *rounds[1:]],
        [{**rounds[0], "bids": rounds[0]["bids"][:-1]}, *rounds[1:]],
    ]
    for altered_rounds in first:
        other = {**document, "rounds": altered_rounds}
        assert found_by_server(other) is not None
        assert found_by_single(other) is not None


@pytest.mark.parametrize("nothing", [None, [], {}, 1, "perudo-game/1", {"format": "perudo-game/1"}])
def test_what_is_no_record_is_found(nothing: Any) -> None:
    assert found_by_single(nothing) is not None


# --- As its readers run it ----------------------------------------------------------------------------------------


def run(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(FILE), str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_it_is_run_on_a_file_of_one_game_or_of_many(tmp_path: Path) -> None:
    documents = CORPUS["boxed-1"][:2]
    file = tmp_path / "games"
    for content in ("\n".join(map(json.dumps, documents)), json.dumps(documents[0], indent=1)):
        file.write_text(content)
        done = run(file)
        assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"Game {documents[0]['id']} is as it says: {len(documents[0]['rounds'])} rounds, "
        f"winner {documents[0]['winner']}.\n"
    )
    file.write_text(json.dumps(changed(documents[0], ("rounds", 0, "hands", 0, "dice", 0), 7)))
    done = run(file)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Does not fit: rounds.0.hands.0.dice.0: the document says 7, and the game comes to ")


def test_it_is_one_short_file_that_needs_nothing() -> None:
    text = FILE.read_text()
    modules = {name.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names}
    modules |= {node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert modules <= sys.stdlib_module_names
    assert len(text.splitlines()) < MOST_LINES
