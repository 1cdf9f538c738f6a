"""The end and the places (docs/rules.md 8)."""

from games.rules.actions import Action
from games.rules.engine import apply
from games.rules.events import Finished, RoundEnded
from games.rules.ruleset import ASMODEE
from tests.builders import CALZA, DUDO, LEAVE, ScriptedDice, placing, play, table_with


def test_places_run_backwards_from_the_order_of_going_out() -> None:
    """Four players with a die each go out one by one: 2 by dudo, 0 by calza, 3 by dudo."""
    table = table_with("3", "4", "5", "6", options=ASMODEE.options, opener=1)
    table = play(table, (1, placing("1 four")), (2, DUDO))
    assert [seat.place for seat in table.seats] == [None, None, 4, None]
    table = play(table, (3, placing("1 six")), (0, CALZA))
    assert [seat.place for seat in table.seats] == [3, None, 4, None]
    over = apply(play(table, (1, placing("2 fours"))), 3, DUDO, ScriptedDice())
    assert isinstance(over.events[0], RoundEnded)
    assert over.events[1] == Finished((3, 1, 4, 2))
    assert over.state.winner == 1


def test_nothing_may_be_done_after_the_end() -> None:
    over = play(table_with("3", "4", options=ASMODEE.options, bids="1 three"), (1, DUDO))
    assert over.round is None
    assert over.in_play == (0,)
    assert over.seats[0].dice_count == 1


def test_out_is_told_with_the_round() -> None:
    moves: list[tuple[int, Action]] = [(3, LEAVE), (1, DUDO)]
    after = play(table_with("3", "4", "5", "6 6", options=ASMODEE.options, bids="1 three"), *moves)
    assert after.last_round is not None
    assert after.last_round.out == (3, 1)
    assert [seat.place for seat in after.seats] == [None, 3, None, 4]
