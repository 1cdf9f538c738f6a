"""A game that runs at the server, in the hands of the test: its players speak to the API, as anybody does."""

import time
from typing import Any

from tests.site.processes import call

Json = dict[str, Any]


class Running:
    """A game of three people, by the rules in which others' dice are not counted; each with a token."""

    def __init__(self, port: int, *, people: int = 3, ruleset: str = "boxed", **table: Any) -> None:
        self.port = port
        self.tokens = [self._account(number) for number in range(people)]
        opened = {"ruleset": ruleset, "seats": people, "turn_seconds": None, **table}
        self.id = call(port, "POST", "games/", opened, self.tokens[0])["id"]

    def _account(self, number: int) -> str:
        name = f"p{number}{time.monotonic_ns()}"[:20]
        made: Json = call(self.port, "POST", "players/", {"username": name, "password": "seven fours 7"})
        return str(made["token"])

    def join(self, seat: int) -> None:
        call(self.port, "POST", f"games/{self.id}/join/", {}, self.tokens[seat])

    def begin(self) -> "Running":
        for seat in range(1, len(self.tokens)):
            self.join(seat)
        return self

    def view(self, seat: int | None = None) -> Json:
        """What a seat sees, or a spectator."""
        seen: Json = call(self.port, "GET", f"games/{self.id}/", token="" if seat is None else self.tokens[seat])
        return seen

    @property
    def turn(self) -> int:
        return int(self.view()["round"]["turn"])

    @property
    def names(self) -> list[str]:
        return [seat["player"] for seat in self.view()["seats"]]

    def keys(self) -> list[str]:
        """What proves each hand of the round being played; nobody but its owner has it."""
        return [self.view(seat)["you"]["key"] for seat in range(len(self.tokens))]

    def bid(self) -> Json:
        """The lowest bid of the seat on turn."""
        view = self.view(self.turn)
        lowest = min(view["you"]["legal_bids"], key=lambda legal: (legal["min"], legal["face"]))
        return self._move(view, {"action": "bid", "quantity": lowest["min"], "face": lowest["face"]})

    def dudo(self) -> Json:
        return self._move(self.view(self.turn), {"action": "dudo"})

    def leave(self, seat: int) -> None:
        call(self.port, "POST", f"games/{self.id}/leave/", {}, self.tokens[seat])

    def _move(self, view: Json, move: Json) -> Json:
        body = {**move, "version": view["version"]}
        moved: Json = call(self.port, "POST", f"games/{self.id}/moves/", body, self.tokens[view["you"]["seat"]])
        return moved
