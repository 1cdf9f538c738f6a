"""Settings of the environment that will not do: said by name in one line, before anything starts."""

import ast
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perudo_site.environment import WrongSetting
from tests.site.processes import PROJECT, clean_environment, manage

SETTINGS = PROJECT / "perudo_site/settings.py"


def readings() -> Iterator[tuple[str, str]]:
    """Every variable that is read in settings.py, and how."""
    for node in ast.walk(ast.parse(SETTINGS.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            owner, name = node.func.value, node.args[0]
            if isinstance(owner, ast.Name) and owner.id == "env" and isinstance(name, ast.Constant):
                yield str(name.value), node.func.attr


NUMBERS = [name for name, how in readings() if how in ("whole", "number")]
NEVER_EMPTY = [*NUMBERS, *(name for name, how in readings() if how in ("name", "one_of"))]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """`read(PORT="abc")`: the settings with these variables set, and no others of ours."""

    def read(**given: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            for name, _ in readings():
                patch.delenv(name, raising=False)
            patch.setenv("DATA_DIR", str(tmp_path))
            for name, value in given.items():
                patch.setenv(name, value)
            return runpy.run_path(str(SETTINGS))

    return read


def test_numbers_are_read_by_our_own_reader() -> None:
    assert {how for _, how in readings()} == {"str", "bool", "list", "whole", "number", "name", "one_of", "database"}
    assert {"PORT", "BOT_DELAY_SECONDS", "MAX_OPEN_GAMES"} < set(NUMBERS)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_will_not_do_is_named(read: Any, name: str) -> None:
    for value in ("abc", "-1", "-0.5", "nan", "inf", "1,5", "1e999", "7 seconds"):
        with pytest.raises(WrongSetting, match=f"^{name}={value} is "):
            read(**{name: value})


def test_what_is_empty_counts_as_unset(read: Any) -> None:
    unset = read()
    names = [name for name in NEVER_EMPTY if name != "DATA_DIR"]
    for empty in ("", " "):
        settings = read(**dict.fromkeys(names, empty))
        assert {name: settings[name] for name in names} == {name: unset[name] for name in names}


@pytest.mark.parametrize("name", ["MAX_TOKENS", "MAX_BODY_BYTES", "WEB_THREADS"])
def test_none_at_all_is_too_little_of_some(read: Any, name: str) -> None:
    with pytest.raises(WrongSetting, match=f"^{name}=0 is too little: 1 is the least that it may be.$"):
        read(**{name: "0"})


def test_a_level_of_the_log_that_there_is_not(read: Any) -> None:
    with pytest.raises(WrongSetting, match=r"^LOG_LEVEL=loud is none of DEBUG, "):
        read(LOG_LEVEL="loud")
    assert read(LOG_LEVEL="warning")["LOG_LEVEL"] == "WARNING"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "address", ["hush", "hush://u:hush@host/db", "postgre://u:hush@host/db", "postgres://u:hush/hush@host:5432/db"]
)
def test_an_address_of_a_database_is_never_told(read: Any, address: str) -> None:
    """It holds a password."""
    with pytest.raises(WrongSetting, match=r"^DATABASE_URL is no address of a database") as wrong:
        read(DATABASE_URL=address, SECRET_KEY="hush too")
    assert "hush" not in str(wrong.value)
    assert wrong.value.__context__ is None or wrong.value.__suppress_context__


@pytest.mark.slow
@pytest.mark.parametrize("command", ["migrate", "serve", "play"])
def test_commands_say_it_in_one_line(tmp_path: Path, command: str) -> None:
    """`make run` calls the first two."""
    done = manage({**clean_environment(), "DATA_DIR": str(tmp_path), "BOT_DELAY_SECONDS": "soon"}, command)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Wrong setting: BOT_DELAY_SECONDS=soon is no number.\n"


@pytest.mark.slow
def test_a_key_that_is_missing_is_said_so(tmp_path: Path) -> None:
    environment = {**clean_environment(), "DATA_DIR": str(tmp_path), "DATABASE_URL": "postgres://u:hush@host/db"}
    done = manage(environment, "serve")
    assert done.stderr == "Wrong setting: SECRET_KEY must be set when DATABASE_URL is: all processes share it.\n"
