"""Parts of a round in words, as the writer puts them and the reader expects them."""

from datetime import datetime, timedelta
from typing import Any, Final

from games.rules.bids import PlacedBid
from games.rules.record.replay import Happened
from games.rules.state import Departure

Json = dict[str, Any]
_MICROSECOND: Final = timedelta(microseconds=1)
_SECOND: Final = 1_000_000


def move(happened: Happened) -> str:
    """`3x4`, `1x2*`, `dudo/2`, `left/0`. Whose turn it is goes without saying for a bid."""
    match happened:
        case PlacedBid(_, bid, timeout):
            return f"{bid.quantity}x{bid.face}{'*' if timeout else ''}"
        case Departure(seat, _, reason):
            return f"{reason}/{seat}"
        case call:
            return f"{call.kind}{'*' if call.timeout else ''}/{call.seat}"


def roll_off(passes: list[list[Json]]) -> str:
    """`0:4 1:6 2:6 / 1:1 2:3`: the die of each seat, pass by pass."""
    return " / ".join(" ".join(f"{thrown['seat']}:{thrown['die']}" for thrown in together) for together in passes)


def hands(round_: Json) -> str:
    """`1:25113 0:46555`: the dice of each seat, in the order of revealing."""
    return " ".join(f"{hand['seat']}:{''.join(map(str, hand['dice']))}" for hand in round_["hands"])


def result(round_: Json) -> str:
    """`5, 1 loses`: the count, and whose die changed hands; `uncalled` where the last opponent left.

    Nothing for a round that was not finished.
    """
    if "count" not in round_:
        return ""
    if round_["count"] is None:
        return "uncalled"
    change = round_["dice_change"]
    if change is None:
        return f"{round_['count']}, nobody"
    if change["after"] == 0:
        return f"{round_['count']}, {change['seat']} out"
    return f"{round_['count']}, {change['seat']} {'loses' if change['after'] < change['before'] else 'gains'}"


def seconds(time: timedelta) -> str:
    """`2.104233`, `-0.5`, `60`: to the microsecond, without a digit too many."""
    microseconds = time // _MICROSECOND
    whole, part = divmod(abs(microseconds), _SECOND)
    sign = "-" if microseconds < 0 else ""
    return f"{sign}{whole}.{part:06}".rstrip("0").rstrip(".") if part else f"{sign}{whole}"


def later(moment: datetime, by: str) -> datetime:
    """The moment so many `seconds` later. Raises ValueError, OverflowError for a time out of reach."""
    whole, _, part = by.removeprefix("-").partition(".")
    if len(part) > 6:
        raise ValueError("a time has six places at most")
    microseconds = int(whole) * _SECOND + int(part.ljust(6, "0"))
    return moment + (-1 if by.startswith("-") else 1) * microseconds * _MICROSECOND
