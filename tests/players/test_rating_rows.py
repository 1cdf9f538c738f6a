"""What the tables keep of ratings: every digit; and who stands on which board, counted right."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery.schedules import crontab
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.tasks import fade
from perudo_site.celery import app
from players.models import BoardCount, Pace, Player, Rating, RatingChange, RatingPool
from players.queries.boards import Board
from players.ratings import RatedGame, Skill, board_key, span_of
from players.services import boards, ratings

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def pool() -> RatingPool:
    return RatingPool.objects.get(ruleset="asmodee", pace=Pace.LIVE)


def rate(*ranking: Player, game: str, at: datetime = NOW) -> None:
    ids = [player.pk for player in ranking]
    ratings.record(ruleset="asmodee", pace=Pace.LIVE, game=game, ranking=ids, at=at)


def settled(*players: Player, games: int = 40) -> None:
    """Enough games among them, won in turn, for all to be off the provisional list."""
    for number in range(games):
        turn = number % len(players)
        rate(*players[turn:], *players[:turn], game=f"g{number}")


def boards_of(player: Player) -> str:
    return Rating.objects.get(player=player, pool=pool()).board


def assert_counted() -> None:
    """Counts are those of the ratings that stand there."""
    expected: dict[tuple[str, str, int], int] = {}
    for rating in Rating.objects.exclude(board="none"):
        key = (rating.board, rating.kind, span_of(rating.board_key))
        expected[key] = expected.get(key, 0) + 1
    rows = BoardCount.objects.filter(pool=pool()).exclude(players=0)
    assert {(row.board, row.kind, row.span): row.players for row in rows} == expected


@pytest.fixture
def ada(db: None) -> Player:
    return Player.objects.create_user("ada")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create_user("bob")


@given(
    mu=st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300, allow_subnormal=False),
    sigma=st.floats(min_value=1e-300, max_value=1e300, allow_subnormal=False),
)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_digit_is_kept(ada: Player, mu: float, sigma: float) -> None:
    row = Rating.objects.create(
        player=ada, pool=pool(), kind="human", mu=mu, sigma=sigma, last_game_at=NOW, board="none", board_key=0
    )
    change = RatingChange.objects.create(
        player=ada,
        pool=pool(),
        game="g",
        number=1,
        place=1,
        players=2,
        mu_before=mu,
        sigma_before=sigma,
        mu_after=-mu,
        sigma_after=sigma,
        at=NOW,
    )
    row.refresh_from_db()
    change.refresh_from_db()
    assert (row.mu, row.sigma) == (mu, sigma)
    assert (change.mu_before, change.sigma_before, change.mu_after) == (mu, sigma, -mu)
    row.delete()
    change.delete()


def test_the_greatest_keys_are_kept(ada: Player) -> None:
    for points in (-130_000, 130_000):
        key = board_key(Skill(mu=25 + (points - 1500) / 20), account=1)
        row = Rating.objects.create(
            player=ada, pool=pool(), kind="human", mu=0, sigma=1, last_game_at=NOW, board="none", board_key=key
        )
        row.refresh_from_db()
        assert row.board_key == key
        row.delete()


def test_every_ruleset_has_a_pool_for_each_pace(db: None) -> None:
    before = set(RatingPool.objects.values_list("pk", "ruleset", "pace"))
    assert {(ruleset, pace) for _, ruleset, pace in before} == {
        (ruleset, pace) for ruleset in ("aces", "asmodee", "boxed") for pace in ("live", "correspondence")
    }
    ratings.ensure_pools(["aces", "boxed"])
    assert set(RatingPool.objects.values_list("pk", "ruleset", "pace")) == before


# --- Boards -------------------------------------------------------------------------------------------------------


def test_a_rating_is_provisional_until_it_is_certain_enough(ada: Player, bob: Player) -> None:
    seen = []
    for number in range(60):
        rate(*(ada, bob) if number % 2 else (bob, ada), game=f"g{number}")
        row = Rating.objects.get(player=ada)
        assert row.board == ("provisional" if Skill(row.mu, row.sigma).is_provisional else "main")
        assert_counted()
        seen.append(row.board)
    assert seen == sorted(seen, reverse=True)
    assert set(seen) == {"provisional", "main"}


def test_bots_are_counted_apart(ada: Player, bob: Player) -> None:
    bot = Player.objects.create_user("bot-one", kind="bot", owner=ada)
    rate(bob, bot, game="g")
    assert set(BoardCount.objects.values_list("kind", flat=True)) == {"bot", "human"}
    assert_counted()


def test_who_has_not_played_for_90_days_fades_from_the_board_and_comes_back(ada: Player, bob: Player) -> None:
    cyd = Player.objects.create_user("cyd")
    settled(ada, bob, cyd)
    rate(ada, cyd, game="later", at=NOW + DAY)
    assert boards.fade(now=NOW + 90 * DAY - timedelta(seconds=1)) == 0
    assert boards.fade(now=NOW + 90 * DAY) == 1
    assert [boards_of(player) for player in (ada, bob, cyd)] == ["main", "none", "main"]
    assert_counted()
    assert boards.fade(now=NOW + 90 * DAY) == 0
    assert RatingChange.objects.filter(player=bob).exists()
    rate(bob, ada, game="again", at=NOW + 100 * DAY)
    assert boards_of(bob) == "main"
    assert_counted()


def test_how_long_is_a_setting(ada: Player, bob: Player, settings: Any) -> None:
    settings.RATING_INACTIVE_DAYS = 3
    rate(ada, bob, game="g")
    assert boards.fade(now=NOW + 3 * DAY) == 2
    assert_counted()


def test_many_fade_some_at_a_time(ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "FADE_AT_ONCE", 1)
    rate(ada, bob, game="g")
    assert boards.fade(now=NOW + 90 * DAY) == 2


def test_a_rebuild_leaves_the_inactive_off_the_board(ada: Player, bob: Player) -> None:
    rate(ada, bob, game="g")
    history = [RatedGame("g", 1, NOW, (ada.pk, bob.pk))]
    ratings.rebuild(ruleset="asmodee", pace=Pace.LIVE, history=lambda since: history, now=NOW + 90 * DAY)
    assert boards_of(ada) == "none"
    assert_counted()


def test_one_who_is_shut_out_leaves_the_boards_until_let_in_again(ada: Player, bob: Player) -> None:
    rate(ada, bob, game="g")
    for is_active, board in [(False, "none"), (False, "none"), (True, "provisional")]:
        ada.is_active = is_active
        ada.save()
        boards.place_again(player=ada, now=NOW)
        assert boards_of(ada) == board
        assert_counted()


def test_one_who_is_shut_out_during_a_game_is_not_put_back_by_it(ada: Player, bob: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    rate(ada, bob, game="g")
    assert boards_of(ada) == "none"
    assert boards_of(bob) == "provisional"
    assert_counted()


def test_a_deleted_account_is_off_the_boards_and_stays_in_history(ada: Player, bob: Player) -> None:
    rate(ada, bob, game="g")
    boards.take_off_boards(player=ada)
    Player.objects.filter(pk=ada.pk).update(deleted_at=NOW, is_active=False, username=f"deleted-{ada.pk}")
    assert boards_of(ada) == "none"
    assert_counted()
    rate(bob, ada, game="h")
    assert boards_of(ada) == "none"
    assert Rating.objects.get(player=ada).games == 2
    assert [rating.player for rating in Board(pool=pool(), provisional=True).ratings] == [bob]


def test_the_clock_starts_the_fading_each_hour(ada: Player, bob: Player) -> None:
    long_ago = timezone.now() - 91 * DAY
    rate(ada, bob, game="g", at=long_ago)
    cyd = Player.objects.create_user("cyd")
    rate(bob, cyd, game="h", at=timezone.now() - 89 * DAY)
    assert boards_of(ada) == "provisional"
    entry = app.conf.beat_schedule["fade"]
    assert entry["schedule"] == crontab(minute="27")
    assert entry["task"] == fade.name
    fade()
    assert [boards_of(player) for player in (ada, bob, cyd)] == ["none", "provisional", "provisional"]
