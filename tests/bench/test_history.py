"""`manage.py bench_history`: its games are games, every question is answered, and none looks at more than it must."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.management.bench.history.crowd import UNDECIDED
from games.management.bench.history.fill import fill
from games.management.bench.history.measure import Cost, plans_of
from games.management.bench.history.questions import Question, questions
from games.management.commands import bench_history
from games.management.commands.bench_history import LEAST
from games.models import Game, Seat
from games.rules.record.verify import played_again
from games.store.read import load, load_rounds
from games.viewpoint.replay import replay
from perudo_site.admin import walk
from players.models import HeadToHead, Player, PlayerStats, RatingChange
from tests.conftest import MakePlayer
from tests.docs.markdown import Document
from tests.site.processes import PROJECT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LONG = 3 * LEAST
SLACK = 150
"""Rows by which a question may differ: another page of other games."""


@pytest.fixture(autouse=True)
def _this_host(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]


def filled(games: int) -> None:
    fill(games, processes=1, say=lambda line: None)


def test_its_games_are_games() -> None:
    """Each game that is over follows from its seeds, its moves and the rules; rows refer to rows that are there."""
    filled(LEAST)
    connection.check_constraints()
    over = Game.objects.exclude(status__in=("open", "active"))
    for public_id in over.order_by("pk").values_list("public_id", flat=True)[:100]:
        record = load(public_id)
        assert record is not None
        if record.has_started:
            played_again(replay(record, load_rounds(record)))
    by_status = Counter(Game.objects.values_list("status", flat=True))
    assert by_status["open"] == by_status["active"] == UNDECIDED
    assert by_status["finished"] > 20 * by_status["abandoned"] / 2 > 0
    assert sum(by_status.values()) == LEAST
    assert set(Game.objects.values_list("ruleset", flat=True)) == {"aces", "asmodee", "boxed"}
    assert Game.objects.filter(private=True).exists()
    assert set(Counter(Seat.objects.values_list("game_id", flat=True)).values()) == {2, 3, 4, 5, 6}
    assert Seat.objects.filter(player__kind=Player.Kind.SERVER, is_bot=True).exists()
    assert all(model.objects.exists() for model in (PlayerStats, HeadToHead, RatingChange))


def test_every_question_is_answered_and_documented() -> None:
    if connection.vendor == "postgresql":
        pytest.skip("asked on SQLite: on PostgreSQL the lists are asked for what they look at")
    filled(LEAST)
    asked = list(questions())
    for question in asked:
        assert question.ask() > 0, question.name
    table = Document((PROJECT / "docs/performance.md").read_text()).table("history")
    assert [row[0] for row in table.rows] == [question.name for question in asked]


@pytest.fixture
def by_index() -> Iterator[None]:
    """Tables so small would be read whole; here that is the last resort, as it is for large ones."""
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL, which tells what it looked at")
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        yield
        cursor.execute("RESET enable_seqscan")


def examined(beginning: str = "") -> dict[str, int]:
    """The rows of large tables that each list looks at; none reads such a table from end to end."""
    asked = [question for question in questions() if " page" in question.name and question.name.startswith(beginning)]
    plans = {question.name: plans_of(question) for question in asked}
    assert {name: plan.sql for name, found in plans.items() for plan in found if plan.scanned} == {}
    return {name: sum(plan.examined for plan in found) for name, found in plans.items()}


def grown(short: dict[str, int], long: dict[str, int]) -> dict[str, tuple[int, int]]:
    return {name: (short[name], rows) for name, rows in long.items() if rows > 2 * short[name] + SLACK}


@contextmanager
def without_index(name: str) -> Iterator[None]:
    """It is dropped, and that is taken back."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {name}")
        yield
        transaction.set_rollback(True)


@pytest.mark.postgres
def test_no_list_looks_at_more_rows_when_there_are_more_games(by_index: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "WINDOW", 60)  # fewer than there are games, as it is in any long history
    filled(LEAST)
    short = examined()
    call_command("flush", interactive=False, verbosity=0)
    filled(LONG)
    long = examined()
    assert grown(short, long) == {}
    with without_index("seat_player_newest"):  # what an index saves is seen
        assert all(rows > 2 * long[name] for name, rows in examined("a player's games").items())


def test_a_history_here_leaves_those_alone_who_are_here(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_player("root", is_staff=True, is_superuser=True)
    before = Player.objects.filter(pk=root.pk).values().get()
    monkeypatch.setattr(bench_history, "scratch_database", nullcontext)
    asked: list[str] = []

    def measure(question: Question, *, repeat: int) -> Cost:
        assert question.ask()
        asked.append(question.name)
        return Cost(question, request=1.0, statements=1)

    monkeypatch.setattr(bench_history, "measure", measure)
    call_command("bench_history", here=True, games=LEAST, compare=LEAST, processes=1, repeat=1)
    assert asked
    assert Player.objects.filter(pk=root.pk).values().get() == before
    assert not Seat.objects.filter(player=root).exists()
    assert [player.username for player in Player.objects.filter(is_superuser=True)] == ["root"]


@pytest.mark.parametrize("name", ["ada", "history-admin", "regular"])
def test_where_somebody_plays_no_history_is_made(name: str, make_player: MakePlayer) -> None:
    make_player(name, is_staff=name != "ada")
    with pytest.raises(CommandError, match="--here"):
        call_command("bench_history", here=True, games=LEAST, compare=LEAST)
    assert not Game.objects.exists()
    assert Player.objects.exclude(kind=Player.Kind.SERVER).count() == 1


def test_too_few_games_are_refused() -> None:
    with pytest.raises(CommandError, match="are at least"):
        call_command("bench_history", games=LEAST - 1)
