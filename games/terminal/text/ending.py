"""The end of a game: places, and what became of the checks of its dice."""

from games.terminal.shapes import View, own_seat
from games.terminal.text.names import Names
from games.terminal.text.style import INDENT, Mark, paint, paragraph, rule
from games.terminal.text.words import count_of, ordinal
from games.terminal.verifier import Verifier


def places(view: View, names: Names) -> list[str]:
    """Everyone by place, the winner first."""
    if view["status"] == "abandoned":
        return ["", rule("The game was abandoned", mark=Mark.BAD), "", f"{INDENT}It has no winner."]
    seats = sorted(view["seats"], key=lambda seat: seat["place"] or 0)
    listed = [f"{INDENT}{ordinal(seat['place'] or 0)}   {names.column(seat['seat'])}".rstrip() for seat in seats]
    return ["", rule(_title(view, names)), "", *listed]


def _title(view: View, names: Names) -> str:
    own, winner = own_seat(view), view["winner"]
    assert winner is not None
    place = None if own is None else view["seats"][own]["place"]
    if own == winner or place is None:
        return f"{names.does(winner, 'win')} the game"
    return f"{names.does(winner, 'win')} the game; you come {ordinal(place)} of {len(view['seats'])}"


def dice_checked(verifier: Verifier, view: View) -> list[str]:
    """Whether every roll was what the server had committed itself to. Before the end its seed is not known yet."""
    if verifier.faults:
        return ["", *fault_lines(verifier.faults)]
    hands = f"{count_of(verifier.hands_checked, 'hand')} of {count_of(verifier.rounds_checked, 'round')}"
    verified = f"{INDENT}{paint('✓ dice verified', Mark.GOOD)}: {hands}"
    if view["server_seed"] is None:
        return ["", f"{verified}, as far as they were shown."]
    how = "All follow from the server's seed, committed to before you sat down, and from the players' own."
    return ["", f"{verified}, and the first opener.", *paragraph(how)]


def fault_lines(faults: list[str]) -> list[str]:
    """What did not hold when the dice were checked."""
    return [line for fault in faults for line in paragraph(f"✗ Not as committed to: {fault}.", Mark.BAD)]


def replay(address: str) -> list[str]:
    return [f"{INDENT}The whole game: {address}"]
