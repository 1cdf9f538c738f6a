"""A process that leaves a game, and is killed by itself at one of the writes that follow from the game's end.

    python -m tests.races.dying DATABASE GAME USERNAME WORDS

It dies when the first statement that begins with WORDS has been carried out, or at the commit if there is none, and
its last words are that statement.
"""

import os
import signal
import sys
from typing import Any


def main(database: str, game_id: str, username: str, words: str) -> None:
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    django.setup()

    from django.db import connection, transaction

    from games.services import lobby
    from players.models import Player
    from tests.services.tables import START

    def die_after(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith(words):
            die(sql)
        return result

    player = Player.objects.get(username=username)
    with connection.execute_wrapper(die_after), transaction.atomic():
        lobby.leave(game_id=game_id, player=player, now=START)
        die("COMMIT")


def die(where: str) -> None:
    sys.stdout.write(where)
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "perudo_site.settings")
    main(*sys.argv[1:])
