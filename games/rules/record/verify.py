"""Whether a document tells the truth: its game is played again, and all that it says must be what comes of it.

Every roll is made anew from the server seed, every bid, call, departure and timeout is applied. What `verify` lets
pass is a game that these rules and these dice give (docs/record.md).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from games.rules.record.compare import check_same
from games.rules.record.facts import read_facts
from games.rules.record.faults import Impossible, RecordFault
from games.rules.record.happenings import before_the_call, happenings
from games.rules.record.replay import FORMAT, Happened, Replay
from games.rules.record.values import Values
from games.rules.state import GameState


def verify(document: Any) -> GameState:
    """The final state that the document's game comes to. Raises `RecordFault` at the first thing that does not fit."""
    return played_again(document).state


def played_again(document: Any) -> Replay:
    """The document's game at its end, all of it as the document says. Raises `RecordFault` like `verify`."""
    told = Values.of(document)
    check_same(told.any("format"), FORMAT, "format")
    told.whole("version")
    replay = Replay(read_facts(told))
    for round_ in told.objects("rounds"):
        _play_round(replay, round_)
    if not replay.is_over:
        if replay.facts.abandoned_at is None:
            told.fail("rounds", "the game is not over after the last round")
        _play_unfinished_round(replay, told.object("unfinished_round"))
    with _impossible(told.place("status")):
        replay.check_end()
    with _impossible(told.place("version")):
        found = replay.document()
    check_same(document, found)
    return replay


@contextmanager
def _impossible(where: str) -> Iterator[None]:
    """What is found to be impossible in here is a fault at this place."""
    try:
        yield
    except Impossible as impossible:
        raise RecordFault(where, str(impossible)) from impossible


def _play_round(replay: Replay, told: Values) -> None:
    if replay.is_over:
        raise RecordFault(told.where, "the game was over before this round")
    rounds = len(replay.rounds)
    _check_rolled(replay, told)
    _play(replay, happenings(told))
    if len(replay.rounds) == rounds:
        told.fail("call", "the round was not over")
    check_same(told.told, replay.rounds[-1], told.where)


def _play_unfinished_round(replay: Replay, told: Values) -> None:
    _check_rolled(replay, told)
    _play(replay, before_the_call(told))


def _check_rolled(replay: Replay, told: Values) -> None:
    for name, value in replay.rolled().items():
        check_same(told.any(name), value, told.place(name))


def _play(replay: Replay, happened: Iterable[tuple[str, Happened, str]]) -> None:
    for place, what, at in happened:
        with _impossible(place):
            replay.play(what, at)
