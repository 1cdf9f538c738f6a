"""What each viewer may know (docs/rules.md 2, 3, 9; docs/api.md, "Game view"), field by field."""

from dataclasses import fields, replace
from typing import Any

import pytest

from games.rules.bids import LegalRange
from games.rules.legality import MoveKind
from games.rules.observation import Observation, ObservedRound, ObservedSeat, observe
from games.rules.ruleset import ACES, BOXED, Options
from games.rules.state import GameState
from tests.builders import DUDO, LEAVE, play, redealt, table_with

VIEWERS = (None, 0, 1, 2, 3)


def table(options: Options = BOXED.options) -> GameState:
    """Seat 0 has bid, 1 is on turn, 2 has left in this round, 3 is out since an earlier one."""
    return play(table_with("3 3", "4 4 4", "5", "", options=options, bids="2 threes", number=4), (2, LEAVE))


def over() -> GameState:
    return play(table_with("3 3", "4", options=BOXED.options, bids="2 threes"), (1, DUDO))


@pytest.mark.parametrize(("viewer", "dice"), [(None, ()), (0, (3, 3)), (1, (4, 4, 4)), (2, ()), (3, ())])
def test_dice_are_ones_own_while_in_play(viewer: int | None, dice: tuple[int, ...]) -> None:
    for options in (BOXED.options, ACES.options):
        assert observe(table(options), viewer).dice == dice


# Who sees the dice count of whom, where lost dice are hidden: by viewer, the four counts.
HIDDEN_COUNTS: dict[int | None, list[int | None]] = {
    None: [None, None, None, 0],
    0: [2, None, None, 0],
    1: [None, 3, None, 0],
    2: [None, None, 1, 0],
    3: [None, None, None, 0],
}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_dice_counts(viewer: int | None) -> None:
    hidden = observe(table(), viewer)
    assert [seat.dice_count for seat in hidden.seats] == HIDDEN_COUNTS[viewer]
    assert hidden.dice_in_play is None
    assert hidden.cap == 20
    seen = observe(table(ACES.options), viewer)
    assert [seat.dice_count for seat in seen.seats] == [2, 3, 1, 0]
    assert seen.dice_in_play == 6, "what was rolled, the leaver's die included"
    assert seen.cap == 6


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_all_see_of_the_seats(viewer: int | None) -> None:
    state = table_with("3", "4 4", "5", options=BOXED.options, had_palifico={0}, timeouts={1: 1}, bids="1 two")
    seats = observe(play(state, (2, LEAVE)), viewer if viewer != 3 else None).seats
    assert [seat.number for seat in seats] == [0, 1, 2]
    assert [seat.in_play for seat in seats] == [True, True, False]
    assert [seat.had_palifico for seat in seats] == [True, False, False]
    assert [seat.timeouts for seat in seats] == [0, 1, 0]
    assert [seat.place for seat in seats] == [None, None, 3]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_all_see_of_the_round(viewer: int | None) -> None:
    state = table()
    assert state.round is not None
    seen = observe(state, viewer).round
    assert seen == ObservedRound(
        number=4,
        opener=0,
        palifico_seat=None,
        calza_allowed=True,
        roll_off=None,
        rolled=(0, 1, 2),
        bids=state.round.bids,
        departures=state.round.departures,
        turn=1,
    )
    assert seen.standing == state.round.standing


def test_an_observed_round_has_no_hands() -> None:
    assert not {"hands", "dice", "dice_rolled"} & {f.name for f in fields(ObservedRound)}
    assert not {"hands", "dice"} & {f.name for f in fields(ObservedSeat)}


@pytest.mark.parametrize(
    ("viewer", "actions"),
    [(None, ()), (0, ()), (1, (MoveKind.BID, MoveKind.DUDO)), (2, ()), (3, ())],
)
def test_actions(viewer: int | None, actions: tuple[MoveKind, ...]) -> None:
    seen = observe(table(), viewer)
    assert seen.actions == actions
    assert bool(seen.legal_bids) is (MoveKind.BID in actions)


def test_legal_bids_of_the_one_on_turn_only() -> None:
    state = table_with("3 3", "4 4", "5 5", options=ACES.options, bids="3 fours")
    assert observe(state, 1).legal_bids == (
        LegalRange(1, 2, 2),
        LegalRange(4, 4, 6),
        LegalRange(5, 3, 6),
        LegalRange(6, 3, 6),
    )
    assert observe(state, 2).legal_bids == observe(state, None).legal_bids == ()


def test_calza_is_an_action_off_turn_without_legal_bids() -> None:
    state = table_with("3 3", "4 4", "5 5", options=BOXED.options, bids="2 threes")
    seen = observe(state, 2)
    assert (seen.actions, seen.legal_bids) == ((MoveKind.CALZA,), ())


def test_no_bid_among_the_actions_when_nothing_is_higher() -> None:
    state = table_with("3", "4", options=replace(BOXED.options, starting_dice=1), bids="1 two, 2 ones")
    assert observe(state, 0).actions == (MoveKind.DUDO,)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_after_the_end(viewer: int | None) -> None:
    seen = observe(over(), viewer)
    assert seen.round is None
    assert seen.winner == 0
    assert [seat.dice_count for seat in seen.seats] == [2, 0], "nothing is hidden any more"
    assert [seat.place for seat in seen.seats] == [1, 2]
    assert (seen.dice, seen.actions, seen.legal_bids, seen.dice_in_play) == ((), (), (), None)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_last_round_is_seen_whole(viewer: int | None) -> None:
    state = play(table_with("3 3 3", "4 4 4", options=BOXED.options, bids="2 threes"), (1, DUDO))
    assert observe(state, viewer).last_round == state.last_round
    assert state.last_round is not None
    assert {hand.seat: hand.dice for hand in state.last_round.hands} == {0: (3, 3, 3), 1: (4, 4, 4)}


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("options", [BOXED.options, ACES.options])
def test_redrawn_hands_change_nothing(viewer: int | None, options: Options) -> None:
    """The hands a viewer cannot see: all but their own, and their own once they are out."""
    state = table(options)
    new: dict[int, tuple[int, ...]] = {0: (6, 1), 1: (2, 2, 6), 2: (1,)}
    other = redealt(state, {seat: dice for seat, dice in new.items() if seat != viewer or viewer == 2})
    assert other != state
    assert observe(other, viewer) == observe(state, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_counts_redrawn_change_nothing_where_lost_dice_are_hidden(viewer: int | None) -> None:
    new: dict[int, tuple[int, ...]] = {0: (6,), 1: (2, 2), 2: (1, 1, 1, 1)}
    other = redealt(table(), {seat: dice for seat, dice in new.items() if seat != viewer})
    assert observe(other, viewer) == observe(table(), viewer)


def test_own_hand_is_seen() -> None:
    state = table()
    assert observe(redealt(state, {0: (3, 4)}), 0) != observe(state, 0)


def test_an_observation_names_its_viewer_and_options() -> None:
    expected: list[tuple[int | None, Any]] = [(None, None), (1, 1)]
    for viewer, named in expected:
        seen = observe(table(), viewer)
        assert isinstance(seen, Observation)
        assert (seen.viewer, seen.options, seen.winner) == (named, BOXED.options, None)
