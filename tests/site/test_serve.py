"""`manage.py serve`: it starts or says why not, the clock runs, and it stops when it is told to."""

import contextlib
import re
import shlex
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from games.management.commands.serve import greeting
from perudo_site.embedded import CannotStart, listen
from tests.site.processes import (
    PROJECT,
    STOP_SECONDS,
    Environment,
    Process,
    call,
    clean_environment,
    manage,
    play_a_game_of_bots,
    serving,
)
from tests.site.raw import Client

pytestmark = pytest.mark.slow

SIGNALS = [signal.SIGINT, signal.SIGTERM]


def assert_stops(process: Process, number: signal.Signals) -> None:
    code, seconds = process.stop(number)
    assert code == 0, process.output
    assert seconds < STOP_SECONDS
    assert "Traceback" not in process.output


@pytest.mark.parametrize("number", SIGNALS)
def test_it_stops_at_once_while_connections_are_open(number: signal.Signals, site: Environment, log: Path) -> None:
    with serving(site, log) as (process, port), Client(port) as idle, Client(port) as silent:
        idle.request("GET", "/api/v1/bots/")
        assert idle.answer().status == 200
        assert silent.socket.fileno() > 0
        assert_stops(process, number)
    assert "Cancel" not in process.output  # nothing was waited for


@pytest.mark.parametrize("number", SIGNALS)
def test_it_stops_although_a_request_never_ends(number: signal.Signals, site: Environment, log: Path) -> None:
    with serving(site, log) as (process, port), Client(port) as client:
        client.begin("POST", "/api/v1/players/", "Content-Length: 10")
        assert_stops(process, number)
        assert "Cancel 1 running task(s)" in process.output


def test_a_request_that_has_begun_is_still_answered(site: Environment, log: Path) -> None:
    asked = ("POST", "/api/v1/players/", "Content-Length: 2", "Content-Type: application/json")
    with serving(site, log) as (process, port), Client(port) as client:
        client.request(*asked, body=b"{}")  # the first is the slow one, and there are two seconds for the next
        assert client.answer().json()["code"] == "invalid"
        client.begin(*asked, body=b"{")
        process.popen.send_signal(signal.SIGTERM)
        wait_until_nobody_listens(port)
        client.send(b"}")
        assert client.answer().json()["code"] == "invalid"
        assert process.popen.wait(STOP_SECONDS) == 0


def wait_until_nobody_listens(port: int) -> None:
    with contextlib.suppress(ConnectionRefusedError):
        while True:
            Client(port).socket.close()
            time.sleep(0.02)


def test_the_command_to_play_that_it_names_plays_there(site: Environment, log: Path) -> None:
    """On any port. Where the input has ended, a game is left as soon as it has begun."""
    with serving(site, log) as (process, _):
        told = process.wait_for(r"  play   (make play.*?)   \(in another terminal\)")[1]
        asked = ["make", "--no-print-directory", "-n", *shlex.split(told)[1:]]
        made = subprocess.run(asked, cwd=PROJECT, capture_output=True, text=True, check=True)
        [play] = [line for line in made.stdout.splitlines() if "manage.py play" in line]
        done = manage(clean_environment(), *play.partition("manage.py ")[2].split())
        assert done.returncode == 0, done.stderr
        assert "You have left the game." in done.stdout


@pytest.mark.parametrize(
    ("host", "port", "command", "link"),
    [
        ("127.0.0.1", 8000, "make play", "http://127.0.0.1:8000/admin/"),
        ("127.0.0.1", 80, 'make play ARGS="--server http://127.0.0.1:80"', "http://127.0.0.1:80/admin/"),
        ("0.0.0.0", 8000, "make play", "http://127.0.0.1:8000/admin/"),
        ("::", 9000, 'make play ARGS="--server http://[::1]:9000"', "http://[::1]:9000/admin/"),
        ("10.1.1.1", 8000, 'make play ARGS="--server http://10.1.1.1:8000"', "http://10.1.1.1:8000/admin/"),
    ],
)
def test_it_is_greeted_with_addresses_that_can_be_asked(host: str, port: int, command: str, link: str) -> None:
    told = greeting(host, port)
    assert f"  play   {command}   (" in told
    assert link in told


def test_a_port_in_use_is_said_so(site: Environment) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = manage({**site, "PORT": str(port)}, "serve")
    assert done.returncode == 1
    assert done.stderr == (
        f"CommandError: Cannot listen on 127.0.0.1, port {port}: Address already in use. HOST and PORT say where.\n"
    )


@pytest.mark.parametrize(
    ("host", "port", "reason"),
    [
        (
            "192.0.2.1",
            0,
            "Cannot listen on 192.0.2.1, port 0: Cannot assign requested address.",
        ),
        ("no.such.host.invalid", 0, "Cannot listen on no.such.host.invalid, port 0: [A-Z][a-z]+ .*"),
        ("127.0.0.1", 99999, "PORT=99999 is no port."),
    ],
)
def test_an_address_that_is_none_is_said_so(host: str, port: int, reason: str) -> None:
    with pytest.raises(CannotStart, match=reason):
        listen(host, port)


def test_a_database_without_tables_is_said_so(site: Environment, tmp_path: Path) -> None:
    done = manage({**site, "DATABASE_URL": "", "DATA_DIR": str(tmp_path)}, "serve")
    assert done.returncode == 1
    assert done.stderr == "CommandError: The database is not up to date. First run: python manage.py migrate\n"


def test_bots_play_a_game_to_its_end(site: Environment, log: Path) -> None:
    with serving(site, log) as (process, port):
        play_a_game_of_bots(port)
        assert_stops(process, signal.SIGTERM)
    assert not re.search("WARNING|ERROR|CRITICAL", process.output), process.output


def test_a_deadline_passes_by_itself(site: Environment, log: Path) -> None:
    with serving(site, log) as (_, port):
        token = call(port, "POST", "players/", {"username": "sleeper", "password": "seven fours 7"})["token"]
        table = {"ruleset": "aces", "seats": 2, "bots": ["random"], "turn_seconds": 5}
        game = call(port, "POST", "games/", table, token)
        end = time.monotonic() + 60
        while not any(seat["timeouts"] for seat in game["seats"]):
            assert time.monotonic() < end, game
            time.sleep(0.2)
            game = call(port, "GET", f"games/{game['id']}/", token=token)
