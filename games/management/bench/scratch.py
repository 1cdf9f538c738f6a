"""A database of its own for a run in this process, made anew and dropped afterwards."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection, connections


@contextmanager
def scratch_database() -> Iterator[None]:
    """The configured database system with an empty database in place of the configured one."""
    configured = str(connection.settings_dict["NAME"])
    name = f"bench_moves_{os.getpid()}"
    if connection.vendor == "sqlite":
        name = str(Path(settings.DATA_DIR) / f"{name}.sqlite3")
    connection.settings_dict["TEST"]["NAME"] = name
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connections.close_all()
        connection.creation.destroy_test_db(configured, verbosity=0)
