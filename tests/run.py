"""`make test`: the static checks, then all tests on SQLite, then those that use a database on PostgreSQL.

The closing lines name what was not run, and how to get it. With REQUIRE_ALL=1 anything not run is a failure.
Arguments go to pytest; `--lint` alone runs the static checks only.
"""

import os
import secrets
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from tests import servers

PYTHON = sys.executable
TOOLS = Path(PYTHON).parent
# One more than there are cores: a third of the time tests wait, for games that take their time.
WORKERS = min((os.cpu_count() or 1) + 1, 4)
# What a developer's shell may hold and no test may depend on.
NOT_INHERITED = ("DATABASE_URL", "BROKER_URL", "SECRET_KEY", "DEBUG", "HTTPS", "ALLOWED_HOSTS", "LOG_LEVEL", "PORT")
# What no database can change the outcome of, or what is at the far end of a connection; run once.
WITHOUT_DATABASE = (
    *("tests/rules", "tests/bots", "tests/api/leaks", "tests/fuzz", "tests/browser"),
    *("tests/clients", "tests/terminal"),
)
CONFIGURED = tomllib.loads(Path("pyproject.toml").read_text())["tool"]
PRODUCTION = {
    "DATABASE_URL": "postgres://perudo@localhost/perudo",
    "BROKER_URL": "redis://localhost/0",
    "ALLOWED_HOSTS": "perudo.example.org",
    "HTTPS": "1",
    "SECRET_KEY": secrets.token_urlsafe(50),
}
CHECKS: list[tuple[str, list[str], dict[str, str]]] = [
    ("ruff check", [str(TOOLS / "ruff"), "check", "."], {}),
    ("ruff format", [str(TOOLS / "ruff"), "format", "--check", "."], {}),
    ("mypy", [PYTHON, "-m", "mypy", "."], {}),
    *([("import-linter", [str(TOOLS / "lint-imports"), "--no-cache"], {})] if "importlinter" in CONFIGURED else []),
    ("migrations", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
    ("deploy check", [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
]


@dataclass
class Report:
    """What failed, and which tests ran and did not, over all runs."""

    failed: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    ran: set[str] = field(default_factory=set)
    skipped: dict[str, str] = field(default_factory=dict)

    def not_run(self) -> list[str]:
        """A line for each reason. A test skipped in one run and done in another was run."""
        reasons = Counter(reason for test, reason in self.skipped.items() if test not in self.ran)
        tests = [f"{count} test{'s' if count > 1 else ''}: {reason}" for reason, count in reasons.items()]
        return [*self.missing, *tests]


def main(arguments: list[str]) -> int:
    """Run everything that is asked for; 0 if all of it is well."""
    report = Report()
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="perudo-test-")))
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        environment = {**inherited, "DATA_DIR": str(data)}
        for name, command, extra in CHECKS:
            _check(report, name, command, {**environment, **extra})
        if arguments != ["--lint"]:
            environment |= _helpers(stack)
            _tests(report, "SQLite", arguments, environment, data)
            url = stack.enter_context(servers.postgres())
            if url:
                on_postgres = {"DATABASE_URL": url, "SECRET_KEY": secrets.token_urlsafe(50)}
                again = [*arguments, *(f"--ignore={folder}" for folder in WITHOUT_DATABASE)]
                _tests(report, "PostgreSQL", again, {**environment, **on_postgres}, data)
            else:
                report.missing.append("all tests on PostgreSQL: set DATABASE_URL, or install requirements-dev.txt")
    return _close(report)


def _check(report: Report, name: str, command: list[str], environment: dict[str, str]) -> None:
    start = time.monotonic()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    print(f"{'ok    ' if done.returncode == 0 else 'FAILED'} {name} ({time.monotonic() - start:.1f} s)", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
        report.failed.append(name)


def _helpers(stack: ExitStack) -> dict[str, str]:
    """Where the tests find what only some of them need; those skip what is not named here."""
    redis = stack.enter_context(servers.redis_server())
    found = {"TEST_REDIS_URL": redis, "CHROMIUM": servers.chromium()}
    return {name: value for name, value in found.items() if value}


def _tests(report: Report, name: str, arguments: list[str], environment: dict[str, str], data: Path) -> None:
    print(f"\nTests on {name}", flush=True)
    results = data / f"{name}.xml"
    command = [PYTHON, "-m", "pytest", "-q", "-n", str(WORKERS), f"--junitxml={results}", *arguments]
    if subprocess.run(command, env=environment, check=False).returncode:
        report.failed.append(f"tests on {name}")
    if results.exists():
        _collect(report, results)


def _collect(report: Report, results: Path) -> None:
    for case in ET.parse(results).iter("testcase"):
        test = f"{case.get('classname')}.{case.get('name')}"
        skip = case.find("skipped")
        if skip is None:
            report.ran.add(test)
        else:
            report.skipped[test] = skip.get("message") or "skipped"


def _close(report: Report) -> int:
    not_run = report.not_run()
    print()
    for line in not_run:
        print(f"Not run: {line}")
    if not_run and os.environ.get("REQUIRE_ALL", "0") not in ("", "0"):
        report.failed.append("REQUIRE_ALL: not everything was run")
    print(f"FAILED: {'; '.join(report.failed)}" if report.failed else "All is well.")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
