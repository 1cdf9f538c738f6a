"""What happened, as it is told: an event to lines."""

from games.terminal.shapes import Event, OwnRoll, View
from games.terminal.text.bids import bid_line, departure_line, history
from games.terminal.text.dice import drawn
from games.terminal.text.ending import places
from games.terminal.text.names import Names
from games.terminal.text.showdown import showdown
from games.terminal.text.style import INDENT, Mark, paint, rule
from games.terminal.text.table import round_heading, seats


def greeting(view: View, *, title: str, username: str) -> list[str]:
    """Before the first round."""
    who = f"you are {username} at table {view['id']} · ? for help, q to leave"
    return [
        "",
        f"{INDENT}{paint('P E R U D O', Mark.TITLE)}   {title}",
        f"{INDENT}{paint(who, Mark.DIM)}",
    ]


def tell(event: Event, view: View, names: Names) -> list[str]:
    """`view` is the one after the event, or a later one."""
    data = event["data"]
    match event["type"]:
        case "rolled":
            return _rolled(data, view, names)
        case "bid":
            return [bid_line(data, names)]
        case "left":
            return [departure_line(data, names)]
        case "round_ended":
            return showdown(data, view, names)
        case "finished" | "abandoned":
            return places(view, names)
    return []


def _rolled(roll: OwnRoll, view: View, names: Names) -> list[str]:
    heading = round_heading(roll, view, names)
    present = view["round"]
    if present is None or present["number"] != roll["number"]:
        return heading  # the table is not what it was any more
    return [*heading, *seats(view, names, at_the_roll=True), *_cup(roll["dice"], roll["palifico_seat"]), ""]


def _cup(dice: list[int], palifico_seat: int | None) -> list[str]:
    return ["", *drawn(dice, wild=palifico_seat is None)] if dice else []


def whole_table(view: View, names: Names) -> list[str]:
    """The round as it stands: the table, our dice, what was said so far."""
    round_ = view["round"]
    if round_ is None:
        return places(view, names)
    dice = view["you"]["dice"] if view["you"] else []
    return [
        *round_heading(round_, view, names),
        *seats(view, names),
        *_cup(dice, round_["palifico_seat"]),
        "",
        *history(round_, names),
    ]


def told_again(view: View, names: Names) -> list[str]:
    """How the last round ended, and what was said in the present one."""
    last, present = view["last_round"], view["round"]
    lines = []
    if last is not None:
        lines += ["", rule(f"Round {last['number']}"), "", *history(last, names)]
        lines += showdown(last, view, names)
    if present is not None:
        lines += [*round_heading(present, view, names), "", *history(present, names)]
    return lines
