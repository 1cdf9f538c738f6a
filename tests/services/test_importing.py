"""Records taken in from elsewhere: true ones come out as they went in, altered ones do not come in at all."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings

from games.models import Bid, Game, Hand, Round, Seat
from games.rules.notation import read_games, write
from games.rules.record import RecordFault, as_bytes, digest
from games.rules.ruleset import CURRENT
from games.services import annul, statistics
from games.services.importing import Imported, NotImported, import_game
from games.store.read import load, load_rounds
from games.viewpoint.analysis import analysis
from games.viewpoint.events import events_after
from games.viewpoint.replay import BATCH, replay, replays
from games.viewpoint.view import game_view
from perudo_site.refusals import Refusal
from players.models import HeadToHead, PlayerStats, RatingChange
from tests.rules.alterations import other_values
from tests.rules.records import GameOnRecord, Json, changed, games_on_record, leaves_of
from tests.services.tables import START, Sitting, account, started

pytestmark = pytest.mark.django_db

SMALL = {"starting_dice": 2}
LATER = timedelta(days=365)
"""When all games of these tests are over."""


def taken(document: Any, *, known_by: str = "") -> Imported:
    return import_game(document, now=START + LATER, known_by=known_by)


def told(game_id: str) -> bytes:
    """The record as the server gives it."""
    record = load(game_id)
    assert record is not None
    return as_bytes(replay(record, load_rounds(record)))


def rows() -> list[int]:
    return [model.objects.count() for model in (Game, Seat, Round, Hand, Bid)]


def why_not(document: Any, *, known_by: str = "") -> str:
    """Why the document is refused, which changes nothing."""
    before = rows()
    with pytest.raises((RecordFault, NotImported)) as refused:
        taken(document, known_by=known_by)
    assert rows() == before
    return str(refused.value)


@contextmanager
def taken_back() -> Iterator[None]:
    """Of what is written in the block nothing stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# --- True records -------------------------------------------------------------------------------------------------


@given(game=games_on_record)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_game_comes_out_as_it_went_in(game: GameOnRecord) -> None:
    """By the document and by the text; all rulesets and options, departures, timeouts, games that were given up."""
    document = game.document()
    [from_text] = read_games(write(document))
    for form in (document, from_text):
        with taken_back():
            assert taken(form) is Imported.ADDED
            assert told(document["id"]) == as_bytes(document)
            assert [write(kept) for kept in replays(Game.objects.all())] == [write(document)]
            assert taken(form) is Imported.KNOWN


def test_a_game_of_this_server_is_known_here_and_moves_to_another() -> None:
    sitting = finished_here()
    document = replay(sitting.record, load_rounds(sitting.record))
    assert taken(document) is Imported.KNOWN
    forget(sitting)
    assert taken(document) is Imported.ADDED
    assert told(document["id"]) == as_bytes(document)


def finished_here() -> Sitting:
    """A rated game of ada and bea, who make their bids and calls."""
    sitting = started("ada", "bea", rated=True)
    while sitting.game.status == Game.Status.ACTIVE:
        sitting.move("1 fours")
        sitting.move("dudo")
    return sitting


def forget(sitting: Sitting) -> None:
    """As if the game had been played on another server."""
    game = sitting.game
    Hand.objects.filter(round__game=game).delete()
    Bid.objects.filter(round__game=game).delete()
    for model in (Round, Seat):
        model.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).delete()


def test_an_imported_game_is_a_game_like_any_other() -> None:
    """Its events follow one another without a gap, and its view and its analysis can be made."""
    for seed, name in enumerate(CURRENT):
        for gives_up in (0, 0.05):
            document = GameOnRecord(name, 4, seed, SMALL, leaves=0.05, gives_up=gives_up).document()
            taken(document)
            record = load(document["id"])
            assert record is not None
            events = events_after(record, player_id=None, after=0)
            first = document["version"] - len(events) + 1
            assert [event["seq"] for event in events] == [*range(first, document["version"] + 1)]
            view = game_view(record, player_id=None)
            assert (view["imported"], view["seats"]) == (True, document["seats"])
            if document["status"] == "finished":
                assert len(analysis(record, load_rounds(record))["rounds"]) == len(document["rounds"])
            else:
                assert events[-1]["data"]["reason"] == "unknown"


