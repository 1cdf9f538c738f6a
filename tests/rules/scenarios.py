"""What several texts say in their own words, once each: cases (functions of the options) for whole situations."""

from dataclasses import replace

import pytest

from games.rules.actions import Action, PlaceBid
from games.rules.bids import FACES, Bid
from games.rules.engine import apply, start
from games.rules.errors import Reason, RuleViolation
from games.rules.events import Finished, Rolled, RoundEnded
from games.rules.legality import MoveKind, allowed_moves, legal_ranges
from games.rules.observation import observe
from games.rules.ruleset import Options
from games.rules.state import GameState
from tests.builders import (
    CALZA,
    DUDO,
    FACE_WORDS,
    ScriptedDice,
    bid,
    placing,
    play,
    redealt,
    roll_off,
    table_with,
    turn_of,
    with_bids,
)


def refused(table: GameState, seat: int, action: Action) -> Reason:
    """The reason for which the engine refuses the action."""
    with pytest.raises(RuleViolation) as violation:
        apply(table, seat, action, ScriptedDice())
    return violation.value.reason


def opener(table: GameState) -> int:
    assert table.round is not None
    assert table.round.turn == table.round.opener, "the opener has the first turn"
    return table.round.opener


def rolled(table: GameState) -> dict[int, int]:
    """How many dice each seat has rolled in the present round."""
    assert table.round is not None
    return {hand.seat: len(hand.dice) for hand in table.round.hands}


# Setting up


def two_to_six_players(options: Options) -> None:
    for seats in range(2, 7):
        assert len(start(options=options, seats=seats, dice=ScriptedDice()).state.seats) == seats
    for seats in (0, 1, 7):
        with pytest.raises(ValueError, match="2 to 6"):
            start(options=options, seats=seats, dice=ScriptedDice())


def five_dice_each(options: Options) -> None:
    for seats in range(2, 7):
        table = start(options=options, seats=seats, dice=ScriptedDice()).state
        assert rolled(table) == dict.fromkeys(range(seats), 5)


def faces_one_to_six(options: Options) -> None:
    table = table_with("1 2 3 4 5", "6 6 6 6 6", options=options, palifico_seat=0)
    assert [legal.face for legal in legal_ranges(table, 0)] == list(FACES) == [1, 2, 3, 4, 5, 6]
    assert refused(table, 0, PlaceBid(Bid(1, 7))) is Reason.ILLEGAL_BID
    assert refused(table, 0, PlaceBid(Bid(1, 0))) is Reason.ILLEGAL_BID


def five_dice_a_player_may_be_bid(options: Options) -> None:
    """The dice the game begins with are the greatest quantity of its first round."""
    for seats in range(2, 7):
        table = start(options=options, seats=seats, dice=ScriptedDice()).state
        assert max(legal.maximum for legal in legal_ranges(table, 0)) == 5 * seats
        assert refused(table, 0, PlaceBid(Bid(5 * seats + 1, 2))) is Reason.ILLEGAL_BID


def everyone_rolls_at_once(options: Options) -> None:
    begun = start(options=options, seats=4, dice=ScriptedDice())
    assert [type(event).__name__ for event in begun.events] == ["Started", "Rolled"]
    assert set(rolled(begun.state)) == {0, 1, 2, 3}


def everyone_sees_their_own_dice_only(options: Options) -> None:
    table = table_with("1 2 3 4 5", "6 6 6 6 6", "2 2 2 2 2", options=options)
    assert observe(table, 1).dice == (6, 6, 6, 6, 6)
    others = redealt(table, {0: (3, 3, 3, 3, 3), 2: (5, 5, 5, 5, 5)})
    assert observe(others, 1) == observe(table, 1)


def any_player_may_be_drawn_to_open(options: Options) -> None:
    for drawn in range(4):
        assert opener(start(options=options, seats=4, dice=ScriptedDice(opener=drawn)).state) == drawn


def highest_of_one_die_each_opens(options: Options) -> None:
    dice = ScriptedDice(passes=roll_off({0: 2, 1: 3, 2: 6, 3: 1}))
    begun = start(options=options, seats=4, dice=dice).state
    assert opener(begun) == 2
    assert begun.round is not None
    assert begun.round.roll_off == dice.passes
    assert turn_of(play(begun, (2, placing("1 two")))) == 3


