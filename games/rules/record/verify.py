"""Whether a document tells the truth: its game is played again, and all that it says must be what comes of it.

Every roll is made anew from the server seed, every bid, call, departure and timeout is applied. What `verify` lets
pass is a game that these rules and these dice give (docs/record.md).
"""

from typing import Any

from games.rules.record.compare import check_same
from games.rules.record.facts import read_facts
from games.rules.record.faults import Impossible, RecordFault
from games.rules.record.happenings import happenings
from games.rules.record.replay import FORMAT, Replay
from games.rules.record.values import Values
from games.rules.state import GameState


def verify(document: Any) -> GameState:
    """The final state that the document's game comes to. Raises `RecordFault` at the first thing that does not fit."""
    return played_again(document).state


def played_again(document: Any) -> Replay:
    """The document's game at its end, all of it as the document says. Raises `RecordFault` like `verify`."""
    told = Values.of(document)
    check_same(told.any("format"), FORMAT, "format")
    check_same(told.any("status"), "finished", "status")
    told.whole("version")
    replay = Replay(read_facts(told))
    for round_ in told.objects("rounds"):
        _play_round(replay, round_)
    if not replay.is_over:
        told.fail("rounds", "the game is not over after the last round")
    try:
        check_same(document, replay.document())
    except Impossible as impossible:
        told.fail("version", str(impossible))
    return replay


def _play_round(replay: Replay, told: Values) -> None:
    if replay.is_over:
        raise RecordFault(told.where, "the game was over before this round")
    for name, value in replay.rolled().items():
        check_same(told.any(name), value, told.place(name))
    rounds = len(replay.rounds)
    for place, happened, at in happenings(told):
        try:
            replay.play(happened, at)
        except Impossible as impossible:
            raise RecordFault(place, str(impossible)) from impossible
    if len(replay.rounds) == rounds:
        told.fail("call", "the round was not over")
    check_same(told.told, replay.rounds[-1], told.where)
