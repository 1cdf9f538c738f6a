"""The calls of the API that this client makes, by name (docs/api.md)."""

import secrets
from typing import Any, cast
from urllib.parse import quote

from games.terminal.errors import Problem
from games.terminal.shapes import BotInfo, Event, View
from games.terminal.transport import Transport

LABEL = "terminal"


class Api:
    """Every call raises `Problem` when it is refused, and `CannotGoOn` when there is no answer."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    @property
    def server(self) -> str:
        return self.transport.server

    def replay_address(self, game_id: str) -> str:
        return f"{self.server}/api/v1/games/{game_id}/replay/"

    def player_exists(self, username: str) -> bool:
        try:
            self.transport.get(f"/players/{quote(username, safe='')}/")
        except Problem as problem:
            if problem.code == "not_found":
                return False
            raise
        return True

    def register(self, *, username: str, password: str) -> None:
        """Make an account, and act for it from now on."""
        body = {"username": username, "password": password}
        self.transport.token = self.transport.post("/players/", body, key=_key())["token"]

    def log_in(self, *, username: str, password: str) -> str:
        """Act for an account from now on; the id of the token, for `log_out`."""
        body = {"username": username, "password": password, "label": LABEL}
        made = self.transport.post("/tokens/", body, key=_key())
        self.transport.token = made["token"]
        return cast("str", made["id"])

    def log_out(self, token_id: str) -> None:
        self.transport.delete(f"/tokens/{token_id}/")
        self.transport.token = None

    def bots(self) -> list[BotInfo]:
        return cast("list[BotInfo]", self.transport.get("/bots/?limit=100")["results"])

    def rulesets(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", self.transport.get("/rulesets/?limit=100")["results"])

    def create_table(self, *, ruleset: str, seats: int, bots: list[str], turn_seconds: int | None) -> View:
        """A table at which the caller does not sit yet."""
        body = {"ruleset": ruleset, "seats": seats, "bots": bots, "turn_seconds": turn_seconds, "sit": False}
        return cast("View", self.transport.post("/games/", body, key=_key()))

    def join(self, game_id: str, *, client_seed: str) -> View:
        return cast("View", self.transport.post(f"/games/{game_id}/join/", {"client_seed": client_seed}))

    def view(self, game_id: str) -> View:
        return cast("View", self.transport.get(f"/games/{game_id}/"))

    def events(self, game_id: str, *, after: int) -> list[Event]:
        return cast("list[Event]", self.transport.get(f"/games/{game_id}/events/?after={after}")["events"])

    def move(self, game_id: str, body: dict[str, Any]) -> None:
        self.transport.post(f"/games/{game_id}/moves/", body)

    def leave(self, game_id: str) -> View:
        return cast("View", self.transport.post(f"/games/{game_id}/leave/", {}))


def _key() -> str:
    return secrets.token_hex(16)
