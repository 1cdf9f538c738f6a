"""Records by pipe, from process to process, as an administrator moves them."""

import subprocess
import sys

from tests.rules.corpus import FOLDER
from tests.site.processes import PROJECT, START_SECONDS, Environment


def manage(environment: Environment, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=PROJECT, env=environment, input=given, capture_output=True, timeout=START_SECONDS, check=False
    )


def test_from_standard_input_and_to_standard_output(site: Environment) -> None:
    corpus = (FOLDER / "boxed-1.ndjson").read_bytes()
    first = manage(site, "import_games", "-", given=corpus)
    assert (first.returncode, first.stderr) == (0, b"")
    out = manage(site, "export_games", "--ruleset", "boxed", "--until", "2026-11-01")
    assert out.stdout == corpus
    altered = corpus.replace(b'"face":', b'"face":1', 1)
    again = manage(site, "import_games", "-", given=altered)
    assert again.returncode == 1
    assert again.stdout == b"0 games imported, 8 were here already.\n"
    assert again.stderr.startswith(b"line 1, game ")
