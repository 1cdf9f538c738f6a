"""`manage.py first_start`: an admin account for a database that has none."""

import secrets
import sys
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand

USERNAME = "admin"


class Command(BaseCommand):
    """Make the account `admin`, unless there is an administrator, and print its password: it is shown only here."""

    help = "Make an admin account with a random password, printed once, if the database has no administrator."

    def handle(self, **options: Any) -> None:
        """Do nothing at every start but the first."""
        players = get_user_model()
        if players.objects.filter(is_superuser=True).exists():
            return
        if players.objects.filter(username__iexact=USERNAME).exists():
            self.stdout.write(
                f"There is no administrator, and the name {USERNAME} is taken. To make one, run\n"
                f"{sys.executable} manage.py createsuperuser"
            )
            return
        password = secrets.token_urlsafe(12)
        players.objects.create_superuser(username=USERNAME, password=password)
        self.stdout.write(
            "A new database: an administrator was made. The password is not shown again; to set another, run\n"
            f"{sys.executable} manage.py changepassword {USERNAME}\n"
            f"  username  {USERNAME}\n"
            f"  password  {password}\n"
        )
        self.stdout.flush()
