"""The games of an account, for the one whose it is: its seats, its moves, and its hands of rounds that are over.

However many there are, it is a statement for each sort of row: all are read in the order of games, side by side.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Bid, Game, Hand, Round, Seat
from games.rules.state import CallKind
from games.viewpoint.values import Json, time
from players.models import Player

Row = tuple[Any, ...]


class ByGame:
    """Rows that begin with the key of a game, in the order of these keys, to be taken game by game."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def take(self, game: int) -> list[Row]:
        """The rows of a game, which comes after all that were asked for before."""
        taken = []
        while self._next is not None and self._next[0] <= game:
            if self._next[0] == game:
                taken.append(self._next)
            self._next = next(self._rows, None)
        return taken


def own_games(player: Player) -> Iterator[Json]:
    """Every game that the account opened or sat in, the oldest first."""
    games = _games(player)
    seats = ByGame(_seats(games))
    hands, bids, calls = ByGame(_hands(player)), ByGame(_bids(player)), ByGame(_calls(player))
    for game in games.iterator():
        rounds: dict[int, Json] = {}
        for _, number, dice in hands.take(game.pk):
            _round(rounds, number)["dice"] = [int(die) for die in dice]
        for _, number, quantity, face, timeout, at in bids.take(game.pk):
            made = {"quantity": quantity, "face": face, "timeout": timeout, "at": time(at)}
            _round(rounds, number)["bids"].append(made)
        for _, number, kind, timeout, at in calls.take(game.pk):
            _round(rounds, number)["call"] = {"kind": kind, "timeout": timeout, "at": time(at)}
        at_table = [seat for _, seat in seats.take(game.pk)]
        yield _game(game, player, at_table) | {"rounds": [rounds[number] for number in sorted(rounds)]}


def _game(game: Game, player: Player, seats: list[Seat]) -> Json:
    own = next((seat for seat in seats if seat.player_id == player.pk and not seat.is_bot), None)
    return {
        "id": game.public_id,
        "status": game.status,
        "ruleset": game.ruleset,
        "ruleset_version": game.ruleset_version,
        "rated": game.rated,
        "private": game.private,
        "turn_seconds": game.turn_seconds,
        "created_at": time(game.created_at),
        "started_at": time(game.started_at),
        "finished_at": time(game.finished_at),
        "opened": game.creator_id == player.pk,
        "players": [seat.shown_name for seat in seats],
        "seat": own.number if own else None,
        "place": own.place if own else None,
        "client_seed": own.client_seed if own else None,
        "left": {"reason": own.left_reason, "at": time(own.left_at)} if own and own.left_at else None,
    }


def _round(rounds: dict[int, Json], number: int) -> Json:
    return rounds.setdefault(number, {"number": number, "dice": None, "bids": [], "call": None})


def _games(player: Player) -> QuerySet[Game]:
    own = Seat.objects.filter(game=OuterRef("pk"), player=player, is_bot=False)
    return Game.objects.filter(Q(creator=player) | Exists(own)).order_by("pk")


def _seats(games: QuerySet[Game]) -> Iterator[Row]:
    seats = Seat.objects.filter(game__in=games.order_by().values("pk")).select_related("player")
    return ((seat.game_id, seat) for seat in seats.order_by("game_id", "number").iterator())


def _hands(player: Player) -> Iterator[Row]:
    """Of rounds that have been resolved: of the one being played nothing is told."""
    hands = Hand.objects.filter(
        round__ended_seq__isnull=False,
        round__game__seats__player=player,
        round__game__seats__is_bot=False,
        round__game__seats__number=F("seat"),
    )
    columns = ("round__game_id", "round__number", "dice")
    return hands.order_by("round__game_id", "round__number").values_list(*columns).iterator()


def _bids(player: Player) -> Iterator[Row]:
    bids = Bid.objects.filter(
        round__game__seats__player=player, round__game__seats__is_bot=False, round__game__seats__number=F("seat")
    )
    columns = ("round__game_id", "round__number", "quantity", "face", "timeout", "at")
    return bids.order_by("round__game_id", "seq").values_list(*columns).iterator()


def _calls(player: Player) -> Iterator[Row]:
    calls = Round.objects.filter(
        call_kind__in=[CallKind.DUDO, CallKind.CALZA],
        game__seats__player=player,
        game__seats__is_bot=False,
        game__seats__number=F("call_seat"),
    )
    columns = ("game_id", "number", "call_kind", "call_timeout", "called_at")
    return calls.order_by("game_id", "number").values_list(*columns).iterator()
