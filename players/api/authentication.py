"""Bearer tokens: who is calling."""

import re
from hmac import compare_digest

from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from perudo_site.compiled import CompiledQuery
from perudo_site.http.throttles import BadTokenThrottle
from players.models import Player, Scope, Token
from players.services import note_use

_HEADER = re.compile(r"bearer +([0-9a-f]{64})", re.IGNORECASE)

_TOKENS = CompiledQuery(lambda key: Token.objects.filter(token_key=key).select_related("user__owner"), str)


class BearerAuthentication(TokenAuthentication):  # type: ignore[misc]
    """Knox's tokens, by one SQL statement. `request.user` is the player, `request.auth` the Token.

    No Authorization header, or an empty one: an anonymous caller. Any that is not a valid token of an active player,
    another scheme too: `bad_token`, on public addresses as well, for it is a mistake that the client should see.
    When a token was last used is noted once an hour, by a further statement, but not by a view that says
    `notes_token_use = False`.
    """

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        header = request.META.get("HTTP_AUTHORIZATION", "").strip(" ")
        if not header:
            return None
        try:
            return self._caller(request, header)
        except AuthenticationFailed:
            _count_failure(request)
            raise

    def _caller(self, request: Request, header: str) -> tuple[Player, Token]:
        match = _HEADER.fullmatch(header)
        if match is None:
            raise AuthenticationFailed(
                "The Authorization header must be 'Bearer' and a token of 64 hexadecimal digits."
            )
        token = self._find(match[1].lower())
        if getattr(request.parser_context["view"], "notes_token_use", True):
            note_use(token=token, now=timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"

    def _find(self, secret: str) -> Token:
        digest = hash_token(secret)
        for token in _TOKENS(secret[: CONSTANTS.TOKEN_KEY_LENGTH]):
            if compare_digest(digest, token.digest) and self._is_usable(token):
                return token
        raise AuthenticationFailed("The token is not valid.")

    def _is_usable(self, token: Token) -> bool:
        return token.user.may_act and not token.is_expired


def _count_failure(request: Request) -> None:
    """Count a bad token by address: limits are otherwise counted after it is known who calls."""
    throttle = BadTokenThrottle()
    if not throttle.allow_request(request, request.parser_context["view"]):
        raise Throttled(throttle.wait())


def caller(request: Request) -> Player | None:
    """In whose eyes a request sees: the player's, if the token is good for reading; else anybody's, which is None."""
    may_read = isinstance(request.auth, Token) and request.auth.allows(Scope.READ)
    return request.user if may_read and isinstance(request.user, Player) else None


def signed_in(request: Request) -> Player:
    """In whose name a request acts, where permissions have let nobody pass without a token."""
    assert isinstance(request.user, Player)
    return request.user


def token_of(request: Request) -> Token:
    """The token that a request came with, where permissions have let nobody pass without one."""
    assert isinstance(request.auth, Token)
    return request.auth
