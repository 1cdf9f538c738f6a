"""Accounts that are deleted, or get another password, while they do something else."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from games.models import Game, Seat
from games.services import farewell
from players.models import Player, Rating, ReservedName, Token
from players.services import register_bot
from tests.client import CheckedClient
from tests.conftest import PASSWORD
from tests.players.tables import BOTS, GAMES, ME, TOKENS, open_table, play_a_round, start
from tests.races.arena import Caller, Runners, outcomes
from tests.services.rated import books, recounted

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 15 if connection.vendor == "postgresql" else 3
NEW = "other horse 1"
GONE = (401, "bad_token")
"""A request that met an account which was gone already."""


@pytest.fixture
def race() -> Iterator[Callable[..., list[Any]]]:
    with Runners(4) as runners:
        yield runners.race


class Person(Caller):
    """An account with a password, and what its own client may send at any moment."""

    def __init__(self, name: str, **fields: Any) -> None:
        super().__init__(Player.objects.create_user(name, PASSWORD, **fields))
        self.client = self._client

    def delete(self) -> Any:
        return self._client.delete(f"{ME}", {"password": PASSWORD})

    def log_in(self) -> Any:
        return CheckedClient().post(TOKENS, {"username": self.player.username, "password": PASSWORD})

    def change_password(self) -> Any:
        return self.post("players/me/password/", {"password": PASSWORD, "new_password": NEW})


def people(number: int, *names: str) -> list[Person]:
    """Of each race its own; nobody has been deleted yet."""
    return [Person(f"{name}-{number}") for name in names]


def assert_gone(*accounts: Person) -> None:
    """No trace of the accounts, and no game that waits for them."""
    for account in accounts:
        name = account.player.username
        assert not Player.objects.filter(username=name).exists()
        assert ReservedName.objects.filter(name=name.lower()).exists()
    gone = Player.objects.filter(deleted_at__isnull=False)
    assert not Player.objects.filter(owner__in=gone, deleted_at=None).exists()
    assert not Token.objects.filter(user__in=gone).exists()
    assert not Rating.objects.filter(player__in=gone).exclude(board=Rating.Board.NONE).exists()
    assert not Game.objects.filter(creator__in=gone, status=Game.Status.OPEN).exists()
    seats = Seat.objects.filter(player__in=gone)
    assert not seats.filter(game__status=Game.Status.OPEN).exists()
    assert not seats.filter(game__status=Game.Status.ACTIVE, in_play=True).exists()
    assert farewell.finish(now=timezone.now()) == 0
    assert books()["BoardCount"] == recounted()


def test_two_deletions_of_one_account(race: Callable[..., list[Any]]) -> None:
    for number in range(ROUNDS):
        ada, bea = people(number, "ada", "bea")
        game = start(ada.client, bea.client)  # type: ignore[arg-type]  # they have what is used of it
        answers = race(ada.delete, ada.delete, ada.delete)
        codes = {(answer.status_code, answer.json()["code"] if answer.content else "") for answer in answers}
        assert (204, "") in codes
        assert codes <= {(204, ""), GONE}
        assert Game.objects.get(public_id=game["id"]).status == Game.Status.FINISHED
        assert_gone(ada)


def test_everybody_at_a_table_is_deleted_at_once(race: Callable[..., list[Any]]) -> None:
    """Accounts that share games, and an owner whose bots sit with the others."""
    for number in range(ROUNDS):
        accounts = people(number, "ada", "bea", "cyd")
        bot = Caller(register_bot(owner=accounts[0].player, username=f"bot-{number}").token.user)
        clients: list[Any] = [account.client for account in accounts]
        games = [start(*clients, rated=True), start(*reversed(clients), rated=True, turn_seconds=60)]
        for game in games:
            play_a_round(*(clients if game is games[0] else clients[::-1]), game=game)
        games.append(start(clients[1], bot._client, clients[2]))  # type: ignore[arg-type]
        assert [answer.status_code for answer in race(*(account.delete for account in accounts))] == [204] * 3
        assert {Game.objects.get(public_id=game["id"]).status for game in games} == {Game.Status.FINISHED}
        assert_gone(*accounts)


def test_a_deletion_and_a_move(race: Callable[..., list[Any]]) -> None:
    for number in range(ROUNDS):
        accounts = people(number, "ada", "bea", "cyd")
        game = start(*[account.client for account in accounts])  # type: ignore[arg-type]
        mover = accounts[game["round"]["turn"]]
        body = {"action": "bid", "quantity": 1, "face": 2, "version": game["version"]}
        deleted, moved = race(mover.delete, partial(mover.post, f"games/{game['id']}/moves/", body))
        assert deleted.status_code == 204
        late = {(201, ""), (409, "stale_version"), GONE}
        assert set(outcomes([moved])) <= late
        row = Game.objects.get(public_id=game["id"])
        assert row.version == game["version"] + (2 if moved.status_code == 201 else 1)
        assert row.status == Game.Status.ACTIVE
        assert_gone(mover)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_deletion_and_sitting_down(race: Callable[..., list[Any]], seats: int) -> None:
    """Whichever is first, nobody sits anywhere who is gone; with one free seat the game starts meanwhile."""
    for number in range(ROUNDS):
        ada, bea = people(number, "ada", "bea")
        table = open_table(bea.client, seats + 1)  # type: ignore[arg-type]
        wish = {"ruleset": "aces", "seats": seats + 1, "turn_seconds": None}
        deleted, *others = race(
            ada.delete,
            partial(ada.post, f"games/{table['id']}/join/"),
            partial(ada.post, "games/", {"ruleset": "aces", "seats": 3}),
            partial(ada.post, "games/quick/", wish),
        )
        assert deleted.status_code == 204
        assert {answer.status_code for answer in others} <= {200, 201, 401, 409}
        assert_gone(ada)


def test_a_deletion_and_the_end_of_a_first_rated_game(race: Callable[..., list[Any]]) -> None:
    """The game puts its players on a leaderboard where they were not yet."""
    for number in range(ROUNDS):
        ada, bea, cyd = people(number, "ada", "bea", "cyd")
        clients: list[Any] = [ada.client, bea.client, cyd.client]
        game = start(*clients, rated=True)
        play_a_round(*clients, game=game)
        clients[2].post(f"{GAMES}{game['id']}/leave/")
        deleted, _ = race(ada.delete, partial(bea.post, f"games/{game['id']}/leave/"))
        assert deleted.status_code == 204
        assert Game.objects.get(public_id=game["id"]).rated_number is not None
        assert Rating.objects.filter(player__in=[account.player for account in (ada, bea, cyd)]).count() == 3
        assert_gone(ada)


def test_a_deletion_and_registrations_of_the_name(race: Callable[..., list[Any]]) -> None:
    """The name goes from taken to reserved, and is free at no moment between."""
    for number in range(ROUNDS):
        [ada] = people(number, "ada")
        body = {"username": f"ADA-{number}", "password": PASSWORD}

        def register(body: Any = body) -> list[tuple[int, str]]:
            return outcomes([CheckedClient().post("/api/v1/players/", body) for _ in range(6)])

        deleted, *registered = race(ada.delete, *[register] * 3)
        assert deleted.status_code == 204
        assert registered == [[(409, "username_taken")] * 6] * 3
        assert_gone(ada)


def test_a_deletion_and_new_bots_and_tokens(race: Callable[..., list[Any]]) -> None:
    """No bot outlives its owner, and no token its account."""
    for number in range(ROUNDS):
        [ada] = people(number, "ada")
        register = partial(ada.post, "bots/accounts/", {"username": f"bot-{number}"})
        deleted, registered, logged_in = race(ada.delete, register, ada.log_in)
        assert deleted.status_code == 204
        assert registered.status_code in (201, 401)
        assert logged_in.status_code in (201, 401)
        assert_gone(ada)


def test_two_deletions_of_one_bot(race: Callable[..., list[Any]]) -> None:
    for number in range(ROUNDS):
        [ada] = people(number, "ada")
        register_bot(owner=ada.player, username=f"bot-{number}")
        answers = race(*[partial(ada.client.delete, f"{BOTS}bot-{number}/")] * 2)
        assert {answer.status_code for answer in answers} <= {204, 404}
        assert 204 in {answer.status_code for answer in answers}
        assert_gone()


def test_bots_registered_at_once_stay_within_the_limit(race: Callable[..., list[Any]], settings: Any) -> None:
    settings.MAX_BOT_ACCOUNTS = 2
    for number in range(ROUNDS):
        [ada] = people(number, "ada")
        calls = [partial(ada.post, "bots/accounts/", {"username": f"bot{index}-{number}"}) for index in range(4)]
        assert outcomes(race(*calls)) == [(201, ""), (201, ""), (409, "too_many_bots"), (409, "too_many_bots")]
        assert Player.objects.filter(owner=ada.player).count() == 2


def test_a_new_password_and_log_ins_with_the_old_one(race: Callable[..., list[Any]]) -> None:
    """Whoever knew the old password is out, however they hurried."""
    for number in range(ROUNDS):
        [ada] = people(number, "ada")
        changed, *logged_in = race(ada.change_password, ada.log_in, ada.log_in)
        assert changed.status_code == 204
        assert set(outcomes(logged_in)) <= {(201, ""), GONE}
        assert Token.objects.filter(user=ada.player).count() == 1
        assert ada.client.get(ME).status_code == 200


def test_two_new_passwords_at_once(race: Callable[..., list[Any]]) -> None:
    """One of them is the password, and the other was changed by one who did not know it."""
    for number in range(ROUNDS):
        [ada] = people(number, "ada")
        bodies = [{"password": PASSWORD, "new_password": f"other horse {index}"} for index in range(3)]
        answers = race(*[partial(ada.post, "players/me/password/", body) for body in bodies])
        good = [body for body, answer in zip(bodies, answers, strict=True) if answer.status_code == 204]
        assert [answer.status_code for answer in answers].count(400) == 2
        assert Player.objects.get(pk=ada.player.pk).check_password(good[0]["new_password"])


def test_first_uses_of_one_token_at_once(race: Callable[..., list[Any]]) -> None:
    [ada] = people(0, "ada")
    before = timezone.now()
    for _ in range(ROUNDS):
        Token.objects.update(last_used_at=None)
        assert {answer.status_code for answer in race(*[partial(ada.client.get, ME)] * 4)} == {200}
        used: datetime | None = Token.objects.get().last_used_at
        assert used is not None
        assert used >= before
    assert not Player.objects.filter(owner=F("pk")).exists()
