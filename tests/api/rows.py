"""The rows behind the API: dice laid as a test needs them, deadlines moved, and a digest of everything stored."""

import hashlib
import random
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import transaction
from django.utils import timezone

from games.models import Game, Hand, Round, Seat


def digest() -> str:
    """Of every row of every table: equal digests, nothing has changed."""
    tables = {model._meta.label: list(model._default_manager.order_by("pk").values()) for model in apps.get_models()}
    return hashlib.sha256(repr(sorted(tables.items())).encode()).hexdigest()


@contextmanager
def undone() -> Iterator[None]:
    """Within a test's transaction: what is written inside is as if it had never been."""
    mark = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(mark)


def lay(game_id: str, hands: Mapping[int, str]) -> None:
    """Put dice under cups of the present round: `lay(id, {0: "1 3 3"})`; the seat's count follows."""
    row = Round.objects.get(game__public_id=game_id, ended_seq=None)
    for seat, faces in hands.items():
        dice = faces.replace(" ", "")
        assert Hand.objects.filter(round=row, seat=seat).update(dice=dice)
        Seat.objects.filter(game=row.game, number=seat).update(dice_count=len(dice))


def set_deadline(game_id: str, moment: datetime, *, grace: timedelta = timedelta(hours=1)) -> None:
    """The deadline was then, and the server acts on it so much later."""
    Game.objects.filter(public_id=game_id).update(deadline=moment, due_at=moment + grace, due_for=Game.Due.TIME)


def just_passed() -> datetime:
    return timezone.now() - timedelta(milliseconds=1)


def row(game_id: str) -> Any:
    return Game.objects.get(public_id=game_id)


def redraw_hidden(
    game_id: str, viewer: int | None, chance: random.Random, *, sizes_known: Collection[int] = ()
) -> None:
    """Draw anew every cup of the present round but the viewer's own (a seat's, or None); keys and seeds stay.

    Every die gets another face. Where lost dice are hidden the cups get other sizes, too, but for those whose size is
    known, and for those who have bid in a palifico round: that they could change the face tells how many dice they hold
    (docs/rules.md 4).
    """
    row = Round.objects.select_related("game").filter(game__public_id=game_id, ended_seq=None).first()
    if row is None:
        return
    known = {bid.seat for bid in row.bids.all()} if row.palifico_seat is not None else set()
    known |= set(sizes_known)
    for hand in Hand.objects.filter(round=row).exclude(seat=-1 if viewer is None else viewer):
        hand.dice = "".join(str((int(die) - 1 + chance.randint(1, 5)) % 6 + 1) for die in hand.dice)
        if not row.game.options["lost_dice_visible"] and hand.seat not in known:
            size = chance.randint(1, row.game.options["starting_dice"])
            hand.dice = "".join(chance.choices(hand.dice, k=size))
            Seat.objects.filter(game=row.game, number=hand.seat).update(dice_count=size)
        hand.save()


def redraw_own(game_id: str, seat: int) -> None:
    """Give every die of one cup another face."""
    hand = Hand.objects.get(round__game__public_id=game_id, round__ended_seq=None, seat=seat)
    hand.dice = "".join(str(int(die) % 6 + 1) for die in hand.dice)
    hand.save()
