"""Why an action is refused, and which reason comes first (docs/api.md, "Playing")."""

import pytest

from games.rules.actions import Action
from games.rules.bids import LegalRange
from games.rules.engine import apply
from games.rules.errors import Reason, RuleViolation
from games.rules.legality import refusal
from games.rules.ruleset import ASMODEE, BOXED
from games.rules.state import GameState
from tests.builders import CALZA, DUDO, LEAVE, TIME_OUT, ScriptedDice, placing, play, table_with

ILLEGAL = placing("99 ones")
OPENING = table_with("3 3", "4 4", "5 5", "", options=BOXED.options)
BIDDING = table_with("3 3", "4 4", "5 5", "", options=BOXED.options, bids="2 threes")
NO_CALZA = table_with("3 3", "4 4", "5 5", "", options=BOXED.options, bids="2 threes", calza_allowed=False)
NO_CALZA_OPENING = table_with("3 3", "4 4", "5 5", "", options=BOXED.options, calza_allowed=False)
OVER = play(table_with("3", "4", "", options=BOXED.options, bids="1 three"), (1, DUDO))

# A table, a seat, an action; the reason. Each table has more than one thing against most actions: the first counts.
REFUSED: list[tuple[GameState, int, Action, Reason]] = [
    *((OVER, seat, action, Reason.GAME_NOT_ACTIVE) for seat in (0, 1, 2) for action in (ILLEGAL, DUDO, CALZA, LEAVE)),
    (OVER, 0, TIME_OUT, Reason.GAME_NOT_ACTIVE),
    *((OPENING, 3, action, Reason.NOT_IN_PLAY) for action in (ILLEGAL, DUDO, CALZA, LEAVE, TIME_OUT)),
    (BIDDING, 3, CALZA, Reason.NOT_IN_PLAY),
    *((OPENING, seat, call, Reason.NO_BID) for seat in (0, 1, 2) for call in (DUDO, CALZA)),
    *((NO_CALZA_OPENING, seat, CALZA, Reason.NO_BID) for seat in (0, 1, 2)),
    *((OPENING, seat, action, Reason.NOT_YOUR_TURN) for seat in (1, 2) for action in (ILLEGAL, placing("1 two"))),
    *((BIDDING, seat, action, Reason.NOT_YOUR_TURN) for seat in (0, 2) for action in (ILLEGAL, DUDO, TIME_OUT)),
    (OPENING, 0, ILLEGAL, Reason.ILLEGAL_BID),
    (BIDDING, 1, ILLEGAL, Reason.ILLEGAL_BID),
    (BIDDING, 1, placing("2 twos"), Reason.ILLEGAL_BID),
    (BIDDING, 0, CALZA, Reason.CALZA_NOT_ALLOWED),
    (BIDDING, 1, CALZA, Reason.CALZA_NOT_ALLOWED),
    *((NO_CALZA, seat, CALZA, Reason.CALZA_NOT_ALLOWED) for seat in (0, 1, 2)),
]


@pytest.mark.parametrize(("table", "seat", "action", "reason"), REFUSED)
def test_refused(table: GameState, seat: int, action: Action, reason: Reason) -> None:
    found = refusal(table, seat, action)
    assert found is not None
    assert found.reason is reason
    with pytest.raises(RuleViolation) as raised:
        apply(table, seat, action, ScriptedDice())
    assert (raised.value.reason, raised.value.data) == (reason, found.data)


def test_every_reason_has_a_case() -> None:
    assert {reason for *_, reason in REFUSED} == set(Reason)


def test_an_illegal_bid_is_refused_with_the_legal_ones() -> None:
    table = table_with("3 3", "4 4", options=ASMODEE.options, bids="3 fives")
    found = refusal(table, 1, placing("3 fours"))
    assert found is not None
    assert found.data == {"legal_bids": (LegalRange(1, 2, 4), LegalRange(5, 4, 4), LegalRange(6, 3, 3))}


def test_other_refusals_tell_nothing_more() -> None:
    assert all(refusal(t, s, a).data == {} for t, s, a, why in REFUSED if why is not Reason.ILLEGAL_BID)  # type: ignore[union-attr]


ALLOWED: list[tuple[GameState, int, Action]] = [
    (OPENING, 0, placing("1 two")),
    (OPENING, 0, TIME_OUT),
    (OPENING, 1, LEAVE),
    (BIDDING, 1, DUDO),
    (BIDDING, 1, TIME_OUT),
    (BIDDING, 2, CALZA),
    (BIDDING, 0, LEAVE),
]


@pytest.mark.parametrize(("table", "seat", "action"), ALLOWED)
def test_allowed(table: GameState, seat: int, action: Action) -> None:
    assert refusal(table, seat, action) is None
    assert apply(table, seat, action, ScriptedDice()).events
