"""Who is who at a table, as the person at the terminal would say it."""

from collections import Counter
from typing import Final

from games.terminal.shapes import View, own_seat
from games.terminal.text.style import Mark, pad, paint

COLUMN: Final = 20
_LONGEST: Final = 16
_THIRD_PERSON: Final = {"are": "is", "have": "has", "were": "was"}


class Names:
    """Names of the seats of one game: "you", and accounts; one who has several seats is numbered."""

    def __init__(self, view: View) -> None:
        self._you = own_seat(view)
        taken = Counter(seat["player"] for seat in view["seats"])
        met: Counter[str | None] = Counter()
        self._names: list[str] = []
        for seat in view["seats"]:
            player = seat["player"]
            met[player] += 1
            name = _cut(player or "nobody")
            self._names.append(name if taken[player] == 1 else f"{name} {met[player]}")

    def of(self, seat: int) -> str:
        return "you" if seat == self._you else self._names[seat]

    def does(self, seat: int, verb: str) -> str:
        """`does(2, "lose")` is "You lose" or "odds loses"."""
        if seat == self._you:
            return f"You {verb}"
        return f"{self._names[seat]} {_THIRD_PERSON.get(verb, f'{verb}s')}"

    def column(self, seat: int) -> str:
        """The name as the first column of a list, its own one in colour."""
        return pad(paint(self.of(seat), Mark.YOU if seat == self._you else None), COLUMN)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
