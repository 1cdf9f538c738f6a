"""The Makefile on machines that lack something, and what `make test` counts as run."""

import subprocess
from pathlib import Path

import pytest

from tests.run import Report
from tests.site.processes import PROJECT


def make_run(tmp_path: Path, python: str) -> subprocess.CompletedProcess[str]:
    """`make run` without a virtual environment, where this shell script is the Python."""
    script = tmp_path / "python"
    script.write_text(f"#!/bin/sh\n{python}\n")
    script.chmod(0o755)
    command = ["make", "run", f"PYTHON={script}", f"VENV={tmp_path / 'venv'}"]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("python", "message"),
    [
        ('[ "$1" = --version ] && echo Python 3.9.2 && exit; exit 1', "needed, and '{script}' is Python 3.9.2."),
        ("exit 127", "needed, and '{script}' is not there."),
        ('case "$2" in *ensurepip*) exit 1;; esac', "Python's venv module is missing."),
    ],
    ids=["too old", "none", "no venv"],
)
def test_a_python_that_will_not_do_is_said_so(tmp_path: Path, python: str, message: str) -> None:
    done = make_run(tmp_path, python)
    assert done.returncode != 0
    assert message.format(script=tmp_path / "python") in done.stdout
    assert not (tmp_path / "venv").exists()


def test_a_test_that_ran_on_one_database_was_run() -> None:
    report = Report(ran={"tests.a"}, skipped={"tests.a": "needs PostgreSQL"})
    assert report.not_run() == []


def test_what_never_ran_is_counted_by_reason() -> None:
    report = Report(missing=["all of it"], skipped={"tests.a": "needs X", "tests.b": "needs X", "tests.c": "needs Y"})
    assert report.not_run() == ["all of it", "2 tests: needs X", "1 test: needs Y"]
