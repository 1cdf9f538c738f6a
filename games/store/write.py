"""Writing what the rules say has happened: each event is one more version, and rows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from games.models import Bid, Game, Hand, Round, Seat
from games.rules.bids import PlacedBid
from games.rules.engine import Transition
from games.rules.events import BidPlaced, Event, Finished, Rolled, RoundEnded, SeatLeft, Started
from games.rules.state import Departure, GameState, ResolvedRound, RoundState, SeatState
from games.store.read import round_record
from games.store.record import GameRecord, RoundRecord

SEAT_FIELDS = (
    "dice_count",
    "in_play",
    "had_palifico",
    "place",
    "out_round",
    "left_after_bids",
    "left_reason",
    "left_seq",
    "left_at",
)


class Rows(Protocol):
    """Where the rows go that tell what happened."""

    def add_round(self, row: Round, hands: Sequence[Hand]) -> None: ...

    def add_bid(self, row: Bid) -> None: ...

    def change_round(self, row: Round) -> None: ...

    def change_seat(self, row: Seat) -> None: ...


class _AtOnce:
    """Each row is written as it comes."""

    def add_round(self, row: Round, hands: Sequence[Hand]) -> None:
        row.save(force_insert=True)
        Hand.objects.bulk_create(hands)

    def add_bid(self, row: Bid) -> None:
        row.save(force_insert=True)

    def change_round(self, row: Round) -> None:
        row.save()

    def change_seat(self, row: Seat) -> None:
        row.save(update_fields=SEAT_FIELDS)


class _Kept:
    """Rows that are written together, when all is known of them."""

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.hands: list[Hand] = []
        self.bids: list[Bid] = []

    def add_round(self, row: Round, hands: Sequence[Hand]) -> None:
        self.rounds.append(row)
        self.hands.extend(hands)

    def add_bid(self, row: Bid) -> None:
        self.bids.append(row)

    def change_round(self, row: Round) -> None:
        """It is not written yet."""

    def change_seat(self, row: Seat) -> None:
        """It is not written yet."""


def save(record: GameRecord, transition: Transition, *, at: datetime, rows: Rows | None = None) -> GameRecord:
    """Write a transition of a locked game, all but the game's own row, and give the record as it now is.

    The game's row is changed in memory only, for the caller sets its clock too and then writes it once
    (`save_game`).
    """
    writer = _Writer(record, at, rows or _AtOnce())
    for event in transition.events:
        writer.write(event)
    writer.write_state(transition.state)
    return GameRecord(game=record.game, seats=record.seats, rounds=writer.rounds[-2:])


def save_whole(
    game: Game, seats: Sequence[Seat], played: Iterable[tuple[Transition, datetime]], *, abandoned_at: datetime | None
) -> GameRecord:
    """Write a game that was played elsewhere, from its first roll to its end: five statements, however long it was.

    `game` and `seats` are as before its start, and in no database. It was given up at `abandoned_at`, if it was.
    """
    rows = _Kept()
    record = GameRecord(game=game, seats=seats, rounds=())
    for transition, at in played:
        record = save(record, transition, at=at, rows=rows)
    if abandoned_at is not None:
        _give_up(game, seats, at=abandoned_at)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    Round.objects.bulk_create(rows.rounds)
    Hand.objects.bulk_create(rows.hands)
    Bid.objects.bulk_create(rows.bids)
    return record


def _give_up(game: Game, seats: Sequence[Seat], *, at: datetime) -> None:
    """There are no places; that it was given up is an event, unless time alone had played it to its end."""
    game.version += game.status == Game.Status.ACTIVE
    game.status, game.turn, game.finished_at = Game.Status.ABANDONED, None, at
    for seat in seats:
        seat.place = None


def save_game(game: Game) -> None:
    """Write the columns of a game's row that change."""
    game.save(
        update_fields=[
            "status",
            "version",
            "rated_number",
            "abandoned_reason",
            "started_seq",
            "round_number",
            "turn",
            "timeouts",
            "started_at",
            "finished_at",
            "deadline",
            "due_at",
            "due_for",
        ]
    )


