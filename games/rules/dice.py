"""What the engine asks of dice. `fairness.SeededDice` is the one source that games use."""

from typing import Protocol

from games.rules.state import RollOff


class Dice(Protocol):
    """Chance, as an argument: equal questions get equal answers."""

    def roll(self, *, round_number: int, seat: int, count: int) -> tuple[int, ...]:
        """The faces of `count` dice of a seat in a round."""

    def random_opener(self, *, seats: int) -> int:
        """A seat of 0 to `seats` - 1, each with equal chance."""

    def roll_off(self, *, seats: int) -> RollOff:
        """Passes of one die each, until one seat alone is highest in the last."""
