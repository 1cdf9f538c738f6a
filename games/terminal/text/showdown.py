"""All cups come up: what they held, what counted, who loses."""

from games.terminal.shapes import DiceChange, Hand, ResolvedRound, View, own_seat
from games.terminal.text.bids import wild_note
from games.terminal.text.dice import counts_for, in_line
from games.terminal.text.names import Names
from games.terminal.text.style import INDENT, Mark, pad, paint
from games.terminal.text.words import bid_text, count_of, ordinal

_DICE_COLUMN = 22


def showdown(resolved: ResolvedRound, view: View, names: Names) -> list[str]:
    """The call, every cup with the counting dice in brackets, the count, and what follows from it."""
    return [
        _call(resolved, names),
        "",
        *(_hand(hand, resolved, names) for hand in resolved["hands"]),
        "",
        *_verdict(resolved, names),
        *_outs(resolved, view, names),
    ]


def _call(resolved: ResolvedRound, names: Names) -> str:
    call = resolved["call"]
    if call["kind"] == "departure":
        return f"{INDENT}Nobody is left to bid against: the round ends without a call."
    said = {"dudo": "Dudo!", "calza": "Calza!"}.get(call["kind"], call["kind"])
    late = paint("   time ran out: the server's call", Mark.DIM) if call["timeout"] else ""
    return f"{INDENT}{names.column(call['seat'])}{paint(said, Mark.SPECIAL)}{late}"


def _hand(hand: Hand, resolved: ResolvedRound, names: Names) -> str:
    face, wild = _counted_face(resolved), resolved["palifico_seat"] is None
    counted = sum(counts_for(die, face, wild=wild) for die in hand["dice"])
    total = "" if face is None else str(counted) if counted else paint("·", Mark.DIM)
    return (
        f"{INDENT}{names.column(hand['seat'])}{pad(in_line(hand['dice'], face=face, wild=wild), _DICE_COLUMN)}{total}"
    )


def _counted_face(resolved: ResolvedRound) -> int | None:
    return None if resolved["count"] is None else resolved["bids"][-1]["face"]


def _verdict(resolved: ResolvedRound, names: Names) -> list[str]:
    count = resolved["count"]
    if count is None:
        return []
    bid = resolved["bids"][-1]
    there = f"{'There is' if count == 1 else 'There are'} {count}{wild_note(resolved, bid['face'])}."
    counted = f"{INDENT}The bid: {bid_text(bid)}. {there}"
    return [counted, f"{INDENT}{_judgement(resolved, count, bid['quantity'])} {_change(resolved, names)}"]


def _judgement(resolved: ResolvedRound, count: int, quantity: int) -> str:
    if resolved["call"]["kind"] == "calza":
        return "Exactly!" if count == quantity else "Not exact."
    return "The bid was good." if count >= quantity else "The bid was too high."


def _change(resolved: ResolvedRound, names: Names) -> str:
    change = resolved["dice_change"]
    if change is not None:
        return _lost(change, names) if change["after"] < change["before"] else _gained(change, names)
    if resolved["call"]["kind"] == "calza":
        return f"{names.does(resolved['call']['seat'], 'have')} all the dice there can be already."
    return f"{names.does(resolved['bids'][-1]['seat'], 'have')} left already: nobody loses a die."


def _lost(change: DiceChange, names: Names) -> str:
    left = count_of(change["after"], "die") if change["after"] else "none"
    return paint(f"{names.does(change['seat'], 'lose')} a die; {left} left.", Mark.BAD)


def _gained(change: DiceChange, names: Names) -> str:
    return paint(f"{names.does(change['seat'], 'take')} a die back, and now {_have(change, names)}.", Mark.GOOD)


def _have(change: DiceChange, names: Names) -> str:
    return f"{'have' if names.of(change['seat']) == 'you' else 'has'} {change['after']}"


def _outs(resolved: ResolvedRound, view: View, names: Names) -> list[str]:
    """Who went out by the call; of those who left it was said before."""
    gone = {departure["seat"] for departure in resolved["departures"]}
    return [_out(seat, view, names) for seat in resolved["out"] if seat not in gone]


def _out(seat: int, view: View, names: Names) -> str:
    place = view["seats"][seat]["place"]
    come = f", {ordinal(place)} of {len(view['seats'])}" if place else ""
    go_on = " Watch on, or q to stop." if seat == own_seat(view) and view["status"] == "active" else ""
    are = names.does(seat, "are")
    return f"{INDENT}{paint(f'{are} out', Mark.BAD)}{come}.{go_on}"
