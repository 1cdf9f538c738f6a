"""All who write to a game, each as a call that does one thing to a table laid for it.

Two of them at the same moment must leave what one of them after the other would have left: `Pair` finds out what that
is by doing both, in both orders, and taking it back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction

from games.models import Bid, Game, Hand, Round, Seat
from games.rules.actions import CallCalza, CallDudo, Move, PlaceBid
from games.services import clock, lobby, matching, moderation, moves
from games.services.errors import MoveRefused
from games.store.record import GameRecord
from perudo_site.refusals import Refusal
from players.models import Player
from tests.services.tables import account, at, bids_of, legal_bids, open_table, started, turn_of

Outcome = str
Write = Callable[[], Outcome]
LATER: Final = at(30)
"""When all but the clock write: whatever is due after it is due later than before."""
DONE: Final = "done"
NOT_DUE: Final = "not due"
NEWCOMERS: Final = ("faye", "gwen")
SEEKERS: Final = ("hana", "iris")


@dataclass(frozen=True)
class Laid:
    """A table, and the number of the writer of a pair: two who do the same are two people where they can be."""

    record: GameRecord
    number: int = 0

    @property
    def id(self) -> str:
        return self.record.game.public_id

    @property
    def turn(self) -> int:
        return turn_of(self.record)

    def player(self, seat: int) -> Player:
        found = self.record.seats[seat].player
        assert found is not None
        return found

    def others(self) -> list[int]:
        """People who are not on turn and did not make the standing bid."""
        bidder = bids_of(self.record)[-1].seat
        taken = (self.turn, bidder)
        return [s.number for s in self.record.seats if s.number not in taken and not s.is_bot]


def _outcome(do: Callable[..., Any], **arguments: Any) -> Outcome:
    """`DONE`, or why it was refused; the clock's "no" counts as a refusal."""
    try:
        return NOT_DUE if do(**arguments) is False else DONE
    except (MoveRefused, Refusal) as refused:
        return str(refused.code)


def _move(laid: Laid, seat: int, move: Move) -> Outcome:
    version = laid.record.game.version
    player = laid.player(seat)
    return _outcome(moves.submit, game_id=laid.id, player=player, move=move, version=version, received_at=LATER)


def bid(laid: Laid) -> Outcome:
    """Two bids are two different ones: the same one twice is one that was sent again."""
    return _move(laid, laid.turn, PlaceBid(legal_bids(laid.record)[laid.number]))


def dudo(laid: Laid) -> Outcome:
    return _move(laid, laid.turn, CallDudo())


def calza(laid: Laid) -> Outcome:
    return _move(laid, laid.others()[laid.number % len(laid.others())], CallCalza())


def leave(laid: Laid) -> Outcome:
    leavers = [laid.turn, *laid.others()] if laid.record.is_active else [2, 1]
    return _outcome(lobby.leave, game_id=laid.id, player=laid.player(leavers[laid.number]), now=LATER)


def remove(laid: Laid) -> Outcome:
    """By those who run the place."""
    return _outcome(moderation.remove, game_id=laid.id, seat=laid.number, now=LATER)


def abort(laid: Laid) -> Outcome:
    return _outcome(moderation.abort, game_id=laid.id, now=LATER)


def due(laid: Laid) -> Outcome:
    """Whatever is due: a timeout, the bots' moment, the end of an open table."""
    assert laid.record.game.due_at is not None
    return _outcome(clock.act, game_id=laid.id, now=laid.record.game.due_at)


def join(laid: Laid) -> Outcome:
    """Where one seat is free, this starts the game."""
    return _outcome(lobby.join, game_id=laid.id, player=account(NEWCOMERS[laid.number]), now=LATER)


def quick(laid: Laid) -> Outcome:
    wish = matching.Wish(ruleset="asmodee", seats=len(laid.record.seats), turn_seconds=60, max_wait=30)
    return _outcome(matching.quick, wish=wish, player=account(SEEKERS[laid.number]), now=LATER)


def free_seat(laid: Laid) -> Outcome:
    """By the one who opened the table."""
    return _outcome(lobby.remove, game_id=laid.id, seat=1 + laid.number, player=laid.player(0), now=LATER)


def close(laid: Laid) -> Outcome:
    return _outcome(lobby.close, game_id=laid.id, player=laid.player(0), now=LATER)


Writer = Callable[[Laid], Outcome]


