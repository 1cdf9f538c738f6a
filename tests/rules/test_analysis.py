"""Analysis (docs/analysis.md): the document's numbers and small games, against all throws of the dice nobody saw."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from games.bots.registry import REGISTRY
from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.rules.analysis import Judged, JudgedRound, judge, summaries
from games.rules.analysis.decisions import decisions
from games.rules.bids import PlacedBid
from games.rules.events import RoundEnded
from games.rules.legality import MoveKind, allowed_moves, legal_ranges
from games.rules.notation import read_games
from games.rules.record.verify import played_again
from games.rules.ruleset import CURRENT
from games.rules.state import CallKind, GameState, ResolvedRound
from tests.bots.table import play
from tests.docs.markdown import Document
from tests.rules import documents
from tests.rules.records import GameOnRecord, Json
from tests.rules.second_analysis import Choice, Moment, moments
from tests.rules.strategies import GameOfChance, games_of_chance

DOCUMENT = Document((documents.DOCS / "analysis.md").read_text())
RECORD = Document((documents.DOCS / "record.md").read_text())


def judged_rounds(document: Json) -> list[JudgedRound]:
    replay = played_again(document)
    return list(judge(replay.resolved, options=replay.facts.options, seats=len(replay.facts.seats)))


def judged(document: Json) -> list[Judged]:
    return [one for round_ in judged_rounds(document) for one in round_.decisions]


def choice_of(move: Move | None) -> Choice:
    match move:
        case None:
            return ("wait",)
        case PlaceBid(bid):
            return ("bid", bid.quantity, bid.face)
        case CallDudo():
            return ("dudo",)
        case CallCalza():
            return ("calza",)


# --- The worked example -----------------------------------------------------------------------------------------------


def worked_game() -> Json:
    [block] = [block for block in RECORD.blocks if block.marker == "example"]
    [document] = read_games(block.text)
    return document


def words_of(choice: Choice) -> str:
    if choice[0] == "bid":
        return "`{}x{}`".format(*choice[1:])
    return "to wait" if choice[0] == "wait" else str(choice[0])


def row_by_throwing(moment: Moment, time: str) -> tuple[str, ...]:
    """Good, exact, bluff, worth, the best that the document names, its worth and the chance lost: from all throws."""
    worth = {choice: moment.worth(choice) for choice in moment.choices}
    best = max(worth.values())
    made = "`{}x{}`".format(*moment.bid) if moment.made[0] == "bid" else f"`{moment.made[0]}{time}`"
    numbers = (worth[moment.made], best, best - worth[moment.made])
    bluff = ("yes" if moment.bluff else "no") if moment.made[0] == "bid" else ""
    ordered = sorted(worth, key=lambda choice: (choice != moment.made, *order_of(choice)))
    first = next(choice for choice in ordered if worth[choice] == best)
    good, exact, own, most, lost = (f"{float(number):.6f}" for number in (moment.good, moment.exact, *numbers))
    return (str(moment.seat), made, good, exact, bluff, own, words_of(first), most, lost)


def order_of(choice: Choice) -> tuple[int, ...]:
    """Bids by rising face and quantity, then dudo, then calza, then to wait."""
    return (0, choice[2], choice[1]) if choice[0] == "bid" else (["bid", "dudo", "calza", "wait"].index(choice[0]),)


def test_the_worked_example_of_decisions() -> None:
    document = worked_game()
    told = [(int(row[0]), row[1:]) for row in DOCUMENT.table("worked: decisions").rows]
    made_by_time = iter([one.timeout for one in judged(document)])
    found = [
        (moment.referee.now["number"], row_by_throwing(moment, "*" if next(made_by_time) else ""))
        for moment in moments(document)
        if moment.referee.now is not None
    ]
    assert found == told


def test_the_worked_example_of_players() -> None:
    rows = DOCUMENT.table("worked: players").rows
    for number, (row, one) in enumerate(zip(rows, summaries(judged_rounds(worked_game()), seats=3), strict=True)):
        made = one.bids + one.calls
        rates = (one.bluffs, one.bids), (one.good_calls, one.calls), (one.chance_lost, made)
        bluff_rate, good_rate, lost = (f"{part / whole:.4f}" if whole else "–" for part, whole in rates)
        counts = (number, one.bids, bluff_rate, one.calls, good_rate, one.showdowns, one.won)
        assert row == (*map(str, counts), f"{one.expected:.4f}", f"{one.luck:.4f}", lost)


def test_the_worked_example_in_words() -> None:
    """Seat 0's two fours: 33, 24 and 65 of 81; doubted and good 4/81, doubted and bad 32/81."""
    moment = next(moment for moment in moments(worked_game()) if moment.made == ("bid", 2, 4))
    assert (moment.good, moment.exact, moment.worth(moment.made)) == (
        Fraction(33, 81),
        Fraction(24, 81),
        Fraction(23, 81),
    )
    good, bad = Fraction(4, 81), Fraction(32, 81)
    assert (1 - good - bad) * Fraction(2, 6) + good * Fraction(2, 5) + bad * Fraction(1, 5) == Fraction(23, 81)
    assert moment.worth(("bid", 1, 1)) == Fraction(1, 3)


