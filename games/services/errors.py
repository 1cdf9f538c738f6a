"""What services say when a move may not be made. `games.api.problems` writes it down for the caller."""

from collections.abc import Sequence

from games.rules.bids import LegalRange
from games.rules.errors import Reason, RuleViolation
from games.store.record import GameRecord
from perudo_site.refusals import Code


class MoveRefused(Exception):
    """A move that was not made. `record` is the game as it is, `legal_bids` the bids that could be made instead."""

    def __init__(self, code: Code, record: GameRecord, *, legal_bids: Sequence[LegalRange] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.record = record
        self.legal_bids = legal_bids

    @classmethod
    def by_rules(cls, violation: RuleViolation, record: GameRecord) -> "MoveRefused":
        return cls(CODES[violation.reason], record, legal_bids=violation.data.get("legal_bids", ()))


CODES = {reason: Code(reason.value) for reason in Reason}
