"""The legal moves of an observation, spelt out."""

from collections.abc import Iterator

from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.legality import MoveKind
from games.rules.observation import Observation


def legal_moves(observation: Observation) -> Iterator[Move]:
    """Every move open to the viewer: the calls first, then the bids by rising face and quantity."""
    if MoveKind.CALZA in observation.actions:
        yield CallCalza()
    if MoveKind.DUDO in observation.actions:
        yield CallDudo()
    for legal in observation.legal_bids:
        yield from map(PlaceBid, legal.bids())