# --- Against all throws -----------------------------------------------------------------------------------------------

SMALL = [
    GameOnRecord("asmodee", 2, 1, {"starting_dice": 2}),
    GameOnRecord("asmodee", 3, 2, {"starting_dice": 1, "calza": True}, leaves=0.1),
    GameOnRecord("boxed", 2, 3, {"starting_dice": 3, "calza_with_two": True}),
    GameOnRecord("boxed", 4, 4, {"starting_dice": 1}, leaves=0.1),
    GameOnRecord("aces", 3, 5, {"starting_dice": 2}, leaves=0.05),
    GameOnRecord("aces", 2, 6, {"starting_dice": 3, "palifico_with_two": True, "lost_dice_visible": False}),
    GameOnRecord("asmodee", 3, 7, {"starting_dice": 2}, leaves=0.15, timeouts=0.2),
]


@pytest.mark.parametrize("game", SMALL)
def test_small_games_by_all_throws(game: GameOnRecord) -> None:
    """Chances, bluffs and worths; and of all that was allowed nothing is worth more than what is named the best."""
    document = game.document()
    for one, moment in zip(judged(document), moments(document), strict=True):
        assert (one.seat, choice_of_judged(one)) == (moment.seat, moment.made)
        assert one.chance_good == pytest.approx(float(moment.good), abs=1e-12)
        assert one.chance_exact == pytest.approx(float(moment.exact), abs=1e-12)
        assert one.bluff == (moment.bluff if one.kind is MoveKind.BID else None)
        worth = {choice: moment.worth(choice) for choice in moment.choices}
        assert one.worth == float(worth[moment.made])
        assert one.best.worth == float(max(worth.values()))
        assert one.best.worth == float(worth[choice_of(one.best.move)])
        assert one.chance_lost == float(max(worth.values()) - worth[moment.made])
        assert one.count == moment.total(moment.bid[1], {s: tuple(h) for s, h in moment.hands.items() if s != one.seat})


def choice_of_judged(one: Judged) -> Choice:
    return ("bid", one.bid.quantity, one.bid.face) if one.kind is MoveKind.BID else (str(one.kind),)


# --- Decisions and their tables ---------------------------------------------------------------------------------------


@given(game=games_of_chance)
@settings(max_examples=40)
def test_each_decision_has_the_table_on_which_it_was_made(game: GameOfChance) -> None:
    rounds, truth = [], []
    for step in game.steps():
        events = step.transition.events
        rounds += [event.round for event in events if isinstance(event, RoundEnded)]
        truth += [(step.before, made) for made in made_in(step.transition.events[0])]
    found = [one for _, made in decisions(rounds, options=game.options, seats=game.seats) for one in made]
    assert [one.made for one in found] == [made for _, made in truth]
    for one, (before, made) in zip(found, truth, strict=True):
        assert as_seen(one.before) == as_seen(before)
        assert legal_ranges(one.before, made.seat) == legal_ranges(before, made.seat)
        assert allowed_moves(one.before, made.seat) == allowed_moves(before, made.seat)


