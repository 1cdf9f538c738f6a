"""What happened in a round of a document, in order."""

from collections.abc import Iterator
from typing import Final

from games.rules.actions import DepartureReason
from games.rules.bids import PlacedBid
from games.rules.record.replay import Happened
from games.rules.record.values import Values
from games.rules.state import Call, CallKind, Departure

_REASONS: Final = [str(reason) for reason in DepartureReason]
_KINDS: Final = [str(kind) for kind in CallKind]


def happenings(told: Values) -> Iterator[tuple[str, Happened, str]]:
    """Bids, departures and the call, each with its place and its moment; a departure that was the call comes once.

    Raises `RecordFault` where the round cannot be read.
    """
    yield from before_the_call(told)
    call = told.object("call")
    kind = CallKind(call.word("kind", _KINDS))
    if kind is not CallKind.DEPARTURE:
        yield call.where, Call(kind, call.whole("seat"), call.flag("timeout")), call.moment("at")


def before_the_call(told: Values) -> Iterator[tuple[str, Happened, str]]:
    """The same of a round that nobody closed."""
    bids, departures = told.objects("bids"), told.objects("departures")
    for number in range(len(bids) + 1):
        while departures and departures[0].any("after_bids") == number:
            left = departures.pop(0)
            reason = DepartureReason(left.word("reason", _REASONS))
            yield left.where, Departure(left.whole("seat"), left.whole("after_bids"), reason), left.moment("at")
        if number < len(bids):
            bid = bids[number]
            numbers = (bid.whole(name) for name in ("seat", "quantity", "face"))
            yield bid.where, PlacedBid.of(*numbers, timeout=bid.flag("timeout")), bid.moment("at")
    if departures:
        departures[0].fail("after_bids", "there were not so many bids, or it is out of order")
