"""Who plays, as the command line says it."""

import pytest

from games.terminal.account import NAME, sign_in
from games.terminal.api import Api
from games.terminal.errors import CannotGoOn
from games.terminal.transport import Transport
from players.names import is_well_formed

NAMES = ["", "ab", "abc", "a" * 20, "a" * 21, "a b", "a/b", "ada\n", "adaé", "Ada_-9", "me2", " ada"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_what_the_server_takes_for_one(name: str) -> None:
    """The client stands alone, so it says the same once more."""
    assert (NAME.fullmatch(name) is not None) == is_well_formed(name)


@pytest.mark.parametrize("name", ["", "ab", "a" * 21, "a b"])
def test_another_is_refused_before_anything_is_asked(name: str) -> None:
    said: list[str] = []

    def ask(question: str) -> str:
        raise AssertionError(question)

    nobody = Api(Transport("http://127.0.0.1:9", say=said.append))
    with pytest.raises(CannotGoOn, match="3 to 20 letters A to Z, digits, _ and -"):
        sign_in(nobody, name, ask=ask, say=said.append)
    assert said == []
