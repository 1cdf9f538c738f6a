"""What a careful player remembers: how many dice are under each cup, hidden or not."""

from collections.abc import Mapping

from games.rules.observation import Observation


def dice_rolled(observation: Observation) -> Mapping[int, int]:
    """The dice that each seat with a cup on the table rolled this round, by seat; empty once the game is over.

    Everyone begins with `starting_dice`. From then on the last showdown tells it all: the cups that came up, and
    the die that changed hands after them (docs/rules.md 2, "Lost dice that are not visible are a test of memory").
    """
    if observation.round is None:
        return {}
    last = observation.last_round
    if last is None:
        return dict.fromkeys(observation.round.rolled, observation.options.starting_dice)
    held = {hand.seat: len(hand.dice) for hand in last.hands}
    if last.dice_change is not None:
        held[last.dice_change.seat] = last.dice_change.after
    return {seat: held[seat] for seat in observation.round.rolled}
