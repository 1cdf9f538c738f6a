"""`manage.py verify_game`, given a file, standard input or an address, as somebody who doubts a game would."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.services.lobby import leave
from games.store.read import load, load_rounds
from games.viewpoint.replay import replay
from tests.rules.corpus import FOLDER
from tests.services.tables import Sitting, account, at, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> Any:
    """The replay of a game of a few rounds, left in the end."""
    sitting: Sitting = started("ada", "bea", options={"starting_dice": 2})
    for _ in range(2):
        sitting.move("1 fours")
        sitting.move("dudo")
    if sitting.game.status == "active":
        leave(game_id=sitting.game_id, player=account("bea"), now=at(9))
    record = load(sitting.game_id)
    assert record is not None
    return replay(record, load_rounds(record))


def verified(source: str) -> str:
    out = io.StringIO()
    call_command("verify_game", source, stdout=out)
    return out.getvalue()


def test_a_true_game(document: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    assert f"Game {document['id']} is as it says: {len(document['rounds'])} rounds" in verified(str(file))


def test_a_changed_die_is_found_and_named(document: Any, tmp_path: Path) -> None:
    die = document["rounds"][0]["hands"][0]["dice"][0]
    document["rounds"][0]["hands"][0]["dice"][0] = die % 6 + 1
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError, match=r"does not fit: rounds\.0\.hands"):
        verified(str(file))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "perudo-game/1"}'])
def test_what_is_no_game_is_told_so(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=r"cannot read|does not fit"):
        verified(str(file))


@pytest.mark.parametrize("form", ["json", "ndjson", "txt"])
def test_one_laid_out_as_people_like_it_or_many(tmp_path: Path, form: str) -> None:
    corpus = FOLDER / f"boxed-1.{'txt' if form == 'txt' else 'ndjson'}"
    games = [json.loads(line) for line in (FOLDER / "boxed-1.ndjson").read_bytes().splitlines()]
    file = tmp_path / "games"
    file.write_bytes(json.dumps(games[0], indent=2).encode() if form == "json" else corpus.read_bytes())
    said = verified(str(file)).splitlines()
    assert [line.split()[1] for line in said] == [game["id"] for game in (games[:1] if form == "json" else games)]


def test_of_many_the_line_of_the_first_that_does_not_fit_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games"
    content = (FOLDER / "boxed-1.ndjson").read_text().splitlines(keepends=True)
    file.write_text("".join([content[0], content[1].replace('"quantity":', '"quantity":9', 1), content[2]]))
    with pytest.raises(CommandError, match=r"^line 2 does not fit: rounds\."):
        verified(str(file))


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="cannot read"):
        verified("no-such-file.json")


def test_an_address_without_a_game(live_server: Any) -> None:
    with pytest.raises(CommandError, match="cannot read"):
        verified(f"{live_server.url}/api/v1/games/nosuchgame/replay/")


@pytest.mark.django_db(transaction=True)
def test_an_address(document: Any, live_server: Any) -> None:
    address = f"{live_server.url}/api/v1/games/{document['id']}/replay/"
    assert f"Game {document['id']} is as it says" in verified(address)
