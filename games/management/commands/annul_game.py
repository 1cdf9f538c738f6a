"""`manage.py annul_game`: a game that is not to count for ratings."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services.annul import annul
from perudo_site.refusals import Refusal


class Command(BaseCommand):
    """Annul one finished game."""

    help = "Let a finished rated game count for no rating; the ratings of all games after it are computed anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's id")

    def handle(self, **options: Any) -> None:
        try:
            annul(game_id=options["game"], now=timezone.now())
        except Refusal as refusal:
            raise CommandError(refusal.detail or str(refusal.code)) from refusal
        self.stdout.write(f"{options['game']} is annulled.")
