"""What a token is good for: the scope that a call needs."""

from typing import Any, ClassVar

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from perudo_site.refusals import Code, Refusal
from players.models import Scope, Token


class Scoped(BasePermission):
    """Who has a token with the scope that the call needs: `read` for a call that only reads, otherwise `play`.

    This is the default, so that a call is open to fewer unless it says otherwise. A subclass sets `scope`.
    """

    scope: ClassVar[Scope | None] = None

    def needed(self, method: str | None) -> Scope:
        """The scope that a call of this method needs; what the OpenAPI document says, too."""
        return self.scope or (Scope.READ if method in SAFE_METHODS else Scope.PLAY)

    def has_permission(self, request: Request, view: Any) -> bool:
        if not isinstance(request.auth, Token):
            return False
        require_scope(request, self.needed(request.method))
        return True


class ForAccount(Scoped):
    """Who has a token that is good for the account itself."""

    scope = Scope.ACCOUNT


def require_scope(request: Request, scope: Scope) -> None:
    """Raise `Refusal` forbidden if the request came with a token that is not good for this."""
    if isinstance(request.auth, Token) and not request.auth.allows(scope):
        raise Refusal(Code.FORBIDDEN, f"This needs a token with the scope '{scope}'.", scope=str(scope))
