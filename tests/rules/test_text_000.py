"""Text 000, sentence by sentence: the English help page of the Asmodée version (docs/rules.md)."""

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
    no_rule(1, "There are a lot of variations of Perudo", "tells of the texts"),
    no_rule(2, "This one is the Asmodée version", "names the ruleset"),
    no_rule(3, "No English rule book is online", "tells of the texts"),
    no_rule(4, "The linked page is about another version", "tells of the texts"),
    no_rule(5, "He can also be read as she", "wording"),
    rule(6, "Be the last remaining with at least 1 die", when.last_with_dice_wins),
    rule(7, "The last with one or more dice is the winner", when.last_with_dice_wins),
    rule(8, "Each starts with 5 dice, with faces paco and 2 to 6", when.five_dice_each, when.faces_one_to_six),
    rule(9, "The number of players makes the number of dice", when.five_dice_a_player_may_be_bid),
    rule(
        10, "All roll and check what they rolled", when.everyone_rolls_at_once, when.everyone_sees_their_own_dice_only
    ),
    rule(
        11,
        "The first player, drawn, opens with a value and an amount",
        when.any_player_may_be_drawn_to_open,
        when.opener_must_bid,
    ),
    rule(12, "He can guess by his own hand, or bluff", when.bluffing_is_allowed),
    rule(
        13,
        "An opening bid is never of pacos, unless a player is Palifico",
        may_not_open("1 one, 5 ones, 30 ones"),
        may_open("1 one, 5 ones", palifico=True),
    ),
    rule(14, "The turn passes to the left, to a player with 2 options", when.turn_passes_left),
    rule(15, "He can say Dudo if he thinks the bid wrong", when.whose_turn_it_is_bids_or_calls_dudo),
    rule(16, "Else he must increase the bid", when.a_bid_must_be_higher),
    rule(17, "When Dudo is called all must reveal their dice", when.all_cups_are_shown),
    rule(18, "All dice that match are counted", when.every_cup_counts),
    rule(
        19,
        "The bid is correct if the number is higher or the same",
        dudo("5 fives", table="5 fives", loses="challenger", count=5),
        dudo("5 fives", table="6 fives", loses="challenger", count=6),
    ),
    rule(20, "Then the caller of Dudo loses one die", dudo("1 five", table="1 five", loses="challenger", count=1)),
    rule(21, "The bid is false if the number is lower", dudo("5 fives", table="4 fives", loses="bidder", count=4)),
    rule(22, "Then the bidder loses one die", dudo("1 five", table="", loses="bidder", count=0)),
    rule(23, "A player who loses his last die is out", when.without_dice_you_are_out),
    rule(24, "He does no longer participate", when.without_dice_you_are_out),
    rule(25, "To increase choose one of two", may_not_follow("3 threes", "4 fours, 4 twos, 2 sixes")),
    rule(26, "More dice, the value stays", may_follow("3 threes", "4 threes, 5 threes, 30 threes")),
    rule(
        27,
        "A higher value, the number stays",
        may_follow("3 threes", "3 fours, 3 fives, 3 sixes"),
        may_not_follow("3 threes", "3 twos"),
    ),
    rule(28, "Then the turn passes to the left", when.turn_passes_left),
    rule(29, "Who lost his die by Dudo starts the new round", when.who_lost_the_die_opens),
    rule(30, "If it was his last die, the player on his left starts", when.left_of_who_is_out_opens),
    rule(
        31,
        "The paco counts as a joker when a Dudo is called",
        dudo("3 fives", table="1 five, 2 ones", loses="challenger", count=3),
        dudo("3 sixes", table="3 ones", loses="challenger", count=3),
    ),
    rule(32, "Example: Dudo on 9 threes", dudo("9 threes", table="4 threes, 5 ones", loses="challenger", count=9)),
    rule(
        33, "4 threes and 5 pacos are 9 threes", dudo("9 threes", table="4 threes, 5 ones", loses="challenger", count=9)
    ),
    rule(
        34,
        "So the bid is valid and the caller loses a die",
        dudo("9 threes", table="4 threes, 5 ones", loses="challenger", count=9),
        dudo("10 threes", table="4 threes, 5 ones", loses="bidder", count=9),
    ),
    rule(
        35, "An opening bid is not of pacos unless Palifico", may_not_open("3 ones"), may_open("3 ones", palifico=True)
    ),
    rule(
        36, "During the game you can bid pacos", may_follow("2 twos", "1 one, 2 ones"), may_follow("2 sixes", "1 one")
    ),
    rule(37, "That is the only exception to always having to bid up", when.ones_alone_may_lower_the_quantity),
    rule(38, "It is a way to decrease the amount", may_follow("9 threes", "5 ones, 6 ones, 7 ones, 8 ones")),
    rule(
        39,
        "The number is halved, rounded up",
        may_follow("1 three", "1 one"),
        may_follow("2 threes", "1 one"),
        may_follow("3 threes", "2 ones"),
        may_not_follow("3 threes", "1 one"),
    ),
    rule(40, "Example: 5 pacos from 9 threes", may_follow("9 threes", "5 ones"), may_not_follow("9 threes", "4 ones")),
    rule(
        41,
        "After pacos: more pacos",
        may_follow("9 threes, 5 ones", "6 ones, 7 ones"),
        may_not_follow("9 threes, 5 ones", "5 ones, 4 ones"),
    ),
    rule(42, "Or another value, with at least double and one", may_follow("9 threes, 5 ones", "11 twos, 11 sixes")),
    rule(
        43,
        "Example: 5 pacos to 11 threes, or any number beyond",
        may_follow("9 threes, 5 ones", "11 threes, 12 threes, 30 threes"),
        may_not_follow("9 threes, 5 ones", "10 threes, 9 threes"),
    ),
    rule(
        44,
        "Who has only one die remaining has reached Palifico",
        when.down_to_one_die_makes_palifico,
        when.two_dice_make_no_palifico,
    ),
    rule(
        45,
        "In the next round pacos are no jokers, and may open",
        dudo("3 fives", table="2 fives, 4 ones", loses="bidder", count=2, palifico=True),
        dudo("3 ones", table="2 fives, 3 ones", loses="challenger", count=3, palifico=True),
        may_open("1 one, 2 ones", palifico=True),
    ),
    rule(
        46,
        "In that round the value cannot be increased",
        may_not_follow("2 threes", "2 fours, 3 fours, 3 twos, 1 one, 3 ones", palifico=True),
        may_not_follow("2 threes", "2 fours, 3 fours", palifico=True, veteran=True),
        may_not_follow("2 ones", "5 twos, 2 twos", palifico=True),
    ),
    rule(
        47,
        "Only the amount can, until a Dudo",
        may_follow("2 threes", "3 threes, 4 threes, 20 threes", palifico=True),
        may_follow("2 ones", "3 ones, 4 ones", palifico=True),
        when.palifico_bidder_keeps_the_face,
    ),
    rule(48, "The Palifico state ends with that round", when.palifico_lasts_one_round),
    rule(49, "The next round is normal though the player has 1 die", when.palifico_lasts_one_round),
    rule(
        50, "Calza can be called before a new bid", when.calza_comes_before_the_next_bid_or_call, when.calza_needs_a_bid
    ),
    rule(51, "By everyone but the last bidder", when.everyone_but_the_bidder_may_call_calza),
    rule(
        52,
        "If right, he regains one of his lost dice",
        calza("5 fives", table="3 fives, 2 ones", dice=3, becomes=4),
        calza("5 fives", table="5 fives", dice=5, becomes=5),
    ),
    rule(
        53,
        "If wrong, he loses a die",
        calza("5 fives", table="4 fives", dice=3, becomes=2),
        calza("5 fives", table="4 fives, 2 ones", dice=3, becomes=2),
    ),
    rule(54, "Either way he starts the new round", when.calza_caller_opens),
    rule(
        55,
        "Visible lost dice make the game easier: no need to remember the most one could bid",
        when.lost_dice_are_seen,
        when.lost_dice_are_hidden,
    ),
]


@pytest.mark.parametrize("case", checks("000", SENTENCES))
def test_sentence(case: Case) -> None:
    case(ASMODEE.options)


def test_every_sentence_is_accounted_for() -> None:
    assert_all_accounted_for(SENTENCES)
