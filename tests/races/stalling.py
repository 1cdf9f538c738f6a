"""A process that begins to leave a game, and stalls with the game's lock in its hands until it is resumed.

    python -m tests.races.stalling DATABASE GAME USERNAME

It says "locked" before, and what came of the leaving after.
"""

import os
import signal
import sys
from typing import Any


def main(database: str, game_id: str, username: str) -> None:
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    django.setup()

    from django.db import DatabaseError, connection

    from games.services import lobby
    from players.models import Player
    from tests.services.tables import START

    def stall_after_the_lock(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if "FOR NO KEY UPDATE" in sql:
            say("locked")
            os.kill(os.getpid(), signal.SIGSTOP)
        return result

    player = Player.objects.get(username=username)
    try:
        with connection.execute_wrapper(stall_after_the_lock):
            lobby.leave(game_id=game_id, player=player, now=START)
        say("left")
    except DatabaseError as error:
        say(type(error).__name__)


def say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "perudo_site.settings")
    main(*sys.argv[1:])
