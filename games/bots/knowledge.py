"""What a bot knows of the dice of a round."""

from games.bots.memory import dice_rolled
from games.rules.knowledge import Knowledge
from games.rules.observation import Observation
from games.rules.state import Hand


def knowledge_of(observation: Observation) -> Knowledge:
    """What the viewer knows. The viewer must have a hand."""
    assert observation.round is not None
    assert observation.viewer is not None
    return Knowledge(
        hand=Hand(observation.viewer, observation.dice),
        unseen=sum(dice_rolled(observation).values()) - len(observation.dice),
        palifico=observation.round.palifico_seat is not None,
    )
