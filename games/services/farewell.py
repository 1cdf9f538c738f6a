"""Accounts that are deleted leave their games, and those that are banned are removed from them (docs/accounts.md).

The account goes first, in one transaction: from then on nobody can act in its name. Its games are left after, each in
a transaction of its own, so that no lock of a game is held while another is waited for. Should the server stop in
between, `finish` finds what is left to do.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

from games import queries
from games.services import clock, lobby
from games.services.errors import MoveRefused
from games.services.moderation import remove
from games.store.read import load
from perudo_site.refusals import Refusal
from players.models import Player
from players.services import deletion, moderation

log = logging.getLogger(__name__)


def delete_account(*, player: Player, password: str, now: datetime) -> None:
    """Delete a person's account and its bots, and leave their games. Again, it does nothing.

    Raises `Refusal`: invalid (the password is wrong), forbidden (a bot's account, or an administrator's).
    """
    _leave_all(deletion.delete_account(player=player, password=password, now=now), now=now)


def delete_bot(*, owner: Player, username: str, now: datetime) -> None:
    """Delete a bot of `owner`'s, and leave its games. Raises `Refusal` not_found."""
    _leave_all(deletion.delete_bot(owner=owner, username=username, now=now), now=now)


def ban_account(*, player: Player, now: datetime) -> None:
    """Shut an account and its bots out, and remove them from their games. Again, it does nothing.

    Raises `Refusal`: not_found (it is deleted), forbidden (a server bot).
    """
    _leave_all(moderation.ban(player=player, now=now), now=now)


def finish(*, now: datetime) -> int:
    """Leave the games in which deleted or banned accounts still sit; how many such accounts there were."""
    return _leave_all(queries.gone_yet_playing(), now=now)


def _leave_all(players: Iterable[Player], *, now: datetime) -> int:
    left = 0
    for player in players:
        left += 1
        for game_id in queries.tables_opened_by(player):
            _safely(partial(lobby.close, game_id=game_id, player=player, now=now), game_id)
        for game_id in queries.games_to_leave(player):
            _safely(partial(_leave, game_id=game_id, player=player, now=now), game_id)
    return left


def _leave(*, game_id: str, player: Player, now: datetime) -> None:
    record = load(game_id)
    seat = None if record is None else record.seat_of(player.pk)
    if record is None or seat is None:
        return
    if player.deleted_at is None:
        remove(game_id=game_id, seat=seat, now=now)
        return
    clock.see_to(record, now=now)  # a move whose time is up comes before the departure
    lobby.leave(game_id=game_id, player=player, now=now)


def _safely(do: Callable[[], object], game_id: str) -> None:
    """A game that cannot be left is logged, and does not stop the others."""
    try:
        do()
    except (Refusal, MoveRefused) as refused:
        log.info("nothing to leave in game %s any more: %s", game_id, refused)
    except Exception:
        log.exception("an account that is gone could not leave game %s", game_id)
