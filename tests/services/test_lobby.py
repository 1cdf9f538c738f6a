"""Tables as rows: who sits where, what counts towards an account's limits, what a refusal leaves behind: nothing.

What clients see of all this is tested over HTTP (tests/api/test_games_creating.py, test_games_joining.py).
"""

from typing import Any

import pytest

from games.models import Game, Seat
from games.rules.fairness import default_client_seed
from games.services import lobby
from perudo_site.refusals import Code, Refusal
from players.models import Player
from tests.services.tables import START, Sitting, account, at, open_table, started

pytestmark = pytest.mark.django_db


def names(sitting: Sitting) -> list[str | None]:
    return [seat.player.username if seat.player else None for seat in sitting.record.seats]


def refused(make: Any) -> Code:
    with pytest.raises(Refusal) as refusal:
        make()
    return refusal.value.code


class TestSeats:
    def test_the_creator_sits_first_and_bots_last(self) -> None:
        table = open_table("ada", seats=5, bots=["random", "odds", "random"])
        assert names(table) == ["ada", None, "random", "odds", "random"]
        assert [seat.is_bot for seat in table.record.seats] == [False, False, True, True, True]

    def test_one_who_does_not_sit(self) -> None:
        table = open_table(seats=3, bots=["odds"])
        assert names(table) == [None, None, "odds"]
        assert table.record.is_guest(account("ada").pk)

    def test_a_server_bots_seat_is_nobodys(self) -> None:
        table = open_table("ada", seats=3, bots=["odds"])
        assert table.record.seat_of(Player.objects.get(username="odds").pk) is None

    def test_whoever_sends_no_client_seed_gets_the_one_that_the_server_seed_fixes(self) -> None:
        table = open_table("ada", "bea", seats=4, bots=["odds"], client_seed="mine")
        record = table.record
        fixed = [
            default_client_seed(server_seed=bytes.fromhex(record.game.server_seed), game_id=table.game_id, seat=seat)
            for seat in range(4)
        ]
        assert [seat.client_seed for seat in record.seats] == ["mine", fixed[1], "", fixed[3]]

    def test_a_seat_given_back_keeps_nothing(self) -> None:
        table = open_table("ada", "bea", seats=3)
        lobby.leave(game_id=table.game_id, player=account("bea"), now=START)
        seat = table.record.seats[1]
        assert (seat.player_id, seat.is_bot, seat.client_seed) == (None, False, "")
        lobby.join(game_id=table.game_id, player=account("cleo"), client_seed="other", now=START)
        assert names(table) == ["ada", "cleo", None]
        assert table.record.seats[1].client_seed == "other"

    def test_no_server_seed_is_given_twice(self) -> None:
        seeds = {open_table("ada", seats=2).game.server_seed for _ in range(5)}
        assert len(seeds) == 5


class TestTheStart:
    @pytest.mark.parametrize("people", [2, 3, 6])
    def test_with_the_last_of_the_people(self, people: int) -> None:
        *early, last = ["ada", "bea", "cleo", "dora", "emmy", "flora"][:people]
        table = open_table(*early, seats=people)
        assert (table.game.status, table.game.version) == ("open", people - 1)
        lobby.join(game_id=table.game_id, player=account(last), now=at(7))
        game = table.game
        assert (game.status, game.started_at, game.started_seq) == ("active", at(7), people)
        assert (game.version, game.round_number) == (people + 1, 1)
        assert [seat.dice_count for seat in table.record.seats] == [5] * people
        table.audit()

    def test_at_once_when_bots_take_the_rest(self) -> None:
        sitting = started("ada", bots=["odds"] * 2)
        assert (sitting.game.status, sitting.game.version, sitting.game.started_at) == ("active", 3, START)
        sitting.audit()

    @pytest.mark.parametrize("ruleset", ["asmodee", "boxed", "aces"])
    def test_the_first_opener_is_on_turn(self, ruleset: str) -> None:
        sitting = started("ada", "bea", "cleo", ruleset=ruleset)
        assert sitting.turn == sitting.record.rounds[0].row.opener
        sitting.audit()

    def test_an_option_of_ones_own(self) -> None:
        sitting = started("ada", "bea", options={"starting_dice": 2, "first_opener": "roll_off"})
        assert [seat.dice_count for seat in sitting.record.seats] == [2, 2]
        assert sitting.record.rounds[0].roll_off
        sitting.audit()


