"""`manage.py export_games` and `manage.py import_games`: records from server to server (docs/record.md, "Moving")."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.rules.notation import read_games, write
from games.rules.record import as_bytes, as_line, digest
from games.rules.ruleset import CURRENT
from games.services.lobby import leave
from tests.rules.corpus import FOLDER
from tests.rules.records import GameOnRecord, Json
from tests.services.tables import account, at, started

pytestmark = pytest.mark.django_db

DOCUMENTS = [GameOnRecord(name, 2, seed, {"starting_dice": 2}).document() for seed, name in enumerate(CURRENT)]


def ran(*arguments: str) -> tuple[str, str, str]:
    """A command's output, what it said of single games, and how it ended: "" for well."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err, no_color=True)
    except CommandError as error:
        return out.getvalue(), err.getvalue(), str(error)
    return out.getvalue(), err.getvalue(), ""


def exported(tmp_path: Path, *arguments: str) -> bytes:
    file = tmp_path / "out"
    assert ran("export_games", "--output", str(file), *arguments)[2] == ""
    return file.read_bytes()


def written(tmp_path: Path, content: bytes) -> str:
    file = tmp_path / "games"
    file.write_bytes(content)
    return str(file)


def lines(documents: list[Json]) -> bytes:
    return b"".join(map(as_line, documents))


def text(documents: list[Json]) -> bytes:
    return "\n".join(map(write, documents)).encode()


def ids() -> list[str]:
    return [*Game.objects.order_by("pk").values_list("public_id", flat=True)]


# --- There and back -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "suffix"), [("ndjson", ".ndjson"), ("text", ".txt")])
def test_the_corpus_comes_out_as_it_went_in(tmp_path: Path, form: str, suffix: str) -> None:
    for path in sorted(FOLDER.glob(f"*{suffix}")):
        assert ran("import_games", str(path))[1:] == ("", "")
        assert exported(tmp_path, "--ruleset", path.stem.partition("-")[0], "--format", form) == path.read_bytes()


def test_again_it_does_nothing(tmp_path: Path) -> None:
    for content in (lines(DOCUMENTS), text(DOCUMENTS), lines(DOCUMENTS)):
        out, *others = ran("import_games", written(tmp_path, content))
        assert others == ["", ""]
    assert out == "0 games imported, 3 were here already.\n"
    assert ids() == [document["id"] for document in DOCUMENTS]


def test_which_games_are_exported(tmp_path: Path) -> None:
    ran("import_games", written(tmp_path, lines(DOCUMENTS)))
    own = started("ada", "bea")
    Game.objects.filter(public_id=own.game_id).update(private=True)
    leave(game_id=own.game_id, player=account("bea"), now=at(86_400))
    started("ada", "bea")  # is not over

    def found(*arguments: str) -> list[str]:
        return [json.loads(line)["id"] for line in exported(tmp_path, *arguments).splitlines()]

    everything = [*(document["id"] for document in DOCUMENTS), own.game_id]
    assert found() == everything
    assert found("--player", "BEA") == [own.game_id]
    assert found("--ruleset", "boxed") == [d["id"] for d in DOCUMENTS if d["ruleset"] == "boxed"]
    assert found("--since", "2026-03-02") == [own.game_id]
    assert found("--until", "2026-03-02", "--since", "2026-03-01T00:00:00Z") == everything[:-1]
    assert ran("export_games", "--player", "zoe")[2] == "There is no such player."
    assert "no date or time" in ran("export_games", "--since", "yesterday")[2]


def test_beside_a_file_stand_the_digests_of_its_games(tmp_path: Path) -> None:
    ran("import_games", written(tmp_path, lines(DOCUMENTS)))
    for form in ("ndjson", "text"):
        exported(tmp_path, "--format", form)
        beside = (tmp_path / "out.digests").read_text()
        assert beside == "".join(f"{digest(document)}  {document['id']}\n" for document in DOCUMENTS)
    elsewhere = tmp_path / "elsewhere"
    exported(tmp_path, "--digests", str(elsewhere))
    assert elsewhere.read_text() == beside


# --- What is refused ----------------------------------------------------------------------------------------------

FIRST, SECOND, THIRD = DOCUMENTS


def renamed(document: Json, name: str) -> Json:
    return {**document, "seats": [{**document["seats"][0], "player": name}, *document["seats"][1:]]}


def with_another_die(document: Json) -> Json:
    [changed] = json.loads(json.dumps([document]))
    dice = changed["rounds"][0]["hands"][0]["dice"]
    dice[0] = dice[0] % 6 + 1
    return changed  # type: ignore[no-any-return]


def twice(document: Json) -> bytes:
    return as_line(document).replace(b'"private":', b'"private":true,"private":', 1)


BROKEN: list[tuple[Callable[[], bytes], int, str]] = [
    (lambda: as_line(with_another_die(SECOND)), 2, "rounds.0.hands.0.dice"),
    (lambda: as_line({**SECOND, "turn_seconds": 1}), 2, "a move has 5 to 1209600 seconds"),
    (lambda: as_line({**SECOND, "format": "perudo-game/9"}), 2, "format"),
    (lambda: b"\n\n{}\n", 4, "format: it is missing"),
    (lambda: as_line(SECOND)[:-9] + b"\n", 2, "it is not JSON in UTF-8"),
    (lambda: as_line(SECOND).replace(b'"winner"', b'"w\xff"'), 2, "it is not JSON in UTF-8"),
    (lambda: twice(SECOND), 2, "an object gives a name twice"),
    (lambda: b'{"id": NaN}\n', 2, "NaN is no number"),
    (lambda: b'{"id": ' + b"[" * 100_000 + b"\n", 2, "nested too deeply"),
    (lambda: b'[Format "perudo-text/1"]\n', 2, "it is not JSON in UTF-8"),
]


