"""Tokens, written: issued, revoked, their use noted."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from perudo_site.ids import new_id
from perudo_site.refusals import Code, Refusal
from players.idempotency import once
from players.models import Player, Token, all_scopes
from players.secrets import SecretSource

USE_NOTED_EVERY: Final = timedelta(hours=1)


@dataclass(frozen=True)
class Issued:
    """A token with its secret, which is to be shown now or never."""

    token: Token
    secret: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a token is to be like: what its owner calls it, what it is good for, and for how many seconds."""

    label: str = ""
    scopes: list[str] = field(default_factory=all_scopes)
    expires_in: int | None = None


@dataclass(frozen=True, kw_only=True)
class TokenRequest:
    """A request that makes a token: where it was sent, by whom, and what in it tells it from another.

    `name` is the account that it is about, `key` its Idempotency-Key. `password` is the one that it came with, which
    a repeated request must bring again (see `SecretSource`); none where the caller has shown a token.
    """

    path: str
    caller: str
    name: str
    key: str | None
    password: str = field(default="", repr=False)

    @property
    def source(self) -> SecretSource:
        return SecretSource(self.password) if self.key is None else SecretSource(self.password, self.key)


def issue_token(*, player: Player, terms: Terms | None = None, password: str = "", key: str | None = None) -> Issued:
    """One more token for `player`, whose password has just been checked; beyond `settings.MAX_TOKENS` the oldest go.

    With an idempotency key, `password` is the one that the request came with: the same key, terms and password give
    the same token for a day. If it was revoked or has expired meanwhile, they give a new one. Raises `Refusal`
    bad_token if the password has been changed since it was checked, or the account deleted.
    """
    sent = TokenRequest(
        path="POST /api/v1/tokens/", caller=str(player.pk), name=player.username, key=key, password=password
    )
    return issue(sent, owner=lambda: player, terms=terms)[0]


def issue(sent: TokenRequest, *, owner: Callable[[], Player], terms: Terms | None = None) -> tuple[Issued, bool]:
    """The token that a request makes for the account that `owner` gives, and whether it was made now.

    `owner` is called only if the request is a new one. With the account's password as it is in what it gives: one
    that has changed since means that somebody else was faster.
    """
    terms, source = terms or Terms(), sent.source
    tokens = Token.objects.select_related("user__owner")

    def create() -> str:
        player = owner()
        # Under the player's lock, so that of several log-ins at once each sees the tokens of the others.
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if locked.password != player.password or not locked.is_active:
            raise Refusal(Code.BAD_TOKEN, "The username and password do not belong together.")
        token_id = new_id()
        Token.objects.keep(
            token_id=token_id,
            player=player,
            secret=source.secret(token_id),
            lifetime=None if terms.expires_in is None else timedelta(seconds=terms.expires_in),
            label=terms.label,
            scopes=terms.scopes,
        )
        _drop_oldest_tokens(player)
        return token_id

    def repeats(token_id: str) -> bool:
        token = tokens.filter(public_id=token_id).first()
        return token is not None and not token.is_expired and token.user.may_act and source.made(token)

    body: Mapping[str, Any] = {"username": sent.name, **asdict(terms)}
    with transaction.atomic():
        token_id, new = once(
            caller=sent.caller, path=sent.path, key=sent.key, body=body, create=create, repeats=repeats
        )
        return Issued(tokens.get(public_id=token_id), source.secret(token_id)), new


def revoke_token(*, player: Player, token_id: str) -> None:
    """Make a token worthless at once; `not_found` unless it is one of the player's own."""
    gone, _ = Token.objects.filter(user=player, public_id=token_id).delete()
    if not gone:
        raise Refusal(Code.NOT_FOUND, "You have no such token.")


def revoke_all_tokens(*, player: Player, but: Token | None = None) -> None:
    """Log a player out everywhere; or everywhere else, if one token is to stay."""
    Token.objects.filter(user=player).exclude(pk=but.pk if but else None).delete()


def note_use(*, token: Token, now: datetime) -> None:
    """Remember that a token was used; to the hour, so that not every request writes."""
    if token.last_used_at is None or token.last_used_at <= now - USE_NOTED_EVERY:
        token.last_used_at = now
        Token.objects.filter(pk=token.pk).update(last_used_at=now)


def purge_expired(*, now: datetime) -> int:
    """Forget tokens whose time is up; how many there were."""
    return Token.objects.filter(expiry__lte=now).delete()[0]


def _drop_oldest_tokens(player: Player) -> None:
    kept = Token.objects.filter(user=player).order_by("-created", "-public_id")[: settings.MAX_TOKENS]
    Token.objects.filter(user=player).exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
