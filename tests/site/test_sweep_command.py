"""`manage.py sweep`, as a process: once, and for as long as it lives, without broker, beat or worker."""

import signal
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.servers import free_port
from tests.site.club import Club
from tests.site.processes import (
    START_SECONDS,
    STOP_SECONDS,
    Environment,
    Process,
    call,
    get,
    manage,
    running,
    serving,
)
from tests.site.test_production import web

pytestmark = pytest.mark.slow

LOOP = ["manage.py", "sweep", "--loop", "--every", "0.2"]


@pytest.fixture
def counting(empty_site: Environment, tmp_path: Path) -> Environment:
    """All processes count together, in one folder."""
    folder = tmp_path / "counts"
    return {**empty_site, "BOT_DELAY_SECONDS": "0.02", "PROMETHEUS_MULTIPROC_DIR": str(folder)}


def test_it_keeps_time_alone_and_stops_when_told(counting: Environment, tmp_path: Path) -> None:
    """Two web processes, and a sweep that plays for bots and for people who never move. All is counted together."""
    with ExitStack() as stack:
        port = free_port()
        two = stack.enter_context(running([*web(port), "--workers", "2"], counting, tmp_path / "web"))
        stack.callback(two.stop)  # its workers with it, which would live on after a kill
        two.wait_for("(?s)(Application startup complete.*){2}")
        sweep = stack.enter_context(running(LOOP, counting, tmp_path / "sweep"))
        sweep.wait_for("Sweeping")
        club = Club(port)
        club.silent(people=1, bots=1, options={"starting_dice": 1})
        club.bots_only(0, seats=3)
        club.wait()
        club.audit()
        assert "Traceback" not in sweep.output + two.output
        status, said = get(port, "/readyz")
        assert (status, '"sweep": {"state": "ok"' in said) == (200, True), said
        assert counted(port) == happened(club)
        code, seconds = sweep.stop(signal.SIGTERM)
        assert (code, seconds < STOP_SECONDS) == (0, True), sweep.output


def happened(club: Club) -> dict[str, int]:
    """Bids of bots and those that time made, and what time did otherwise, from the record of all games."""
    found = {"bots": 0, "time": 0}
    for game in club.games:
        replay = call(club.port, "GET", f"games/{game}/replay/")
        for round_ in replay["rounds"]:
            moves = [*round_["bids"], *([round_["call"]] if round_["call"]["kind"] != "departure" else [])]
            for move in moves:
                found["time" if move["timeout"] else "bots"] += 1
            found["time"] += sum(departure["reason"] == "timeout" for departure in round_["departures"])
    return found


def counted(port: int) -> dict[str, int]:
    _, text = get(port, "/metrics")
    found = {"bots": 0, "time": 0}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == "perudo_moves_total" and sample.labels["by"] in found:
                found[sample.labels["by"]] += int(sample.value)
    return found


def test_a_deadline_that_passed_after_a_kill_is_set_anew(empty_site: Environment, tmp_path: Path) -> None:
    if "DATABASE_URL" in empty_site:
        pytest.skip("done on SQLite: on PostgreSQL there is an outage of the database")
    environment = {**empty_site, "DOWN_AFTER_SECONDS": "2"}
    with serving(environment, tmp_path / "killed") as (process, port):
        game = Club(port).silent(people=2, bots=0)
        process.stop(signal.SIGKILL)
    time.sleep(5.5)  # the turn of five seconds, the least there is
    with serving(environment, tmp_path / "again") as (process, port):
        process.wait_for("the clocks of 1 games are set anew")
        view = call(port, "GET", f"games/{game['id']}/")
        assert view["version"] == game["version"]
        assert view["round"]["deadline"] > game["round"]["deadline"]
        end = time.monotonic() + START_SECONDS
        while call(port, "GET", f"games/{game['id']}/")["version"] == game["version"]:  # and then it is kept
            assert time.monotonic() < end
            time.sleep(0.2)


def test_once(site: Environment) -> None:
    done = manage(site, "sweep")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" games\n")


def test_once_without_a_database(site: Environment) -> None:
    if "DATABASE_URL" not in site:
        pytest.skip("needs PostgreSQL: a file of SQLite is always there")
    away = site["DATABASE_URL"].replace(f":{urlsplit(site['DATABASE_URL']).port}/", f":{free_port()}/")
    done = manage({**site, "DATABASE_URL": away}, "sweep")
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The database does not answer")


class Outage:
    """A database that lets nobody in, as one that is being started anew, and throws out who was."""

    def __init__(self, url: str) -> None:
        self.name = urlsplit(url).path.strip("/")
        self._server = url.replace(f"/{self.name}", "/postgres")

    def begin(self) -> None:
        self._do(f'ALTER DATABASE "{self.name}" ALLOW_CONNECTIONS false')
        self._do(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")

    def end(self) -> None:
        self._do(f'ALTER DATABASE "{self.name}" ALLOW_CONNECTIONS true')

    def _do(self, statement: str) -> None:
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(statement)


@pytest.mark.postgres
def test_it_outlives_its_database_and_nobody_loses_by_the_outage(empty_site: Environment, tmp_path: Path) -> None:
    """Nobody could move, so the deadline that passed meanwhile is set anew: the game has no move of time's own."""
    if "DATABASE_URL" not in empty_site:
        pytest.skip("needs PostgreSQL: a database that goes away")
    outage = Outage(empty_site["DATABASE_URL"])
    environment = {**empty_site, "DOWN_AFTER_SECONDS": "2"}
    with ExitStack() as stack:
        port = free_port()
        processes: list[Process] = []
        for command, ready in ((web(port), "Application startup complete"), (LOOP, "Sweeping")):
            process = stack.enter_context(running(command, environment, tmp_path / command[-1]))
            process.wait_for(ready)
            processes.append(process)
        sweep = processes[1]
        game = Club(port).silent(people=2, bots=0)
        outage.begin()
        try:
            sweep.wait_for("(?s)(no sweep, the database does not answer.*){3}")
            status, said = get(port, "/readyz")
            assert (status, '"database": {"state": "failed"' in said) == (503, True), said
            assert get(port, "/livez")[0] == 200
            assert "perudo_database_up 0.0" in get(port, "/metrics")[1]
            time.sleep(5.5)  # the turn of five seconds, the least there is
        finally:
            outage.end()
        wait_until_ready(port)
        view = call(port, "GET", f"games/{game['id']}/")
        assert view["version"] == game["version"]
        assert view["round"]["deadline"] > game["round"]["deadline"]
        assert "clocks of 1 games are set anew" in "".join(p.output for p in processes)
        assert sweep.stop()[0] == 0


def wait_until_ready(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while get(port, "/readyz")[0] != 200:
        assert time.monotonic() < end
        time.sleep(0.1)
