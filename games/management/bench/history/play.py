"""One game played through the rules, with real seeds and the dice that follow from them, as rows to be loaded.

Nobody thinks here: a standing bid goes up by one die of its face, or now and then to any bid that may be made, until
it is doubted or called exact. Some tables are left, some timed out, some games given up.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from games.models import Game, Seat
from games.rules.actions import Action, CallCalza, CallDudo, Leave, PlaceBid, TimeOut
from games.rules.bids import Bid
from games.rules.engine import Transition, apply, start
from games.rules.events import BidPlaced, Event, Finished, Rolled, RoundEnded, SeatLeft, Started
from games.rules.fairness import SeededDice
from games.rules.legality import legal_ranges, refusal
from games.rules.ruleset import CURRENT
from games.rules.state import GameState, ResolvedRound, RoundState, SeatState

Row = tuple[Any, ...]

DUDO_CHANCE: Final = 0.36
CALZA_CHANCE: Final = 0.02
OTHER_BID_CHANCE: Final = 0.1
LEAVE_CHANCE: Final = 0.002
TIMEOUT_CHANCE: Final = 0.005
FACES: Final = (2, 3, 4, 5, 6)

ROUND_COLUMNS: Final = (
    *("id", "game_id", "number", "opener", "palifico_seat", "calza_allowed", "roll_off", "rolled_seq", "rolled_at"),
    *("ended_seq", "called_at", "call_kind", "call_seat", "call_timeout", "count", "change_seat", "dice_before"),
    *("dice_after", "next_opener"),
)
HAND_COLUMNS: Final = ("id", "round_id", "seat", "dice")
BID_COLUMNS: Final = ("id", "round_id", "number", "seq", "seat", "quantity", "face", "timeout", "at")


@dataclass(frozen=True)
class Table:
    """Who sits down to what. `moves` is after how many the game is given up, or stays as it is, for one that ends."""

    game: Game
    players: Sequence[tuple[int, bool]]
    """The key of each seat's account, and whether it is a server bot."""
    status: Game.Status
    moves: int | None


@dataclass
class Rows:
    """What is to be loaded, in the order of columns; the next key of each table is known."""

    next_round: int
    next_hand: int
    next_bid: int
    games: list[Game] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    rounds: list[Row] = field(default_factory=list)
    hands: list[Row] = field(default_factory=list)
    bids: list[Row] = field(default_factory=list)
    remarkable: list[Row] = field(default_factory=list)
    """Game, round, number of bids, seat of the last one: of the round with most bids in each finished game."""