# Turns


def opener_must_bid(options: Options) -> None:
    table = table_with("4 4 4", "4 4 4", "4 4 4", options=options)
    assert allowed_moves(table, 0) == (MoveKind.BID,)
    assert refused(table, 0, DUDO) is Reason.NO_BID
    assert refused(table, 1, placing("1 two")) is Reason.NOT_YOUR_TURN


def bluffing_is_allowed(options: Options) -> None:
    """A bid hangs on nothing in the bidder's hand."""
    for own in ("6 6 6", "2 2 2", "1 1 1"):
        table = table_with(own, "4 4 4", options=options)
        assert turn_of(play(table, (0, placing("5 sixes")))) == 1


def turn_passes_left(options: Options) -> None:
    table = table_with("4 4", "4 4", "", "4 4", options=options, opener=1)
    turns = []
    for words in ("1 two", "2 twos", "3 twos", "4 twos"):
        turns.append(turn_of(table))
        table = with_bids(table, words)
    assert turns == [1, 3, 0, 1]


def whose_turn_it_is_bids_or_calls_dudo(options: Options) -> None:
    table = table_with("4 4 4", "4 4 4", "4 4 4", options=options, bids="3 threes")
    assert {MoveKind.BID, MoveKind.DUDO} <= set(allowed_moves(table, 1))
    for other in (0, 2):
        assert not {MoveKind.BID, MoveKind.DUDO} & set(allowed_moves(table, other))
        assert refused(table, other, placing("4 threes")) is Reason.NOT_YOUR_TURN
        assert refused(table, other, DUDO) is Reason.NOT_YOUR_TURN


def a_bid_must_be_higher(options: Options) -> None:
    table = table_with("4 4 4", "4 4 4", "4 4 4", options=options, bids="3 threes")
    for words in ("3 threes", "2 threes", "3 twos", "1 six"):
        assert refused(table, 1, placing(words)) is Reason.ILLEGAL_BID


def bids_go_on_until_a_call(options: Options) -> None:
    table = table_with("4 4", "4 4", "4 4", options=options, bids="1 two, 2 twos, 3 twos, 4 twos, 5 twos")
    assert table.round is not None
    assert len(table.round.bids) == 5
    assert table.last_round is None
    assert play(table, (2, DUDO)).last_round is not None


def a_call_ends_the_round_and_all_roll_again(options: Options) -> None:
    table = table_with("4 4", "4 4 4", "4 4 4", options=options, bids="1 four")
    called = apply(table, 1, DUDO, ScriptedDice())
    assert [type(event) for event in called.events] == [RoundEnded, Rolled]
    assert rolled(called.state) == {0: 2, 1: 2, 2: 3}
    assert called.state.round is not None
    assert called.state.round.number == 2
    assert called.state.round.bids == ()


# Dudo


def all_cups_are_shown(options: Options) -> None:
    table = table_with("4 4 2", "1 4 5", "3 3 6", options=options, bids="3 fours")
    after = play(table, (1, DUDO))
    assert after.last_round is not None
    assert {h.seat: h.dice for h in after.last_round.hands} == {0: (4, 4, 2), 1: (1, 4, 5), 2: (3, 3, 6)}
    assert observe(after, None).last_round == after.last_round


def challenger_shows_first_and_bidder_last(options: Options) -> None:
    table = table_with("2 2", "3 3", "4 4", "5 5", options=options, bids="1 two, 2 twos, 3 twos")
    after = play(table, (3, DUDO))
    assert after.last_round is not None
    assert [h.seat for h in after.last_round.hands] == [3, 0, 1, 2]


def every_cup_counts(options: Options) -> None:
    """One die of the face under each cup, the bidder's and the challenger's own included."""
    table = table_with("3 4 4", "4 3 4", "4 4 3", options=options, bids="3 threes")
    after = play(table, (1, DUDO))
    assert after.last_round is not None
    assert after.last_round.count == 3
    assert after.seats[1].dice_count == 2


