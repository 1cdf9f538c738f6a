"""Groups of the admin, with the rights that the server says they have."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q


def ensure_groups(rights: Mapping[str, Iterable[str]]) -> None:
    """Make these groups and give each just these rights ("games.view_game"). May be called again.

    A right that is not there yet, because its app is not migrated, is given when it is.
    """
    with transaction.atomic():
        for name, wanted in rights.items():
            group, _ = Group.objects.get_or_create(name=name)
            named = (
                Q(content_type__app_label=app, codename=code) for app, _, code in (w.partition(".") for w in wanted)
            )
            group.permissions.set(Permission.objects.filter(reduce(or_, named)))