def test_the_order_of_fields_means_nothing() -> None:
    document = GameOnRecord("boxed", 3, 1, SMALL).document()
    assert taken(dict(reversed(document.items()))) is Imported.ADDED
    assert told(document["id"]) == as_bytes(document)


def test_a_game_costs_as_much_however_long_it_is() -> None:
    short, long = (GameOnRecord("aces", seats, 1, {"starting_dice": dice}) for seats, dice in ((2, 1), (6, 5)))
    costs = []
    for game in (short, long):
        document = game.document()
        with CaptureQueriesContext(connection) as captured:
            taken(document)
        costs.append(len(captured))
    assert costs[0] == costs[1]


@pytest.mark.parametrize("more", [1, BATCH, BATCH + 1])
def test_many_are_read_in_batches_of_so_many_statements(more: int) -> None:
    documents = [GameOnRecord("aces", 2, seed, SMALL).document() for seed in range(more)]
    for document in documents:
        taken(document)
    with CaptureQueriesContext(connection) as captured:
        read = [as_bytes(document) for document in replays(Game.objects.all())]
    assert read == [as_bytes(document) for document in documents]
    assert len(captured) == 3 * -(-more // BATCH) + 2  # one that finds them, and one that there are no more


# --- For nobody ---------------------------------------------------------------------------------------------------


def test_it_is_nobodys_whatever_names_stand_in_it() -> None:
    """Ada and bob have accounts here, and none of their ratings, statistics or games is another after it."""
    for name in ("ada", "bob"):
        account(name)
    document = next(made for made in (GameOnRecord("aces", 2, n).document() for n in range(9)) if made["rated"])
    assert [seat["player"] for seat in document["seats"]] == ["ada", "bob"]
    taken(document)
    game = Game.objects.get(public_id=document["id"])
    assert (game.rated, game.rated_number, game.creator) == (True, None, None)
    assert not Seat.objects.filter(player__isnull=False).exists()
    with pytest.raises(Refusal, match="not rated"):
        annul.annul(game_id=document["id"], now=START)
    assert [last for *_, last in annul.rebuild_ratings(now=START)] == [0] * 2 * len(CURRENT)
    assert statistics.rebuild() == 0
    assert not any(model.objects.exists() for model in (RatingChange, PlayerStats, HeadToHead))


def test_ratings_of_games_played_here_stay_as_they_are() -> None:
    finished_here()
    before = counted()
    for seed in range(3):
        taken(GameOnRecord("asmodee", 2, seed).document())
    for _ in annul.rebuild_ratings(now=START):
        pass
    assert statistics.rebuild() == 1
    assert counted() == before


def counted() -> list[Json]:
    """Every change of a rating and all statistics; not their keys, which are new when they are computed anew."""
    found: list[Json] = [*RatingChange.objects.order_by("pk").values(), *PlayerStats.objects.order_by("pk").values()]  # type: ignore[list-item]
    return [{name: value for name, value in row.items() if name != "id"} for row in found]


# --- Altered records ----------------------------------------------------------------------------------------------

FORGED = [
    *(GameOnRecord(name, 3, 0, SMALL, leaves=0.1, timeouts=0.1) for name in CURRENT),
    GameOnRecord("boxed", 3, 1, SMALL, leaves=0.1, timeouts=0.1, gives_up=0.05),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", FORGED, ids=lambda game: f"{game.ruleset}-{game.seed}")
def test_each_altered_field_is_refused(game: GameOnRecord) -> None:
    """By a server that has the game, and by one that has the digest of it; and neither has another game then."""
    document = game.document()
    known_by = digest(document)
    altered = [changed(document, path, random.Random(repr(path)).choice(others)) for path, others in every(document)]
    assert len(altered) > 100
    for other in altered:
        why_not(other, known_by=known_by)
    taken(document)
    for other in altered:
        assert why_not(other)
    assert told(document["id"]) == as_bytes(document)


def every(document: Json) -> Iterator[tuple[tuple[str | int, ...], list[Any]]]:
    """Every value of a document by its path, with others that might stand there."""
    found = (
        (path, [other for other in other_values(path, value) if other != value]) for path, value in leaves_of(document)
    )
    return ((path, others) for path, others in found if others)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (("id",), "JPNCFQ4FAU", "id has 10 lower-case"),
        (("id",), "jpncfq4fau1", "id has 10 lower-case"),
        (("turn_seconds",), 4, "5 to 1209600 seconds"),
        (("turn_seconds",), 1_209_601, "5 to 1209600 seconds"),
        (("version",), 2**31, "at most 2147483647"),
    ],
)
def test_what_no_server_makes_is_refused(path: tuple[str], value: Any, why: str) -> None:
    """The rules would let it pass; and an id makes other dice, so its game is played anew."""
    game = GameOnRecord("aces", 2, 3, timeouts=0)
    document = game.document() if path != ("id",) else renamed(game, value)
    assert why in why_not(changed(document, path, value))


