"""What holds in every game, played by chance under any options."""

import pickle
import random

import pytest
from hypothesis import given

from games.rules.actions import CallCalza, CallDudo, Leave, PlaceBid, TimeOut
from games.rules.bids import FACES, Bid
from games.rules.engine import apply
from games.rules.errors import Reason, RuleViolation
from games.rules.events import Event, Finished, Rolled, RoundEnded, SeatLeft
from games.rules.legality import MoveKind, allowed_moves, legal_ranges, refusal
from games.rules.observation import observe
from games.rules.state import GameState
from tests.builders import CALZA, DUDO, ChanceDice, redealt
from tests.rules.strategies import GameOfChance, any_action, games_of_chance

MANY_STEPS = 5000


@given(games_of_chance)
def test_every_game_ends_with_places_that_are_a_permutation(game: GameOfChance) -> None:
    for number, step in enumerate(game.steps()):
        assert number < MANY_STEPS
        taken = sorted(seat.place for seat in step.transition.state.seats if seat.place is not None)
        in_play = len(step.transition.state.in_play)
        assert taken == list(range(1 if in_play == 1 else in_play + 1, game.seats + 1))
    finished = step.transition.events[-1]
    assert isinstance(finished, Finished)
    assert sorted(finished.places) == list(range(1, game.seats + 1))
    assert step.transition.state.winner == finished.places.index(1)


@given(games_of_chance)
def test_dice_are_conserved(game: GameOfChance) -> None:
    """From roll to roll only the dice change of the call and the dice of leavers go, and none comes from nowhere."""
    for step in game.steps():
        before, after = step.before, step.transition.state
        assert all(0 <= seat.dice_count <= game.options.starting_dice for seat in after.seats)
        ended = [event.round for event in step.transition.events if isinstance(event, RoundEnded)]
        held = {seat.number: seat.dice_count for seat in before.seats}
        for round_ in ended:
            held.update({departure.seat: 0 for departure in round_.departures})
            change = round_.dice_change
            if change is not None:
                assert held[change.seat] == change.before
                assert abs(change.after - change.before) == 1
                held[change.seat] = change.after
        assert {seat.number: seat.dice_count for seat in after.seats} == held
        if after.round is not None:
            rolled = {hand.seat: len(hand.dice) for hand in after.round.hands}
            assert rolled == {seat: held[seat] for seat in held if held[seat]}
            assert all(die in FACES for hand in after.round.hands for die in hand.dice)


@given(games_of_chance)
def test_the_round_fits_its_table(game: GameOfChance) -> None:
    """Turn and opener are in play, turns go on to the left, round numbers have no gap, one palifico round a seat."""
    palifico_seats: list[int] = []
    for step in game.steps():
        for event in step.transition.events:
            if isinstance(event, Rolled):
                assert step.before.round is not None
                assert event.round.number == step.before.round.number + 1
                assert event.round.turn == event.round.opener
                if event.round.palifico_seat is not None:
                    palifico_seats.append(event.round.palifico_seat)
                    assert event.round.palifico_seat == event.round.opener
        after = step.transition.state
        if after.round is not None:
            assert after.seats[after.round.turn].in_play
            assert after.round.bids or after.round.opener == after.round.turn
            assert len(after.in_play) >= 2
    assert len(palifico_seats) == len(set(palifico_seats))


@given(games_of_chance)
def test_every_event_of_a_history_is_in_order(game: GameOfChance) -> None:
    """A bid or a departure alone; or a round's end, after a departure that closed it, and then a roll or the finish."""
    orders = {
        ("BidPlaced",),
        ("SeatLeft",),
        ("RoundEnded", "Rolled"),
        ("RoundEnded", "Finished"),
        ("SeatLeft", "RoundEnded", "Finished"),
    }
    for step in game.steps():
        assert tuple(type(event).__name__ for event in step.transition.events) in orders
        if isinstance(step.action, Leave):
            assert isinstance(step.transition.events[0], SeatLeft)


@given(games_of_chance)
def test_apply_changes_nothing_it_is_given_and_gives_the_same_again(game: GameOfChance) -> None:
    for step in game.steps():
        dice = ChanceDice(game.seed)
        before = pickle.dumps(step.before)
        first = apply(step.before, step.seat, step.action, dice)
        assert pickle.dumps(step.before) == before
        again = apply(pickle.loads(before), step.seat, step.action, dice)
        assert (again.state, again.events) == (first.state, first.events)


