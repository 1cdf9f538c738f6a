"""Rows as rules values: a game as far as its present state needs it, and single rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.models import Bid, Game, Hand, Round, Seat
from games.rules.actions import DepartureReason
from games.rules.bids import PlacedBid
from games.rules.fairness import SeededDice
from games.rules.ruleset import NAMED, Options
from games.rules.showdown import reveal_order
from games.rules.state import (
    Call,
    CallKind,
    Departure,
    DiceChange,
    GameState,
    ResolvedRound,
    RollOff,
    RollOffDie,
    RoundState,
    SeatState,
)
from games.rules.state import Hand as RolledHand


@dataclass(frozen=True)
class RoundRecord:
    """One round's rows. `departures` are the seats that left in it, in the order of leaving.

    `is_resolved` is told from outside: a reader without a lock may meet a round that ended after the version it reads.
    """

    row: Round
    hands: Sequence[Hand]
    bids: Sequence[Bid]
    departures: Sequence[Seat]
    out: tuple[int, ...]
    seats: int
    is_resolved: bool

    @cached_property
    def rolled_hands(self) -> tuple[RolledHand, ...]:
        """In seat order."""
        hands = (RolledHand(hand.seat, tuple(map(int, hand.dice))) for hand in self.hands)
        return tuple(sorted(hands, key=lambda hand: hand.seat))

    @cached_property
    def placed_bids(self) -> tuple[PlacedBid, ...]:
        return tuple(PlacedBid.of(bid.seat, bid.quantity, bid.face, timeout=bid.timeout) for bid in self.bids)

    @cached_property
    def departures_made(self) -> tuple[Departure, ...]:
        return tuple(
            Departure(seat.number, seat.left_after_bids or 0, DepartureReason(seat.left_reason))
            for seat in self.departures
        )

    @cached_property
    def opener(self) -> int:
        """Who opened or is to open: the opener of the roll, or those on the left of openers who left (rules.md 9)."""
        if self.bids:
            return self.bids[0].seat
        opener, remaining = self.row.opener, [hand.seat for hand in self.rolled_hands]
        for departure in self.departures:
            remaining.remove(departure.number)
            if departure.number == opener and len(remaining) > 1:
                opener = min(remaining, key=lambda seat: (seat - departure.number) % self.seats)
        return opener

    @cached_property
    def roll_off(self) -> RollOff | None:
        if self.row.roll_off is None:
            return None
        return tuple(tuple(RollOffDie(seat, die) for seat, die in thrown) for thrown in self.row.roll_off)

    def playing(self, *, turn: int) -> RoundState:
        return RoundState(
            number=self.row.number,
            opener=self.opener,
            palifico_seat=self.row.palifico_seat,
            calza_allowed=self.row.calza_allowed,
            roll_off=self.roll_off,
            hands=self.rolled_hands,
            turn=turn,
            bids=self.placed_bids,
            departures=self.departures_made,
        )

    @cached_property
    def resolved(self) -> ResolvedRound:
        row = self.row
        assert row.call_seat is not None
        call = Call(CallKind(row.call_kind), row.call_seat, row.call_timeout)
        return ResolvedRound(
            number=row.number,
            opener=self.opener,
            palifico_seat=row.palifico_seat,
            calza_allowed=row.calza_allowed,
            roll_off=self.roll_off,
            bids=self.placed_bids,
            departures=self.departures_made,
            call=call,
            count=row.count,
            hands=self._revealed(call),
            dice_change=self._dice_change(),
            out=self.out,
            next_opener=row.next_opener,
        )

    def _revealed(self, call: Call) -> tuple[RolledHand, ...]:
        if call.kind is CallKind.DEPARTURE:
            return self.rolled_hands
        bidder = self.bids[-1].seat
        return reveal_order(self.rolled_hands, seats=self.seats, caller=call.seat, bidder=bidder)

    def _dice_change(self) -> DiceChange | None:
        row = self.row
        if row.change_seat is None or row.dice_before is None or row.dice_after is None:
            return None
        return DiceChange(row.change_seat, row.dice_before, row.dice_after)


@dataclass(frozen=True)
class GameRecord:
    """A game's row, its seats in order, and its last two rounds: all that a move or a view needs."""

    game: Game
    seats: Sequence[Seat]
    rounds: Sequence[RoundRecord]

    @cached_property
    def options(self) -> Options:
        return Options.from_dict(self.game.options)

    @cached_property
    def dice(self) -> SeededDice:
        """The game's one source of chance."""
        return SeededDice(
            game_id=self.game.public_id,
            server_seed=bytes.fromhex(self.game.server_seed),
            client_seeds=tuple(seat.client_seed for seat in self.seats),
        )

    @property
    def has_started(self) -> bool:
        return self.game.started_at is not None

    @property
    def is_active(self) -> bool:
        return self.game.status == Game.Status.ACTIVE

    @property
    def is_over(self) -> bool:
        return self.game.status in (Game.Status.FINISHED, Game.Status.ABANDONED)

    @property
    def is_standard(self) -> bool:
        """Whether the options are the ruleset's own (docs/rules.md 2)."""
        return self.options == NAMED[self.game.ruleset, self.game.ruleset_version].options

    @property
    def current_round(self) -> RoundRecord | None:
        """The round being played."""
        return self.rounds[-1] if self.is_active and self.rounds else None

    @property
    def last_round(self) -> RoundRecord | None:
        """The round resolved last."""
        return next((round_ for round_ in reversed(self.rounds) if round_.is_resolved), None)

    @cached_property
    def state(self) -> GameState | None:
        """The game as the rules know it; None before it has started."""
        if not self.has_started:
            return None
        current, last = self.current_round, self.last_round
        return GameState(
            options=self.options,
            seats=self.seat_states,
            round=None if current is None else current.playing(turn=self.game.turn or 0),
            last_round=None if last is None else last.resolved,
        )

    @cached_property
    def seat_states(self) -> tuple[SeatState, ...]:
        """The seats of a game that has started."""
        return tuple(
            SeatState(
                number=seat.number,
                dice_count=seat.dice_count,
                in_play=seat.in_play,
                had_palifico=seat.had_palifico,
                timeouts=timeouts,
                place=seat.place,
            )
            for seat, timeouts in zip(self.seats, self.game.timeouts, strict=True)
        )

    @property
    def playing(self) -> GameState:
        """The state of a game that has started."""
        assert self.state is not None
        return self.state

    def seat_of(self, player_id: int | None) -> int | None:
        """The number of the player's seat; a server bot's seats are nobody's to ask for."""
        if player_id is None:
            return None
        return next((seat.number for seat in self.seats if seat.player_id == player_id and not seat.is_bot), None)

    def is_guest(self, player_id: int | None) -> bool:
        """Whether the player made this table or sits at it, so that a private one is theirs to see."""
        return player_id is not None and (self.game.creator_id == player_id or self.seat_of(player_id) is not None)

    @property
    def bot_seats(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.seats if seat.is_bot)
