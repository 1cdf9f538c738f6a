"""The finished games of tests/data/records/, played again: they must come out as they did, for ever."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from games.rules.notation import read_games, write
from games.rules.record import as_bytes, verify
from games.rules.ruleset import NAMED
from tests.audit import audit
from tests.rules.corpus import FOLDER, features, wanted

Json = dict[str, Any]


def file_of(ruleset: tuple[str, int]) -> Path:
    return FOLDER / "{}-{}.ndjson".format(*ruleset)


def stored(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


GAMES = [
    pytest.param(line, id=f"{path.stem}-{json.loads(line)['id']}")
    for path in sorted(FOLDER.glob("*.ndjson"))
    for line in stored(path)
]


def test_there_are_games_of_every_ruleset_in_both_forms() -> None:
    names = {file_of(ruleset).stem for ruleset in NAMED}
    assert {path.stem for path in FOLDER.glob("*.ndjson")} == {path.stem for path in FOLDER.glob("*.txt")} == names


@pytest.mark.parametrize("ruleset", NAMED, ids=lambda key: "{}-{}".format(*key))
def test_between_them_they_show_everything(ruleset: tuple[str, int]) -> None:
    documents = [json.loads(line) for line in stored(file_of(ruleset))]
    assert {(document["ruleset"], document["ruleset_version"]) for document in documents} == {ruleset}
    shown = set(chain.from_iterable(map(features, documents)))
    assert wanted(NAMED[ruleset]) <= shown


@pytest.mark.parametrize("line", GAMES)
def test_a_stored_game_can_still_be_played(line: bytes) -> None:
    """By the rules, and, if it came to its end, by the second version of rules and dice."""
    document = json.loads(line)
    state = verify(document)
    if document["status"] == "finished":
        assert state.winner == document["winner"]
        audit_whole(document)


def audit_whole(document: Json) -> None:
    audit({**document, "round": None, "last_round": document["rounds"][-1], "you": None}, document["rounds"])


@pytest.mark.parametrize("ruleset", NAMED, ids=lambda key: "{}-{}".format(*key))
def test_both_forms_still_say_the_same(ruleset: tuple[str, int]) -> None:
    lines = stored(file_of(ruleset))
    text = file_of(ruleset).with_suffix(".txt").read_text(encoding="utf-8")
    assert [as_bytes(document) for document in read_games(text)] == lines
    assert "\n".join(write(json.loads(line)) for line in lines) == text