def who_lost_the_die_opens(options: Options) -> None:
    good = table_with("3 3 3", "4 4 4", "5 5 5", options=options, bids="3 threes")
    assert opener(play(good, (1, DUDO))) == 1
    bad = table_with("3 3 3", "4 4 4", "5 5 5", options=options, bids="4 threes")
    assert opener(play(bad, (1, DUDO))) == 0


def left_of_who_is_out_opens(options: Options) -> None:
    table = table_with("3 3 3", "4", "", "5 5 5", options=options, bids="3 threes")
    assert opener(play(table, (1, DUDO))) == 3
    table = table_with("3 3 3", "4 4 4", "", "3", options=options, opener=3, bids="5 threes")
    assert opener(play(table, (0, DUDO))) == 0


def a_lost_die_stays_lost(options: Options) -> None:
    table = table_with("5 5 5 2 2", "1 1 4 4 4", options=options, bids="4 fives")
    after = play(table, (1, DUDO))
    assert rolled(after) == {0: 5, 1: 4}
    assert rolled(play(after, (1, placing("9 twos")), (0, DUDO))) == {0: 5, 1: 3}


def without_dice_you_are_out(options: Options) -> None:
    table = table_with("3 3 3", "4", "5 5 5", "6 6 6", options=options, bids="3 threes")
    after = play(table, (1, DUDO))
    assert (after.seats[1].in_play, after.seats[1].dice_count, after.seats[1].place) == (False, 0, 4)
    assert rolled(after) == {0: 3, 2: 3, 3: 3}
    assert allowed_moves(after, 1) == ()
    for action in (placing("1 two"), DUDO, CALZA):
        assert refused(after, 1, action) is Reason.NOT_IN_PLAY
    assert turn_of(play(after, (2, placing("1 two")), (3, placing("2 twos")), (0, placing("3 twos")))) == 2


def last_with_dice_wins(options: Options) -> None:
    for dice in ("3", "3 3 3"):
        table = table_with(dice, "4", "", options=options, bids="1 three")
        over = apply(table, 1, DUDO, ScriptedDice())
        assert over.state.winner == 0
        assert over.events[-1] == Finished(places=(1, 2, 3))
        assert refused(over.state, 0, placing("1 two")) is Reason.GAME_NOT_ACTIVE


# Ones


def ones_alone_may_lower_the_quantity(options: Options) -> None:
    """Of all bids after all bids of an ordinary round, only those from another face onto ones have fewer dice."""
    for quantity in range(1, 11):
        for face in FACES:
            standing = f"{2 * quantity} sixes, {quantity} ones" if face == 1 else f"{quantity} {FACE_WORDS[face - 1]}"
            table = table_with(*["4 4 4 4 4"] * 4, options=options, bids=standing)
            for legal in legal_ranges(table, turn_of(table)):
                if face == 1 or legal.face != 1:
                    assert legal.minimum >= quantity


def dudo_on_ones_counts_ones(options: Options) -> None:
    """Each once, and nothing else."""
    table = table_with("1 1 2", "1 3 3", "2 2 2", options=options, bids="6 twos, 3 ones")
    after = play(table, (2, DUDO))
    assert after.last_round is not None
    assert after.last_round.count == 3
    assert after.seats[2].dice_count == 2


# Palifico


def down_to_one(options: Options) -> GameState:
    """Seat 0 of three has just lost their second last die for the first time; seat 1 holds one die, too, by now."""
    table = table_with("3 3", "4", "5 5 5", options=options, bids="6 threes", had_palifico={1})
    return play(table, (1, DUDO))


def down_to_one_die_makes_palifico(options: Options) -> None:
    table = down_to_one(options)
    assert table.round is not None
    assert table.round.palifico_seat == 0
    assert opener(table) == 0
    assert table.seats[0].had_palifico


def two_dice_make_no_palifico(options: Options) -> None:
    after = play(table_with("3 3 3", "4 4", "5 5 5", options=options, bids="6 threes"), (1, DUDO))
    assert after.round is not None
    assert not after.round.is_palifico


