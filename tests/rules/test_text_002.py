"""Text 002, sentence by sentence: the boxed game (docs/rules.md)."""

import pytest

from games.rules.ruleset import BOXED
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
    no_rule(1, "Perudo is the boxed version of Dudo", "history"),
    rule(2, "2 to 6 players, five dice each and something opaque", when.two_to_six_players, when.five_dice_each),
    no_rule(3, "The box holds 30 dice, six cups and a pouch", "the parts; five each for six is 2's"),
    rule(4, "The last player with dice left wins", when.last_with_dice_wins),
    rule(
        5,
        "A single die each: highest opens; play moves clockwise",
        when.highest_of_one_die_each_opens,
        when.turn_passes_left,
    ),
    rule(6, "Lost dice go into a pouch, so everyone has to keep track", when.lost_dice_are_hidden),
    rule(7, "Everyone shakes at the same time", when.everyone_rolls_at_once),
    rule(8, "See your own five, and keep them to yourself", when.everyone_sees_their_own_dice_only),
    rule(
        9,
        "The opener bids on the dice across the whole table",
        when.opener_must_bid,
        when.five_dice_a_player_may_be_bid,
    ),
    rule(
        10,
        "A bid of seven fours claims at least seven, your own included",
        when.every_cup_counts,
        dudo("7 fours", table="7 fours", loses="challenger", count=7),
        dudo("7 fours", table="8 fours", loses="challenger", count=8),
        dudo("7 fours", table="6 fours", loses="bidder", count=6),
    ),
    rule(11, "Play goes clockwise", when.turn_passes_left),
    rule(
        12, "On your turn bid higher or call dudo", when.whose_turn_it_is_bids_or_calls_dudo, when.a_bid_must_be_higher
    ),
    rule(13, "The round ends the moment someone calls", when.a_call_ends_the_round_and_all_roll_again),
    rule(14, "A player loses a die, and everyone shakes again", when.a_call_ends_the_round_and_all_roll_again),
    rule(
        15,
        "A bid can never lower the quantity",
        may_not_follow("7 fours", "6 fours, 6 fives, 6 sixes, 1 six"),
        when.ones_alone_may_lower_the_quantity,
    ),
    rule(
        16,
        "Raise the quantity and pick whatever value",
        may_follow("7 fours", "8 twos, 8 threes, 8 fours, 8 fives, 8 sixes, 8 ones"),
    ),
    rule(
        17,
        "Leave the quantity and the value has to go up",
        may_follow("7 fours", "7 fives, 7 sixes"),
        may_not_follow("7 fours", "7 fours, 7 threes, 7 twos"),
    ),
    rule(18, "Seven fours: seven fives or eight twos follow", may_follow("7 fours", "7 fives, 8 twos")),
    rule(19, "But not six sixes, nor seven twos", may_not_follow("7 fours", "6 sixes, 7 twos")),
    rule(20, "Jumping is allowed", may_follow("7 fours", "10 twos, 20 sixes, 30 twos"), may_open("30 sixes")),
    rule(
        21,
        "Nine threes answers seven fours, whatever you hold",
        may_follow("7 fours", "9 threes"),
        when.bluffing_is_allowed,
    ),
    no_rule(22, "Ones come with rules of their own", "points to 26 to 32"),
    rule(
        23,
        "Every one on the table counts as the value being bid",
        dudo("5 fives", table="2 fives, 3 ones", loses="challenger", count=5),
        dudo("3 sixes", table="3 ones", loses="challenger", count=3),
    ),
    rule(
        24,
        "5 5 1 1 3 is four fives, and three threes",
        dudo("4 fives", table="2 fives, 2 ones, 1 three", loses="challenger", count=4),
        dudo("3 threes", table="2 fives, 2 ones, 1 three", loses="challenger", count=3),
    ),
    rule(
        25,
        "The two ones change value as needed",
        dudo("2 twos", table="2 fives, 2 ones, 1 three", loses="challenger", count=2),
    ),
    no_rule(26, "Two rules follow from that", "points to 27 and 28"),
    rule(
        27,
        "Onto ones: half, rounded up; 8 sixes to 4, 11 threes to at least 6",
        may_follow("8 sixes", "4 ones, 5 ones"),
        may_not_follow("8 sixes", "3 ones"),
        may_follow("11 threes", "6 ones, 7 ones, 30 ones"),
        may_not_follow("11 threes", "5 ones"),
    ),
    rule(
        28,
        "Off ones: double and one; 4 ones to 5 ones or 9 of another",
        may_follow("8 sixes, 4 ones", "5 ones, 9 twos, 9 sixes, 10 twos, 30 threes"),
        may_not_follow("8 sixes, 4 ones", "4 ones, 8 sixes, 8 twos, 5 sixes"),
    ),
    rule(
        29,
        "No first bid on ones, and the same quantity of ones once only",
        may_not_open("1 one, 2 ones, 30 ones"),
        may_not_follow("2 twos, 1 one, 3 twos", "1 one"),
        may_not_follow("2 twos, 2 ones, 5 twos", "2 ones, 1 one"),
    ),
    rule(30, "Call dudo when the bid in front of you goes too far", when.whose_turn_it_is_bids_or_calls_dudo),
    rule(
        31,
        "Every cup comes up, the challenger's first, the bidder's last",
        when.all_cups_are_shown,
        when.challenger_shows_first_and_bidder_last,
    ),
    rule(
        32,
        "Count the dice of the value, then add every one",
        dudo("7 sixes", table="5 sixes, 2 ones", loses="challenger", count=7),
        dudo("4 ones", table="4 ones", loses="challenger", count=4, palifico=True),
    ),
    rule(
        33,
        "If the total reaches the bid, the challenger loses a die",
        dudo("7 sixes", table="5 sixes, 2 ones", loses="challenger", count=7),
    ),
    rule(
        34,
        "If it falls short, the bidder loses a die",
        dudo("7 sixes", table="5 sixes, 1 one", loses="bidder", count=6),
    ),
    rule(35, "Suppose a bid of seven twos", may_open("7 twos")),
    rule(
        36, "Five twos and three ones make eight", dudo("7 twos", table="5 twos, 3 ones", loses="challenger", count=8)
    ),
    rule(
        37,
        "The bid was safe, and the challenger pays",
        dudo("7 twos", table="5 twos, 3 ones", loses="challenger", count=8),
    ),
    rule(38, "Whoever lost the die opens the next round", when.who_lost_the_die_opens),
    rule(
        39,
        "If it was their last, they are out and the player on their left opens",
        when.without_dice_you_are_out,
        when.left_of_who_is_out_opens,
    ),
    rule(
        40,
        "Calza claims the last bid is exactly right",
        calza("5 fives", table="5 fives", dice=3, becomes=4),
        calza("5 fives", table="6 fives", dice=3, becomes=2),
        calza("5 fives", table="4 fives", dice=3, becomes=2),
    ),
    rule(
        41,
        "Calza on thirteen fours: precisely thirteen fours and ones",
        calza("13 fours", table="9 fours, 4 ones", dice=4, becomes=5),
        calza("13 fours", table="9 fours, 3 ones", dice=4, becomes=3),
        calza("13 fours", table="10 fours, 4 ones", dice=4, becomes=3),
    ),
    rule(42, "Anyone but the player on turn may call it", when.everyone_but_who_is_on_turn_may_call_calza),
    rule(
        43,
        "It can follow any bid, and ends the bidding on the spot",
        when.calza_comes_before_the_next_bid_or_call,
        when.calza_needs_a_bid,
    ),
    rule(44, "Right: you take back a die you lost", calza("5 fives", table="4 fives, 1 one", dice=1, becomes=2)),
    rule(
        45,
        "Five is the ceiling",
        calza("5 fives", table="4 fives, 1 one", dice=5, becomes=5),
        when.calza_right_with_all_dice_opens,
    ),
    rule(
        46,
        "Wrong: you lose one",
        calza("5 fives", table="4 fives", dice=5, becomes=4),
        calza("5 fives", table="4 fives", dice=1, becomes=0),
    ),
    rule(
        47,
        "The bidder is safe either way, and the caller opens",
        when.bidder_is_safe_from_calza,
        when.calza_caller_opens,
    ),
    rule(48, "Calza is an extra rule", when.calza_can_be_switched_off),
    rule(49, "It is off in a palifico round, and with two players", when.no_calza_in_palifico, when.no_calza_with_two),
    rule(
        50,
        "Who loses their fourth die brings a palifico round",
        when.down_to_one_die_makes_palifico,
        when.two_dice_make_no_palifico,
    ),
    rule(51, "That player opens, and three rules change", when.down_to_one_die_makes_palifico),
    rule(52, "Ones are not wild", dudo("3 fives", table="2 fives, 5 ones", loses="bidder", count=2, palifico=True)),
    rule(
        53,
        "Only dice of the bid value count",
        dudo("2 fives", table="2 fives, 5 ones", loses="challenger", count=2, palifico=True),
    ),
    rule(
        54,
        "The value is locked; everyone else may only raise the quantity",
        may_not_follow("2 threes", "2 fours, 3 fours, 3 twos, 2 sixes", palifico=True),
        may_follow("2 threes", "3 threes, 30 threes", palifico=True),
    ),
    rule(
        55,
        "After two threes: three threes, four threes and upwards, or dudo",
        may_follow("2 threes", "3 threes, 4 threes, 5 threes, 6 threes", palifico=True),
        may_not_follow("2 threes", "2 threes, 1 three", palifico=True),
        dudo("2 threes", table="2 threes", loses="challenger", count=2, palifico=True),
    ),
    rule(
        56,
        "Only the palifico player may open on ones, which are ordinary now",
        may_open("1 one, 2 ones", palifico=True),
        may_not_open("1 one, 2 ones"),
        may_follow("2 ones", "3 ones", palifico=True),
        may_not_follow("2 ones", "2 ones, 5 twos", palifico=True),
        may_not_follow("4 threes", "2 ones, 4 ones, 5 ones", palifico=True),
    ),
    rule(
        57,
        "Each gets one palifico round a game",
        when.palifico_comes_once_in_a_game,
        when.palifico_goes_to_every_player_once,
    ),
    rule(
        58,
        "With yours behind you and one die you may change the value, and the table follows",
        may_follow("2 threes", "2 fours, 2 sixes, 3 ones, 3 twos, 3 threes", palifico=True, veteran=True),
        may_not_follow("2 threes", "2 ones, 2 twos, 2 threes, 1 six", palifico=True, veteran=True),
        when.veteran_changes_the_face_and_the_table_follows,
        when.one_die_alone_makes_no_veteran,
        when.palifico_bidder_keeps_the_face,
    ),
    rule(59, "Lose your last die and you leave the game", when.without_dice_you_are_out),
    rule(60, "The player still holding dice has won", when.last_with_dice_wins),
    rule(61, "With two players left the special rules switch off", when.no_palifico_with_two, when.no_calza_with_two),
    rule(
        62,
        "No palifico, no calza; ones stay wild with a die each",
        when.no_palifico_with_two,
        when.no_calza_with_two,
        when.ones_are_wild_for_two_with_a_die_each,
    ),
    no_rule(63, "From there it is two cups on the table", "a picture"),
    no_rule(
        64, "These rules follow the rulebook for the boxed game", "tells of the text; its list repeats 2, 23, 48, 57"
    ),
    no_rule(65, "Dudo has local variations", "tells of the texts"),
]


@pytest.mark.parametrize("case", checks("002", SENTENCES))
def test_sentence(case: Case) -> None:
    case(BOXED.options)


def test_every_sentence_is_accounted_for() -> None:
    assert_all_accounted_for(SENTENCES)
