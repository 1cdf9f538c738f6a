"""A move for a bot that has none."""

from games.bots.base import is_on_turn
from games.bots.knowledge import knowledge_of
from games.bots.moves import legal_moves
from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.bids import Bid
from games.rules.knowledge import Knowledge
from games.rules.observation import Observation


def safest_move(observation: Observation) -> Move:
    """The legal move with the best exact chance of costing the viewer no die, as if the next player doubted every bid.

    Equal chances: a call before a bid, then the lowest quantity, then the lowest face. No chance is used: equal
    observations get equal moves. Raises `ValueError` when the viewer is not on turn (off turn, silence is safest).
    """
    if not is_on_turn(observation):
        raise ValueError("only the seat on turn has a safest move")
    assert observation.round is not None
    knowledge = knowledge_of(observation)
    placed = observation.round.standing
    standing = None if placed is None else placed.bid
    by_quantity = sorted(legal_moves(observation), key=_quantity)
    return max(by_quantity, key=lambda move: _safety(move, standing, knowledge))


def _quantity(move: Move) -> int:
    return move.bid.quantity if isinstance(move, PlaceBid) else 0


def _safety(move: Move, standing: Bid | None, knowledge: Knowledge) -> float:
    """The chance that the move costs its player no die."""
    match move:
        case PlaceBid(bid):
            return knowledge.chance_good(bid)
        case CallDudo():
            assert standing is not None
            return knowledge.chance_bad(standing)
        case CallCalza():
            assert standing is not None
            return knowledge.chance_exact(standing)
