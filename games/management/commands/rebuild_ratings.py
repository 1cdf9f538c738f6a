"""`manage.py rebuild_ratings`: the ratings anew, from history."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.annul import rebuild_ratings


class Command(BaseCommand):
    """Compute every rating, every change of one and every leaderboard anew from the games played."""

    help = (
        "Compute all ratings, their history and the leaderboards anew from the games. The same games give the same "
        "numbers, to the last digit. Rated games that end meanwhile wait until their ruleset's pace is done."
    )

    def handle(self, **options: Any) -> None:
        for ruleset, pace, number in rebuild_ratings(now=timezone.now()):
            self.stdout.write(f"{ruleset} {pace}: {number} games")
