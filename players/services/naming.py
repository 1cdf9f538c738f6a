"""Names of accounts: who may have which, and since when nobody has one any more."""

from datetime import datetime, timedelta
from typing import NoReturn

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from perudo_site.refusals import Code, Refusal
from players import names
from players.models import Player, ReservedName


def check_username(username: str) -> None:
    """Raise `Refusal` unless an account may have a name of this form: invalid, or username_taken for reserved words."""
    if names.is_reserved(username):
        refuse_name()
    try:
        names.validate_username(username)
    except ValidationError as exc:
        raise as_refusal("username", exc) from None


def insert(player: Player) -> Player:
    """Store a new account, within the caller's transaction. Raises `Refusal` username_taken."""
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError:
        refuse_name()
    # Asked only now: the insertion has waited for whoever was giving the name up.
    if ReservedName.objects.filter(name=player.username.lower()).exists():
        refuse_name()
    return player


def reserve(username: str, *, now: datetime) -> None:
    """Keep everybody from the name of an account that is being deleted, for `settings.NAME_RESERVED_DAYS`."""
    until = now + timedelta(days=settings.NAME_RESERVED_DAYS)
    ReservedName.objects.update_or_create(name=username.lower(), defaults={"until": until})


def purge_reserved(*, now: datetime) -> int:
    """Free the names that were reserved for long enough; how many there were."""
    return ReservedName.objects.filter(until__lte=now).delete()[0]


def refuse_name() -> NoReturn:
    raise Refusal(Code.USERNAME_TAKEN, "The username is taken, or reserved.")


def as_refusal(field: str, exc: ValidationError) -> Refusal:
    """What Django's validators say about one field, as `invalid`."""
    errors = [
        {"field": field, "code": error.code or "invalid", "detail": message}
        for error in exc.error_list
        for message in error.messages
    ]
    return Refusal(Code.INVALID, errors[0]["detail"], errors=errors)
