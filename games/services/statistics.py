"""A finished game in the statistics of its players (docs/statistics.md)."""

from collections.abc import Iterator, Sequence

from django.db import transaction

from games.models import Bid, Game
from games.rules.actions import DepartureReason
from games.rules.bids import Bid as RulesBid
from games.rules.bluff import is_bluff
from games.rules.state import CallKind
from games.services import remarkable
from games.store.read import load, load_rounds
from games.store.record import GameRecord, RoundRecord
from players.services import stats
from players.services.stats import Tally


def record(game: GameRecord) -> None:
    """Add a game that has just been finished, within the transaction that finishes it."""
    rounds = load_rounds(game)
    tallies, best_places = _tallies(game, rounds), _best_places(game)
    stats.record(ruleset=game.game.ruleset, seats=len(game.seats), tallies=tallies, best_places=best_places)
    remarkable.record(game, rounds)


def rebuild() -> int:
    """Count all statistics anew from history; how many games there were."""
    with transaction.atomic():
        stats.forget_all()
        remarkable.forget_all()
        games = 0
        for public_id in _finished_games():
            game = load(public_id)
            assert game is not None
            record(game)
            games += 1
    return games


def _finished_games() -> Iterator[str]:
    """Those played here; nobody has an account's part in an imported one."""
    finished = Game.objects.filter(status=Game.Status.FINISHED, imported_at=None).order_by("pk")
    return finished.values_list("public_id", flat=True).iterator()


def _best_places(game: GameRecord) -> dict[int, int]:
    """The place of each account: a server bot that sat several times has its best."""
    places: dict[int, int] = {}
    for seat in game.seats:
        assert seat.player_id is not None
        assert seat.place is not None
        places[seat.player_id] = min(seat.place, places.get(seat.player_id, seat.place))
    return places


def _tallies(game: GameRecord, rounds: Sequence[RoundRecord]) -> dict[int, Tally]:
    """What each account did. What time did in its place counts as a timeout, and as nothing else."""
    players = [seat.player_id or 0 for seat in game.seats]
    tallies = {player: Tally() for player in players}
    by_seat = [tallies[player] for player in players]
    for seat, tally in zip(game.seats, by_seat, strict=True):
        place = seat.place or 0
        tally.games += 1
        tally.wins += place == 1
        tally.places += place
        tally.leavings += seat.left_reason in (DepartureReason.LEFT, DepartureReason.TIMEOUT)
        tally.timeouts += seat.left_reason == DepartureReason.TIMEOUT
    for round_ in rounds:
        for bid in round_.bids:
            _count_bid(by_seat[bid.seat], bid, round_)
        _count_call(by_seat, round_)
    return tallies


def _count_bid(tally: Tally, bid: Bid, round_: RoundRecord) -> None:
    if bid.timeout:
        tally.timeouts += 1
        return
    own = next(hand for hand in round_.rolled_hands if hand.seat == bid.seat)
    rolled = sum(len(hand.dice) for hand in round_.rolled_hands)
    palifico = round_.row.palifico_seat is not None
    tally.bids += 1
    tally.bluffs += is_bluff(RulesBid(bid.quantity, bid.face), own=own, dice_rolled=rolled, palifico=palifico)


def _count_call(by_seat: Sequence[Tally], round_: RoundRecord) -> None:
    resolved = round_.resolved
    if resolved.call.kind is CallKind.DEPARTURE or resolved.count is None:
        return
    standing, caller = resolved.bids[-1], by_seat[resolved.call.seat]
    if resolved.call.kind is CallKind.CALZA:
        caller.calzas += 1
        caller.calzas_right += resolved.count == standing.bid.quantity
        return
    is_good = resolved.count >= standing.bid.quantity
    if not standing.timeout:
        by_seat[standing.seat].bids_doubted += 1
        by_seat[standing.seat].bids_good += is_good
    if resolved.call.timeout:
        caller.timeouts += 1
    else:
        caller.dudos += 1
        caller.dudos_right += not is_good
