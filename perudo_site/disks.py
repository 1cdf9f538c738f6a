"""What PostgreSQL takes reading a row by an index to cost.

Unless it is told otherwise it thinks of a disk that spins, and rather reads thousands of accounts than the sixty of a
page by their keys. The history that people ask for is in memory, or on a disk without moving parts.
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


def count_on_memory(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """To be told of each connection that is made (`connection_created`); a cost that somebody has set is kept."""
    if connection.vendor == "postgresql":
        connection.connection.execute(
            "SELECT set_config('random_page_cost', '1.1', false) WHERE current_setting('random_page_cost') = '4'"
        )
