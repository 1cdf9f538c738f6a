"""Sitting down and playing inside this process, on a real server, with the player's input written down beforehand."""

import io
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from games.terminal.api import Api
from games.terminal.arguments import Wishes
from games.terminal.console import Console
from games.terminal.errors import CannotGoOn
from games.terminal.session import Session
from games.terminal.shapes import View
from games.terminal.table import sit_down
from games.terminal.transport import Transport
from games.terminal.verifier import Verifier
from tests.terminal.lossy import lossy_way_to

pytestmark = pytest.mark.slow

Step = Callable[[], str | None]


class ScriptedConsole(Console):
    """Reads what its script says, a step each time it is asked for a line; at its end the input ends."""

    def __init__(self) -> None:
        self.shown = io.StringIO()
        self.script: Iterator[Step] = iter(())
        super().__init__(0, self.shown, colour=False, ascii_only=False)

    def read(self, timeout: float | None) -> str | None:
        step = next(self.script, None)
        if step is None:
            raise EOFError
        return step()


@pytest.fixture(scope="module")
def api(server: str) -> Iterator[Api]:
    """Of one guest, for all tests here."""
    transport = Transport(server, say=print)
    api = Api(transport)
    api.register(username=f"guest-{secrets.token_hex(4)}", password=secrets.token_hex(8))
    yield api
    transport.close()


@pytest.fixture
def wishes(server: str) -> Wishes:
    return Wishes(server=server, bots=("random",))


def on_our_turn(api: Api, wishes: Wishes) -> tuple[View, Verifier]:
    """A game in which it is our turn to do something about a bid."""
    view, verifier = sit_down(api, wishes)
    while not view["you"] or "dudo" not in view["you"]["actions"]:
        if view["you"] and view["you"]["actions"]:
            first = view["you"]["legal_bids"][0]
            bid = {"action": "bid", "quantity": 1, "face": first["face"], "version": view["version"]}
            api.move(view["id"], bid)
        view = api.view(view["id"])
    return view, verifier


def played(api: Api, view: View, verifier: Verifier, *script: Step) -> str:
    console = ScriptedConsole()
    console.script = iter(script)
    Session(api, view, title="Rules", verifier=verifier, console=console).run()
    return console.shown.getvalue()


def test_there_is_nothing_to_call_before_the_first_bid(api: Api, wishes: Wishes) -> None:
    view, verifier = sit_down(api, wishes)
    while view["round"] is None or view["round"]["turn"] != 0:  # until we are the first to open
        api.leave(view["id"])
        view, verifier = sit_down(api, wishes)
    shown = played(api, view, verifier, lambda: "dudo", lambda: "calza", lambda: "1 1", lambda: "3 2")
    assert shown.count("Nothing has been bid yet, so there is nothing to call.") == 2
    assert "1 × one cannot be bid now.\n    You may bid 1–10 × twos to sixes." in shown
    assert "you                 3 × twos" in shown


def test_a_move_decided_on_a_table_that_has_moved_on(api: Api, wishes: Wishes) -> None:
    view, verifier = on_our_turn(api, wishes)

    def somebody_was_faster() -> str:
        """We ourselves, in another window."""
        api.move(view["id"], {"action": "dudo", "version": view["version"]})
        return "calza"

    shown = played(api, view, verifier, somebody_was_faster)
    assert re.search(r"Dudo!.*Round \d+ .*The table moved on while you typed, so nothing was done\.", shown, re.DOTALL)
    assert not re.search("you +Calza!", shown)
    assert "You have left the game. You come 2nd of 2." in shown
    assert verifier.faults == []


def test_a_calza(api: Api, wishes: Wishes) -> None:
    view, verifier = on_our_turn(api, wishes)
    shown = played(api, view, verifier, lambda: "c")
    assert re.search(r"you +Calza!.*(Exactly! You have all|Not exact\. You lose a die; 4)", shown, re.DOTALL)


def test_a_move_whose_answer_is_lost_is_played_once(server: str, wishes: Wishes) -> None:
    """It is sent again, and the server knows it again."""
    said: list[str] = []
    with lossy_way_to(server) as way:
        transport = Transport(way.address, say=said.append)
        api = Api(transport)
        api.register(username=f"guest-{secrets.token_hex(4)}", password=secrets.token_hex(8))
        view, verifier = on_our_turn(api, wishes)

        def lost() -> str:
            way.lose = 2
            return "dudo"

        shown = played(api, view, verifier, lost)
        transport.close()
    assert way.lose == 0
    assert len(re.findall("you +Dudo!", shown)) == 1
    assert "nothing was done" not in shown
    assert verifier.faults == []
    assert said[0].startswith("The server does not answer")
    assert said[1:] == ["The server is back."]


