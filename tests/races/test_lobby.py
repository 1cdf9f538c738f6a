"""Tables made, joined and left at the same moment."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.services import seating
from tests.races.arena import WAIT, Call, outcomes
from tests.races.conftest import FEWER_ROUNDS, MANY_ROUNDS, PEOPLE, ROUNDS, Arena
from tests.races.test_moves import WRONG, Scenario
from tests.services.tables import Sitting, open_table

HOST = "kate"
TABLE = {"ruleset": "asmodee", "seats": 3}
LIMIT = 3
SEATED, NOT_OPEN, TOO_MANY = (200, ""), (409, "game_not_open"), (409, "too_many_games")


def ten_join_for_one_seat(arena: Arena) -> None:
    sitting = open_table(HOST, creator=HOST, seats=2, now=timezone.now())
    answers = arena.race(*[join(arena, sitting, number) for number in range(10)])
    assert outcomes(answers) == [SEATED] + [NOT_OPEN] * 9
    [seated] = [name for name, answer in zip(PEOPLE, answers, strict=True) if answer.status_code == 200]
    assert_started(sitting, HOST, seated, version=3)


def ten_join_for_five_seats(arena: Arena) -> None:
    """And each of the five sees those who came before."""
    sitting = open_table(HOST, creator=HOST, seats=6, now=timezone.now())
    answers = arena.race(*[join(arena, sitting, number) for number in range(10)])
    assert outcomes(answers) == [SEATED] * 5 + [NOT_OPEN] * 5
    views = sorted((a.json() for a in answers if a.status_code == 200), key=lambda view: view["version"])
    assert [view["version"] for view in views] == [2, 3, 4, 5, 7]
    for taken, view in enumerate(views, start=2):
        assert [seat["player"] for seat in view["seats"]] == players(views[-1])[:taken] + [None] * (6 - taken)
    assert_started(sitting, *players(views[-1]), version=7)


def the_last_two_leave_an_open_table(arena: Arena) -> None:
    """The one who leaves last turns the light out."""
    sitting = open_table(*PEOPLE[:2], creator=PEOPLE[0], seats=3, now=timezone.now())
    answers = arena.race(*[leave(arena, sitting, number) for number in (0, 1)])
    assert outcomes(answers) == [SEATED, SEATED]
    game = sitting.game
    assert (game.status, game.abandoned_reason, game.version) == ("abandoned", "empty", 4)


def one_joins_and_one_leaves(arena: Arena) -> None:
    """The seat may be free just in time; if not, there is another."""
    sitting = open_table(HOST, *PEOPLE[:1], creator=HOST, seats=4, now=timezone.now())
    answers = arena.race(join(arena, sitting, 1), leave(arena, sitting, 0))
    assert outcomes(answers) == [SEATED, SEATED]
    assert Counter(seat.player.username for seat in sitting.record.seats if seat.player) == {HOST: 1, PEOPLE[1]: 1}
    assert sitting.game.version == 4


CROWDS: list[Scenario] = [ten_join_for_one_seat, ten_join_for_five_seats]
PAIRS: list[Scenario] = [the_last_two_leave_an_open_table, one_joins_and_one_leaves]


@pytest.mark.parametrize("scenario", PAIRS)
def test_seats_change_one_after_the_other(scenario: Scenario, arena: Arena) -> None:
    for _ in range(FEWER_ROUNDS):
        scenario(arena)


@pytest.mark.parametrize("scenario", CROWDS)
def test_seats_are_taken_one_after_the_other(scenario: Scenario, arena: Arena) -> None:
    for _ in range(MANY_ROUNDS if scenario is ten_join_for_one_seat else FEWER_ROUNDS):
        scenario(arena)


@pytest.mark.postgres
@pytest.mark.parametrize("scenario", [*CROWDS, *PAIRS])
def test_without_the_lock_seats_are_lost(scenario: Scenario, arena_without_locks: Arena) -> None:
    for _ in range(3):
        with pytest.raises(WRONG):
            scenario(arena_without_locks)


def equal_creates(arena: Arena, **headers: Any) -> None:
    before = Game.objects.count()
    creating: Call = lambda: arena.people[0].post("games/", TABLE, **headers)  # noqa: E731
    answers = arena.race(creating, creating)
    assert outcomes(answers) == [(201, ""), (201, "")]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert Game.objects.count() == before + 1


def test_one_table_for_one_idempotency_key(arena: Arena) -> None:
    for number in range(ROUNDS):
        equal_creates(arena, HTTP_IDEMPOTENCY_KEY=f"key {number}")


def test_without_a_key_there_are_two(arena: Arena) -> None:
    with pytest.raises(AssertionError):
        equal_creates(arena)


def creating_at_the_limit(arena: Arena) -> None:
    calls: list[Call] = [lambda: arena.people[0].post("games/", TABLE)] * 2 * LIMIT
    assert outcomes(arena.race(*calls)) == [(201, "")] * LIMIT + [TOO_MANY] * LIMIT
    forget_tables()


def joining_at_the_limit(arena: Arena) -> None:
    sittings = [open_table(f"{HOST}{number}", creator=f"{HOST}{number}", seats=3) for number in range(LIMIT + 2)]
    assert outcomes(arena.race(*[join(arena, s, 0) for s in sittings])) == [SEATED] * LIMIT + [TOO_MANY] * 2
    assert Seat.objects.filter(player=arena.people[0].player).count() == LIMIT
    forget_tables()


LIMITED: list[Scenario] = [creating_at_the_limit, joining_at_the_limit]


@pytest.mark.parametrize("scenario", LIMITED)
def test_limits_hold(scenario: Scenario, arena: Arena, settings: Any) -> None:
    settings.MAX_OPEN_GAMES = LIMIT
    for _ in range(FEWER_ROUNDS):
        scenario(arena)


@pytest.mark.postgres
@pytest.mark.parametrize("scenario", LIMITED)
def test_without_the_accounts_lock_they_do_not(scenario: Scenario, arena: Arena, settings: Any) -> None:
    settings.MAX_OPEN_GAMES, arena.without = LIMIT, without_account_lock
    for _ in range(3):
        with pytest.raises(AssertionError):
            scenario(arena)
        forget_tables()


@contextmanager
def without_account_lock(parties: int) -> Iterator[None]:
    """Accounts are not locked, and of so many that look at a limit none goes on before all have looked."""
    check_limits, all_have_looked = seating.check_limits, Barrier(parties)

    def check(*arguments: Any, **named: Any) -> None:
        check_limits(*arguments, **named)
        all_have_looked.wait(timeout=WAIT)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "lock_account", lambda player: None)
        patch.setattr(seating, "check_limits", check)
        yield


def join(arena: Arena, sitting: Sitting, number: int) -> Call:
    return lambda: arena.people[number].post(f"games/{sitting.game_id}/join/")


def leave(arena: Arena, sitting: Sitting, number: int) -> Call:
    return lambda: arena.people[number].post(f"games/{sitting.game_id}/leave/")


def players(view: dict[str, Any]) -> list[str]:
    return [seat["player"] for seat in view["seats"]]


def forget_tables() -> None:
    Game.objects.all().delete()


def assert_started(sitting: Sitting, *names: str, version: int) -> None:
    record = sitting.record
    assert [seat.player.username for seat in record.seats if seat.player] == list(names)
    assert (record.game.status, record.game.version, record.game.round_number) == ("active", version, 1)
    sitting.audit()
