"""A database for processes of their own, and a Redis."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from tests.site.processes import Environment, clean_environment, manage

# Bots act at once, and may think for long on a busy machine; a deadline is kept to the second; nothing is throttled.
QUICK = {
    "PORT": "0",
    "BOT_DELAY_SECONDS": "0",
    "BOT_THINK_SECONDS": "60",
    "TIMEOUT_GRACE_SECONDS": "0",
    "THROTTLE_REGISTER": "",
    "THROTTLE_ANONYMOUS": "",
    "THROTTLE_PLAYER": "",
}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Environment]:
    """The environment of a server on a migrated database that the tests of a folder share."""
    with new_site(tmp_path_factory.mktemp("data"), worker_id) as environment:
        yield environment


@pytest.fixture
def empty_site(tmp_path: Path, worker_id: str) -> Iterator[Environment]:
    """The same, for a test in whose database nobody else has left a game."""
    with new_site(tmp_path / "data", worker_id) as environment:
        yield environment


@contextmanager
def new_site(folder: Path, worker_id: str) -> Iterator[Environment]:
    """An environment with a database of its own, of the kind that the other tests run on."""
    environment = {**clean_environment(), **QUICK, "DATA_DIR": str(folder)}
    url = os.environ.get("DATABASE_URL")
    if not url:
        _migrate(environment)
        yield environment
        return
    name = f"site_{worker_id}_{secrets.token_hex(4)}"
    with psycopg.connect(_of_database(url, "postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        environment |= {"DATABASE_URL": _of_database(url, name), "SECRET_KEY": secrets.token_urlsafe(50)}
        _migrate(environment)
        yield environment
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A file for the output of a process."""
    return tmp_path / "log"


@pytest.fixture
def redis_url(worker_id: str) -> Iterator[str]:
    """A Redis database that is empty, and is emptied again. Each of pytest's workers has one of its own."""
    given = os.environ.get("TEST_REDIS_URL")
    if not given:
        pytest.skip("needs Redis: install redis-server, or set TEST_REDIS_URL")
    server, _, first = given.rpartition("/")
    url = f"{server}/{int(first) + int(worker_id.strip('gwmaster') or 0)}"
    with redis.Redis.from_url(url) as client:
        assert client.dbsize() == 0, f"{url} is not empty: set TEST_REDIS_URL to a database for tests"
        yield url
        client.flushdb()


def _migrate(environment: Environment) -> None:
    done = manage(environment, "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr


def _of_database(url: str, name: str) -> str:
    address, mark, query = url.partition("?")
    return f"{address.rpartition('/')[0]}/{name}{mark}{query}"
