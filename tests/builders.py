"""Tables, hands and bids in game words, for every test that needs a game.

`table_with` sets a table; `play` goes on from it through the engine; `random_game` plays a whole game by chance.
Dice come from `ScriptedDice`, so that nothing here depends on luck.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final

from games.rules.actions import Action, CallCalza, CallDudo, Leave, Move, PlaceBid, TimeOut
from games.rules.bids import FACES, Bid
from games.rules.engine import Transition, apply, start
from games.rules.legality import MoveKind, allowed_moves, legal_ranges
from games.rules.ruleset import BOXED, Options
from games.rules.state import GameState, Hand, RollOff, RollOffDie, RoundState, SeatState

FACE_WORDS: Final = ("one", "two", "three", "four", "five", "six")
DUDO: Final = CallDudo()
CALZA: Final = CallCalza()
LEAVE: Final = Leave()
TIME_OUT: Final = TimeOut()


def bid(words: str) -> Bid:
    """`bid("7 fours")` is seven fours."""
    quantity, word = words.split()
    return Bid(int(quantity), FACE_WORDS.index(re.sub("(?<=x)es$|s$", "", word)) + 1)


def bids(words: str) -> tuple[Bid, ...]:
    """`bids("7 fours, 8 twos")`, in that order; the empty text is no bid."""
    return tuple(bid(part) for part in words.split(",") if part.strip())


def placing(words: str) -> PlaceBid:
    """The action of bidding `placing("7 fours")`."""
    return PlaceBid(bid(words))


def hand(faces: str) -> tuple[int, ...]:
    """`hand("5 5 1 1 3")` is the dice of one cup."""
    return tuple(int(face) for face in faces.split())


def hands_showing(words: str, *, cups: Sequence[int], but: int) -> tuple[tuple[int, ...], ...]:
    """Cups of the given sizes that hold the dice named ("5 twos, 3 ones"), and fill up with dice of another face.

    They fill up with the lowest face from two upwards that is not named and is not `but`, the face to be counted.
    """
    named = [dice.face for dice in bids(words) for _ in range(dice.quantity)]
    filler = min(set(FACES) - set(named) - {1, but})
    dice = iter(named + [filler] * (sum(cups) - len(named)))
    dealt = tuple(tuple(next(dice) for _ in range(size)) for size in cups)
    if next(dice, None) is not None:
        raise ValueError(f"the cups hold fewer dice than {words!r}")
    return dealt


@dataclass(frozen=True)
class ScriptedDice:
    """Dice that fall as told: `rolls[round, seat]`; where nothing is told, fours.

    Only `roll` of a told hand checks its size, since a script for dice that are not rolled is a mistake of the test.
    """

    opener: int = 0
    rolls: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    passes: RollOff = ()

    def roll(self, *, round_number: int, seat: int, count: int) -> tuple[int, ...]:
        told = self.rolls.get((round_number, seat), (4,) * count)
        if len(told) != count:
            raise ValueError(f"round {round_number}: seat {seat} rolls {count} dice, the script has {len(told)}")
        return told

    def random_opener(self, *, seats: int) -> int:
        return self.opener

    def roll_off(self, *, seats: int) -> RollOff:
        """The passes told; else the opener alone is highest."""
        return self.passes or roll_off({seat: 6 if seat == self.opener else 1 for seat in range(seats)})


@dataclass(frozen=True)
class ChanceDice:
    """Dice of a seeded generator: each question has one answer for a seed, as `games.rules.dice.Dice` asks."""

    seed: int

    def roll(self, *, round_number: int, seat: int, count: int) -> tuple[int, ...]:
        return tuple(self._chance(round_number, seat).choices(FACES, k=count))

    def random_opener(self, *, seats: int) -> int:
        return self._chance(0, seats).randrange(seats)

    def roll_off(self, *, seats: int) -> RollOff:
        chance, tied, passes = self._chance(0, seats), list(range(seats)), []
        while len(tied) > 1:
            thrown = {seat: chance.choice(FACES) for seat in tied}
            passes.append(thrown)
            tied = [seat for seat in tied if thrown[seat] == max(thrown.values())]
        return roll_off(*passes)

    def _chance(self, *question: int) -> random.Random:
        return random.Random(repr((self.seed, question)))


def roll_off(*passes: Mapping[int, int]) -> RollOff:
    """`roll_off({0: 6, 1: 6, 2: 3}, {0: 2, 1: 5})`: the die of each seat, pass by pass."""
    return tuple(tuple(RollOffDie(seat, die) for seat, die in thrown.items()) for thrown in passes)


def table_with(
    *hands: str | tuple[int, ...],
    options: Options = BOXED.options,
    opener: int = 0,
    bids: str = "",
    number: int = 1,
    palifico_seat: int | None = None,
    had_palifico: Iterable[int] = (),
    timeouts: Mapping[int, int] | None = None,
    calza_allowed: bool | None = None,
) -> GameState:
    """A table with one hand a seat ("5 5 1 1 3"; "" is a seat that is out), and `bids` made in turn from the opener.

    Seats that are out hold the worst places, the highest seat number the last. The bids go through the engine, so they
    must be legal. `calza_allowed` is the option `calza` unless told: who wants the rule itself lets the engine roll.
    """
    dealt = [hand(h) if isinstance(h, str) else h for h in hands]
    out = [seat for seat, dice in enumerate(dealt) if not dice]
    veterans = {*had_palifico, *(() if palifico_seat is None else (palifico_seat,))}
    seats = tuple(
        SeatState(
            number=seat,
            dice_count=len(dice),
            in_play=bool(dice),
            had_palifico=seat in veterans,
            timeouts=(timeouts or {}).get(seat, 0),
            place=None if dice else len(dealt) - len(out) + out.index(seat) + 1,
        )
        for seat, dice in enumerate(dealt)
    )
    round_ = RoundState(
        number=number,
        opener=opener,
        palifico_seat=palifico_seat,
        calza_allowed=options.calza if calza_allowed is None else calza_allowed,
        roll_off=None,
        hands=tuple(Hand(seat, dice) for seat, dice in enumerate(dealt) if dice),
        turn=opener,
    )
    return with_bids(GameState(options=options, seats=seats, round=round_), bids)


def with_bids(state: GameState, words: str) -> GameState:
    """The table after these bids, each made by the seat whose turn it is."""
    for placed in bids(words):
        state = apply(state, turn_of(state), PlaceBid(placed), ScriptedDice()).state
    return state


def play(state: GameState, *moves: tuple[int, Action], rolls: Mapping[tuple[int, int], str] | None = None) -> GameState:
    """The table after the moves, each a seat and an action; `rolls[round, seat]` tells dice rolled meanwhile."""
    dice = ScriptedDice(rolls={asked: hand(faces) for asked, faces in (rolls or {}).items()})
    for seat, action in moves:
        state = apply(state, seat, action, dice).state
    return state


def turn_of(state: GameState) -> int:
    """The seat whose turn it is; the game must be running."""
    assert state.round is not None
    return state.round.turn


def redealt(state: GameState, hands: Mapping[int, tuple[int, ...]]) -> GameState:
    """The same table with other dice under some cups; a cup of another size changes its seat's dice count too."""
    assert state.round is not None
    dealt = tuple(replace(h, dice=hands.get(h.seat, h.dice)) for h in state.round.hands)
    counts = {h.seat: len(h.dice) for h in dealt}
    seats = tuple(replace(s, dice_count=counts.get(s.number, s.dice_count)) for s in state.seats)
    return replace(state, seats=seats, round=replace(state.round, hands=dealt))


