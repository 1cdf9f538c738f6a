"""Short opaque ids."""

import secrets

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
LENGTH = 10


def new_id() -> str:
    """Ten letters and digits, drawn at random: about 51 bits, not to be guessed from another's."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
