"""A move that was refused, as a problem document's refusal."""

from games.services.errors import MoveRefused
from games.viewpoint import values
from games.viewpoint.view import game_view
from perudo_site.refusals import Code, Refusal
from players.models import Player


def as_refusal(refused: MoveRefused, player: Player | None) -> Refusal:
    """With the present view where the move was stale, and the legal bids where a bid was not one of them."""
    if refused.code is Code.STALE_VERSION:
        return Refusal(refused.code, game=game_view(refused.record, player_id=player.pk if player else None))
    if refused.code is Code.ILLEGAL_BID:
        return Refusal(refused.code, legal_bids=values.legal_bids(refused.legal_bids))
    return Refusal(refused.code)
