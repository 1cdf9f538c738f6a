"""Records of games of chance: what the server would give of them, without the server."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from games.rules.actions import Action, CallDudo, DepartureReason, Leave, PlaceBid, TimeOut
from games.rules.bids import PlacedBid
from games.rules.engine import TIMEOUT_BID, TIMEOUTS_BEFORE_DEPARTURE
from games.rules.fairness import default_client_seed
from games.rules.record.facts import Facts, Sitter
from games.rules.record.moments import write_moment
from games.rules.record.replay import Happened, Replay
from games.rules.ruleset import CURRENT
from games.rules.state import Call, CallKind, Departure, GameState
from tests.builders import random_options, random_step

Json = dict[str, Any]
NAMES = ("ada", "bob", "cyd", "dan", "eve", "deleted player")
SEEDS = ("seven fours", "Zażółć 🎲", 'a "quoted" \\ seed', "; [x]", " ", "1x2")
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class GameOnRecord:
    """A game of chance by its seed, always the same one. `options` override the ruleset's; None: all by chance.

    `leaves`, `timeouts` and `gives_up`, that the game is abandoned, are chances at each step. What time alone has
    played to its end counts as abandoned, too.
    """

    ruleset: str
    seats: int
    seed: int
    options: Mapping[str, Any] | None = field(default_factory=dict)
    leaves: float = 0.02
    timeouts: float = 0.05
    gives_up: float = 0.0

    def document(self) -> Json:
        chance = random.Random(repr(self))
        replay = Replay(self._facts(chance))
        at = START
        while not replay.is_over and chance.random() >= self.gives_up:
            seat, action = random_step(replay.state, chance, leaves=self.leaves, timeouts=self.timeouts)
            if isinstance(action, Leave) and chance.random() < 0.3:
                action = Leave(DepartureReason.REMOVED)
            at += timedelta(microseconds=chance.choice((0, 250_000, chance.randrange(60_000_000))))
            replay.play(what_happens(replay.state, seat, action), write_moment(at))
        if not replay.is_over or replay.must_be_abandoned:
            replay.facts = replace(replay.facts, abandoned_at=write_moment(at + timedelta(days=30)))
        return replay.document()

    def _facts(self, chance: random.Random) -> Facts:
        ruleset = CURRENT[self.ruleset]
        options = random_options(chance) if self.options is None else ruleset.options.overridden(self.options)
        game_id = "".join(chance.choices("abcdefghijkmnpqrstuvwxyz23456789", k=10))
        server_seed = chance.randbytes(32)
        return Facts(
            game_id=game_id,
            version=None,
            ruleset=ruleset.name,
            ruleset_version=ruleset.version,
            options=options,
            rated=options == ruleset.options and chance.random() < 0.5,
            private=chance.random() < 0.3,
            turn_seconds=chance.choice((5, 60, 86_400)) if self.timeouts else chance.choice((None, 60)),
            created_at=write_moment(START - timedelta(seconds=chance.random() * 600)),
            started_at=write_moment(START),
            abandoned_at=None,
            server_seed=server_seed,
            seats=tuple(_sitter(game_id, server_seed, number, chance) for number in range(self.seats)),
        )


def _sitter(game_id: str, server_seed: bytes, number: int, chance: random.Random) -> Sitter:
    default = default_client_seed(server_seed=server_seed, game_id=game_id, seat=number)
    kind = chance.choice(("human", "human", "bot", "server"))
    own = kind != "server" and chance.random() < 0.5
    return Sitter(player=NAMES[number], kind=kind, client_seed=chance.choice(SEEDS) if own else default)


def what_happens(state: GameState, seat: int, action: Action) -> Happened:
    """What an action that the rules allow comes to."""
    assert state.round is not None
    bids = len(state.round.bids)
    match action:
        case PlaceBid(bid):
            return PlacedBid(seat, bid)
        case Leave(reason):
            return Departure(seat, bids, reason)
        case TimeOut():
            if state.seats[seat].timeouts + 1 == TIMEOUTS_BEFORE_DEPARTURE:
                return Departure(seat, bids, DepartureReason.TIMEOUT)
            if bids == 0:
                return PlacedBid(seat, TIMEOUT_BID, timeout=True)
            return Call(CallKind.DUDO, seat, timeout=True)
        case _:
            return Call(CallKind.DUDO if action == CallDudo() else CallKind.CALZA, seat)


games_on_record = st.builds(
    GameOnRecord,
    ruleset=st.sampled_from(sorted(CURRENT)),
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**32 - 1),
    options=st.sampled_from([{}, {"starting_dice": 2}, None]),
    leaves=st.sampled_from([0.0, 0.02, 0.1]),
    timeouts=st.sampled_from([0.0, 0.05, 0.3, 1.0]),
    gives_up=st.sampled_from([0.0, 0.0, 0.03]),
)


def leaves_of(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value of a document that is no object and no list that holds something, with its path."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = [*value.items()]
    elif isinstance(value, list):
        inner = [*enumerate(value)]
    if not inner:
        yield where, value
    for name, item in inner:
        yield from leaves_of(item, (*where, name))


def changed(value: Any, path: tuple[str | int, ...], to: Any) -> Any:
    """A copy of a document with the value at a path set anew."""
    if not path:
        return to
    copied: Any = list(value) if isinstance(value, list) else dict(value)
    copied[path[0]] = changed(copied[path[0]], path[1:], to)
    return copied
