"""Groups of clients: accounts that play the same tables against one another and the server's bots, in one thread."""

import random
import secrets
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from tests.chaos.caller import PATIENCE, Account, Answer, GivenUp
from tests.chaos.journal import Journal, Json
from tests.chaos.manners import move_for
from tests.chaos.plan import Plan
from tests.chaos.tables import MIXES, Manner, Mix

PASSWORD: Final = "seven fours 7"
SLEEP_CHANCE: Final = 0.4
LEAVE_CHANCE: Final = 0.08
TWICE_CHANCE: Final = 0.15


class Group(threading.Thread):
    """Keeps `wanted` games of a mix going until it is told to open no more (`closing`), and plays until `over`."""

    def __init__(self, mix: Mix, wanted: int, home: Account, plan: Plan, *, closing: threading.Event) -> None:
        super().__init__(name=f"{mix.manner} of {home.name}", daemon=True)
        self.mix, self.wanted, self.home = mix, wanted, home
        self.accounts: list[Account] = []
        self.games: set[str] = set()
        self.failed: str | None = None
        self._plan, self._closing = plan, closing
        self._opened = 0
        self._chance = home.chance
        self._pool = ThreadPoolExecutor(max_workers=mix.people + 1)

    def register(self) -> None:
        """A person, and for the others at their tables bots of theirs; rated games are for people only."""
        self.accounts = [self.home]
        _register(self.home)
        for number in range(1, self.mix.people):
            other = replace(self.home.twin(), name=f"{self.home.name}-{number}", token="")
            if self.mix.rated:
                _register(other)
            else:
                path, key = "bots/accounts/", secrets.token_hex(8)
                other.token = _done(self.home.insist("POST", path, {"username": other.name}, key))["token"]
            self.accounts.append(other)

    def run(self) -> None:
        for account in self.accounts:
            account.close()
            account.patience = PATIENCE
        try:
            while not self.home.over.is_set():
                self.open_tables()
                self.play()
                self.home.over.wait(self._chance.uniform(0.5, 1.5) * self._plan.pace)
        except GivenUp:
            pass
        except Exception as error:
            self.failed = f"{self.name}: {type(error).__name__}: {error}"
        finally:
            self._pool.shutdown()

    def open_tables(self) -> None:
        """As many as are wanted, each with an Idempotency-Key, so that one is opened however often it is asked for."""
        while len(self.games) < self.wanted and not self._closing.is_set():
            table = self.mix.table(self._opened, dice=self._plan.dice)
            self._opened += 1
            if self.mix.quick:
                self.games |= {_done(account.insist("POST", "games/quick/", table))["id"] for account in self.accounts}
                return  # the next one is another only when this one is full
            game = _done(self.home.insist("POST", "games/", table, secrets.token_hex(8)))
            self.games.add(game["id"])
            for other in self.accounts[1:]:
                # Whoever asks again because nothing came may have taken the seat the first time, and the last one.
                _done(other.insist("POST", f"games/{game['id']}/join/", {}), "already_seated", "game_not_open")

    def play(self) -> None:
        """One look at all tables, and what is to be done at them."""
        if self.mix.manner is Manner.ABSENT:
            self._look_in()
            return
        self.games &= set(self._listed(self.home, f"player={self.home.name}&status=active")) | set(
            self._listed(self.home, f"player={self.home.name}&status=open")
        )
        if self.mix.manner is Manner.RUSH:
            for game_id in sorted(self.games):
                self._rush(game_id)
        elif self.mix.manner is not Manner.SILENT:
            for account in self.accounts:
                for game_id in self._listed(account, "my_turn=true"):
                    self._take_turn(account, game_id)

    def _look_in(self) -> None:
        """Some of the games that nobody sits in; to look at one makes the server act in it, so not often at each."""
        for game_id in self._chance.sample(sorted(self.games), k=min(len(self.games), 2)):
            view = _done(self.home.insist("GET", f"games/{game_id}/"))
            if view["status"] not in ("open", "active"):
                self.games.discard(game_id)

    def _listed(self, account: Account, wanted: str) -> list[str]:
        games = _done(account.insist("GET", f"games/?{wanted}&limit=100"))["results"]
        return [game["id"] for game in games]

    def _take_turn(self, account: Account, game_id: str) -> None:
        if self.mix.manner is Manner.SLEEPY and self._chance.random() < SLEEP_CHANCE:
            return
        if self.mix.manner is Manner.LEAVER and self._chance.random() < LEAVE_CHANCE:
            _done(account.insist("POST", f"games/{game_id}/leave/", {}), "not_in_play", "game_not_active")
            return
        move = move_for(_done(account.insist("GET", f"games/{game_id}/")), self._chance)
        if move is None:
            return
        path = f"games/{game_id}/moves/"
        if self.mix.manner is Manner.PROMPT and self._chance.random() < TWICE_CHANCE:
            self._at_once([(account, path, move), (account.twin(), path, move)])
        else:
            account.insist("POST", path, move)

    def _rush(self, game_id: str) -> None:
        path = f"games/{game_id}/"
        views = self._pool.map(lambda account: _done(account.insist("GET", path)), self.accounts)
        moves = [
            (account, move_for(view, self._chance, eager=True))
            for account, view in zip(self.accounts, views, strict=True)
        ]
        self._at_once((account, f"{path}moves/", move) for account, move in moves if move is not None)

    def _at_once(self, calls: Iterable[tuple[Account, str, Json]]) -> None:
        """Each until its answer is certain; a refusal is one."""
        list(self._pool.map(lambda call: call[0].insist("POST", call[1], call[2]), calls))


def gather(plan: Plan, *, port: int, journal: Journal, closing: threading.Event, over: threading.Event) -> list[Group]:
    """Groups for the planned games at one time, of every mix."""
    chance = random.Random(plan.seed)
    groups = []
    for number, mix in enumerate(MIXES):
        share = max(1, round(plan.games * mix.part))
        among = min(mix.groups, max(1, share // 2))
        for nth in range(among):
            home = Account(port, journal, over, f"g{number}{nth}", chance=random.Random(chance.random()))
            groups.append(Group(mix, share // among + (nth < share % among), home, plan, closing=closing))
    return groups


def _register(account: Account) -> None:
    body = {"username": account.name, "password": PASSWORD}
    account.token = _done(account.insist("POST", "players/", body, secrets.token_hex(8)))["token"]


def _done(answer: Answer, *codes: str) -> Json:
    """The answer's body; AssertionError if it is a refusal, unless by one of these codes."""
    body: Json = answer.body
    assert answer.is_done or body["code"] in codes, f"{answer.status} {body}"
    return body
