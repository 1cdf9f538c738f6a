"""Text 003, sentence by sentence, in English: the Polish help page of the Asmodée version (docs/rules.md)."""

import pytest

from games.rules.ruleset import ASMODEE
from tests.rules import scenarios as when
from tests.rules.cases import (
    Case,
    assert_all_accounted_for,
    calza,
    checks,
    dudo,
    may_follow,
    may_not_follow,
    may_not_open,
    may_open,
    no_rule,
    rule,
)

SENTENCES = [
    no_rule(1, "There are many kinds of Perudo", "tells of the texts"),
    no_rule(2, "This one is the Asmodée version", "names the ruleset"),
    no_rule(3, "There seems to be no English rulebook", "tells of the texts"),
    no_rule(4, "The linked page is about another version", "tells of the texts"),
    rule(5, "Be the last left with at least 1 die", when.last_with_dice_wins),
    rule(6, "The last player wins, however many dice they have", when.last_with_dice_wins),
    rule(7, "Each starts with 5 six-sided dice, numbered 1 to 6", when.five_dice_each, when.faces_one_to_six),
    no_rule(8, "A 1 is called paco", "a name"),
    rule(
        9,
        "Pacos are wild: they count as any number",
        *(dudo(f"2 {face}", table="2 ones", loses="challenger", count=2) for face in ("twos", "fours", "sixes")),
    ),
    no_rule(10, "There pacos are drawn as birds", "a picture"),
    rule(11, "The number of players makes the number of dice", when.five_dice_a_player_may_be_bid),
    rule(12, "You guess about all dice on the table", when.every_cup_counts),
    rule(
        13, "All roll and check what they rolled", when.everyone_rolls_at_once, when.everyone_sees_their_own_dice_only
    ),
    rule(
        14,
        "The first player, drawn, opens with a face and a number",
        when.any_player_may_be_drawn_to_open,
        when.opener_must_bid,
    ),
    rule(15, "The bid is about all dice on the table", when.every_cup_counts),
    rule(16, "Guess by your own hand, or bluff", when.bluffing_is_allowed),
    rule(
        17,
        "Never open with pacos, unless it is the player's palifico round",
        may_not_open("1 one, 5 ones"),
        may_open("1 one, 5 ones", palifico=True),
    ),
    rule(18, "After the bid the turn passes left", when.turn_passes_left),
    rule(19, "That player has 2 options", when.whose_turn_it_is_bids_or_calls_dudo),
    rule(20, "Thinking the bid false, they may call dudo", when.whose_turn_it_is_bids_or_calls_dudo),
    rule(21, "Thinking it true, they must raise", when.a_bid_must_be_higher),
    rule(22, "At dudo all show their dice", when.all_cups_are_shown),
    rule(
        23,
        "All dice of the bid count, pacos too",
        dudo("5 fives", table="3 fives, 2 ones", loses="challenger", count=5),
    ),
    rule(
        24,
        "The bid is right if the number is higher or the same",
        dudo("4 fives", table="4 fives", loses="challenger", count=4),
        dudo("4 fives", table="9 fives", loses="challenger", count=9),
    ),
    rule(25, "Then the caller loses one die", dudo("4 fives", table="3 fives, 1 one", loses="challenger", count=4)),
    rule(26, "Example: dudo on four fives", may_open("4 fives")),
    rule(
        27, "The dice show 3 fives and 2 pacos", dudo("4 fives", table="3 fives, 2 ones", loses="challenger", count=5)
    ),
    rule(
        28, "That is 5 fives, the bidder is safe", dudo("4 fives", table="3 fives, 2 ones", loses="challenger", count=5)
    ),
    rule(29, "The caller loses a die for the rest of the game", when.a_lost_die_stays_lost),
    rule(
        30, "The bid is false if the number is lower", dudo("4 fives", table="2 fives, 1 one", loses="bidder", count=3)
    ),
    rule(31, "Then the bidder loses one die", dudo("4 fives", table="", loses="bidder", count=0)),
    rule(
        32,
        "Example: six fives, where there are only 5",
        dudo("6 fives", table="3 fives, 2 ones", loses="bidder", count=5),
    ),
    rule(33, "Then the bidder loses the die", dudo("6 fives", table="3 fives, 2 ones", loses="bidder", count=5)),
    rule(34, "Losing the last die, a player is out", when.without_dice_you_are_out),
    rule(35, "Not calling dudo, a player must bid higher", when.a_bid_must_be_higher),
    rule(36, "To raise choose one of these", may_not_follow("2 threes", "3 fours, 3 twos, 1 six, 2 twos")),
    rule(37, "More dice of the same face: 2 threes to 3 threes", may_follow("2 threes", "3 threes, 4 threes")),
    rule(
        38,
        "A higher face, the same number: 2 threes to 2 fours or 2 sixes",
        may_follow("2 threes", "2 fours, 2 fives, 2 sixes"),
    ),
    rule(39, "Reset the face by choosing pacos", may_follow("2 threes", "1 one")),
    rule(
        40,
        "Pacos at least half, rounded up: 5 sixes to 3 pacos",
        may_follow("5 sixes", "3 ones, 4 ones, 5 ones, 6 ones"),
        may_not_follow("5 sixes", "2 ones, 1 one"),
    ),
    rule(41, "From pacos to another face", may_follow("5 sixes, 3 ones", "7 twos, 7 sixes")),
    rule(
        42,
        "At least double the pacos and one: 3 pacos to 7 threes",
        may_follow("5 sixes, 3 ones", "7 threes, 8 threes"),
        may_not_follow("5 sixes, 3 ones", "6 threes, 4 threes"),
    ),
    rule(
        43,
        "Pacos are a way back to lower faces, at a higher number",
        may_follow("5 sixes, 3 ones", "7 twos"),
        may_not_follow("5 sixes", "6 twos"),
    ),
    rule(44, "The turn passes left until somebody calls dudo", when.turn_passes_left, when.bids_go_on_until_a_call),
    rule(45, "Who lost the die by dudo starts the new round", when.who_lost_the_die_opens),
    rule(46, "If they are out, the player on their left starts", when.left_of_who_is_out_opens),
    rule(
        47,
        "With only one die left a player has reached palifico",
        when.down_to_one_die_makes_palifico,
        when.two_dice_make_no_palifico,
    ),
    rule(48, "That brings a special round", when.down_to_one_die_makes_palifico),
    rule(
        49,
        "In it pacos are not wild, and may open",
        dudo("3 fives", table="2 fives, 4 ones", loses="bidder", count=2, palifico=True),
        may_open("1 one, 2 ones", palifico=True),
    ),
    rule(50, "In it the face cannot be raised", may_not_follow("2 threes", "2 fours, 3 sixes, 3 ones", palifico=True)),
    rule(
        51,
        "The face is locked until dudo",
        may_follow("2 threes", "3 threes, 4 threes", palifico=True),
        may_not_follow("2 threes, 3 threes", "3 fours, 4 fours", palifico=True, veteran=True),
        when.palifico_bidder_keeps_the_face,
    ),
    rule(52, "Then the game is back to normal, one die or not", when.palifico_lasts_one_round),
    rule(53, "Calza may be called before another bids or calls dudo", when.calza_comes_before_the_next_bid_or_call),
    rule(54, "By everyone but the bidder", when.everyone_but_the_bidder_may_call_calza),
    rule(
        55,
        "Right: one lost die comes back; no second palifico for it",
        calza("5 fives", table="3 fives, 2 ones", dice=1, becomes=2),
        calza("5 fives", table="3 fives, 2 ones", dice=5, becomes=5),
        when.calza_back_to_two_brings_no_second_palifico,
        when.palifico_comes_once_in_a_game,
    ),
    rule(56, "Wrong: the caller loses a die", calza("5 fives", table="3 fives, 3 ones", dice=4, becomes=3)),
    rule(57, "Either way the caller starts the new round", when.calza_caller_opens),
    rule(
        58,
        "Visible lost dice: no need to remember how many are in play",
        when.lost_dice_are_seen,
        when.lost_dice_are_hidden,
    ),
]


@pytest.mark.parametrize("case", checks("003", SENTENCES))
def test_sentence(case: Case) -> None:
    case(ASMODEE.options)


def test_every_sentence_is_accounted_for() -> None:
    assert_all_accounted_for(SENTENCES)
