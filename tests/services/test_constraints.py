"""What the database itself refuses, whoever writes: for every constraint of games/models.py a row that breaks it.

The rows are those of a game with two rounds, a departure and a calza; each case changes one of them by a statement
that no service would make.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from games.models import Bid, Game, Hand, Round, Seat
from tests.services.tables import Sitting, at, open_table, started

pytestmark = pytest.mark.django_db

Change = Callable[[Sitting], Any]


@dataclass(frozen=True)
class Case:
    """A change that breaks one constraint, or none."""

    constraint: str
    change: Change


@pytest.fixture
def sitting() -> Sitting:
    """Round 1 ended by calza; in round 2 there are two bids, and seat 1 has left."""
    sitting = started("ada", "bea", "cleo")
    sitting.move("2 threes")
    sitting.move("calza", seat=sitting.left_of(sitting.turn))
    sitting.move("2 twos")
    sitting.move("2 threes")
    sitting.leave(1)
    return sitting


def game(**fields: Any) -> Change:
    return lambda sitting: Game.objects.filter(public_id=sitting.game_id).update(**fields)


def seat(number: int, /, **fields: Any) -> Change:
    return lambda sitting: Seat.objects.filter(game=sitting.game, number=number).update(**fields)


def round_(number: int, /, **fields: Any) -> Change:
    return lambda sitting: Round.objects.filter(game=sitting.game, number=number).update(**fields)


def hand(**fields: Any) -> Change:
    return lambda sitting: Hand.objects.filter(round__game=sitting.game, round__number=2, seat=0).update(**fields)


def bid(number: int, /, **fields: Any) -> Change:
    return lambda s: Bid.objects.filter(round__game=s.game, round__number=2, number=number).update(**fields)


def table(**fields: Any) -> Change:
    """A change to a table that is open."""

    def change(sitting: Sitting) -> None:
        game(**fields)(open_table("ada", "bea", seats=3))

    return change


def another(number: int) -> Change:
    """One more seat at the table, for the player of seat 0."""
    return lambda s: Seat.objects.create(game=s.game, number=number, player=s.player(0), client_seed="x")


def second_bid_of(**fields: Any) -> Change:
    def change(sitting: Sitting) -> None:
        [first, _] = Bid.objects.filter(round__game=sitting.game, round__number=2).order_by("number")
        first.pk, first.number, first.seq = None, 9, 99
        for name, value in fields.items():
            setattr(first, name, value)
        first.save(force_insert=True)

    return change


def hand_again(sitting: Sitting) -> None:
    Hand.objects.create(round=Round.objects.get(game=sitting.game, number=2), seat=0, dice="1")


def round_again(**fields: Any) -> Change:
    def change(sitting: Sitting) -> None:
        row = Round.objects.get(game=sitting.game, number=1)
        row.pk, row.number, row.ended_seq = None, 3, 99
        for name, value in fields.items():
            setattr(row, name, value)
        row.save(force_insert=True)

    return change


NO_CALL: dict[str, Any] = {"called_at": None, "call_kind": "", "call_seat": None, "count": None, "change_seat": None}
CALL: dict[str, Any] = {"ended_seq": 1000, "called_at": at(0), "call_kind": "dudo", "call_seat": 1}
LEFT: dict[str, Any] = {"left_reason": "left", "left_seq": 7, "left_at": at(0), "left_after_bids": 1}
NOTHING_DUE: dict[str, Any] = {"turn": None, "deadline": None, "due_at": None, "due_for": ""}
IMPORTED: dict[str, Any] = {"status": "abandoned", "finished_at": at(0), "imported_at": at(0), "creator": None}
SOMEBODY: dict[str, Any] = {"player": None, "imported_name": "ada", "imported_kind": "human"}

FORBIDDEN = [
    Case("game_version_positive", game(version=0)),
    Case("game_turn_seconds_range", game(turn_seconds=4)),
    Case("game_turn_seconds_range", game(turn_seconds=1_209_601)),
    Case("game_status_known", game(status="paused")),
    Case("game_status_fits_times", game(started_at=None)),
    Case("game_status_fits_times", game(finished_at=at(0))),
    Case("game_status_fits_times", game(round_number=0)),
    Case("game_status_fits_times", table(started_at=at(0))),
    Case("game_status_fits_times", table(finished_at=at(0))),
    Case("game_status_fits_times", table(round_number=1)),
    *[
        Case("game_status_fits_times", game(status=status, turn=None, deadline=None, due_at=None, due_for=""))
        for status in ("open", "finished", "abandoned")
    ],
    Case("game_clock_only_while_active", table(turn=0)),
    Case("game_clock_only_while_active", table(deadline=at(0))),
    Case("game_due_whole", game(due_for="")),
    Case("game_due_whole", game(due_at=None)),
    Case("game_due_whole", game(due_for="fill")),
    Case("game_due_whole", game(due_for="else")),
    Case("game_due_whole", table(due_for="time")),
    Case("game_due_whole", table(due_for="bots")),
    Case("game_join_code_only_when_private", game(join_code="sesame")),
    Case("game_imported_counts_for_nobody", game(imported_at=at(0))),
    Case("game_imported_counts_for_nobody", table(imported_at=at(0))),
    Case("game_imported_counts_for_nobody", game(**NOTHING_DUE, **{**IMPORTED, "rated_number": 1})),
    Case(
        "game_imported_counts_for_nobody",
        game(**NOTHING_DUE, **{name: value for name, value in IMPORTED.items() if name != "creator"}),
    ),
    Case("seat_number_once", seat(1, number=0)),
    Case("seat_player_once", another(5)),
    Case("seat_place_once", lambda s: [seat(n, place=2)(s) for n in (0, 2)]),
    Case("seat_number_range", seat(1, number=6)),
    Case("seat_dice_count_range", seat(1, dice_count=6)),
    Case("seat_place_range", seat(0, place=0)),
    Case("seat_place_range", seat(0, place=7)),
    *[Case("seat_departure_whole", seat(0, **{name: value})) for name, value in LEFT.items()],
    *[Case("seat_departure_whole", seat(1, **{name: None})) for name in LEFT if name != "left_reason"],
    Case("seat_departure_whole", seat(1, left_reason="")),
    Case("seat_departure_whole", seat(1, left_reason="bored")),
    Case("seat_imported_whole", seat(0, imported_name="ada", imported_kind="human")),
    *[Case("seat_imported_whole", seat(0, **{**SOMEBODY, name: ""})) for name in ("imported_name", "imported_kind")],
    Case("seat_imported_whole", seat(0, **{**SOMEBODY, "imported_kind": "ghost"})),
    Case("round_number_once", round_(2, number=1)),
    Case("round_one_unresolved", round_again(ended_seq=None, **NO_CALL)),
    Case(
        "round_ended_seq_once", lambda s: round_again(ended_seq=Round.objects.get(game=s.game, number=1).ended_seq)(s)
    ),
    Case("round_number_positive", round_(1, number=0)),
    Case("round_opener_range", round_(1, opener=6)),
    *[Case("round_call_whole", round_(2, **{name: value})) for name, value in {**CALL, "count": 3}.items()],
    Case("round_call_whole", round_(2, change_seat=1)),
    Case("round_call_whole", round_(2, **{**CALL, "ended_seq": None})),
    Case("round_call_whole", round_(2, **{**CALL, "ended_seq": 1})),
    Case("round_call_whole", round_(2, **{**CALL, "called_at": None})),
    Case("round_call_whole", round_(2, **{**CALL, "call_kind": ""})),
    Case("round_call_whole", round_(2, **{**CALL, "call_kind": "whisper"})),
    Case("round_call_whole", round_(2, **{**CALL, "call_seat": None})),
    Case("round_call_whole", round_(2, **{**CALL, "call_seat": 6})),
    Case("hand_seat_once", hand_again),
    Case("hand_seat_range", hand(seat=6)),
    *[Case("hand_faces", hand(dice=dice)) for dice in ("", "0", "7", "1 2", "12a")],
    Case("bid_number_once", bid(2, number=1)),
    Case("bid_seq_once", lambda s: bid(2, seq=Bid.objects.get(round__game=s.game, round__number=2, number=1).seq)(s)),
    Case("bid_number_positive", bid(1, number=0)),
    Case("bid_seat_range", bid(1, seat=6)),
    Case("bid_quantity_range", bid(1, quantity=0)),
    Case("bid_quantity_range", bid(1, quantity=31)),
    Case("bid_face_range", bid(1, face=0)),
    Case("bid_face_range", bid(1, face=7)),
]
ALLOWED = [
    Case("game_turn_seconds_range", game(turn_seconds=5)),
    Case("game_turn_seconds_range", game(turn_seconds=1_209_600)),
    Case("game_turn_seconds_range", game(turn_seconds=None)),
    Case("game_due_whole", game(due_at=None, due_for="")),
    Case("game_join_code_only_when_private", game(private=True, join_code="sesame")),
    Case("game_imported_counts_for_nobody", game(**NOTHING_DUE, **IMPORTED)),
    Case("seat_imported_whole", seat(0, **SOMEBODY)),
    Case("seat_place_range", seat(0, place=1)),
    Case("seat_departure_whole", seat(0, **LEFT)),
    Case("round_call_whole", round_(2, **CALL)),
    Case("hand_faces", hand(dice="61")),
    Case("bid_quantity_range", bid(1, quantity=30)),
]


def ids(cases: list[Case]) -> list[str]:
    return [case.constraint for case in cases]


@pytest.mark.parametrize("case", FORBIDDEN, ids=ids(FORBIDDEN))
def test_a_forbidden_row_is_refused(case: Case, sitting: Sitting) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        case.change(sitting)
    if is_named_in_errors(case.constraint):
        assert case.constraint in str(refused.value)


@pytest.mark.parametrize("case", ALLOWED, ids=ids(ALLOWED))
def test_what_is_allowed_is_taken(case: Case, sitting: Sitting) -> None:
    case.change(sitting)


def test_every_constraint_has_a_case() -> None:
    declared = {constraint.name for model in (Game, Seat, Round, Hand, Bid) for constraint in model._meta.constraints}
    assert declared == {case.constraint for case in FORBIDDEN}


def test_no_row_points_nowhere(sitting: Sitting) -> None:
    """Where the database looks at references at the end of a transaction, it is asked to look now."""
    seat(0, player_id=10**9)(sitting)
    with pytest.raises(IntegrityError):
        connection.check_constraints()
    transaction.set_rollback(True)


def test_a_server_bot_sits_several_times() -> None:
    sitting = started(bots=["random", "random"])
    assert len({s.player_id for s in sitting.record.seats}) == 1


def is_named_in_errors(constraint: str) -> bool:
    """SQLite names the columns of a unique constraint, not the constraint; no status is unknown and fits its times."""
    unique = {
        c.name
        for m in apps.get_app_config("games").get_models()
        for c in m._meta.constraints
        if isinstance(c, models.UniqueConstraint)
    }
    named = connection.vendor == "postgresql" or constraint not in unique
    return named and constraint != "game_status_known"