def palifico_lasts_one_round(options: Options) -> None:
    """Another loses a die; the player whose palifico it was still holds one, and the round is ordinary."""
    table = play(down_to_one(options), (0, placing("1 four")), (1, placing("2 fours")), (2, DUDO))
    assert table.round is not None
    assert rolled(table) == {0: 1, 1: 1, 2: 2}
    assert not table.round.is_palifico


def palifico_comes_once_in_a_game(options: Options) -> None:
    """A player who had theirs and comes down from two dice to one again has no second."""
    table = table_with("3 3", "4 4", "5 5 5", options=options, bids="6 threes", had_palifico={0})
    after = play(table, (1, DUDO))
    assert after.seats[0].dice_count == 1
    assert after.round is not None
    assert not after.round.is_palifico


def palifico_goes_to_every_player_once(options: Options) -> None:
    """That one player has had theirs takes nothing from another."""
    table = table_with("3 3", "4 4", "5 5 5", options=options, bids="2 threes", had_palifico={0})
    after = play(table, (1, DUDO))
    assert after.round is not None
    assert after.round.palifico_seat == 1


def palifico_bidder_keeps_the_face(options: Options) -> None:
    """The turn comes back to the palifico player: the face is locked for them as well."""
    table = table_with("4", "4 4 4", "4 4 4", options=options, palifico_seat=0, bids="1 two, 2 twos, 3 twos")
    assert turn_of(table) == 0
    assert [legal.face for legal in legal_ranges(table, 0)] == [2]


def veteran_changes_the_face_and_the_table_follows(options: Options) -> None:
    table = table_with("4", "4", "4 4 4", options=options, palifico_seat=0, had_palifico={1}, bids="2 twos")
    table = play(table, (1, placing("2 fives")))
    assert [legal.face for legal in legal_ranges(table, 2)] == [5]
    assert refused(table, 2, placing("3 twos")) is Reason.ILLEGAL_BID


def one_die_alone_makes_no_veteran(options: Options) -> None:
    """One die without a palifico round of one's own, or a palifico round behind one and two dice: no change of face."""
    table = table_with("4", "4", "4 4", options=options, palifico_seat=0, had_palifico={2}, bids="2 twos")
    assert [legal.face for legal in legal_ranges(table, 1)] == [2]
    table = with_bids(table, "3 twos")
    assert [legal.face for legal in legal_ranges(table, 2)] == [2]


def no_palifico_with_two(options: Options) -> None:
    table = table_with("3 3", "4 4", "", options=options, bids="3 threes")
    after = play(table, (1, DUDO))
    assert after.seats[0].dice_count == 1
    assert after.round is not None
    assert not after.round.is_palifico
    assert refused(after, 0, placing("1 one")) is Reason.ILLEGAL_BID


def ones_are_wild_for_two_with_a_die_each(options: Options) -> None:
    table = table_with("3 3", "4", "", options=options, bids="3 threes")
    after = play(table, (1, DUDO), (0, placing("2 fives")), (1, DUDO), rolls={(2, 0): "1", (2, 1): "5"})
    assert after.last_round is not None
    assert after.last_round.count == 2
    assert after.winner == 0


def no_calza_with_two(options: Options) -> None:
    """The third player goes out; in the next round nobody may call calza."""
    table = table_with("3 3 3", "4", "5 5 5", options=options, bids="3 threes")
    after = play(table, (1, DUDO), (2, placing("1 two")))
    for seat in (0, 2):
        assert refused(after, seat, CALZA) is Reason.CALZA_NOT_ALLOWED


def no_calza_in_palifico(options: Options) -> None:
    table = play(down_to_one(options), (0, placing("1 two")))
    for seat in (0, 1, 2):
        assert refused(table, seat, CALZA) is Reason.CALZA_NOT_ALLOWED


# Calza


def calza_comes_before_the_next_bid_or_call(options: Options) -> None:
    """It may follow any bid, until the next is made: then it is about that one."""
    table = table_with("3 3", "4 4", "5 5", "6 6", options=options, bids="1 three, 2 threes")
    after = play(table, (3, CALZA))
    assert after.last_round is not None
    assert after.last_round.bids[-1].bid == bid("2 threes")
    assert after.seats[3].dice_count == 3
    after = play(table, (2, DUDO))
    assert refused(after, 3, CALZA) is Reason.NO_BID


