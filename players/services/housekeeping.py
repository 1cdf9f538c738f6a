"""What time makes superfluous."""

from datetime import datetime

from players import idempotency
from players.services.naming import purge_reserved
from players.services.tokens import purge_expired


def purge(*, now: datetime) -> None:
    """Forget requests after a day, tokens that have expired, and the names of accounts long deleted."""
    idempotency.purge(now=now)
    purge_expired(now=now)
    purge_reserved(now=now)
