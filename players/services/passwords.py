"""Passwords: which are good enough, whether one is right, and a new one."""

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from perudo_site.refusals import Code, Refusal
from players.models import Player, Token
from players.services.naming import as_refusal
from players.services.tokens import revoke_all_tokens


def check_acceptable(password: str, *, username: str, field: str = "password") -> None:
    """Raise `Refusal` invalid, about `field`, if Django's validators do not take the password."""
    try:
        validate_password(password, Player(username=username))
    except ValidationError as exc:
        raise as_refusal(field, exc) from None


def check_own(player: Player, password: str) -> None:
    """Raise `Refusal` unless the password is the player's: invalid, or forbidden for accounts that have none."""
    if player.kind != Player.Kind.HUMAN:
        raise Refusal(Code.FORBIDDEN, "A bot account has no password.")
    if not player.check_password(password):
        raise wrong_password()


def change_password(*, player: Player, password: str, new_password: str, token: Token) -> None:
    """Give the player a new password, and revoke all tokens but the one in use.

    Raises `Refusal`: invalid (the present password is wrong, the new one not acceptable), forbidden (a bot account).
    """
    check_own(player, password)
    check_acceptable(new_password, username=player.username, field="new_password")
    encoded = make_password(new_password)  # slow on purpose, so not inside the transaction
    with transaction.atomic():
        # Of two changes at once the second finds that its password is not the present one any more.
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if locked.password != player.password:
            raise wrong_password()
        locked.password = encoded
        locked.save(update_fields=["password"])
        revoke_all_tokens(player=player, but=token)


def set_password(*, player: Player, password: str | None) -> None:
    """For an administrator: another password, or none, and no token left."""
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        locked.password = player.password = make_password(password)
        locked.save(update_fields=["password"])
        revoke_all_tokens(player=player)


def wrong_password() -> Refusal:
    detail = "This is not the account's password."
    return Refusal(Code.INVALID, detail, errors=[{"field": "password", "code": "wrong_password", "detail": detail}])
