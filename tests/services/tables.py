"""Tables that are rows: opened, joined and played at through the services, at moments that the test chooses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from games.models import Game
from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.bids import Bid, PlacedBid
from games.rules.legality import legal_ranges
from games.services import clock, lobby, moves
from games.services.moves import Submitted
from games.store.read import load, load_rounds
from games.store.record import GameRecord
from games.viewpoint.events import events_after
from games.viewpoint.rounds import resolved_round
from games.viewpoint.view import game_view
from players.models import Player
from tests.audit import audit
from tests.builders import bid

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
TURN = 60
GRACE = timedelta(seconds=1)
"""`TIMEOUT_GRACE_SECONDS`, unless a test sets another."""


def at(seconds: float) -> datetime:
    """The moment so many seconds after the start of the game."""
    return START + timedelta(seconds=seconds)


def move_of(words: str) -> Move:
    """`move_of("3 fours")`, `move_of("dudo")`, `move_of("calza")`."""
    calls: dict[str, Move] = {"dudo": CallDudo(), "calza": CallCalza()}
    return calls[words] if words in calls else PlaceBid(bid(words))


def account(name: str) -> Player:
    """The player of that name, made if need be; nobody can log in as them."""
    return Player.objects.named(name).first() or Player.objects.create_user(name)


def turn_of(record: GameRecord) -> int:
    turn = record.game.turn
    assert turn is not None
    return turn


def legal_bids(record: GameRecord) -> list[Bid]:
    """Every bid open to the seat on turn."""
    return [bid for legal in legal_ranges(record.playing, turn_of(record)) for bid in legal.bids()]


def bids_of(record: GameRecord) -> tuple[PlacedBid, ...]:
    """Those of the round being played."""
    return record.rounds[-1].placed_bids


def hand_of(record: GameRecord, seat: int) -> tuple[int, ...]:
    """The dice under a seat's cup in the round being played."""
    return next(hand.dice for hand in record.rounds[-1].rolled_hands if hand.seat == seat)


@dataclass(frozen=True)
class Sitting:
    """A game by its id. Each question reads the rows anew; each move is the service's own."""

    game_id: str

    @property
    def record(self) -> GameRecord:
        record = load(self.game_id)
        assert record is not None
        return record

    @property
    def game(self) -> Game:
        return Game.objects.get(public_id=self.game_id)

    @property
    def turn(self) -> int:
        return turn_of(self.record)

    @property
    def clock(self) -> tuple[float | None, float | None, str]:
        """Deadline and due time, in seconds from START, and whose moment the due time is."""
        game = self.game
        return _seconds(game.deadline), _seconds(game.due_at), game.due_for

    def player(self, seat: int) -> Player:
        player = self.record.seats[seat].player
        assert player is not None
        return player

    def left_of(self, seat: int, *, steps: int = 1) -> int:
        """The seat so many places on, over those still in play."""
        for _ in range(steps):
            seat = self.record.playing.left_of(seat)
        return seat

    def move(
        self, wanted: str | Move, *, seat: int | None = None, when: float = 0.0, version: int | None = None
    ) -> Submitted:
        """A move of the seat on turn, or of another, decided on at the present version unless told."""
        return moves.submit(
            game_id=self.game_id,
            player=self.player(self.turn if seat is None else seat),
            move=move_of(wanted) if isinstance(wanted, str) else wanted,
            version=self.game.version if version is None else version,
            received_at=at(when),
        )

    def leave(self, seat: int, *, when: float = 0.0) -> GameRecord:
        return lobby.leave(game_id=self.game_id, player=self.player(seat), now=at(when))

    def act(self, when: float) -> bool:
        return clock.act(game_id=self.game_id, now=at(when))

    def audit(self) -> None:
        """Play the stored game again by the second statement of the rules; its events are numbered without gaps."""
        record = self.record
        first, last = record.game.started_seq, record.game.version
        assert first is not None
        assert [event["seq"] for event in events_after(record, player_id=None, after=0)] == [*range(first, last + 1)]
        rounds = [resolved_round(record, round_) for round_ in load_rounds(record) if round_.is_resolved]
        audit(game_view(record, player_id=None), rounds, server_seed=record.game.server_seed)


def open_table(
    *sitters: str,
    seats: int,
    creator: str = "ada",
    bots: Sequence[str] = (),
    now: datetime = START,
    **fields: Any,
) -> Sitting:
    """An open table whose creator sits when named first among the sitters, who take their seats in order."""
    told: dict[str, Any] = {"ruleset": "asmodee", "seats": seats, "bots": bots, "turn_seconds": TURN}
    table = lobby.Table(**{**told, "sit": creator in sitters, **fields})
    record = lobby.create(table=table, creator=account(creator), now=now)
    sitting = Sitting(record.game.public_id)
    for name in sitters:
        if name != creator:
            lobby.join(game_id=sitting.game_id, player=account(name), now=now)
    return sitting


def started(
    *sitters: str,
    bots: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    opener: int | None = None,
    **fields: Any,
) -> Sitting:
    """A game that began at START: the sitters in seats 0, 1, …, the bots in the last ones.

    Where `opener` matters, tables are laid, and not kept, until the dice name that one.
    """
    seats = len(sitters) + len(bots)
    creator = sitters[0] if sitters else "ada"
    while True:
        with transaction.atomic():
            sitting = open_table(*sitters, seats=seats, bots=bots, options=options or {}, creator=creator, **fields)
            if opener in (None, sitting.game.turn):
                return sitting
            transaction.set_rollback(True)


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else (moment - START).total_seconds()
