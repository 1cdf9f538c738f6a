"""The server that is fuzzed: in this process, on a database of its own, with people, tables and games that are there.

Time stands still in it, so that nothing happens by itself, and nobody is throttled.
"""

import os
import random
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

TOUGH: Final = {"MAX_OPEN_GAMES": "100000", "MAX_ACTIVE_GAMES": "100000", "MAX_BOT_ACCOUNTS": "100000"}
PASSWORD: Final = "seven fours 7"
LONG: Final = 1_209_600


def set_up(folder: Path) -> None:
    """Make Django's settings those of a server with an empty SQLite database in the folder."""
    for name in list(os.environ):
        if name in ("DATABASE_URL", "BROKER_URL", "DEBUG", "HTTPS"):
            del os.environ[name]
    os.environ |= {**TOUGH, "DATA_DIR": str(folder), "SECRET_KEY": secrets.token_urlsafe(50), "LOG_LEVEL": "ERROR"}
    os.environ |= {"BOT_DELAY_SECONDS": "3600", "DJANGO_SETTINGS_MODULE": "perudo_site.settings"}
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.THROTTLE_RATES = {}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)


@dataclass
class World:
    """Who there is and what there is, by the names that parameters and fields have."""

    tokens: list[str | None] = field(default_factory=lambda: [None])
    values: dict[str, list[Any]] = field(default_factory=dict)

    def some(self, name: str, chance: random.Random) -> Any:
        """Something that exists under that name; None where nothing does."""
        return chance.choice(self.values[name]) if self.values.get(name) else None

    def version_of(self, game_id: str) -> int | None:
        from games.models import Game

        return Game.objects.filter(public_id=game_id).values_list("version", flat=True).first()


def populate(world: World) -> None:
    """New people, a program, open, private, running and finished games, and a token for every scope.

    They take the place of those before, who may have been fuzzed out of their tokens or their accounts.
    """
    from django.utils import timezone

    from games.models import Game
    from games.services import lobby
    from players.models import Player, Scope
    from players.services import Terms, issue_token, note_use

    number, now = Player.objects.count(), timezone.now()
    names = [f"{name}{number}" for name in ("ada", "bob", "cyd")]
    ada, bob, cyd = (Player.objects.create_user(name, PASSWORD) for name in names)
    program = Player.objects.create_user(f"program{number}", None, kind=Player.Kind.BOT, owner=ada)
    world.tokens = [None]
    for player, scopes in ((ada, ()), (bob, ()), (program, ()), (cyd, (Scope.READ,)), (cyd, (Scope.PLAY,))):
        issued = issue_token(player=player, terms=Terms(scopes=list(scopes)) if scopes else None)
        note_use(token=issued.token, now=now)
        world.tokens.append(issued.secret)

    def table(creator: Player, *others: Player, **fields: Any) -> str:
        fields = {"ruleset": "asmodee", "seats": 2, "turn_seconds": LONG, **fields}
        game = lobby.create(table=lobby.Table(**fields), creator=creator, now=now).game
        for other in others:
            lobby.join(game_id=game.public_id, player=other, join_code=game.join_code, now=now)
        return game.public_id

    running = [table(ada, bob), table(bob, program, ruleset="boxed"), table(ada, bob, seats=3, bots=["odds"])]
    still_open = [table(ada, seats=3), table(bob, cyd, seats=4, private=True), table(ada, bob, seats=5, ruleset="aces")]
    over = table(ada, bob, rated=True)
    lobby.leave(game_id=over, player=bob, now=now)
    world.values = {
        "game_id": [*running, *still_open, over],
        "username": [*names, program.username],
        "other": names,
        "player": names,
        "ruleset": ["asmodee", "boxed", "aces"],
        "seat": [0, 1, 2],
        "code": ["invalid", "too_late"],
        "password": [PASSWORD],
        "join_code": [Game.objects.get(public_id=still_open[1]).join_code, ""],
        "bots": [["odds"], ["random", "odds"], []],
        "options": [{}, {"starting_dice": 2}, {"calza": False}],
    }
