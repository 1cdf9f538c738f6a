"""Many games at a server of its own process: opened over HTTP, left to themselves, audited when they are over."""

import time
from dataclasses import dataclass, field
from typing import Any

from tests.audit import audit
from tests.site.processes import call

PASSWORD = "seven fours 7"
RULESETS = ("asmodee", "boxed", "aces")
PATIENCE = 150.0
"""How long all games together may take, in seconds, on a machine that has other things to do."""

Json = dict[str, Any]


@dataclass
class Club:
    """A server's games, by id, with the views that they began with and a token of who opened each."""

    port: int
    games: dict[str, Json] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def open(self, **table: Any) -> Json:
        """A table of a new account's."""
        token = self._member()
        game = self._keep(call(self.port, "POST", "games/", {"ruleset": "asmodee", **table}, token))
        self.tokens[game["id"]] = token
        return game

    def bots_only(self, number: int, *, seats: int = 6, **options: Any) -> Json:
        """A game of server bots among themselves, of one ruleset after the other."""
        bots = ["odds" if seat % 2 else "random" for seat in range(seats)]
        return self.open(ruleset=RULESETS[number % 3], seats=seats, bots=bots, sit=False, options=options)

    def silent(self, *, people: int, bots: int, **table: Any) -> Json:
        """A game with people who never move; five seconds are the least that they may be given."""
        game = self.open(seats=people + bots, bots=["odds"] * bots, turn_seconds=5, **table)
        for _ in range(people - 1):
            game = self._keep(call(self.port, "POST", f"games/{game['id']}/join/", {}, self._member()))
        return game

    def running(self) -> list[Json]:
        """Summaries of the games that are not over. Asking for them is no touch that would make the server act."""
        found: list[Json] = call(self.port, "GET", "games/?status=active&limit=100")["results"]
        return [game for game in found if game["id"] in self.games]

    def wait(self) -> None:
        """Wait until all games are over."""
        end = time.monotonic() + PATIENCE
        while running := self.running():
            assert time.monotonic() < end, running
            time.sleep(0.25)

    def wait_for_progress(self, events: int) -> None:
        """Wait until so many events have happened; some game must still be going on then."""
        end = time.monotonic() + PATIENCE
        while sum(game["version"] for game in self.running()) < events:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert self.running()

    def audit(self) -> None:
        """Every game has its end, and it follows from its seeds, its moves and the rules.

        One in which time has done everything, as it may before a bot's first turn, is abandoned (docs/rules.md 9).
        """
        for game_id, begun in self.games.items():
            view = call(self.port, "GET", f"games/{game_id}/")
            rounds = call(self.port, "GET", f"games/{game_id}/replay/")["rounds"]
            assert view["status"] == ("finished" if any(map(_has_a_move_of_its_own, rounds)) else "abandoned")
            assert view["seed_commitment"] == begun["seed_commitment"]
            audit(view, rounds)

    def _member(self) -> str:
        """A token of a new account."""
        name = f"m{time.monotonic_ns()}"
        token: str = call(self.port, "POST", "players/", {"username": name, "password": PASSWORD})["token"]
        return token

    def _keep(self, game: Json) -> Json:
        self.games[game["id"]] = game
        return game


def _has_a_move_of_its_own(round_: Json) -> bool:
    """Whether anybody has bid, called or left in it, and not time for them."""
    call = round_["call"]
    return (
        any(not bid["timeout"] for bid in round_["bids"])
        or (call["kind"] in ("dudo", "calza") and not call["timeout"])
        or any(left["reason"] != "timeout" for left in round_["departures"])
    )
