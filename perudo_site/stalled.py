"""A process that stalls in the middle of a transaction does not hold its locks for long.

It may be suspended, or its machine may be gone without a word. PostgreSQL undoes such a transaction, and those who wait
for the game go on. SQLite has no such thing, and needs none: all who write are one process.
"""

from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper


def limit_stalled_transactions(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """To be told of each connection that is made (`connection_created`)."""
    if connection.vendor == "postgresql":
        # A setting of the session and not of its start, which poolers refuse.
        milliseconds = round(settings.STALLED_TRANSACTION_SECONDS * 1000)
        connection.connection.execute(f"SET idle_in_transaction_session_timeout = {milliseconds}")
