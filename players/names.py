"""What a username may be, and what is said where there is none."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

MIN_LENGTH = 3
MAX_LENGTH = 20
PATTERN = re.compile(r"[A-Za-z0-9_-]{3,20}")
RESERVED = frozenset({"me"})  # words that stand in addresses in place of a username
DELETED_NAME = "deleted player"  # no name that anybody could have, as it has a space


def is_well_formed(username: str) -> bool:
    return PATTERN.fullmatch(username) is not None


def is_reserved(username: str) -> bool:
    return username.lower() in RESERVED


def validate_username(username: str) -> None:
    """Raise Django's ValidationError unless an account may have this name."""
    if not is_well_formed(username):
        raise ValidationError("A username has 3 to 20 letters A to Z, digits, '_' and '-'.", code="invalid")
    if is_reserved(username):
        raise ValidationError("This username is reserved.", code="reserved")


def name_in_words(shown: str | None) -> str:
    """A name as the admin's pages say it: a deleted account in the reader's language; a dash where nobody sits."""
    if shown is None:
        return "–"
    return gettext("deleted player") if shown == DELETED_NAME else shown
