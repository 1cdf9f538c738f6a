"""Records of games that were played elsewhere, or here before, made games of this server (docs/record.md, "Moving").

An imported game can be looked at and exported again like any other, and counts for nobody: no seat of it is an
account's, whatever the names, it is in no rating and in no statistics, and if it is private only administrators see it.
"""

import re
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db import IntegrityError, transaction

from games.models import TURN_SECONDS, Game, Seat
from games.rules.record import as_bytes, digest
from games.rules.record.facts import Facts, Sitter
from games.rules.record.moments import read_moment
from games.rules.record.replay import Replay
from games.rules.record.verify import played_again
from games.store.read import load, load_rounds
from games.store.record import GameRecord
from games.store.write import save_whole
from games.viewpoint.replay import replay
from perudo_site.ids import ALPHABET, LENGTH

GREATEST_VERSION: Final = 2**31 - 1
_ID: Final = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_UNKNOWN: Final = "unknown"
"""Why a game was given up: a record does not tell."""


class Imported(StrEnum):
    """What became of a record."""

    ADDED = "added"
    KNOWN = "known"
    """Just this game was here already."""


class NotImported(Exception):
    """A true record that cannot become a game here; `str` says why."""


def import_game(document: Any, *, now: datetime, known_by: str = "") -> Imported:
    """Verify a document and keep its game, in one transaction. Again, it does nothing.

    Raises `RecordFault` for one that is not true, and `NotImported`: it has not the digest that it is `known_by`, the
    server has another game of this id, or cannot keep this one just as it is told.
    """
    played = played_again(document)
    if known_by and digest(played.document()) != known_by:
        raise NotImported("it is not as it was exported: its digest is another")
    _check_fits(played.facts)
    try:
        return _import(played, now=now)
    except IntegrityError:
        return _import(played, now=now)  # somebody else was importing it, and has done


def _check_fits(facts: Facts) -> None:
    """What the rules do not ask of a game, and every server of this kind does."""
    least, most = TURN_SECONDS
    if not _ID.fullmatch(facts.game_id):
        raise NotImported(f"an id has {LENGTH} lower-case letters and digits")
    if facts.turn_seconds is not None and not least <= facts.turn_seconds <= most:
        raise NotImported(f"a move has {least} to {most} seconds")
    if facts.version is None or facts.version > GREATEST_VERSION:
        raise NotImported(f"a version is at most {GREATEST_VERSION}")


def _import(played: Replay, *, now: datetime) -> Imported:
    document = played.document()
    if read_moment(document["finished_at"]) > now:
        raise NotImported("it is over in the future only")
    wanted = as_bytes(document)
    with transaction.atomic():
        known = load(played.facts.game_id)
        if known is not None:
            _check_same(known, wanted)
            return Imported.KNOWN
        _keep(played, now=now)
        kept = load(played.facts.game_id)
        assert kept is not None
        if _document(kept) != wanted:
            raise NotImported("it would not come out as it went in")
        return Imported.ADDED


def _check_same(known: GameRecord, wanted: bytes) -> None:
    if not known.is_over or not known.has_started:
        raise NotImported("the game of this id is not over here")
    if _document(known) != wanted:
        raise NotImported("the game of this id is another one here, or told otherwise")


def _document(record: GameRecord) -> bytes:
    return as_bytes(replay(record, load_rounds(record)))


def _keep(played: Replay, *, now: datetime) -> None:
    facts, game = played.facts, _game(played, now=now)
    seats = [_seat(game, number, sitter) for number, sitter in enumerate(facts.seats)]
    happened = [(transition, read_moment(at)) for transition, at in played.transitions]
    abandoned_at = None if facts.abandoned_at is None else read_moment(facts.abandoned_at)
    save_whole(game, seats, happened, abandoned_at=abandoned_at)


def _game(played: Replay, *, now: datetime) -> Game:
    """The table before its game began."""
    facts = played.facts
    assert facts.version is not None
    return Game(
        public_id=facts.game_id,
        version=facts.version - played.events,
        ruleset=facts.ruleset,
        ruleset_version=facts.ruleset_version,
        options=facts.options.as_dict(),
        turn_seconds=facts.turn_seconds,
        rated=facts.rated,
        private=facts.private,
        server_seed=facts.server_seed.hex(),
        created_at=read_moment(facts.created_at),
        abandoned_reason="" if facts.abandoned_at is None else _UNKNOWN,
        imported_at=now,
    )


def _seat(game: Game, number: int, sitter: Sitter) -> Seat:
    return Seat(
        game=game,
        number=number,
        client_seed=sitter.client_seed,
        is_bot=sitter.kind == "server",
        dice_count=0,
        imported_name=sitter.player,
        imported_kind=sitter.kind,
    )