def a_bid_stands() -> GameRecord:
    """Four people, one of whom has bid; the time of the next one runs."""
    sitting = started("ada", "bea", "cleo", "dora")
    sitting.move(PlaceBid(legal_bids(sitting.record)[0]))
    return sitting.record


def bots_consider() -> GameRecord:
    """Three people and a bot; one of them has bid, another one is on turn, and the bot may call."""
    while True:
        with transaction.atomic():
            sitting = started("ada", "bea", "cleo", bots=["random"])
            if not sitting.record.seats[sitting.turn].is_bot:
                sitting.move(PlaceBid(legal_bids(sitting.record)[0]))
                if not sitting.record.seats[sitting.turn].is_bot:
                    assert sitting.game.due_for == Game.Due.BOTS
                    return sitting.record
            transaction.set_rollback(True)


def one_seat_free() -> GameRecord:
    return open_table("ada", "bea", "cleo", seats=4).record


def two_seats_free() -> GameRecord:
    return open_table("ada", "bea", "cleo", seats=5).record


Lay = Callable[[], GameRecord]
PLAYING: Final[tuple[Writer, ...]] = (bid, dudo, calza, leave, remove, abort)
SITTING: Final[tuple[Writer, ...]] = (leave, free_seat, close, remove, abort)
TABLES: Final[dict[Lay, tuple[Writer, ...]]] = {
    a_bid_stands: (*PLAYING, due),
    bots_consider: (*PLAYING, due),
    one_seat_free: (*SITTING, join, quick, due),
    two_seats_free: (*SITTING, join, quick, due),
}
"""Who may write to a table of each sort. A race of two is the race of every pair of them."""


def pairs_at(lay: Lay) -> list[tuple[Writer, Writer]]:
    """Every pair of writers at a table of a sort, each once; where it is like another sort, only what is new."""
    writers, only = TABLES[lay], {bots_consider: due, two_seats_free: join}.get(lay)
    found = [(one, other) for index, one in enumerate(writers) for other in writers[index:]]
    return [pair for pair in found if only is None or only in pair]


@dataclass(frozen=True)
class Pair:
    """Two writers at one table, and what each order of them would leave."""

    name: str
    record: GameRecord
    writes: Sequence[Write]
    in_order: Sequence[tuple[list[Outcome], Any]]

    @classmethod
    def at(cls, lay: Lay, one: Writer, other: Writer) -> "Pair":
        for name in (*NEWCOMERS, *SEEKERS):
            account(name)
        laid = Laid(lay())
        second = replace(laid, number=int(one is other))
        writes: list[Write] = [lambda: one(laid), lambda: other(second)]
        name = f"{lay.__name__}: {one.__name__} and {other.__name__}"
        in_order = [_tried(laid, writes, order) for order in ((0, 1), (1, 0))]
        if (one is due) != (
            other is due
        ):  # what the clock has read may have been overtaken: it then does nothing, and looks again
            _, alone = _tried(laid, writes, [1 if one is due else 0])
            in_order.append(([NOT_DUE if writer is due else DONE for writer in (one, other)], alone))
        return cls(name, laid.record, writes, in_order)

    def check(self, outcomes: Sequence[Outcome]) -> None:
        """AssertionError unless what was said and what was left is what one after the other would have."""
        left = list(outcomes), state(self.record.game)
        assert left in self.in_order, f"{self.name}: {outcomes}, not {[said for said, _ in self.in_order]}"


def _tried(laid: Laid, writes: Sequence[Write], order: Sequence[int]) -> tuple[list[Outcome], Any]:
    """What comes of the writes one after the other; none of it stays."""
    outcomes = ["", ""]
    with transaction.atomic():
        for index in order:
            outcomes[index] = writes[index]()
        left = state(laid.record.game)
        transaction.set_rollback(True)
    assert outcomes[order[0]] == DONE, "a writer who has the table to itself is not refused"
    return outcomes, left


def state(game: Game) -> Any:
    """All rows of a game, without the numbers that the database gives them."""
    here: dict[str, Any] = {"round__game": game}
    return (
        Game.objects.filter(pk=game.pk).values().get(),
        list(Seat.objects.filter(game=game).order_by("number").values()),
        [_without(row, "id") for row in Round.objects.filter(game=game).order_by("number").values()],
        list(Hand.objects.filter(**here).order_by("round__number", "seat").values("round__number", "seat", "dice")),
        [_without(row, "id", "round_id") for row in Bid.objects.filter(**here).order_by("seq").values()],
    )


def _without(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}