def test_leaving_a_server_that_is_gone(server: str, wishes: Wishes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.terminal.session.PARTING_PATIENCE", 0.1)
    with lossy_way_to(server) as way:
        transport = Transport(way.address, say=print)
        api = Api(transport)
        api.register(username=f"guest-{secrets.token_hex(4)}", password=secrets.token_hex(8))
        view, verifier = sit_down(api, wishes)

        def gone() -> str:
            way.lose = 99
            raise EOFError

        shown = played(api, view, verifier, gone)
        transport.close()
    assert "The server could not be told that you leave, and your time will run out." in shown


@pytest.mark.parametrize("seats", [2, 3])
def test_leaving_a_game_ends_it_where_two_were_left(api: Api, wishes: Wishes, seats: int) -> None:
    """What a finished game shows is told and checked then, as at any other end."""
    view, verifier = sit_down(api, replace(wishes, seats=seats))
    shown = played(api, view, verifier)
    assert f"You have left the game. You come {'2nd of 2' if seats == 2 else '3rd of 3'}." in shown
    over = api.replay_address(view["id"]) in shown
    assert over == ("random wins the game" in shown) == ("and the first opener." in shown) == (seats == 2)
    assert over == (re.search("you +leave the table", shown) is not None)
    assert ("as far as they were shown." in shown) == (seats == 3)
    assert verifier.faults == []


@pytest.mark.parametrize("seats", [2, 3])
def test_leaving_a_game_that_was_left_already(api: Api, wishes: Wishes, seats: int) -> None:
    """In another window. Where that has ended it, its end is told."""
    view, verifier = sit_down(api, replace(wishes, seats=seats))

    def left_already() -> str:
        api.leave(view["id"])
        raise EOFError

    shown = played(api, view, verifier, left_already)
    over = api.replay_address(view["id"]) in shown
    assert over == ("random wins the game" in shown) == ("and the first opener." in shown) == (seats == 2)
    assert ("You stop watching." in shown) == (seats == 3)
    assert "have left the game" not in shown


def test_an_end_that_cannot_be_looked_at(server: str, wishes: Wishes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server heard that we leave, and says no more."""
    monkeypatch.setattr("games.terminal.session.PARTING_PATIENCE", 0.1)
    with lossy_way_to(server) as way:
        transport = Transport(way.address, say=print)
        api = Api(transport)
        api.register(username=f"guest-{secrets.token_hex(4)}", password=secrets.token_hex(8))
        view, verifier = sit_down(api, wishes)
        leave = api.leave

        def leave_and_hear_no_more(game_id: str) -> View:
            view = leave(game_id)
            way.lose = 99
            return view

        monkeypatch.setattr(api, "leave", leave_and_hear_no_more)
        shown = played(api, view, verifier)
        transport.close()
    assert "You have left the game. You come 2nd of 2." in shown
    assert "as far as they were shown." in shown


def test_news_that_ctrl_c_cuts_short_is_told_all_the_same(api: Api, wishes: Wishes) -> None:
    view, verifier = on_our_turn(api, wishes)
    see, cut = verifier.see, iter([False, True])

    def interrupted(*news: object) -> None:
        see(*news)  # type: ignore[arg-type]
        if next(cut, False):
            raise KeyboardInterrupt

    verifier.see = interrupted  # type: ignore[method-assign,assignment]
    shown = played(api, view, verifier, lambda: "n", lambda: None)
    assert "Leave the game for good?" in shown
    assert "Round 1" in shown
    assert verifier.faults == []


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"ruleset": "chess"}, r"ruleset: There are aces, asmodee, boxed\."),
        ({"bots": ("hal",)}, r"bots\.0: There are "),
        ({"bots": ("odds", "odds"), "seats": 2}, r"2 bots and you need 3 seats, not 2\."),
        ({"seats": 7}, "seats: "),
        ({"seats": 1}, "1 bots and you need 2 seats, not 1"),
        ({"bots": (), "seats": 1}, "seats: "),
        ({"clock": 1}, "turn_seconds: "),
        ({"seed": "x" * 65}, "client_seed: "),
        ({"seed": "a\nb"}, "client_seed: "),
    ],
)
def test_wishes_that_cannot_be_met(api: Api, wishes: Wishes, changed: dict[str, object], reason: str) -> None:
    with pytest.raises(CannotGoOn, match=reason):
        sit_down(api, replace(wishes, **changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "players"),
    [
        ({"bots": ("random",)}, ["random"]),
        ({"bots": ("odds", "random"), "seats": 6}, ["odds", "random", "odds", "random", "odds"]),
    ],
)
def test_the_bots_named_fill_the_seats(
    api: Api, wishes: Wishes, changed: dict[str, object], players: list[str]
) -> None:
    view, _ = sit_down(api, replace(wishes, **changed))  # type: ignore[arg-type]
    assert [seat["player"] for seat in view["seats"][1:]] == players
    assert view["status"] == "active"
    api.leave(view["id"])


def test_without_names_the_strongest_sit_down(api: Api, wishes: Wishes) -> None:
    view, _ = sit_down(api, replace(wishes, bots=(), clock=0, seed="my part"))
    by_strength = [bot["name"] for bot in sorted(api.bots(), key=lambda bot: -bot["strength"])][:3]
    assert {seat["player"] for seat in view["seats"][1:]} == set(by_strength)
    assert view["seats"][1]["player"] == by_strength[0]
    assert len(view["seats"]) == 4
    assert (view["turn_seconds"], view["seats"][0]["client_seed"]) == (None, "my part")
    api.leave(view["id"])


def test_a_table_joined_already_is_a_table_joined(api: Api, wishes: Wishes, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the answer was lost, and the request repeated."""
    join = Api.join

    def twice(self: Api, game_id: str, *, client_seed: str) -> View:
        join(self, game_id, client_seed=client_seed)
        return join(self, game_id, client_seed=client_seed)

    monkeypatch.setattr(Api, "join", twice)
    view, _ = sit_down(api, wishes)
    assert view["you"]
    assert view["status"] == "active"
    api.leave(view["id"])
