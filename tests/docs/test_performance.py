"""What docs/performance.md says of a request's SQL is what `manage.py bench_moves` counts; and the command runs."""

import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.management.bench.calls import InProcess
from games.management.bench.clients import Client
from games.management.bench.meters import Statements
from perudo_site.wsgi import application
from tests.docs.markdown import Document
from tests.servers import free_port
from tests.site.processes import PROJECT, Environment, manage, serving

TABLE = Document((PROJECT / "docs/performance.md").read_text()).table("statements")
KINDS = ("create", "join", "bid", "dudo", "view")


def test_requests_run_the_statements_that_are_documented(transactional_db: None) -> None:
    statements = Statements()
    client = Client(InProcess(application, host="localhost"), statements, ruleset="aces", chance=random.Random(1))
    client.play()
    client.read(2)
    connection.close()  # requests leave it as the last one had it
    counted = {kind: len(statements.usual(kind)) for kind in KINDS}
    assert {row[0].strip("`"): int(row[1]) for row in TABLE.rows} == counted
    assert set(map(len, statements.runs["bid"])) == {counted["bid"]}  # however long the game


@pytest.mark.slow
def test_it_measures_this_process(site: Environment) -> None:
    done = manage(site, "bench_moves", "--games", "1", "--reads", "2", "--clients", "2", "--sql")
    assert done.returncode == 0, done.stderr
    assert " moves/s\n" in done.stdout
    assert "SQL of a dudo:" in done.stdout


@pytest.mark.slow
def test_it_measures_a_server(site: Environment, log: Any) -> None:
    with serving(site, log) as (_, port):
        done = manage(site, "bench_moves", "--games", "1", "--reads", "2", "--server", f"http://127.0.0.1:{port}")
    assert done.returncode == 0, done.stderr
    assert " moves/s\n" in done.stdout
    assert "statements" not in done.stdout


@pytest.mark.parametrize(
    ("server", "says"),
    [("perudo.example", "is not the address of a server"), (f"http://127.0.0.1:{free_port()}", "does not answer")],
    ids=["no address", "nobody there"],
)
def test_a_server_that_is_none_is_said_so(server: str, says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("bench_moves", server=server, stdout=StringIO())