@pytest.mark.parametrize(("broken", "line", "why"), BROKEN)
def test_what_does_not_fit_is_refused_and_the_others_are_not(
    tmp_path: Path, broken: Callable[[], bytes], line: int, why: str
) -> None:
    out, said, end = ran("import_games", written(tmp_path, as_line(FIRST) + broken() + as_line(THIRD)))
    assert (out, end) == ("2 games imported, 0 were here already.\n", "1 refused.")
    assert re.match(rf"line {line}(, game {SECOND['id']})?: ", said)
    assert why in said
    assert len(said.splitlines()) == 1
    assert ids() == [FIRST["id"], THIRD["id"]]


def test_a_game_told_otherwise_than_it_is_here_is_refused(tmp_path: Path) -> None:
    ran("import_games", written(tmp_path, lines(DOCUMENTS)))
    out, said, end = ran("import_games", written(tmp_path, lines([FIRST, renamed(SECOND, "zoe"), THIRD])))
    assert (out, end) == ("0 games imported, 2 were here already.\n", "1 refused.")
    assert said == f"line 2, game {SECOND['id']}: the game of this id is another one here, or told otherwise\n"
    assert exported(tmp_path) == lines(DOCUMENTS)


def test_a_wrong_game_of_a_text_is_refused_and_the_others_are_not(tmp_path: Path) -> None:
    games = [write(document) for document in DOCUMENTS]
    games[1] = games[1].replace(f'[Ruleset "{SECOND["ruleset"]}"]', '[Ruleset "chess"]')
    line = "\n".join(games).partition("chess")[0].count("\n") + 1
    out, said, end = ran("import_games", written(tmp_path, "\n".join(games).encode()))
    assert (out, end) == ("2 games imported, 0 were here already.\n", "1 refused.")
    assert re.fullmatch(rf"line {line}, column 10, game {SECOND['id']}: there is no such ruleset.*\n", said)
    assert said.count("line") == 1


@pytest.mark.parametrize(
    ("nothing", "before"), [(b"[Format perudo", 1), (b'[Format "\xff"]', 0), (b"1. 3x4 (", 0), (b'"', 0)]
)
def test_after_what_is_no_text_nothing_is_read(tmp_path: Path, nothing: bytes, before: int) -> None:
    """Nor is the game before it, if its end could not be told."""
    content = text([FIRST]) + b"\n" + nothing + b"\n\n" + text([SECOND])
    out, said, end = ran("import_games", written(tmp_path, content))
    assert (out, end) == (f"{before} games imported, 0 were here already.\n", "1 refused.")
    assert re.match(rf"line {text([FIRST]).count(bytes([10])) + 2}, column [0-9]+: ", said)
    assert "nothing after it was read" in said
    assert ids() == [FIRST["id"]][:before]


@pytest.mark.parametrize("form", [lines, text])
def test_a_byte_order_mark_is_passed_over(tmp_path: Path, form: Callable[[list[Json]], bytes]) -> None:
    file = written(tmp_path, b"\xef\xbb\xbf" + form(DOCUMENTS))
    assert ran("import_games", file) == ("3 games imported, 0 were here already.\n", "", "")
    assert ran("verify_game", file)[0].count("is as it says") == 3


@pytest.mark.parametrize(
    "arguments", [("--output", "nowhere/out"), ("--output", "."), ("--output", "out", "--digests", "nowhere/out")]
)
def test_a_file_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ran("export_games", *arguments)[2].startswith(f"cannot write {arguments[-1]}: ")


def test_a_carrier_who_alters_a_name_is_found_by_the_digests(tmp_path: Path) -> None:
    ran("import_games", written(tmp_path, lines(DOCUMENTS)))
    exported(tmp_path)
    altered = lines([FIRST, renamed(SECOND, "zoe"), THIRD])
    (tmp_path / "out").write_bytes(altered)
    said, end = ran("import_games", str(tmp_path / "out"))[1:]
    assert said == f"line 2, game {SECOND['id']}: it is not as it was exported: its digest is another\n"
    assert end == "1 refused."
    (tmp_path / "some").write_text("".join(f"{digest(game)}  {game['id']}\n" for game in (FIRST, SECOND)))
    said = ran("import_games", written(tmp_path, lines([FIRST, THIRD])), "--digests", str(tmp_path / "some"))[1]
    assert said == f"line 2, game {THIRD['id']}: there is no digest of it\n"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["no-such-file"], "cannot read no-such-file: No such file"),
        (["empty", "--digests", "no-such-file"], "cannot read no-such-file: No such file"),
        (["empty", "--digests", "nonsense"], "nonsense is not a file of digests"),
    ],
)
def test_files_that_are_not_there_or_not_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").write_text("")
    Path("nonsense").write_text("seven fours and more\n")
    assert why in ran("import_games", *arguments)[2]
    assert ran("import_games", "empty") == ("0 games imported, 0 were here already.\n", "", "")


def test_both_forms_tell_the_same(tmp_path: Path) -> None:
    ran("import_games", written(tmp_path, lines(DOCUMENTS)))
    by_text: list[Any] = [*read_games(exported(tmp_path, "--format", "text").decode())]
    assert [as_bytes(document) for document in by_text] == exported(tmp_path).splitlines()
