"""Sentences of the source texts and the cases that check them: what may be bid, what a call brings.

A case is a function of a game's options; the factories here make cases from words ("9 threes", "4 threes, 5 ones").
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from games.rules.actions import PlaceBid
from games.rules.engine import Transition, apply
from games.rules.errors import Reason, RuleViolation
from games.rules.events import BidPlaced, RoundEnded
from games.rules.ruleset import Options
from games.rules.state import GameState, ResolvedRound
from tests.builders import CALZA, DUDO, ScriptedDice, bid, bids, hands_showing, table_with, turn_of

Case = Callable[[Options], None]


@dataclass(frozen=True)
class Sentence:
    """A sentence of a text, in brief, with its cases; or with `no_rule`, why there is nothing for a server to check."""

    number: int
    says: str
    cases: tuple[Case, ...] = ()
    no_rule: str = ""


def rule(number: int, says: str, *cases: Case) -> Sentence:
    return Sentence(number, says, cases)


def no_rule(number: int, says: str, why: str) -> Sentence:
    return Sentence(number, says, no_rule=why)


def checks(text: str, sentences: Sequence[Sentence]) -> list[Any]:
    """The cases as pytest parameters with ids such as 002-13a: the text, the sentence, and which of its cases."""
    return [
        pytest.param(case, id=f"{text}-{sentence.number:02}{letter}")
        for sentence in sentences
        for letter, case in zip("abcdefgh", sentence.cases, strict=False)
    ]


def assert_all_accounted_for(sentences: Sequence[Sentence]) -> None:
    """Numbers run without a gap, and every sentence has either cases or a reason to have none."""
    assert [sentence.number for sentence in sentences] == list(range(1, len(sentences) + 1))
    for sentence in sentences:
        assert bool(sentence.cases) != bool(sentence.no_rule), sentence
        assert len(sentence.cases) <= len("abcdefgh"), sentence


# Bids


def may_open(words: str, *, palifico: bool = False) -> Case:
    """Each of the bids may open a round."""
    return may_follow("", words, palifico=palifico)


def may_not_open(words: str, *, palifico: bool = False) -> Case:
    return may_not_follow("", words, palifico=palifico)


def may_follow(standing: str, words: str, *, palifico: bool = False, veteran: bool = False) -> Case:
    """Each of the bids may follow the last of `standing`; by a veteran, if so told."""

    def case(options: Options) -> None:
        table = six_players(options, standing, palifico=palifico, veteran=veteran)
        for answer in bids(words):
            made = apply(table, turn_of(table), PlaceBid(answer), ScriptedDice())
            assert isinstance(made.events[0], BidPlaced), answer
            assert made.events[0].bid.bid == answer

    return case


def may_not_follow(standing: str, words: str, *, palifico: bool = False, veteran: bool = False) -> Case:
    """None of the bids may follow the last of `standing`."""

    def case(options: Options) -> None:
        table = six_players(options, standing, palifico=palifico, veteran=veteran)
        for answer in bids(words):
            with pytest.raises(RuleViolation) as refused:
                apply(table, turn_of(table), PlaceBid(answer), ScriptedDice())
            assert refused.value.reason is Reason.ILLEGAL_BID, answer

    return case


def six_players(options: Options, standing: str, *, palifico: bool, veteran: bool) -> GameState:
    """Six players after the bids of `standing`: in the opener's palifico round, with a veteran on turn, if so told."""
    on_turn = len(bids(standing))
    single = ({0} if palifico else set()) | ({on_turn} if veteran else set())
    hands = ["4" if seat in single else "4 4 4 4 4" for seat in range(6)]
    return table_with(
        *hands,
        options=options,
        bids=standing,
        palifico_seat=0 if palifico else None,
        had_palifico={on_turn} if veteran else (),
    )


# Calls

CUPS = (5, 5, 5)
BIDDER, CHALLENGER, BYSTANDER = 0, 1, 2


def dudo(on: str, *, table: str, loses: Literal["challenger", "bidder"], count: int, palifico: bool = False) -> Case:
    """Dudo on a bid, where the dice named lie on the table and nothing else counts."""

    def case(options: Options) -> None:
        ended = _called(options, on, table, cups=CUPS, caller=CHALLENGER, palifico=palifico)
        loser = CHALLENGER if loses == "challenger" else BIDDER
        assert ended.count == count
        assert ended.dice_change is not None
        assert (ended.dice_change.seat, ended.dice_change.before, ended.dice_change.after) == (loser, 5, 4)

    return case


def calza(on: str, *, table: str, dice: int, becomes: int) -> Case:
    """Calza by a bystander who holds `dice` dice; afterwards they hold `becomes`, and the bidder what they had."""

    def case(options: Options) -> None:
        ended = _called(options, on, table, cups=(5, 5, dice), caller=BYSTANDER, palifico=False)
        change = ended.dice_change
        if becomes == dice:
            assert change is None
        else:
            assert change is not None
            assert (change.seat, change.before, change.after) == (BYSTANDER, dice, becomes)

    return case


def _called(
    options: Options, on: str, table: str, *, cups: tuple[int, ...], caller: int, palifico: bool
) -> ResolvedRound:
    standing = bid(on)
    before = table_with(
        *hands_showing(table, cups=cups, but=standing.face),
        options=options,
        palifico_seat=BIDDER if palifico else None,
        bids=on,
    )
    return ended_round(apply(before, caller, DUDO if caller == CHALLENGER else CALZA, ScriptedDice()))


def ended_round(transition: Transition) -> ResolvedRound:
    """The round that a transition closed."""
    ended = [event.round for event in transition.events if isinstance(event, RoundEnded)]
    assert len(ended) == 1
    return ended[0]
