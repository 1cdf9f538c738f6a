"""Loading games: three statements each, with or without the lock.

Without a lock the three may meet a move between them. So the game's row and seats are read in one statement, and
all later rows are taken only as far as that row's version: what is read is the game as it was at one moment.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby

from django.db.models import Max, QuerySet

from games.models import Bid, Game, Hand, Round, Seat
from games.store.record import GameRecord, RoundRecord
from perudo_site.compiled import CompiledQuery


def load(public_id: str) -> GameRecord | None:
    """The game as it is, with its last two rounds; None if there is none."""
    return _record(_SEATS(public_id))


def lock(public_id: str) -> GameRecord | None:
    """The same, with the rows of game and seats locked until the transaction ends.

    Every writer takes this lock first, but for one of an account, so that writers of one game follow one another.
    """
    record = _record(_LOCKED_SEATS(public_id))
    if record is None or not _has_met_a_join(record):
        return record
    return load(public_id)


def _has_met_a_join(record: GameRecord) -> bool:
    """Whether the lock was waited for while somebody took a seat.

    PostgreSQL then goes on with the locked rows as they are now, but with those that it joins to them, the players,
    as they were when the statement began: the seat has a player whose row is missing.
    """
    return any(seat.player_id is not None and seat.player is None for seat in record.seats)


def load_rounds(record: GameRecord, numbers: Iterable[int] | None = None) -> list[RoundRecord]:
    """Rounds of the game by number, oldest first; all of them by default."""
    rounds = Round.objects.filter(game_id=record.game.pk, number__lte=record.game.round_number)
    if numbers is not None:
        rounds = rounds.filter(number__in=list(numbers))
    return _load_rounds(record.game, record.seats, rounds)


def load_whole(games: Sequence[int]) -> list[tuple[GameRecord, list[RoundRecord]]]:
    """Games that are over, by primary key, oldest first, each with all its rounds: three statements for all of them."""
    hands, bids = defaultdict[int, list[Hand]](list), defaultdict[int, list[Bid]](list)
    for hand in _hands(Round.objects.filter(game__in=games)):
        hands[hand.round.game_id].append(hand)
    for bid in Bid.objects.filter(round__game__in=games).order_by("number"):
        bids[bid.round_id].append(bid)
    seats = Seat.objects.select_related("game", "player").filter(game__in=games).order_by("game_id", "number")
    found = []
    for _, group in groupby(seats, key=lambda seat: seat.game_id):
        at_table = list(group)
        game = at_table[0].game
        by_round = _by_round(hands[game.pk])
        rounds = _rounds(game, at_table, by_round, (bid for row in by_round for bid in bids[row.pk]))
        found.append((GameRecord(game=game, seats=at_table, rounds=rounds[-2:]), rounds))
    return found


def round_numbers_after(record: GameRecord, seq: int) -> range:
    """The rounds in which something happened after `seq`."""
    ended = Round.objects.filter(game_id=record.game.pk, ended_seq__lte=seq).aggregate(last=Max("number"))["last"]
    return range((ended or 0) + 1, record.game.round_number + 1)


def _seats(public_id: str) -> QuerySet[Seat]:
    seats = Seat.objects.select_related("game", "player").filter(game__public_id=public_id)
    return seats.order_by("number")


def _hands(rounds: QuerySet[Round]) -> QuerySet[Hand]:
    return Hand.objects.filter(round__in=rounds).select_related("round").order_by("round__number", "seat")


def _bids(rounds: Sequence[int], version: int) -> QuerySet[Bid]:
    return Bid.objects.filter(round_id__in=rounds, seq__lte=version).order_by("number")


# What every move and every view reads.
_SEATS = CompiledQuery(_seats, str)
_LOCKED_SEATS = CompiledQuery(
    lambda public_id: _seats(public_id).select_for_update(of=("self", "game"), no_key=True), str
)
_HANDS_OF_TWO_ROUNDS = CompiledQuery(
    lambda game, one, other: _hands(Round.objects.filter(game_id=game, number__in=(one, other))), int, int, int
)
_BIDS_OF_TWO_ROUNDS = CompiledQuery(lambda one, other, version: _bids((one, other), version), int, int, int)


def _record(seats: Sequence[Seat]) -> GameRecord | None:
    """A game from its seats' rows, with its last two rounds."""
    if not seats:
        return None
    game = seats[0].game
    if game.round_number == 0:
        return GameRecord(game=game, seats=seats, rounds=())
    by_round = _by_round(_HANDS_OF_TWO_ROUNDS(game.pk, game.round_number - 1, game.round_number))
    first, last = min(by_round, key=_number), max(by_round, key=_number)
    bids = _BIDS_OF_TWO_ROUNDS(first.pk, last.pk, game.version)
    return GameRecord(game=game, seats=seats, rounds=_rounds(game, seats, by_round, bids))


def _load_rounds(game: Game, seats: Sequence[Seat], rounds: QuerySet[Round]) -> list[RoundRecord]:
    """Two statements: hands with their rounds, and bids."""
    by_round = _by_round(_hands(rounds))
    return _rounds(game, seats, by_round, _bids([row.pk for row in by_round], game.version))


def _by_round(hands: Iterable[Hand]) -> dict[Round, list[Hand]]:
    """Every round has hands."""
    by_round: dict[Round, list[Hand]] = {}
    for hand in hands:
        by_round.setdefault(hand.round, []).append(hand)
    return by_round


def _rounds(
    game: Game, seats: Sequence[Seat], hands_by_round: dict[Round, list[Hand]], bids: Iterable[Bid]
) -> list[RoundRecord]:
    bids_by_round: dict[int, list[Bid]] = {row.pk: [] for row in hands_by_round}
    for bid in bids:
        bids_by_round[bid.round_id].append(bid)
    return [
        round_record(game, seats, row, hands=hands, bids=bids_by_round[row.pk]) for row, hands in hands_by_round.items()
    ]


def _number(round_: Round) -> int:
    return round_.number


def round_record(
    game: Game, seats: Sequence[Seat], row: Round, *, hands: Sequence[Hand], bids: Sequence[Bid]
) -> RoundRecord:
    """A round's rows, and what the seats know of it, as of the game's version."""
    # Who left went out before the one who lost their last die by the call.
    out = sorted(
        (seat for seat in seats if seat.out_round == row.number), key=lambda seat: seat.left_seq or game.version + 1
    )
    return RoundRecord(
        row=row,
        hands=hands,
        bids=bids,
        departures=[seat for seat in out if seat.left_seq],
        out=tuple(seat.number for seat in out),
        seats=len(seats),
        is_resolved=row.ended_seq is not None and row.ended_seq <= game.version,
    )
