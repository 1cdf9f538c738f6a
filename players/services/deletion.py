"""Accounts, deleted. What they have played stays, under no name (docs/accounts.md, "Deleting an account").

Their games are not this module's affair: games/services/farewell.py leaves them once this is committed.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from perudo_site.refusals import Code, Refusal
from players import queries
from players.models import Player, RatingPool, Token
from players.names import DELETED_NAME
from players.queries import export
from players.services import passwords
from players.services.boards import take_off_boards
from players.services.naming import reserve


def delete_account(*, player: Player, password: str, now: datetime) -> list[Player]:
    """Delete a person's account and its bots; those that were deleted now.

    Raises `Refusal`: invalid (the password is wrong), forbidden (a bot's account, or an administrator's).
    """
    passwords.check_own(player, password)
    with transaction.atomic():
        [own] = _locked(Q(pk=player.pk))
        if own.is_staff or own.is_superuser:
            raise Refusal(Code.FORBIDDEN, "An administrator's account can be deleted when it has no such rights.")
        if own.deleted_at is None and own.password != player.password:  # it was changed since it was checked
            raise passwords.wrong_password()
        # Only now, so that a bot is seen whose registration held the lock before.
        return _forget([own, *_locked(Q(owner=player))], now=now)


def delete_bot(*, owner: Player, username: str, now: datetime) -> list[Player]:
    """Delete a bot of `owner`'s; it alone, or nobody if somebody was faster. Raises `Refusal` not_found."""
    bot = queries.own_bot(owner, username)
    with transaction.atomic():
        return _forget(_locked(Q(pk=bot.pk)), now=now)


def _locked(wanted: Q) -> list[Player]:
    return list(Player.objects.select_for_update(no_key=True).filter(wanted).order_by("pk"))


def _forget(accounts: Iterable[Player], *, now: datetime) -> list[Player]:
    """Take accounts, which are locked, out of everything that tells who they were; those that had not been yet."""
    living = [account for account in accounts if account.deleted_at is None]
    # All pools, in the order of their keys: a game that is being rated meanwhile puts nobody back on a board.
    list(RatingPool.objects.select_for_update(no_key=True).order_by("pk"))
    for account in living:
        take_off_boards(player=account)
        reserve(account.username, now=now)
        _strip(account, now=now)
    Token.objects.filter(user__in=living).delete()
    export.logged_of(living).update(object_repr=DELETED_NAME)
    return living


def _strip(account: Player, *, now: datetime) -> None:
    # No username has a space: nobody can register this one, and no address leads to it.
    account.username = f"deleted {account.pk}"
    account.deleted_at, account.is_active = now, False
    account.last_login = None
    account.set_unusable_password()
    account.save(update_fields=["username", "deleted_at", "is_active", "last_login", "password"])