class _Writer:
    """Writes the events of one transition in order."""

    def __init__(self, record: GameRecord, at: datetime, rows: Rows) -> None:
        self.record = record
        self.rows = rows
        self.game = record.game
        self.seats = record.seats
        self.rounds: list[RoundRecord] = list(record.rounds)
        self.at = at
        self.left: list[Seat] = []

    def write(self, event: Event) -> None:
        self.game.version += 1
        match event:
            case Started():
                self.game.status = Game.Status.ACTIVE
                self.game.started_at = self.at
                self.game.started_seq = self.game.version
            case Rolled(round_):
                self._rolled(round_)
            case BidPlaced(placed):
                self._bid(placed)
            case SeatLeft(departure):
                self._seat_left(departure)
            case RoundEnded(resolved):
                self._round_ended(resolved)
            case Finished():
                self.game.status = Game.Status.FINISHED
                self.game.finished_at = self.at

    def write_state(self, state: GameState) -> None:
        """The columns that hold the present state rather than history."""
        self.game.turn = state.round.turn if state.round else None
        self.game.timeouts = [seat.timeouts for seat in state.seats]
        changed = [seat for seat, new in zip(self.seats, state.seats, strict=True) if self._changes(seat, new)]
        for seat in changed:  # few, and each cheaper than one statement for all
            self.rows.change_seat(seat)
        self.rounds = [
            round_record(self.game, self.seats, known.row, hands=known.hands, bids=known.bids) for known in self.rounds
        ]

    def _changes(self, seat: Seat, new: SeatState) -> bool:
        """Bring a seat's row up to date; whether that changed anything."""
        before = (seat.dice_count, seat.in_play, seat.had_palifico, seat.place)
        after = (new.dice_count, new.in_play, new.had_palifico, new.place)
        if before == after and seat not in self.left:
            return False
        seat.dice_count, seat.in_play, seat.had_palifico, seat.place = after
        if seat.out_round is None and not new.in_play:
            seat.out_round = self._round_gone_out_in()
        return True

    def _round_gone_out_in(self) -> int:
        """The round that was being played when this transition began."""
        return self.record.rounds[-1].row.number

    def _rolled(self, round_: RoundState) -> None:
        row = Round(
            game=self.game,
            number=round_.number,
            opener=round_.opener,
            palifico_seat=round_.palifico_seat,
            calza_allowed=round_.calza_allowed,
            roll_off=_roll_off_json(round_),
            rolled_seq=self.game.version,
            rolled_at=self.at,
        )
        hands = [Hand(round=row, seat=hand.seat, dice="".join(map(str, hand.dice))) for hand in round_.hands]
        self.rows.add_round(row, hands)
        self.game.round_number = round_.number
        self.rounds.append(round_record(self.game, self.seats, row, hands=hands, bids=()))

    def _bid(self, placed: PlacedBid) -> None:
        current = self.rounds[-1]
        bid = Bid(
            round=current.row,
            number=len(current.bids) + 1,
            seq=self.game.version,
            seat=placed.seat,
            quantity=placed.bid.quantity,
            face=placed.bid.face,
            timeout=placed.timeout,
            at=self.at,
        )
        self.rows.add_bid(bid)
        self.rounds[-1] = replace(current, bids=(*current.bids, bid))

    def _seat_left(self, departure: Departure) -> None:
        seat = self.seats[departure.seat]
        seat.left_after_bids = departure.after_bids
        seat.left_reason = departure.reason
        seat.left_seq = self.game.version
        seat.left_at = self.at
        self.left.append(seat)

    def _round_ended(self, resolved: ResolvedRound) -> None:
        row = self.rounds[-1].row
        row.ended_seq = self.game.version
        row.called_at = self.at
        row.call_kind = resolved.call.kind
        row.call_seat = resolved.call.seat
        row.call_timeout = resolved.call.timeout
        row.count = resolved.count
        if resolved.dice_change is not None:
            row.change_seat = resolved.dice_change.seat
            row.dice_before = resolved.dice_change.before
            row.dice_after = resolved.dice_change.after
        row.next_opener = resolved.next_opener
        self.rows.change_round(row)


def _roll_off_json(round_: RoundState) -> Sequence[Sequence[tuple[int, int]]] | None:
    if round_.roll_off is None:
        return None
    return [[(thrown.seat, thrown.die) for thrown in thrown_together] for thrown_together in round_.roll_off]
