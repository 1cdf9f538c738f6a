"""What can be wrong with a record."""


class RecordFault(Exception):
    """What in a document does not fit: `where` is its place ("rounds.3.bids.2.face"), `why` a sentence."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.where = where
        self.why = why


class Impossible(Exception):
    """Something is told to have happened that the rules or the clock cannot have brought about; `str` says why.

    Whoever plays a record again knows its place, and says so.
    """
