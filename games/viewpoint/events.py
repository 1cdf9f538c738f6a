"""What happened after a seq, redacted for its reader (docs/api.md, "Watching").

A view, and the events after it, give the next view.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from games.models import Bid, Game, Round, Seat
from games.rules.legality import allowed_moves, legal_ranges
from games.rules.state import GameState
from games.store.read import load_rounds, round_numbers_after
from games.store.record import GameRecord, RoundRecord
from games.store.replay import Step, palifico_rounds, steps
from games.viewpoint import values
from games.viewpoint.rounds import bid, commitments, departure, resolved_round
from games.viewpoint.values import Json


def events_after(record: GameRecord, *, player_id: int | None, after: int) -> list[Json]:
    """The events with a seq beyond `after`, in order."""
    if not record.has_started or after >= record.game.version:
        return _abandoned(record, after)
    rounds = load_rounds(record, round_numbers_after(record, after))
    reader = _Reader(record, player_id, palifico_rounds(record))
    found = [*reader.started(), *(event for round_ in rounds for event in reader.of_round(round_)), *reader.end()]
    return [event for event in found if event["seq"] > after]


def _abandoned(record: GameRecord, after: int) -> list[Json]:
    """The one event of a table that was given up before its game began."""
    return [event for event in _Reader(record, None, []).end() if event["seq"] > after]


class _Reader:
    """Writes events for one reader."""

    def __init__(self, record: GameRecord, player_id: int | None, palifico: Sequence[tuple[int, int]]) -> None:
        self.record = record
        self.game = record.game
        self.seat = record.seat_of(player_id)
        self.palifico = palifico

    def started(self) -> Iterator[Json]:
        if self.game.started_seq is None:
            return
        seats = [
            {
                "seat": seat.number,
                "player": seat.shown_name,
                "kind": seat.kind,
                "client_seed": seat.client_seed,
            }
            for seat in self.record.seats
        ]
        yield _event(self.game.started_seq, "started", self.game.started_at, {"seats": seats} | self._nothing_to_do())

    def of_round(self, round_: RoundRecord) -> Iterator[Json]:
        before = [seat for number, seat in self.palifico if number < round_.row.number]
        deadline, turn = None, None
        for step in steps(self.record, round_, palifico_before=before):
            at = _time_of(step.row)
            new_turn = step.state.round.turn if step.state.round else None
            if new_turn != turn:
                deadline, turn = self._deadline(at), new_turn
            if step.seq == self.game.version:
                deadline = self.game.deadline  # which may have been set anew since
            yield _event(step.seq, _TYPES[type(step.row)], at, self._data(round_, step) | self._choices(step, deadline))
        if round_.is_resolved and round_.row.ended_seq is not None:
            data = resolved_round(self.record, round_) | self._nothing_to_do()
            yield _event(round_.row.ended_seq, "round_ended", round_.row.called_at, data)

    def end(self) -> Iterator[Json]:
        if not self.record.is_over:
            return
        data: Json = {"server_seed": self.game.server_seed} | self._nothing_to_do()
        if self.game.status == Game.Status.FINISHED:
            data |= {"places": [{"seat": seat.number, "place": seat.place} for seat in self.record.seats]}
        else:
            counts = [{"seat": seat.number, "dice_count": seat.dice_count} for seat in self.record.seats]
            data |= {"reason": self.game.abandoned_reason, "dice_counts": counts}
        yield _event(self.game.version, self.game.status, self.game.finished_at, data)

    def _data(self, round_: RoundRecord, step: Step) -> Json:
        match step.row:
            case Bid():
                return bid(step.row)
            case Seat():
                opener = step.state.round.opener if step.state.round else round_.opener
                return departure(step.row) | {"place": step.row.place, "opener": opener}
            case Round():
                return self._rolled(round_)

    def _rolled(self, round_: RoundRecord) -> Json:
        """What everybody may know of a roll, and the reader's own cup."""
        own = next((hand for hand in round_.rolled_hands if hand.seat == self.seat), None)
        number = round_.row.number
        return {
            "number": number,
            "opener": round_.row.opener,
            "palifico_seat": round_.row.palifico_seat,
            "calza_allowed": round_.row.calza_allowed,
            "roll_off": values.roll_off(round_.roll_off),
            "commitments": commitments(self.record.dice, round_),
            "dice": list(own.dice) if own else [],
            "key": self.record.dice.key(round_number=number, seat=own.seat).hex() if own else None,
        }

    def _choices(self, step: Step, deadline: datetime | None) -> Json:
        state: GameState = step.state
        seat = self.seat
        return {
            "turn": state.round.turn if state.round else None,
            "deadline": values.time(deadline if state.round else None),
            "actions": [] if seat is None else [str(move) for move in allowed_moves(state, seat)],
            "legal_bids": [] if seat is None else values.legal_bids(legal_ranges(state, seat)),
        }

    def _nothing_to_do(self) -> Json:
        return {"turn": None, "deadline": None, "actions": [], "legal_bids": []}

    def _deadline(self, began: datetime) -> datetime | None:
        seconds = self.game.turn_seconds
        return None if seconds is None else began + timedelta(seconds=seconds)


_TYPES = {Round: "rolled", Bid: "bid", Seat: "left"}


def _time_of(row: Round | Bid | Seat) -> datetime:
    match row:
        case Round():
            return row.rolled_at
        case Bid():
            return row.at
        case Seat():
            assert row.left_at is not None
            return row.left_at


def _event(seq: int, kind: str, at: datetime | None, data: Json) -> Json:
    return {"seq": seq, "type": kind, "at": values.time(at), "data": data}
