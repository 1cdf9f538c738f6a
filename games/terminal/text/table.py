"""The table as it stands: who is there, with how many dice, whose turn it is."""

from games.terminal.shapes import Roll, Round, Seat, View
from games.terminal.text.names import Names
from games.terminal.text.style import Mark, paint, rule
from games.terminal.text.words import count_of, ordinal


def round_heading(roll: Roll, view: View, names: Names) -> list[str]:
    """The line across the screen at the head of a round, and what is special about it."""
    dice = view["dice_in_play"]
    right = [] if dice is None else [count_of(dice, "die")]
    if view["options"]["calza"]:
        right.append("calza allowed" if roll["calza_allowed"] else "no calza")
    lines = ["", rule(f"Round {roll['number']}", " · ".join(right))]
    if roll["palifico_seat"] is not None:
        of = names.of(roll["palifico_seat"])
        lines.append(paint(f"   Palifico {'for you' if of == 'you' else f'of {of}'}: ones are not wild.", Mark.SPECIAL))
    return lines


def seats(view: View, names: Names, *, at_the_roll: bool = False) -> list[str]:
    """Everyone with their dice, the seat on turn marked; `at_the_roll`: as it was before the first bid."""
    round_ = view["round"]
    said = round_ is not None and bool(round_["bids"]) and not at_the_roll
    turn = None if round_ is None else round_["turn"] if said else round_["opener"]
    return ["", *(_seat(seat, view, names, turn=turn, opens="opened" if said else "opens") for seat in view["seats"])]


def _seat(seat: Seat, view: View, names: Names, *, turn: int | None, opens: str) -> str:
    arrow = paint("▸", Mark.GOOD) if turn == seat["seat"] else " "
    dice = _dice(seat["dice_count"], view["options"]["starting_dice"])
    return f"  {arrow} {names.column(seat['seat'])}{dice}  {_note(seat, view['round'], opens)}".rstrip()


def _dice(count: int | None, starting: int) -> str:
    """A square for each die held, a dot for each lost; question marks where the rules hide it."""
    if count is None:
        return paint("? " * starting, Mark.DIM)
    return "■ " * count + paint("· " * (starting - count), Mark.DIM)


def _note(seat: Seat, round_: Round | None, opens: str) -> str:
    if not seat["in_play"]:
        return paint(f"out, {ordinal(seat['place'])}" if seat["place"] else "out", Mark.DIM)
    if round_ is None:
        return ""
    is_palifico = round_["palifico_seat"] == seat["seat"]
    notes = (
        (opens, round_["opener"] == seat["seat"]),
        (paint("palifico", Mark.SPECIAL), is_palifico),
        ("one die left", seat["dice_count"] == 1 and not is_palifico),
    )
    return " · ".join([note for note, holds in notes if holds] + _thrown(seat["seat"], round_))


def _thrown(seat: int, round_: Round) -> list[str]:
    """The dice that were thrown for opening the first round."""
    dice = [str(throw["die"]) for thrown in round_["roll_off"] or [] for throw in thrown if throw["seat"] == seat]
    return [paint(f"threw {', then '.join(dice)}", Mark.DIM)] if dice else []
