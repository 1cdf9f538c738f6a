"""Names as the admin's pages say them."""

from django.utils.translation import gettext

from players.models import DELETED_NAME


def name_in_words(shown: str | None) -> str:
    """A player's name; in the reader's language where the account is deleted, and a dash where nobody sits."""
    if shown is None:
        return "–"
    return gettext("deleted player") if shown == DELETED_NAME else shown