def random_options(chance: random.Random) -> Options:
    """Any combination of the options' values."""
    return Options(**{option.name: chance.choice(option.metadata["choices"]) for option in fields(Options)})


@dataclass(frozen=True)
class Step:
    """One action of a game, with the table before it and what came of it."""

    before: GameState
    seat: int
    action: Action
    transition: Transition


def random_move(state: GameState, chance: random.Random) -> tuple[int, Move]:
    """A legal move of the seat on turn or, now and then, a calza of another. Low bids are likelier than high ones."""
    kinds = {seat: allowed_moves(state, seat) for seat in state.in_play}
    callers = [seat for seat, kind in kinds.items() if MoveKind.CALZA in kind]
    if callers and chance.random() < 0.15:
        return chance.choice(callers), CALZA
    seat = turn_of(state)
    ranges = legal_ranges(state, seat)
    if not ranges or (MoveKind.DUDO in kinds[seat] and chance.random() < 0.3):
        return seat, DUDO
    legal = chance.choice(ranges)
    span = legal.maximum - legal.minimum
    return seat, PlaceBid(Bid(legal.minimum + int(span * chance.random() ** 4), legal.face))


def random_game(
    chance: random.Random, *, options: Options, seats: int, leaves: float = 0.01, timeouts: float = 0.03
) -> Iterator[Step]:
    """A game of random legal moves to its end, step by step; `leaves` and `timeouts` are chances at each step."""
    dice = ChanceDice(chance.getrandbits(64))
    state = start(options=options, seats=seats, dice=dice).state
    while state.round is not None:
        seat, action = random_step(state, chance, leaves=leaves, timeouts=timeouts)
        transition = apply(state, seat, action, dice)
        yield Step(state, seat, action, transition)
        state = transition.state


def random_step(state: GameState, chance: random.Random, *, leaves: float, timeouts: float) -> tuple[int, Action]:
    """What happens next: with the chances given a seat leaves or time runs out, else somebody moves."""
    kind = chance.random()
    if kind < leaves:
        return chance.choice(state.in_play), LEAVE
    if kind < leaves + timeouts:
        return turn_of(state), TIME_OUT
    return random_move(state, chance)
