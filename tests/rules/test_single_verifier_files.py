"""Files given to docs/examples/verify.py: it takes and refuses the documents that `manage.py verify_game` does.

And values in other forms than the one that a record has: what is as good as another to one reader is not to both.
"""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules.record.facts import Facts
from tests.rules.alterations import dotted, field_of
from tests.rules.corpus import FOLDER
from tests.rules.records import GameOnRecord, Json, changed, leaves_of
from tests.rules.test_single_verifier import FILE, found_by_server, found_by_single

LINES = (FOLDER / "boxed-1.ndjson").read_bytes().splitlines()
WHOLE = min((line for line in LINES if b'"status":"finished"' in line), key=len)
TRUE = json.loads(WHOLE)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(FILE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


# --- Files --------------------------------------------------------------------------------------------------------


GOOD = {
    "one game": WHOLE,
    "blanks around it": b"\r\n\t " + WHOLE + b" \n\n",
    "a byte order mark": b"\xef\xbb\xbf" + WHOLE,
    "laid out": json.dumps(TRUE, indent=2).encode(),
    "in another order": json.dumps(TRUE, sort_keys=True).encode(),
    "many": b"\n\n".join(LINES[:3]),
}
BAD = {
    "nothing": b"",
    "blanks": b" \r\n\t",
    "the mark alone": b"\xef\xbb\xbf",
    "its beginning": WHOLE[:100],
    "all but its end": WHOLE[:-1],
    "a list": b"[" + WHOLE + b"]",
    "null": b"null",
    "a number": b"1",
    "words": b"perudo",
    "not UTF-8": WHOLE.replace(b'"player"', b'"pl\xffyer"', 1),
    "UTF-16": WHOLE.decode().encode("utf-16"),
    "too deep": b"[" * 100_000,
    "an endless number": WHOLE.replace(b'"version":', b'"version":' + b"9" * 5000),
    "blanks of another kind": b"\xc2\xa0" + WHOLE,
    "a page's end": b"\x0c" + WHOLE,
    "NaN": changed(TRUE, ("version",), float("nan")),
    "Infinity": changed(TRUE, ("version",), float("inf")),
    "too large to be a number": WHOLE.replace(b'"version":', b'"version":1e999,"x":'),
    "a name twice, the false one first": b'{"winner":5,' + WHOLE[1:],
    "a name twice, the false one last": WHOLE[:-1] + b',"winner":5}',
    "a name twice, both true": WHOLE[:-1] + b',"winner":%d}' % TRUE["winner"],
    "a list twice": b'{"rounds":[],' + WHOLE[1:],
    "a seed twice": b'{"server_seed":"%s",' % (b"0" * 64) + WHOLE[1:],
    "a name twice, one spelled otherwise": b'{"\\u0077inner":5,' + WHOLE[1:],
    "NaN first": b'{"version":NaN,' + WHOLE[1:],
    "a name twice, further in": WHOLE.replace(b'"quantity":', b'"quantity":9,"quantity":', 1),
    "a second one that is a bracket": WHOLE + b"}",
    "a second one without its end": WHOLE + b"\n" + WHOLE[:50],
    "a second one that gives a name twice": WHOLE + b'\n{"winner":5,' + WHOLE[1:],
}


def bytes_of(content: Any) -> bytes:
    return content if isinstance(content, bytes) else json.dumps(content).encode()


@pytest.mark.parametrize("name", GOOD)
def test_a_file_of_true_games_is_taken(tmp_path: Path, name: str) -> None:
    file = tmp_path / "games"
    file.write_bytes(GOOD[name])
    out = io.StringIO()
    call_command("verify_game", str(file), stdout=out)
    done = run(str(file))
    assert (done.returncode, done.stderr) == (0, "")
    games = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert games == [line.partition(":")[0] for line in out.getvalue().splitlines()]
    assert games


@pytest.mark.parametrize("name", BAD)
def test_any_other_file_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    file = tmp_path / "games"
    file.write_bytes(bytes_of(BAD[name]))
    with pytest.raises(CommandError):
        call_command("verify_game", str(file), stdout=io.StringIO())
    done = run(str(file))
    assert done.returncode == 1
    assert done.stderr.startswith(("Does not fit: ", "Cannot read "))
    assert done.stderr.count("\n") == 1
    assert done.stdout.count("\n") == name.startswith("a second")


def test_what_cannot_be_read_is_told_in_one_sentence(tmp_path: Path) -> None:
    for arguments in ([], [str(FILE), str(FILE)]):
        done = run(*arguments)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "Usage: python3 verify.py FILE\n")
    for place in (tmp_path, tmp_path / "no such file"):
        done = run(str(place))
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert done.stderr.startswith(f"Cannot read {place}: ")


# --- Names and seeds ----------------------------------------------------------------------------------------------


TEXTS = {
    "": False,
    "x": True,
    " ": True,
    "x" * 64: True,
    "x" * 65: False,
    "é" * 64: True,
    "🎲" * 65: False,
    "a\nb": False,
    "a\tb": False,
    "\x00": False,
    "\x1b[2J": False,
    "\x7f": False,
    "\x85": False,
    "a\u2028b": False,
    "a\u2029b": False,
    "\u200b": True,
    "\U0010ffff": True,
}
"""What may be a name or a seed, and what may not."""