def test_a_game_that_is_not_over_yet_is_refused() -> None:
    document = GameOnRecord("aces", 2, 3, timeouts=0).document()
    over = datetime.fromisoformat(document["finished_at"])
    with pytest.raises(NotImported, match="in the future"):
        import_game(document, now=over - timedelta(milliseconds=1))
    assert import_game(document, now=over) is Imported.ADDED


def renamed(game: GameOnRecord, game_id: str) -> Json:
    text = write(game.document()).replace(f'[Game "{game.document()["id"]}"]', f'[Game "{game_id}"]')
    tags = [line for line in text.splitlines() if line.startswith("[")]
    left = "1. left/0"
    kept = [tag for tag in tags if not tag.startswith(("[Finished", "[Places", "[Version"))]
    [document] = read_games("\n".join([*kept, "", left]))
    return document


@pytest.mark.parametrize("nothing", [None, [], "perudo-game/1", 1, {}, {"format": "perudo-game/1"}])
def test_what_is_no_record_is_refused(nothing: Any) -> None:
    assert why_not(nothing)


def test_a_game_that_is_played_here_is_left_alone() -> None:
    sitting = started("ada", "bea")
    sitting.move("1 fours")
    at_the_end = finished_elsewhere(sitting)
    assert "not over here" in why_not(at_the_end)
    assert sitting.game.status == Game.Status.ACTIVE


def finished_elsewhere(sitting: Sitting) -> Json:
    """A true record of a game that is not over: as if somebody knew its seed, and left in it."""
    with transaction.atomic():
        sitting.leave(0)
        document = replay(sitting.record, load_rounds(sitting.record))
        transaction.set_rollback(True)
    return document


def test_an_altered_name_or_time_is_known_by_its_digest_alone() -> None:
    """Nothing contradicts it (docs/record.md), so without a digest it is as good as any."""
    document = GameOnRecord("aces", 3, 1, SMALL).document()
    for path, value in ((("seats", 0, "player"), "zoe"), (("created_at",), "2026-01-01T00:00:00.000000Z")):
        other = changed(document, path, value)
        assert "its digest is another" in why_not(other, known_by=digest(document))
        with taken_back():
            assert taken(other) is Imported.ADDED


# --- At once ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_adds_the_game() -> None:
    document = GameOnRecord("boxed", 4, 2, SMALL).document()
    done: list[Imported] = []

    def work() -> None:
        done.append(taken(document))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [Imported.ADDED, *[Imported.KNOWN] * 3]
    assert told(document["id"]) == as_bytes(document)
