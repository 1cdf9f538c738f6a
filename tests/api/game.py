"""A running game to play by hand through the API, one client a seat."""

from dataclasses import dataclass
from typing import Any

from games.services import clock
from tests.api import rows
from tests.api.table import GAMES
from tests.client import CheckedClient

Json = dict[str, Any]

DUDO: Json = {"action": "dudo"}
CALZA: Json = {"action": "calza"}


def bid(quantity: int, face: int) -> Json:
    return {"action": "bid", "quantity": quantity, "face": face}


@dataclass
class Game:
    """Clients by seat."""

    id: str
    clients: list[CheckedClient]

    @property
    def path(self) -> str:
        return f"{GAMES}{self.id}/"

    def view(self, seat: int = 0) -> Json:
        view: Json = self.clients[seat].get(self.path).json()
        return view

    @property
    def version(self) -> int:
        return int(self.view()["version"])

    def turn(self, places: int = 0) -> int:
        """The seat so many places to the left of the one whose turn it is."""
        return int(self.view()["round"]["turn"] + places) % len(self.clients)

    def send(self, seat: int, move: Json, **fields: Any) -> Any:
        """A move, by default decided on at the present version."""
        body = {"version": self.version, **move, **fields}
        return self.clients[seat].post(f"{self.path}moves/", body)

    def play(self, move: Json) -> Json:
        """The move of the seat whose turn it is, played; what was sent."""
        body = {**move, "version": self.version}
        answer = self.send(self.turn(), body)
        assert answer.status_code == 201, answer.content
        return body

    def pass_time(self) -> None:
        """The time of the seat on turn runs out."""
        assert clock.act(game_id=self.id, now=rows.row(self.id).due_at)

    def leave(self, seat: int) -> Json:
        answer = self.clients[seat].post(f"{self.path}leave/")
        assert answer.status_code == 200, answer.content
        view: Json = answer.json()
        return view

    def end(self) -> None:
        """All but the first leave."""
        for seat in range(1, len(self.clients)):
            self.leave(seat)
