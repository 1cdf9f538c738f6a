"""Accounts, registered and logged in to. Each public function is one transaction and refuses by `Refusal`."""

from collections.abc import Iterable

from django.contrib.auth.hashers import make_password
from django.db import transaction

from perudo_site.refusals import Code, Refusal
from players.models import Player
from players.services.naming import check_username, insert, refuse_name
from players.services.passwords import check_acceptable
from players.services.tokens import Issued, TokenRequest, issue


def register(*, username: str, password: str, key: str | None = None) -> Issued:
    """A new account and its first token (`token.user` is the account).

    `username_taken` if the name is somebody's in any spelling of its case, or reserved; `invalid` if the name, or
    the password by Django's validators, is not acceptable. With an idempotency key the same name and password give
    the same answer for a day; not after that token was revoked, for then there is nothing to show but that the name
    is taken.
    """
    check_username(username)
    check_acceptable(password, username=username)
    encoded = make_password(password)  # slow on purpose, so not inside the transaction
    sent = TokenRequest(path="POST /api/v1/players/", caller="", name=username, key=key, password=password)
    issued, new = issue(sent, owner=lambda: insert(Player(username=username, password=encoded)))
    if not new and not issued.token.user.check_password(password):  # it was changed since
        refuse_name()
    return issued


def log_in(*, username: str, password: str) -> Player:
    """The player whom username and password are right for; otherwise `bad_token`, whatever was wrong."""
    player = Player.objects.named(username).first()
    if player is None:
        make_password(password)  # as long as a check takes, so that the time does not tell which names exist
    elif player.check_password(password) and player.is_active:
        return player
    raise Refusal(Code.BAD_TOKEN, "The username and password do not belong together.")


def ensure_server_players(names: Iterable[str]) -> None:
    """Give each server bot its account, under a name that is then nobody else's. May be called again.

    ValueError if a person has the name: the bot must then be called something else.
    """
    for name in names:
        with transaction.atomic():
            player, _ = Player.objects.named(name).get_or_create(
                defaults={"username": name, "kind": Player.Kind.SERVER, "password": make_password(None)}
            )
        if player.kind != Player.Kind.SERVER:
            raise ValueError(f"{name!r} cannot be a server bot: a player has this name.")
