"""Accounts and tokens, read."""

from django.db.models import QuerySet

from perudo_site.refusals import Code, Refusal
from players.models import Player, Token


def player_named(username: str) -> Player:
    """The player of that name in whatever case, or `not_found`."""
    player = Player.objects.named(username).first()
    if player is None:
        raise Refusal(Code.NOT_FOUND, "There is no such player.")
    return player


def tokens_of(player: Player) -> QuerySet[Token]:
    return Token.objects.filter(user=player)
