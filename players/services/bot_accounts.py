"""Bot accounts: of programs, for each of which a person answers."""

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from perudo_site.refusals import Code, Refusal
from players import queries
from players.models import Player
from players.services.naming import check_username, insert
from players.services.tokens import Issued, Terms, TokenRequest, issue

PATH = "POST /api/v1/bots/accounts/"


def register_bot(*, owner: Player, username: str, label: str = "", key: str | None = None) -> Issued:
    """A new bot account of `owner`'s and its first token (`token.user` is the bot). It never has a password.

    Raises `Refusal`: forbidden (the owner is a bot), invalid, username_taken, too_many_bots. With an idempotency key
    the same owner and body give the same answer for a day, as long as that token is not revoked.
    """
    check_may_own(owner)
    check_username(username)
    sent = TokenRequest(path=PATH, caller=str(owner.pk), name=username, key=key)
    return issue(sent, owner=lambda: _insert(owner, username), terms=Terms(label=label))[0]


def issue_bot_token(*, owner: Player, username: str, terms: Terms, key: str | None = None) -> Issued:
    """One more token for a bot of `owner`'s. Raises `Refusal` not_found."""
    bot = queries.own_bot(owner, username)
    sent = TokenRequest(path=f"{PATH}tokens/", caller=str(owner.pk), name=bot.username, key=key)
    return issue(sent, owner=lambda: bot, terms=terms)[0]


def check_may_own(player: Player) -> None:
    """Raise `Refusal` forbidden unless the account is a person's: somebody must answer for every bot."""
    if player.kind != Player.Kind.HUMAN:
        raise Refusal(Code.FORBIDDEN, "A bot account owns no bot accounts.")


def _insert(owner: Player, username: str) -> Player:
    # Under the owner's lock: of several at once each counts the others, and none outlives its owner.
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).filter(pk=owner.pk, is_active=True).first()
        if locked is None:
            raise Refusal(Code.BAD_TOKEN, "The account is gone.")
        if queries.bots_of(owner).count() >= settings.MAX_BOT_ACCOUNTS:
            limit = settings.MAX_BOT_ACCOUNTS
            raise Refusal(Code.TOO_MANY_BOTS, f"A person may have {limit} bot accounts at a time.")
        bot = Player(username=username, kind=Player.Kind.BOT, owner=locked, password=make_password(None))
        return insert(bot)
