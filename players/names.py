"""What a username may be."""

import re

from django.core.exceptions import ValidationError

MIN_LENGTH = 3
MAX_LENGTH = 20
PATTERN = re.compile(r"[A-Za-z0-9_-]{3,20}")
RESERVED = frozenset({"me"})  # words that stand in addresses in place of a username


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
