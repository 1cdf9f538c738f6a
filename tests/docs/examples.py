"""The bash examples of a document as one script, in the order in which a reader pastes them."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.docs.markdown import Block, Document

SECONDS = 120
# A refused request ends the script, unless the document says that it is refused.
STRICT = """\
set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
"""
REFUSED = """\
curl() {{ command curl "$@"; }}
answer=$(
{text})
curl() {{ command curl --fail-with-body "$@"; }}
grep -q '"code":"{code}"' <<< "$answer" || {{ echo "not {code}: $answer"; exit 1; }}
"""


def is_run(block: Block) -> bool:
    """Not one that a comment excuses, with its reason."""
    return not re.match(r"not run( here)?: \w", block.marker)


def script(document: Document) -> str:
    """Every bash example that is run."""
    blocks = (block for block in document.blocks if block.language == "bash" and is_run(block))
    return STRICT + "".join(map(_checked, blocks))


def _checked(block: Block) -> str:
    if not block.marker.startswith("refused: "):
        return block.text
    return REFUSED.format(text=block.text, code=block.marker.removeprefix("refused: "))


def run_bash(text: str, port: int) -> subprocess.CompletedProcess[str]:
    """Run a script, with the server on `port` in the place of the one that documents speak of."""
    command = ["bash", "-c", at_port(text, port)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)


def at_port(text: str, port: int) -> str:
    return text.replace("127.0.0.1:8000", f"127.0.0.1:{port}")


def python_blocks(path: Path) -> Iterator[Block]:
    return (block for block in Document(path.read_text()).blocks if block.language == "python")
