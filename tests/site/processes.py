"""The server as its users start it: processes of this project, with their output and their end."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
START_SECONDS = 120.0
"""When a process is given up that should have started, or ended."""
STOP_SECONDS = 20.0
"""How long the server may take to stop, whatever is going on. It promises 5; the machine may be a busy one."""

Environment = dict[str, str]


class Process:
    """A process whose output, both streams of it, goes to a file. With `leads` it and its children are a group."""

    def __init__(self, arguments: list[str], environment: Environment, log: Path, *, leads: bool = False) -> None:
        self.log = log
        with log.open("w") as file:
            self.popen = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=PROJECT,
                env=environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=leads,
            )

    @property
    def output(self) -> str:
        return self.log.read_text()

    def wait_for(self, text: str) -> re.Match[str]:
        """The first match of the expression `text` in the output. AssertionError if the process ends without it."""
        end = time.monotonic() + START_SECONDS
        while not (match := re.search(text, self.output)):
            assert self.popen.poll() is None, self.output
            assert time.monotonic() < end, self.output
            time.sleep(0.05)
        return match

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Send the signal; the exit code, and the seconds it took."""
        start = time.monotonic()
        self.popen.send_signal(number)
        return self.popen.wait(timeout=START_SECONDS), time.monotonic() - start


@contextmanager
def running(arguments: list[str], environment: Environment, log: Path) -> Iterator[Process]:
    """A process that is gone after the block, in whatever way it ends."""
    process = Process(arguments, environment, log)
    try:
        yield process
    finally:
        process.popen.kill()
        process.popen.wait()


@contextmanager
def serving(environment: Environment, log: Path) -> Iterator[tuple[Process, int]]:
    """`manage.py serve`, ready, and its port."""
    with running(["manage.py", "serve"], environment, log) as process:
        port = int(process.wait_for(r"Perudo server on http://127\.0\.0\.1:(\d+)")[1])
        process.wait_for("Ctrl-C stops it")
        yield process, port


def manage(environment: Environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A management command, run to its end."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=START_SECONDS, check=False
    )


def get(port: int, path: str, **headers: str) -> tuple[int, str]:
    """The status and the text of any address; an underscore in a header's name stands for its hyphen."""
    connection = HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def call(port: int, method: str, path: str, body: Any = None, token: str = "") -> Any:
    """A request to the API, and the JSON of its answer. AssertionError if it is refused."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection = HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
    try:
        connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
    finally:
        connection.close()
    assert response.status < 300, answer
    return answer


def play_a_game_of_bots(port: int) -> None:
    """Set up a table of two bots and watch until their game is over. AssertionError if that takes a minute."""
    name = f"host{time.monotonic_ns()}"
    token = call(port, "POST", "players/", {"username": name, "password": "seven fours 7"})["token"]
    table = {"ruleset": "aces", "seats": 2, "bots": ["random"] * 2, "sit": False, "options": {"starting_dice": 2}}
    game = call(port, "POST", "games/", table, token)
    end = time.monotonic() + 60
    while game["status"] != "finished":
        assert time.monotonic() < end, game
        time.sleep(0.1)
        game = call(port, "GET", f"games/{game['id']}/")


def clean_environment() -> Environment:
    """This process's environment without what would set up a server."""
    ours = ("DATABASE_URL", "BROKER_URL", "SECRET_KEY", "DATA_DIR", "PORT", "HOST", "LOG_LEVEL", "DEBUG")
    return {name: value for name, value in os.environ.items() if name not in ours}
