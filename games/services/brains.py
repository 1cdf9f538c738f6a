"""Asking the server's bots, none of which may cost a game anything.

A bot that raises, dawdles or answers nonsense is passed over: the safest legal move is made in its place, and the
fault is logged, without anything the bot could see.
"""

import ctypes
import logging
import random
import threading
import traceback
from collections.abc import Iterator
from typing import TypeGuard

from django.conf import settings

from games import metrics
from games.bots.registry import REGISTRY, Bot, safest_move
from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.bids import Bid
from games.rules.legality import refusal
from games.rules.observation import Observation, observe
from games.rules.state import GameState
from games.store.record import GameRecord

log = logging.getLogger(__name__)


def ask_bots(record: GameRecord) -> tuple[int, Move] | None:
    """What the bots of a game do now: the first calza, or the move of the bot on turn, or nothing.

    Those who may only call calza are asked first, from the left of the seat on turn.
    """
    state = record.playing
    for seat in _askable(record, state):
        on_turn = state.round is not None and state.round.turn == seat
        move = _ask(record, state, seat, must_move=on_turn)
        if move is not None:
            return seat, move
    return None


def _askable(record: GameRecord, state: GameState) -> Iterator[int]:
    assert state.round is not None
    turn = state.round.turn
    for seat in (*state.leftward(turn), turn):
        may_call = seat != turn and refusal(state, seat, CallCalza()) is None
        if record.seats[seat].is_bot and (seat == turn or may_call):
            yield seat


def _ask(record: GameRecord, state: GameState, seat: int, *, must_move: bool) -> Move | None:
    """A legal move of the bot in this seat; None only where it need not move."""
    player = record.seats[seat].player
    name = player.username if player else ""
    observation = observe(state, seat)
    thought = Thought(REGISTRY.get(name), observation, random.Random(_seed(record, seat)))
    with metrics.bot_think_seconds.labels(name).time():
        move = thought.result(settings.BOT_THINK_SECONDS)
    fault = thought.fault or _nonsense(state, seat, move, must_move=must_move)
    if fault is None:
        return move
    log.error("bot %s at seat %s of game %s: %s", name, seat, record.game.public_id, fault)
    return safest_move(observation) if must_move else None


def _nonsense(state: GameState, seat: int, move: object, *, must_move: bool) -> str | None:
    """What is wrong with a bot's answer, without quoting it."""
    if move is None:
        return "made no move on its turn" if must_move else None
    if not _is_move(move):
        return "answered something that is not a move"
    if not must_move and not isinstance(move, CallCalza):
        return "moved out of turn"
    violation = refusal(state, seat, move)
    return None if violation is None else f"made a move that is not allowed ({violation.reason})"


def _is_move(answer: object) -> TypeGuard[Move]:
    """Whether it is just a move. What only resembles one (two and a half dice) would be stored as something else."""
    if type(answer) is not PlaceBid:
        return type(answer) in (CallDudo, CallCalza)
    bid: object = answer.bid
    return type(bid) is Bid and type(bid.quantity) is int and type(bid.face) is int


def _seed(record: GameRecord, seat: int) -> bytes:
    """A bot's own chance comes from the server seed like the dice, so that its moves can be repeated."""
    return record.dice.key(round_number=record.game.version, seat=f"bot{seat}")


class _Enough(BaseException):
    """Raised inside a bot that thinks for too long."""


class Thought:
    """One decision of one bot, made in a thread of its own so that it can be given up."""

    def __init__(self, bot: Bot | None, observation: Observation, rng: random.Random) -> None:
        self.fault: str | None = None
        self._bot, self._observation, self._rng = bot, observation, rng
        self._move: Move | None = None

    def result(self, seconds: float) -> Move | None:
        """The bot's answer, or None with a `fault`."""
        thread = threading.Thread(target=self._think, name="bot", daemon=True)
        thread.start()
        thread.join(seconds)
        if thread.is_alive():
            self.fault = f"thought for more than {seconds} s"
            _end(thread)
            return None
        return self._move

    def _think(self) -> None:
        try:
            if self._bot is None:
                raise LookupError("no bot has this name any more")
            self._move = self._bot.choose(self._observation, self._rng)
        except _Enough:
            return
        except BaseException as exc:
            # Neither the message nor the values: a bot's words may hold its hand.
            self.fault = f"raised {type(exc).__name__}\n{''.join(traceback.format_tb(exc.__traceback__))}"


def _end(thread: threading.Thread) -> None:
    """Raise in the thread, which ends it at its next step of Python; there is no other way to end one."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Enough))