def calza_needs_a_bid(options: Options) -> None:
    table = table_with("3 3", "4 4", "5 5", options=options)
    for seat in (0, 1, 2):
        assert refused(table, seat, CALZA) is Reason.NO_BID


def everyone_but_the_bidder_may_call_calza(options: Options) -> None:
    table = table_with("3 3", "4 4", "5 5", "6 6", "", options=options, bids="2 threes")
    for seat in (1, 2, 3):
        assert MoveKind.CALZA in allowed_moves(table, seat)
        assert play(table, (seat, CALZA)).last_round is not None
    assert refused(table, 0, CALZA) is Reason.CALZA_NOT_ALLOWED
    assert refused(table, 4, CALZA) is Reason.NOT_IN_PLAY


def everyone_but_who_is_on_turn_may_call_calza(options: Options) -> None:
    """And the bidder, who would call their own bid (house, docs/rules.md 2)."""
    table = table_with("3 3", "4 4", "5 5", "6 6", "", options=options, bids="2 threes")
    for seat in (2, 3):
        assert play(table, (seat, CALZA)).last_round is not None
    for seat in (0, 1):
        assert refused(table, seat, CALZA) is Reason.CALZA_NOT_ALLOWED


def calza_caller_opens(options: Options) -> None:
    right = table_with("3 3", "4 4", "5 5", options=options, bids="2 threes")
    assert opener(play(right, (2, CALZA))) == 2
    wrong = table_with("3 3", "4 4", "5 5 5", options=options, bids="3 threes")
    assert opener(play(wrong, (2, CALZA))) == 2


def calza_right_with_all_dice_opens(options: Options) -> None:
    table = table_with("3 3", "4 4", "5 5 5 5 5", options=options, bids="2 threes")
    after = play(table, (2, CALZA))
    assert opener(after) == 2
    assert rolled(after)[2] == 5


def bidder_is_safe_from_calza(options: Options) -> None:
    for words in ("1 three", "2 threes", "3 threes"):
        after = play(table_with("3 3", "4 4", "5 5", options=options, bids=words), (2, CALZA))
        assert rolled(after)[0] == 2


def calza_back_to_two_brings_no_second_palifico(options: Options) -> None:
    """A player with one die, palifico behind them, takes a die back and loses it again (003)."""
    table = table_with("3 3 3", "4 4 4", "5", options=options, bids="3 threes", had_palifico={2})
    table = play(table, (2, CALZA))
    assert rolled(table)[2] == 2
    table = play(table, (2, placing("6 sixes")), (0, DUDO))
    assert rolled(table)[2] == 1
    assert table.round is not None
    assert not table.round.is_palifico


def calza_can_be_switched_off(options: Options) -> None:
    without = replace(options, calza=False)
    table = play(start(options=without, seats=3, dice=ScriptedDice()).state, (0, placing("2 fours")))
    for seat in (0, 1, 2):
        assert refused(table, seat, CALZA) is Reason.CALZA_NOT_ALLOWED


# Lost dice


def lost_dice_are_seen(options: Options) -> None:
    """All see what each holds, and no bid goes above what was rolled."""
    seen = replace(options, lost_dice_visible=True)
    table = table_with("3 3", "4 4 4", "5", options=seen)
    assert [seat.dice_count for seat in observe(table, 1).seats] == [2, 3, 1]
    assert observe(table, None).dice_in_play == 6
    assert max(legal.maximum for legal in legal_ranges(table, 0)) == 6


def lost_dice_are_hidden(options: Options) -> None:
    """Who has lost how many shows in nothing but one's own hand; the greatest quantity is that of the beginning."""
    hidden = replace(options, lost_dice_visible=False)
    table = table_with("3 3", "4 4 4", "5", options=hidden)
    assert [seat.dice_count for seat in observe(table, 1).seats] == [None, 3, None]
    assert observe(table, None).dice_in_play is None
    assert max(legal.maximum for legal in legal_ranges(table, 0)) == 15
