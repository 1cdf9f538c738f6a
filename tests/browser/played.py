"""Games that are played here to be looked at, by chance and through the services, in the names of people."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from games.bots.registry import REGISTRY
from games.models import Game
from games.rules.actions import Move
from games.rules.legality import MoveKind, allowed_moves
from games.rules.observation import observe
from games.rules.state import GameState
from games.services import clock, lobby, moves
from games.store.read import load
from games.store.record import GameRecord
from players.models import Player
from tests.builders import random_move, turn_of

BEGAN = datetime(2026, 3, 1, 18, tzinfo=UTC)
NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")
EACH = timedelta(seconds=9)


class Played:
    """A game whose moves are made here, one by one."""

    def __init__(
        self,
        chance: random.Random,
        *,
        ruleset: str,
        seats: int,
        bots: Sequence[str] = (),
        sense: float = 0.8,
        **fields: object,
    ) -> None:
        self.chance, self.sense = chance, sense
        self.now = BEGAN
        self.names = NAMES[: seats - len(bots)]
        told = {"ruleset": ruleset, "seats": seats, "bots": bots, "turn_seconds": 60, "sit": True, **fields}
        table = lobby.Table(**{"options": {}, **told})  # type: ignore[arg-type]
        record = lobby.create(table=table, creator=account(self.names[0]), now=self.now)
        self.id = record.game.public_id
        for name in self.names[1:]:
            lobby.join(game_id=self.id, player=account(name), now=self.now)

    @property
    def record(self) -> GameRecord:
        record = load(self.id)
        assert record is not None
        return record

    def step(self, *, leaves: float = 0.0, timeouts: float = 0.0) -> bool:
        """Whatever happens next, or False if the game is over."""
        record = self.record
        if not record.is_active:
            return False
        self.now += EACH
        luck = self.chance.random()
        people = [seat for seat in record.playing.in_play if not record.seats[seat].is_bot]
        if record.game.due_for == Game.Due.BOTS:
            assert record.game.due_at is not None
            self.now = max(self.now, record.game.due_at)
            clock.act(game_id=self.id, now=self.now)
        elif luck < leaves and len(people) > 1:
            lobby.leave(game_id=self.id, player=self._player(record, self.chance.choice(people)), now=self.now)
        elif luck < leaves + timeouts:
            assert record.game.due_at is not None
            self.now = record.game.due_at
            clock.act(game_id=self.id, now=self.now)
        else:
            self._move(record)
        return True

    def to_its_end(self, *, leaves: float = 0.0, timeouts: float = 0.0) -> "Played":
        while self.step(leaves=leaves, timeouts=timeouts):
            pass
        return self

    def _move(self, record: GameRecord) -> None:
        """What somebody with sense does, or now and then anything that is legal."""
        choose = sensible_move if self.chance.random() < self.sense else random_move
        seat, move = choose(record.playing, self.chance)
        if record.seats[seat].is_bot:
            return
        moves.submit(
            game_id=self.id,
            player=self._player(record, seat),
            move=move,
            version=record.game.version,
            received_at=self.now,
        )

    def _player(self, record: GameRecord, seat: int) -> Player:
        player = record.seats[seat].player
        assert player is not None
        return player


def account(name: str) -> Player:
    """The player of that name, made if need be; nobody can log in as them."""
    return Player.objects.named(name).first() or Player.objects.create_user(name)


def sensible_move(state: GameState, chance: random.Random) -> tuple[int, Move]:
    """What the strongest bot does in the place of whoever may do something: calza of another first, else the turn's."""
    turn = turn_of(state)
    for seat in (*state.leftward(turn), turn):
        if seat == turn or MoveKind.CALZA in allowed_moves(state, seat):
            move = REGISTRY["odds"].choose(observe(state, seat), chance)
            if move is not None:
                return seat, move
    raise AssertionError("whoever is on turn moves")
