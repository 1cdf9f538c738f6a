"""Counts the players' statistics anew from history."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services import statistics


class Command(BaseCommand):
    help = "Count the players' statistics anew from history, in one transaction."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{statistics.rebuild()} games counted.")