@given(games_of_chance)
def test_what_is_said_to_be_allowed_is_what_may_be_done(game: GameOfChance) -> None:
    """`refusal`, `legal_ranges`, `allowed_moves` and `apply` never disagree, about legal actions and others."""
    chance, dice = random.Random(game.seed), ChanceDice(game.seed)
    for step in game.steps():
        for _ in range(3):
            seat, action = any_action(step.before, chance)
            found = refusal(step.before, seat, action)
            events = attempt(step.before, seat, action, dice)
            assert (found is None) is bool(events)
            assert (found and found.reason) == (None if events else refused_for(step.before, seat, action, dice))
            if isinstance(action, PlaceBid):
                said = any(action.bid in legal for legal in legal_ranges(step.before, seat))
                assert said is bool(events)
            if isinstance(action, CallDudo | CallCalza):
                kind = MoveKind.DUDO if isinstance(action, CallDudo) else MoveKind.CALZA
                assert (kind in allowed_moves(step.before, seat)) is bool(events)
        for seat in range(game.seats):
            ranges = legal_ranges(step.before, seat)
            assert (MoveKind.BID in allowed_moves(step.before, seat)) is bool(ranges)
            for legal in ranges:
                for quantity in (legal.minimum, legal.maximum):
                    assert attempt(step.before, seat, PlaceBid(Bid(quantity, legal.face)), dice)


def attempt(state: GameState, seat: int, action: object, dice: ChanceDice) -> tuple[Event, ...]:
    """The events of an action; none if it is refused."""
    try:
        return apply(state, seat, action, dice).events  # type: ignore[arg-type]
    except RuleViolation:
        return ()


def refused_for(state: GameState, seat: int, action: object, dice: ChanceDice) -> Reason:
    with pytest.raises(RuleViolation) as violation:
        apply(state, seat, action, dice)  # type: ignore[arg-type]
    return violation.value.reason


@given(games_of_chance)
def test_somebody_on_turn_always_has_a_move(game: GameOfChance) -> None:
    for step in game.steps():
        assert step.before.round is not None
        turn = step.before.round.turn
        assert {MoveKind.BID, MoveKind.DUDO} & set(allowed_moves(step.before, turn))
        assert refusal(step.before, turn, TimeOut()) is None


@given(games_of_chance)
def test_redrawn_hands_that_a_viewer_cannot_see_change_nothing(game: GameOfChance) -> None:
    """Each viewer and a spectator, at every step: hands, and where lost dice are hidden their sizes too."""
    chance = random.Random(game.seed)
    for step in game.steps():
        for table in (step.before, step.transition.state):
            for viewer in (None, *range(game.seats)):
                assert observe(redrawn(table, viewer, chance), viewer) == observe(table, viewer)


def redrawn(table: GameState, viewer: int | None, chance: random.Random) -> GameState:
    """The table as it might be, too, for all that the viewer sees."""
    if table.round is None:
        return table
    in_play = viewer is not None and table.seats[viewer].in_play
    hidden = {hand.seat: len(hand.dice) for hand in table.round.hands if hand.seat != viewer or not in_play}
    if not table.options.lost_dice_visible:
        # One's own count is seen even of the cup one left.
        hidden = {s: n if s == viewer else chance.randint(1, table.options.starting_dice) for s, n in hidden.items()}
    return redealt(table, {seat: tuple(chance.choices(FACES, k=count)) for seat, count in hidden.items()})


@given(games_of_chance)
def test_dudo_and_calza_are_settled_by_the_count(game: GameOfChance) -> None:
    """Who pays and who opens, for every call of every game, in the words of docs/rules.md 5 and 6."""
    for step in game.steps():
        if step.action not in (DUDO, CALZA):
            continue
        assert step.before.round is not None
        standing = step.before.round.standing
        ended = next(event.round for event in step.transition.events if isinstance(event, RoundEnded))
        assert standing is not None
        assert ended.count is not None
        if step.action == CALZA:
            exact = ended.count == standing.bid.quantity
            payer, gain = step.seat, 1 if exact else -1
        else:
            payer, gain = (step.seat if ended.count >= standing.bid.quantity else standing.seat), -1
        held = step.before.seats[payer]
        becomes = min(held.dice_count + gain, game.options.starting_dice) if held.in_play else 0
        assert step.transition.state.seats[payer].dice_count == becomes
        others = [s for s in step.before.in_play if s != payer]
        assert all(step.transition.state.seats[s].dice_count == step.before.seats[s].dice_count for s in others)
