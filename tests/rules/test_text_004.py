"""Text 004, sentence by sentence: Perudo with aces (docs/rules.md). Aces are ones."""

import pytest

from games.rules.ruleset import ACES
from tests.rules import scenarios as when
from tests.rules.cases import (
    Case,
    assert_all_accounted_for,
    checks,
    dudo,
    may_follow,
    may_not_follow,
    may_not_open,
    may_open,
    rule,
)

SENTENCES = [
    rule(1, "Bids get higher and higher until someone calls", when.a_bid_must_be_higher, when.bids_go_on_until_a_call),
    rule(
        2,
        "Fail to make your bid when called, and you lose dice",
        dudo("4 fives", table="3 fives", loses="bidder", count=3),
    ),
    rule(3, "Make it, and they lose dice", dudo("4 fives", table="4 fives", loses="challenger", count=4)),
    rule(4, "The last with dice wins", when.last_with_dice_wins),
    rule(
        5,
        "Five dice each, seen by oneself only, bid on over all players",
        when.five_dice_each,
        when.everyone_sees_their_own_dice_only,
        when.every_cup_counts,
    ),
    rule(
        6,
        "The first player must bid, the next to the left raise or call",
        when.opener_must_bid,
        when.whose_turn_it_is_bids_or_calls_dudo,
    ),
    rule(7, "And so on in order until someone calls", when.turn_passes_left, when.bids_go_on_until_a_call),
    rule(
        8,
        "Raise the number of dice, the number on the dice, or both",
        may_follow("3 threes", "4 threes, 3 fours, 4 fours, 30 sixes"),
        may_not_follow("3 threes", "3 threes"),
    ),
    rule(9, "Example: a starting bid of 3 threes", may_open("3 threes")),
    rule(10, "It could be raised to 3 fours", may_follow("3 threes", "3 fours")),
    rule(11, "Or 4 threes", may_follow("3 threes", "4 threes")),
    rule(12, "Or 5 fives", may_follow("3 threes", "5 fives")),
    rule(
        13,
        "Legal as long as one of the numbers goes up (and neither down: docs/rules.md 4)",
        may_follow("3 threes", "4 threes, 3 sixes, 9 sixes"),
        may_not_follow("3 threes", "4 twos, 30 twos, 2 fours, 1 six, 2 threes, 3 twos"),
    ),
    rule(
        14,
        "By a little or a lot, and bluffing is part of it",
        may_follow("1 two", "2 twos, 30 twos, 30 sixes"),
        when.bluffing_is_allowed,
    ),
    rule(15, "If you think a bid incorrect, call dudo", when.whose_turn_it_is_bids_or_calls_dudo),
    rule(
        16,
        "All dice are shown; as many or more: the challenger loses a die",
        when.all_cups_are_shown,
        dudo("4 fives", table="3 fives, 1 one", loses="challenger", count=4),
        dudo("4 fives", table="6 fives", loses="challenger", count=6),
    ),
    rule(17, "Fewer: the bidder loses one", dudo("4 fives", table="2 fives, 1 one", loses="bidder", count=3)),
    rule(18, "Who lost a die starts the next round", when.who_lost_the_die_opens, when.left_of_who_is_out_opens),
    rule(19, "The game ends when one player has dice left", when.last_with_dice_wins),
    rule(
        20,
        "Instead of a higher quantity or number, aces may be bid",
        may_follow("8 sixes", "4 ones"),
        may_follow("1 two", "1 one"),
    ),
    rule(
        21,
        "Aces are half the quantity before, rounded up",
        may_follow("7 twos", "4 ones"),
        may_not_follow("7 twos", "3 ones, 5 ones, 7 ones, 30 ones"),
        may_follow("8 twos", "4 ones"),
        may_not_follow("8 twos", "3 ones, 5 ones"),
    ),
    rule(22, "A round cannot be started with aces", may_not_open("1 one, 2 ones, 30 ones")),
    rule(
        23,
        "After aces: more aces, or double and one of another number",
        may_follow("8 sixes, 4 ones", "5 ones, 6 ones, 9 twos, 9 sixes, 10 twos"),
        may_not_follow("8 sixes, 4 ones", "4 ones, 3 ones, 8 sixes, 8 twos"),
    ),
    rule(
        24, "Or dudo, and the aces are counted", when.whose_turn_it_is_bids_or_calls_dudo, when.dudo_on_ones_counts_ones
    ),
    rule(
        25,
        "Losing the fourth die makes palafico, for just the next round",
        when.down_to_one_die_makes_palifico,
        when.two_dice_make_no_palifico,
        when.palifico_lasts_one_round,
    ),
    rule(
        26, "Aces are not wild in it", dudo("3 fives", table="2 fives, 5 ones", loses="bidder", count=2, palifico=True)
    ),
    rule(
        27,
        "The palafico player starts, with aces if they like, as never else",
        when.down_to_one_die_makes_palifico,
        may_open("1 one, 3 ones, 2 twos", palifico=True),
        may_not_open("1 one"),
    ),
    rule(
        28,
        "All others raise the quantity or call dudo",
        may_follow("2 threes", "3 threes, 9 threes", palifico=True),
        may_not_follow("2 threes", "2 threes, 1 three", palifico=True),
    ),
    rule(
        29,
        "On the same number, but for those already palafico",
        may_not_follow("2 threes", "2 fours, 3 fours, 3 twos, 3 ones", palifico=True),
        may_follow("2 threes", "2 fours, 3 sixes, 3 threes", palifico=True, veteran=True),
        may_not_follow("2 threes", "2 twos, 3 twos, 3 ones, 1 six", palifico=True, veteran=True),
        when.one_die_alone_makes_no_veteran,
        when.palifico_bidder_keeps_the_face,
    ),
    rule(30, "Others must then bid their number", when.veteran_changes_the_face_and_the_table_follows),
    rule(31, "No palafico with two players", when.no_palifico_with_two, when.ones_are_wild_for_two_with_a_die_each),
    rule(32, "The last with one or more dice wins", when.last_with_dice_wins),
]


@pytest.mark.parametrize("case", checks("004", SENTENCES))
def test_sentence(case: Case) -> None:
    case(ACES.options)


def test_every_sentence_is_accounted_for() -> None:
    assert_all_accounted_for(SENTENCES)
