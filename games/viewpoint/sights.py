"""What was to be seen at the table after each event of a round: by whoever looked on and, of a game that is over, by
each seat.

Pages that show a game are drawn from it. It is what `games.rules.observation` says of each state, written down where
it changes; what a call revealed is told by the resolved round.
"""

from collections.abc import Sequence
from typing import Final

from games.rules.bids import FACES, PlacedBid
from games.rules.observation import observe
from games.rules.showdown import count_dice
from games.rules.state import GameState, Hand
from games.store.record import GameRecord, RoundRecord
from games.store.replay import palifico_rounds, steps
from games.viewpoint.values import Json

NOBODYS: Final = 0
"""The seat of a die that is only asked about."""


def sights(record: GameRecord, rounds: Sequence[RoundRecord]) -> list[Json]:
    """Of each of the rounds: whose turn it was, which faces counted, and the cups as each onlooker saw them.

    Event 0 is the roll; then bids and departures in order. No hand of a game that runs is in it.
    """
    palifico = palifico_rounds(record) if rounds else []
    seats = range(len(record.seats)) if record.is_over else ()
    return [_of_round(record, round_, palifico, seats) for round_ in rounds]


def _of_round(
    record: GameRecord, round_: RoundRecord, palifico: Sequence[tuple[int, int]], seats: Sequence[int]
) -> Json:
    before = [seat for number, seat in palifico if number < round_.row.number]
    states = [step.state for step in steps(record, round_, palifico_before=before)]
    is_palifico = round_.row.palifico_seat is not None
    return {
        "number": round_.row.number,
        "turns": [state.round.turn if state.round else None for state in states],
        "counting": [_counting(placed, palifico=is_palifico) for placed in round_.placed_bids],
        "table": _seen_by(None, states),
        "seats": [_seen_by(seat, states) for seat in seats],
    }


def _counting(placed: PlacedBid, *, palifico: bool) -> list[int]:
    """The faces that count for a bid."""
    return [face for face in FACES if count_dice([Hand(NOBODYS, (face,))], face=placed.bid.face, palifico=palifico)]


def _seen_by(viewer: int | None, states: Sequence[GameState]) -> list[Json]:
    """What a seat, or somebody without one, saw from an event on until the next that changed it.

    A departure that ends the game shows nothing by itself: the cups come up with the round that it resolves.
    """
    seen: list[Json] = []
    for event, state in enumerate(states):
        if state.round is None:
            break
        observed = observe(state, viewer)
        sight = {"dice_counts": [seat.dice_count for seat in observed.seats], "dice": list(observed.dice)}
        if not seen or {**seen[-1], **sight} != seen[-1]:
            seen.append({"from": event, **sight})
    return seen
