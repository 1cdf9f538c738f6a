"""What is said in a round: bids, calls, departures."""

from games.terminal.shapes import Bid, Departure, ResolvedRound, Roll, Round
from games.terminal.text.names import Names
from games.terminal.text.style import INDENT, Mark, paint
from games.terminal.text.words import bid_text


def bid_line(bid: Bid, names: Names) -> str:
    late = paint("   time ran out: the server's bid", Mark.DIM) if bid["timeout"] else ""
    return f"{INDENT}{names.column(bid['seat'])}{paint(bid_text(bid), Mark.BOLD)}{late}"


def departure_line(departure: Departure, names: Names) -> str:
    seat, reason = departure["seat"], departure["reason"]
    is_plural = names.of(seat) == "you"
    said = {
        "left": "leave the table" if is_plural else "leaves the table",
        "timeout": "ran out of time twice and left the table",
        "removed": "were removed from the table" if is_plural else "was removed from the table",
    }.get(reason, "left the table")
    return f"{INDENT}{names.column(seat)}{paint(said, Mark.WARN)}"


def history(round_: Round | ResolvedRound, names: Names) -> list[str]:
    """Everything said in a round so far, in order."""
    lines = []
    departures = list(round_["departures"])
    for number, bid in enumerate(round_["bids"]):
        lines += [departure_line(gone, names) for gone in departures if gone["after_bids"] == number]
        lines.append(bid_line(bid, names))
    after = len(round_["bids"])
    return lines + [departure_line(gone, names) for gone in departures if gone["after_bids"] == after]


def wild_note(roll: Roll, face: int) -> str:
    """Whether ones counted for another face in this round."""
    if face == 1:
        return ""
    return ", ones counted" if roll["palifico_seat"] is None else ", ones not counted"
