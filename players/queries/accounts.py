"""Accounts and tokens, read."""

from django.db.models import QuerySet

from perudo_site.refusals import Code, Refusal
from players.models import Player, Token


def player_named(username: str) -> Player:
    """The player of that name in whatever case, or `not_found`."""
    player = Player.objects.named(username).select_related("owner").first()
    if player is None:
        raise Refusal(Code.NOT_FOUND, "There is no such player.")
    return player


def bots_of(owner: Player) -> QuerySet[Player]:
    """A person's bot accounts, those that are not deleted."""
    return Player.objects.filter(owner=owner, deleted_at=None).select_related("owner")


def own_bot(owner: Player, username: str) -> Player:
    """The bot account of that name, in whatever case, if it is the player's; else `not_found`."""
    bot = Player.objects.named(username).filter(owner=owner).select_related("owner").first()
    if bot is None:
        raise Refusal(Code.NOT_FOUND, "You have no such bot account.")
    return bot


def tokens_of(player: Player) -> QuerySet[Token]:
    return Token.objects.filter(user=player)
