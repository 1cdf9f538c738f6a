"""A server for the client to play on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.processes import clean_environment, manage, serving

SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "tests.terminal.server_settings",
    "BOT_DELAY_SECONDS": "0",
    "BOT_THINK_SECONDS": "60",
}
UNTHROTTLED = {
    f"THROTTLE_{name}": ""
    for name in ("REGISTER", "REGISTER_NAME", "LOGIN_ADDRESS", "LOGIN_NAME", "ANONYMOUS", "PLAYER")
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real one, whose bots do not dawdle."""
    folder: Path = tmp_path_factory.mktemp("server")
    environment = clean_environment() | UNTHROTTLED | SETTINGS | {"DATA_DIR": str(folder), "PORT": "0"}
    assert manage(environment, "migrate", "--verbosity", "0").returncode == 0
    with serving(environment, folder / "log") as (_, port):
        yield f"http://127.0.0.1:{port}"