class Named(GameOnRecord):
    """A game in which one of these is the given text, and all dice are what comes of it."""

    what: str
    text: str

    def _facts(self, chance: Any) -> Facts:
        facts = super()._facts(chance)
        if self.what == "id":
            return replace(facts, game_id=self.text)
        first, *others = facts.seats
        sitter = {"player": first.player, "client_seed": first.client_seed, self.what: self.text}
        return replace(facts, seats=(replace(first, **sitter), *others))


def with_text(what: str, text: str) -> Json:
    made = type("Made", (Named,), {"what": what, "text": text})("boxed", 2, 1, {"starting_dice": 1})
    document: Json = made.document()
    return document


@pytest.mark.parametrize("what", ["id", "player", "client_seed"])
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_names_and_seeds_are_short_and_plain(what: str, text: str) -> None:
    document = with_text(what, text)
    place = what if what == "id" else f"seats.0.{what}"
    expected = None if TEXTS[text] else place
    assert (found_by_server(document), found_by_single(document)) == (expected, expected)


def test_half_of_a_character_is_no_text() -> None:
    for place in (("id",), ("seats", 0, "player"), ("seats", 0, "client_seed")):
        document = changed(TRUE, place, "\ud800")
        assert found_by_server(document) is not None
        assert found_by_single(document) is not None


# --- Other forms --------------------------------------------------------------------------------------------------


GIVEN_UP = GameOnRecord("asmodee", 4, 3, {"first_opener": "roll_off"}, leaves=0.1, gives_up=0.05).document()
LEFT = GameOnRecord("boxed", 4, 5, {"starting_dice": 2}, leaves=0.1, timeouts=0.3).document()
CHOICES = (
    ("finished", "abandoned"),
    ("human", "bot", "server"),
    ("left", "removed", "timeout"),
    ("asmodee", "boxed", "aces"),
    (True, False),
    (1, 2, 3, 4, 5),
)


def other_forms(value: Any) -> list[Any]:
    """What a lenient reader might take for the same, or for a word of its own."""
    common: list[Any] = [[value], {"0": value}, *(f"one of {choices}" for choices in CHOICES), "nothing", "?" * 64]
    match value:
        case bool():
            return [*common, int(value), float(value), str(value), str(value).lower(), None]
        case int():
            return [*common, float(value), str(value), f" {value}", bool(value), None]
        case str():
            texts = [
                value.upper(),
                f" {value}",
                f"{value} ",
                f"{value}\n",
                "",
                value[:-1],
                value.replace("Z", "+00:00"),
            ]
            return [*common, *texts, value.replace("Z", "+01:00"), value.replace("T", " "), f"{value}00", None, 0]
        case None:
            return [*common, False, 0, 0.0, "", "null", [], {}]
        case _:
            return [None, False, "", [] if value == {} else {}]


def as_the_other(value: Any) -> Any:
    """A list as an object with numbers for names, and an object as a list of its values."""
    if isinstance(value, list):
        return {str(number): item for number, item in enumerate(value)}
    return [*value.values()]


def containers_of(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict | list):
        yield path, value
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from containers_of(item, (*path, name))


def in_other_forms(document: Json) -> Iterator[tuple[str, Any]]:
    """Of each field one value, in every other form; each list as an object, each object as a list, with a name more."""
    leaves = {field_of(path): (path, value) for path, value in leaves_of(document)}
    for path, value in leaves.values():
        for other in other_forms(value):
            if type(other) is not type(value) or other != value:
                yield f"{dotted(path)} {other!r}", changed(document, path, other)
        # The place of a value as a name of the whole: whoever keeps values by their places may take it for the value.
        if len(path) > 1:
            yield f"{dotted(path)} as a name", {dotted(path): 99, **document}
    for path, value in {field_of(path): (path, value) for path, value in containers_of(document)}.values():
        yield f"{dotted(path)} as the other", changed(document, path, as_the_other(value))
        if isinstance(value, dict):
            yield f"{dotted(path)} with a name more", changed(document, path, {**value, "more": None})
            yield f"{dotted(path)} with a list more", changed(document, path, {**value, "": []})


@pytest.mark.parametrize("document", [TRUE, GIVEN_UP, LEFT], ids=["played", "given up", "left"])
def test_other_forms_are_found_by_both(document: Json) -> None:
    assert (found_by_server(document), found_by_single(document)) == (None, None)
    passed, tried = set(), 0
    for what, other in in_other_forms(document):
        server, single = found_by_server(other), found_by_single(other)
        assert (server is None) == (single is None), (what, server, single)
        passed |= {what.partition(" ")[0]} if server is None else set()
        tried += 1
    # Anybody may have had another name, and a move as much time as there is.
    assert {field.rpartition(".")[2] for field in passed} <= {"player", "turn_seconds"}
    assert tried > 500
