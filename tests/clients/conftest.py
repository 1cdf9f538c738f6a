"""A running server for programs that know only its address."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.conftest import log, site
from tests.site.processes import Environment, serving

__all__ = ["log", "site"]  # fixtures


@pytest.fixture
def server(site: Environment, log: Path) -> Iterator[str]:
    """The address of a server whose bots act at once."""
    with serving(site, log) as (_, port):
        yield f"http://127.0.0.1:{port}"