def made_in(event: Any) -> Iterator[Any]:
    """The bid or the call of an event, if it is one."""
    happened = getattr(event, "bid", None) or (event.round.call if isinstance(event, RoundEnded) else None)
    if happened is not None and (isinstance(happened, PlacedBid) or happened.kind is not CallKind.DEPARTURE):
        yield happened


def as_seen(state: GameState) -> tuple[Any, ...]:
    """What counts of a table: all but what time did, places, and who was to open before the opener left."""
    round_ = state.round
    assert round_ is not None
    seats = [(seat.dice_count, seat.in_play, seat.had_palifico) for seat in state.seats]
    return (
        seats,
        round_.number,
        round_.turn,
        round_.hands,
        [(placed.seat, placed.bid) for placed in round_.bids],
        round_.departures,
        round_.palifico_seat,
        round_.calza_allowed,
    )


def test_no_resolved_round_is_no_decision() -> None:
    nothing: list[ResolvedRound] = []
    assert list(judge(nothing, options=played_again(worked_game()).facts.options, seats=3)) == []


# --- Of each player ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*SMALL, GameOnRecord("boxed", 5, 8), GameOnRecord("asmodee", 4, 9, timeouts=0.2)])
def test_players_are_summed_up(game: GameOnRecord) -> None:
    rounds = judged_rounds(game.document())
    for seat, one in enumerate(summaries(rounds, seats=game.seats)):
        own = [made for round_ in rounds for made in round_.decisions if made.seat == seat and not made.timeout]
        bids = [made for made in own if made.kind is MoveKind.BID]
        calls = [made for made in own if made.kind is not MoveKind.BID]
        doubted = [bid for bid in bids if any(is_doubted(bid, round_) for round_ in rounds)]
        assert (one.bids, one.calls) == (len(bids), len(calls))
        assert one.bluffs == sum(made.bluff is True for made in bids)
        assert one.good_calls == sum(made.is_right for made in calls)
        assert one.showdowns == len(calls) + len(doubted)
        assert one.won == sum(made.is_right for made in calls) + sum(made.is_good for made in doubted)
        assert one.luck == pytest.approx(one.won - sum(made.chance_right for made in [*calls, *doubted]))
        assert one.chance_lost == pytest.approx(sum(made.chance_lost for made in own))


def is_doubted(bid: Judged, round_: JudgedRound) -> bool:
    return any(one is bid for one in round_.decisions[-2:-1]) and round_.decisions[-1].kind is MoveKind.DUDO


def test_calls_are_right_as_the_document_says() -> None:
    for round_, told in zip(judged_rounds(worked_game()), worked_game()["rounds"], strict=True):
        assert [one.count for one in round_.decisions[-1:]] == [told["count"]]


# --- Does it mean anything? -------------------------------------------------------------------------------------------


def test_who_plays_by_chance_loses_more_than_who_thinks() -> None:
    """The server's bots at one table: what a bot that weighs its chances loses by its choices is the less by far."""
    lost = {"random": 0.0, "odds": 0.0}
    names = ["odds", "random", "odds", "random"]
    for seed in range(3):
        options = CURRENT["aces"].options
        steps = play([REGISTRY[name] for name in names], options, seed)
        rounds = list({last.number: last for step in steps if (last := step.state.last_round)}.values())
        for name, one in zip(names, summaries(judge(rounds, options=options, seats=4), seats=4), strict=True):
            lost[name] += one.chance_lost / (one.bids + one.calls)
    assert lost["odds"] < lost["random"] / 2