class Playing:
    """A game that is being played, and its rows."""

    def __init__(self, table: Table, rows: Rows, chance: random.Random) -> None:
        self._table, self._rows, self._chance = table, rows, chance
        self._game = table.game
        self._seats = [
            Seat(game=self._game, number=number, player_id=player, is_bot=is_bot, client_seed=chance.randbytes(8).hex())
            for number, (player, is_bot) in enumerate(table.players)
        ]
        self._at = self._game.created_at
        self._round: list[Any] = []
        self._bids = 0
        self._longest: Row = (self._game.pk, 0, 0, 0)

    def play(self) -> None:
        """To its end, or as far as the table says."""
        game = self._game
        self._rows.games.append(game)
        self._rows.seats.extend(self._seats)
        if self._table.status is Game.Status.OPEN:
            self._seats[-1].player_id, self._seats[-1].client_seed = None, ""
            return
        dice = SeededDice(
            game_id=game.public_id,
            server_seed=bytes.fromhex(game.server_seed),
            client_seeds=tuple(seat.client_seed for seat in self._seats),
        )
        options = CURRENT[game.ruleset].options
        state = self._keep(start(options=options, seats=len(self._seats), dice=dice))
        moves = 0
        while state.round is not None and moves != self._table.moves:
            seat, action = self._choose(state, state.round)
            state = self._keep(apply(state, seat, action, dice))
            moves += 1
        self._close(state)

    def _choose(self, state: GameState, round_: RoundState) -> tuple[int, Action]:
        drawn, turn, standing = self._chance.random(), round_.turn, round_.standing_bid
        if drawn < LEAVE_CHANCE:
            return self._chance.choice(state.in_play), Leave()
        if drawn < LEAVE_CHANCE + TIMEOUT_CHANCE and self._game.turn_seconds is not None:
            return turn, TimeOut()
        if standing is None:
            return turn, PlaceBid(Bid(self._chance.randint(1, 1 + round_.dice_rolled // 4), self._chance.choice(FACES)))
        if drawn > 1 - CALZA_CHANCE and refusal(state, turn, CallCalza()) is None:
            return turn, CallCalza()
        if drawn > 1 - CALZA_CHANCE - DUDO_CHANCE or standing.quantity >= state.cap:
            return turn, CallDudo()
        if drawn > 1 - CALZA_CHANCE - DUDO_CHANCE - OTHER_BID_CHANCE:
            legal = self._chance.choice(legal_ranges(state, turn))
            most = min(legal.maximum, legal.minimum + 2)
            return turn, PlaceBid(Bid(self._chance.randint(legal.minimum, most), legal.face))
        return turn, PlaceBid(Bid(standing.quantity + 1, standing.face))

    def _keep(self, transition: Transition) -> GameState:
        self._at += timedelta(seconds=self._chance.uniform(1, 20))
        for event in transition.events:
            self._game.version += 1
            self._write(event)
        return transition.state

    def _write(self, event: Event) -> None:
        match event:
            case Started():
                self._game.started_at, self._game.started_seq = self._at, self._game.version
                self._game.status = Game.Status.ACTIVE
            case Rolled(round_):
                self._rolled(round_)
            case BidPlaced(placed):
                self._bids += 1
                bid = placed.bid
                made = (self._game.version, placed.seat, bid.quantity, bid.face, placed.timeout, self._at)
                self._rows.bids.append((self._rows.next_bid, self._round[0], self._bids, *made))
                self._rows.next_bid += 1
            case SeatLeft(departure):
                seat = self._seats[departure.seat]
                seat.left_after_bids, seat.left_reason = departure.after_bids, departure.reason
                seat.left_seq, seat.left_at = self._game.version, self._at
            case RoundEnded(resolved):
                self._ended(resolved)
            case Finished():
                self._game.status, self._game.finished_at = Game.Status.FINISHED, self._at

    def _rolled(self, round_: RoundState) -> None:
        key, self._bids = self._rows.next_round, 0
        self._rows.next_round += 1
        self._game.round_number = round_.number
        roll_off = round_.roll_off and [[(die.seat, die.die) for die in thrown] for thrown in round_.roll_off]
        told = (round_.number, round_.opener, round_.palifico_seat, round_.calza_allowed, roll_off)
        self._round = [key, self._game.pk, *told, self._game.version, self._at]
        for hand in round_.hands:
            self._rows.hands.append((self._rows.next_hand, key, hand.seat, "".join(map(str, hand.dice))))
            self._rows.next_hand += 1

    def _ended(self, resolved: ResolvedRound) -> None:
        call, change = resolved.call, resolved.dice_change
        changed = (None, None, None) if change is None else (change.seat, change.before, change.after)
        called = (self._game.version, self._at, call.kind, call.seat, call.timeout, resolved.count)
        self._rows.rounds.append((*self._round, *called, *changed, resolved.next_opener))
        for seat in resolved.out:
            self._seats[seat].out_round = resolved.number
        if self._bids > self._longest[2]:
            self._longest = (self._game.pk, resolved.number, self._bids, resolved.bids[-1].seat)
        self._round = []

    def _close(self, state: GameState) -> None:
        game = self._game
        for seat, last in zip(self._seats, state.seats, strict=True):
            self._settle(seat, last)
        game.timeouts = [seat.timeouts for seat in state.seats]
        if state.round is not None:
            self._rows.rounds.append((*self._round, None, None, "", None, False, None, None, None, None, None))
            self._leave_off(state.round)
        elif self._longest[2]:
            self._rows.remarkable.append(self._longest)

    def _settle(self, seat: Seat, last: SeatState) -> None:
        seat.dice_count, seat.in_play = last.dice_count, last.in_play
        seat.had_palifico, seat.place = last.had_palifico, last.place

    def _leave_off(self, round_: RoundState) -> None:
        game = self._game
        if self._table.status is Game.Status.ABANDONED:
            game.version += 1
            game.status, game.finished_at, game.abandoned_reason = Game.Status.ABANDONED, self._at, "aborted"
            for seat in self._seats:
                seat.place = None
        else:
            game.turn = round_.turn
            game.deadline = game.due_at = self._at + timedelta(days=400)
            game.due_for = Game.Due.TIME