class TestLimits:
    def test_tables_made_and_tables_sat_at_count_together_and_once(self, settings: Any) -> None:
        settings.MAX_OPEN_GAMES = 3
        open_table("ada", seats=2)
        open_table(seats=2)  # hers, though she does not sit
        open_table("bea", "ada", seats=3, creator="bea")
        assert refused(lambda: open_table("ada", seats=2)) == Code.TOO_MANY_GAMES
        other = open_table("cleo", seats=3, creator="cleo")
        assert refused(lambda: join(other, "ada")) == Code.TOO_MANY_GAMES

    def test_ones_own_table_is_no_further_one(self, settings: Any) -> None:
        settings.MAX_OPEN_GAMES = 1
        table = open_table(seats=3)
        join(table, "ada")
        assert names(table) == ["ada", None, None]

    def test_what_is_over_or_left_counts_no_more(self, settings: Any) -> None:
        settings.MAX_OPEN_GAMES = 1
        lobby.leave(game_id=open_table("ada", seats=2).game_id, player=account("ada"), now=START)
        elsewhere = open_table("bea", "ada", seats=3, creator="bea")
        lobby.leave(game_id=elsewhere.game_id, player=account("ada"), now=START)
        open_table("ada", seats=2)

    def test_running_games_have_a_limit_of_their_own(self, settings: Any) -> None:
        settings.MAX_ACTIVE_GAMES = 2
        started("ada", "bea")
        sitting = started("cleo", "ada")
        assert refused(lambda: open_table("ada", seats=2)) == Code.TOO_MANY_GAMES
        assert refused(lambda: join(open_table("emmy", seats=2, creator="emmy"), "ada")) == Code.TOO_MANY_GAMES
        sitting.leave(0)
        open_table("ada", seats=2)

    def test_open_tables_become_games_and_count_among_them(self, settings: Any) -> None:
        """However the others come to them, there are never more games than the limit."""
        settings.MAX_ACTIVE_GAMES = 3
        started("bea", "ada")
        tables = [open_table("ada", seats=2) for _ in range(2)]
        assert refused(lambda: open_table("ada", seats=2)) == Code.TOO_MANY_GAMES
        for table in tables:
            join(table, "cleo")
        assert Seat.objects.filter(player=account("ada"), game__status="active").count() == 3

    def test_a_game_that_others_play_on_counts_no_more(self, settings: Any) -> None:
        """For who has left it or is out, and for who made it and never sat in it."""
        settings.MAX_ACTIVE_GAMES = 1
        sitting = started("ada", "bea", "cleo")
        sitting.leave(0)
        assert sitting.game.status == "active"
        watched = open_table(seats=2)
        for name in ("bob", "dora"):
            join(watched, name)
        assert (watched.game.creator, watched.game.status) == (account("ada"), "active")
        open_table("ada", seats=2)

    def test_a_server_bot_plays_as_many_as_are_wanted(self, settings: Any) -> None:
        settings.MAX_ACTIVE_GAMES = 2
        for name in ("ada", "bea", "cleo"):
            started(name, bots=["odds"])
        assert Seat.objects.filter(player__username="odds").count() == 3


class TestAbandoned:
    def test_when_nobody_is_left_but_bots(self) -> None:
        table = open_table("ada", "bea", seats=4, bots=["odds"])
        lobby.leave(game_id=table.game_id, player=account("ada"), now=at(1))
        assert table.game.status == "open"
        lobby.leave(game_id=table.game_id, player=account("bea"), now=at(2))
        game = table.game
        assert (game.status, game.abandoned_reason, game.finished_at) == ("abandoned", "empty", at(2))
        assert (game.version, game.due_at, game.due_for) == (4, None, "")
        assert refused(lambda: join(table, "cleo")) == Code.GAME_NOT_OPEN

    def test_a_table_at_which_nobody_has_sat_yet_is_not(self) -> None:
        assert open_table(seats=2).game.status == "open"


class TestRefusals:
    def test_they_leave_nothing_behind(self) -> None:
        for fields in (
            {"bots": ["nobody"]},
            {"bots": ["odds", "odds"]},
            {"options": {"no_such": 1}},
            {"options": {"starting_dice": 6}},
            {"ruleset": "poker"},
            {"rated": True, "bots": ["odds"]},
        ):
            refused(lambda fields=fields: open_table("ada", seats=2, **fields))
        assert (Game.objects.count(), Seat.objects.count()) == (0, 0)

    def test_a_join_that_is_refused_leaves_the_table_as_it_was(self) -> None:
        table = open_table("ada", "bea", seats=3)
        before = table.game.version
        assert refused(lambda: join(table, "bea")) == Code.ALREADY_SEATED
        join(table, "cleo")
        assert refused(lambda: join(table, "dora")) == Code.GAME_NOT_OPEN
        assert table.game.version == before + 2


def join(table: Sitting, name: str) -> None:
    lobby.join(game_id=table.game_id, player=account(name), now=START)
