"""A finished game as one document (docs/record.md): what it tells, how it is played again, and whether it is true."""

from games.rules.record.faults import RecordFault
from games.rules.record.reading import read
from games.rules.record.replay import FORMAT, Document, as_bytes, as_line, digest
from games.rules.record.verify import verify

__all__ = ["FORMAT", "Document", "RecordFault", "as_bytes", "as_line", "digest", "read", "verify"]
