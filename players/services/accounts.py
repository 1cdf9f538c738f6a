"""Accounts and tokens, written. Each public function is one transaction and refuses by `Refusal`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NoReturn

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from perudo_site.ids import new_id
from perudo_site.refusals import Code, Refusal
from players import names
from players.idempotency import once
from players.models import Player, Token
from players.secrets import SecretSource


@dataclass(frozen=True)
class Issued:
    """A token with its secret, which is to be shown now or never."""

    token: Token
    secret: str = field(repr=False)


def register(*, username: str, password: str, key: str | None = None) -> Issued:
    """A new account and its first token (`token.user` is the account).

    `username_taken` if the name is somebody's in any spelling of its case, or reserved; `invalid` if the name, or
    the password by Django's validators, is not acceptable. With an idempotency key the same name and password give
    the same answer for a day; not after that token was revoked, for then there is nothing to show but that the name
    is taken.
    """
    _check_username(username)
    _check_password(password, username)
    encoded = make_password(password)  # slow on purpose, so not inside the transaction

    def account() -> Player:
        player = Player(username=username, password=encoded)
        try:
            with transaction.atomic():
                player.save(force_insert=True)
        except IntegrityError:
            _refuse_name()
        return player

    issued, new = _issue(
        path="POST /api/v1/players/", caller="", key=key, owner=account, label="", password=password, name=username
    )
    if not new and not issued.token.user.check_password(password):  # it was changed since
        _refuse_name()
    return issued


def log_in(*, username: str, password: str) -> Player:
    """The player whom username and password are right for; otherwise `bad_token`, whatever was wrong."""
    player = Player.objects.named(username).first()
    if player is None:
        make_password(password)  # as long as a check takes, so that the time does not tell which names exist
    elif player.check_password(password) and player.is_active:
        return player
    raise Refusal(Code.BAD_TOKEN, "The username and password do not belong together.")


def issue_token(*, player: Player, label: str = "", password: str = "", key: str | None = None) -> Issued:
    """One more token for `player`; beyond `settings.MAX_TOKENS` the oldest go.

    With an idempotency key, `password` is the one that the request came with (see `SecretSource`): the same key,
    label and password give the same token for a day. If it was revoked meanwhile, they give a new one.
    """
    issued, _ = _issue(
        path="POST /api/v1/tokens/",
        caller=str(player.pk),
        key=key,
        owner=lambda: player,
        label=label,
        password=password,
        name=player.username,
    )
    return issued


def revoke_token(*, player: Player, token_id: str) -> None:
    """Make a token worthless at once; `not_found` unless it is one of the player's own."""
    gone, _ = Token.objects.filter(user=player, public_id=token_id).delete()
    if not gone:
        raise Refusal(Code.NOT_FOUND, "You have no such token.")


def revoke_all_tokens(*, player: Player) -> None:
    """Log a player out everywhere."""
    Token.objects.filter(user=player).delete()


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


def _issue(
    *, path: str, caller: str, key: str | None, owner: Callable[[], Player], label: str, password: str, name: str
) -> tuple[Issued, bool]:
    """The token, and whether it was made now."""
    source = SecretSource(password, key) if key is not None else SecretSource(password)

    tokens = Token.objects.select_related("user")

    def create() -> str:
        player = owner()
        # Under the player's lock, so that of several log-ins at once each sees the tokens of the others.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        token_id = new_id()
        Token.objects.keep(token_id=token_id, player=player, label=label, secret=source.secret(token_id))
        _drop_oldest_tokens(player)
        return token_id

    def repeats(token_id: str) -> bool:
        token = tokens.filter(public_id=token_id).first()
        return token is not None and token.user.is_active and source.made(token)

    body = {"username": name, "label": label}
    with transaction.atomic():
        token_id, new = once(caller=caller, path=path, key=key, body=body, create=create, repeats=repeats)
        return Issued(tokens.get(public_id=token_id), source.secret(token_id)), new


def _drop_oldest_tokens(player: Player) -> None:
    kept = Token.objects.filter(user=player).order_by("-created", "-public_id")[: settings.MAX_TOKENS]
    Token.objects.filter(user=player).exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()


def _check_username(username: str) -> None:
    if names.is_reserved(username):
        _refuse_name()
    try:
        names.validate_username(username)
    except ValidationError as exc:
        _refuse_field("username", exc)


def _check_password(password: str, username: str) -> None:
    try:
        validate_password(password, Player(username=username))
    except ValidationError as exc:
        _refuse_field("password", exc)


def _refuse_name() -> NoReturn:
    raise Refusal(Code.USERNAME_TAKEN, "The username is taken, or reserved.")


def _refuse_field(name: str, exc: ValidationError) -> NoReturn:
    errors = [
        {"field": name, "code": error.code or "invalid", "detail": message}
        for error in exc.error_list
        for message in error.messages
    ]
    raise Refusal(Code.INVALID, errors[0]["detail"], errors=errors)
