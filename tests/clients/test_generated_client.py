"""A client that a public generator makes from the served OpenAPI document builds, is typed, and plays a game."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

GAME = Path(__file__).with_name("generated_game.py")
CONFIG = "post_hooks: []\nproject_name_override: perudo-client\npackage_name_override: perudo_client\n"

pytestmark = pytest.mark.slow


def test_a_generated_client_plays_a_game(server: str, tmp_path: Path) -> None:
    client = _generate(server, tmp_path)
    done = _run([sys.executable, str(GAME), server], client)
    assert re.fullmatch(r"\d+ rounds, places \[[123], [123], [123]\]\n", done.stdout), done.stdout


def test_the_generated_client_types_the_game(server: str, tmp_path: Path) -> None:
    client = _generate(server, tmp_path)
    _run([sys.executable, "-m", "mypy", "--config-file=", "--strict", str(GAME)], client)


def _generate(server: str, folder: Path) -> Path:
    """The folder that the generated package is in. The generator says nothing where it understood everything."""
    document, config, made = folder / "openapi.json", folder / "config.yml", folder / "client"
    with urlopen(f"{server}/api/v1/schema/") as answer:
        document.write_bytes(answer.read())
    config.write_text(CONFIG)
    generator = Path(sys.executable).with_name("openapi-python-client")
    arguments = ["generate", "--path", str(document), "--config", str(config), "--output-path", str(made)]
    done = _run([str(generator), *arguments, "--fail-on-warning"], folder)
    assert "warning" not in done.stdout.lower(), done.stdout
    return made


def _run(command: list[str], path: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(path), "MYPYPATH": str(path)}
    done = subprocess.run(command, cwd=path, env=environment, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done
