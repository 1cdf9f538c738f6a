"""What those who run the place do to an account: banned, let in again, given another name (docs/accounts.md).

The games of a banned account are not this module's affair: games/services/farewell.py removes it from them once this
is committed.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from perudo_site.refusals import Code, Refusal
from players.models import Player, RatingPool, ReservedName, Token
from players.services.boards import place_again
from players.services.naming import check_username, refuse_name, reserve


def ban(*, player: Player, now: datetime) -> list[Player]:
    """Shut an account out, and its bots with it; those that were shut out now.

    At once all its tokens are worthless, nobody logs in as it, and it is on no leaderboard. Raises `Refusal`:
    not_found (it is deleted), forbidden (a server bot).
    """
    with transaction.atomic():
        account = _locked_account(player)
        # Only now, so that a bot is seen whose registration held the lock before.
        banned = [one for one in [account, *_locked(Q(owner=account))] if one.is_active]
        for one in banned:
            one.banned_at, one.is_active = now, False
            one.save(update_fields=["banned_at", "is_active"])
        Token.objects.filter(user__in=banned).delete()
        _place_again(banned, now=now)
        return banned


def unban(*, player: Player, now: datetime) -> list[Player]:
    """Let an account in again, and those of its bots that were banned with it; those that were let in.

    Their tokens stay revoked. Raises `Refusal`: not_found (it is deleted), forbidden (a server bot).
    """
    with transaction.atomic():
        account = _locked_account(player)
        if account.is_active:
            return []
        with_it = Q(owner=account, banned_at=account.banned_at, banned_at__isnull=False, deleted_at=None)
        freed = [account, *_locked(with_it)]
        for one in freed:
            one.banned_at, one.is_active = None, True
            one.save(update_fields=["banned_at", "is_active"])
        # Those of its bots too that were let in before: while it was shut out they could do nothing.
        _place_again([account, *Player.objects.filter(owner=account).order_by("pk")], now=now)
        return freed


def rename(*, player: Player, username: str, now: datetime) -> Player:
    """Give an account another name; the old one stays reserved for `settings.NAME_RESERVED_DAYS`.

    It is the name everywhere at once, in games long over, too. Raises `Refusal`: not_found (it is deleted), forbidden
    (a server bot), invalid, username_taken.
    """
    check_username(username)
    with transaction.atomic():
        account = _locked_account(player)
        old, account.username = account.username, username
        try:
            with transaction.atomic():
                account.save(update_fields=["username"])
        except IntegrityError:
            refuse_name()
        if old.lower() != username.lower():
            # Asked only now: the change has waited for whoever was giving the name up.
            if ReservedName.objects.filter(name=username.lower()).exists():
                refuse_name()
            reserve(old, now=now)
        return account


def _locked_account(player: Player) -> Player:
    [account] = _locked(Q(pk=player.pk))
    if account.deleted_at is not None:
        raise Refusal(Code.NOT_FOUND, "The account is deleted.")
    if account.kind == Player.Kind.SERVER:
        raise Refusal(Code.FORBIDDEN, "Server bots are the server's own.")
    return account


def _locked(wanted: Q) -> list[Player]:
    return list(Player.objects.select_for_update(no_key=True).filter(wanted).order_by("pk"))


def _place_again(accounts: Iterable[Player], *, now: datetime) -> None:
    # All pools first, in the order of their keys: no two who do this wait for each other.
    list(RatingPool.objects.select_for_update(no_key=True).order_by("pk"))
    for account in accounts:
        place_again(player=account, now=now)
