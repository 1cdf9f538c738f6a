"""Set-ups that a run breaks: production, as docs/operation.md has it, and the embedded server."""

import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg

from tests.chaos.database import Database
from tests.chaos.services import Service, Supervisor
from tests.servers import OwnPostgres, OwnRedis, free_port, own_postgres
from tests.site.processes import PROJECT, Environment, clean_environment, manage

DATABASE: Final = "perudo_chaos"
UNTHROTTLED: Final = {
    f"THROTTLE_{what}": ""
    for what in ("REGISTER", "REGISTER_NAME", "LOGIN_ADDRESS", "LOGIN_NAME", "ANONYMOUS", "PLAYER", "EXPORT")
}
READY: Final = {
    "web": "Application startup complete",
    "deadlines": r"deadlines@\S+ ready",
    "bots": r"bots@\S+ ready",
    "beat": "beat: Starting",
    "server": "Ctrl-C stops it",
}
WEB_PROCESSES: Final = 2


@dataclass
class World:
    """A server that runs, with what may be broken of it. `postgres` and `redis` are there in production only."""

    port: int
    database: Database
    supervisor: Supervisor
    folder: Path
    environment: Environment
    secret_key: str
    postgres: OwnPostgres | None = None
    redis: OwnRedis | None = None
    exits: dict[str, int | None] = field(default_factory=dict)

    @property
    def answering(self) -> str:
        """The service that answers requests."""
        return next(name for name in ("web", "server") if name in self.supervisor.services)

    def service(self, name: str) -> Service:
        return self.supervisor.services[name]

    def start(self) -> None:
        """Start all services and wait for them. AssertionError if one does not come up."""
        self.supervisor.start()
        for name, service in self.supervisor.services.items():
            assert service.wait_until_ready(life=1, times=WEB_PROCESSES if name == "web" else 1), name

    def logs(self) -> dict[str, str]:
        """What every process has written, by the name of its file."""
        return {path.name: path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log"))}


@contextmanager
def production(folder: Path, *, bot_delay: float) -> Iterator[World]:
    """PostgreSQL and Redis of our own, and the processes of docs/operation.md, not started yet.

    RuntimeError where one of the two is not installed.
    """
    binary = shutil.which("redis-server")
    with own_postgres("max_connections = 200\n") as postgres:
        if binary is None or postgres is None:
            raise RuntimeError("Needs redis-server, and PostgreSQL from requirements-dev.txt.")
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")
        redis = OwnRedis(binary, folder)
        url, port, key = postgres.url(DATABASE), free_port(), secrets.token_urlsafe(50)
        environment = _environment(folder, bot_delay) | {
            "DATABASE_URL": url,
            "BROKER_URL": redis.url,
            "SECRET_KEY": key,
        }
        services = [
            Service(name, arguments, ready=READY[name], environment=environment, folder=folder)
            for name, arguments in documented_processes(port).items()
        ]
        database = _migrated(environment, url)
        world = World(port, database, Supervisor(services), folder, environment, key, postgres, redis)
        with redis.running(), _stopped_after(world):
            yield world


@contextmanager
def embedded(folder: Path, *, bot_delay: float) -> Iterator[World]:
    """`manage.py serve` with an SQLite database, not started yet."""
    port, key = free_port(), secrets.token_urlsafe(50)
    environment = _environment(folder, bot_delay) | {"PORT": str(port), "SECRET_KEY": key}
    service = Service("server", ["manage.py", "serve"], ready=READY["server"], environment=environment, folder=folder)
    database = _migrated(environment, str(folder / "perudo.sqlite3"))
    world = World(port, database, Supervisor([service]), folder, environment, key)
    with _stopped_after(world):
        yield world


def documented_processes(port: int) -> dict[str, list[str]]:
    """The processes that docs/operation.md names, as arguments of this Python."""
    text = (PROJECT / "docs" / "operation.md").read_text()
    block = re.search(r"<!-- processes -->\n```bash\n(.*?)```", text, re.DOTALL)
    assert block is not None
    found = {}
    for line in block[1].splitlines():
        program, *arguments = line.removeprefix(".venv/bin/").replace("--port 8000", f"--port {port}").split()
        name = (
            "web" if program == "uvicorn" else next(name for name in ("deadlines", "bots", "beat") if name in arguments)
        )
        found[name] = ["-m", program, *arguments]
    assert found.keys() == {"web", "deadlines", "bots", "beat"}
    return found


def _environment(folder: Path, bot_delay: float) -> Environment:
    # At DEBUG, so that whatever may be logged is, and is searched for what must not be.
    return {
        **clean_environment(),
        **UNTHROTTLED,
        "DATA_DIR": str(folder),
        "LOG_LEVEL": "DEBUG",
        "BOT_DELAY_SECONDS": str(bot_delay),
    }


def _migrated(environment: Environment, address: str) -> Database:
    done = manage(environment, "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    database = Database(address)
    database.watch_clocks()
    return database


@contextmanager
def _stopped_after(world: World) -> Iterator[None]:
    try:
        yield
    finally:
        if not world.exits:
            world.exits = world.supervisor.stop()
