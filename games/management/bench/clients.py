"""Clients that play games against themselves: two accounts each, no server bots, every move by HTTP.

Each client decides from the answer to its last move, so nothing but moves is sent while a game runs. Bids go up by one
die of the same face, which every ruleset allows, until a call is drawn; equal seeds send equal bids and calls as long
as the dice allow.
"""

import random
import secrets
from typing import Final

from games.management.bench.calls import Answer, Caller, CallFailed, Json
from games.management.bench.meters import Meter

CALL_CHANCE: Final = 0.25
SEATS: Final = 2
BIDS_BEFORE_READING: Final = 3
# A clock, so that moves cost what they cost, but one that no benchmark outlasts.
TURN_SECONDS: Final = 1_209_600


class Client:
    """Two accounts that play one another. `meter` measures each request, and may be changed between games."""

    def __init__(self, call: Caller, meter: Meter, *, ruleset: str, chance: random.Random) -> None:
        self.meter = meter
        self._call, self._ruleset, self._chance = call, ruleset, chance
        self._tokens = [self._register() for _ in range(SEATS)]

    def play(self) -> int:
        """One game to its end; how many moves it took."""
        view, moves = self._open_game(), 0
        while view["status"] == "active":
            view = self._move(view)
            moves += 1
        return moves

    def read(self, times: int) -> None:
        """Read the view of a running game as often, in full and as one that has not changed (304)."""
        view = self._open_game()
        for _ in range(BIDS_BEFORE_READING):
            view = self._bid_again(view)
        path = f"/api/v1/games/{view['id']}/"
        for _ in range(times):
            with self.meter.measure("view"):
                answer = self._send("GET", path, seat=0)
            with self.meter.measure("view, unchanged"):
                self._send("GET", path, seat=0, expected=304, headers={"If-None-Match": answer.headers["etag"]})

    def _open_game(self) -> Json:
        table = {"ruleset": self._ruleset, "seats": SEATS, "turn_seconds": TURN_SECONDS}
        with self.meter.measure("create"):
            made = self._send("POST", "/api/v1/games/", seat=0, body=table)
        with self.meter.measure("join"):
            return self._send("POST", f"/api/v1/games/{made.body['id']}/join/", seat=1, expected=200).body

    def _move(self, view: Json) -> Json:
        bids, cap = view["round"]["bids"], _cap(view)
        if bids and (bids[-1]["quantity"] == cap or self._chance.random() < CALL_CHANCE):
            return self._post_move(view, {"action": "dudo"})
        return self._bid_again(view)

    def _bid_again(self, view: Json) -> Json:
        bids = view["round"]["bids"]
        if bids:
            return self._post_move(
                view, {"action": "bid", "quantity": bids[-1]["quantity"] + 1, "face": bids[-1]["face"]}
            )
        return self._post_move(view, {"action": "bid", "quantity": 1, "face": self._chance.randint(2, 6)})

    def _post_move(self, view: Json, move: Json) -> Json:
        path, seat = f"/api/v1/games/{view['id']}/moves/", view["round"]["turn"]
        with self.meter.measure(move["action"]):
            return self._send("POST", path, seat=seat, body={**move, "version": view["version"]}).body

    def _register(self) -> str:
        account: Json = {"username": f"bench-{secrets.token_hex(4)}", "password": secrets.token_urlsafe(16)}
        path = "/api/v1/players/"
        answer = self._call("POST", path, body=account, headers={})
        token: str = _checked(path, answer, 201).body["token"]
        return token

    def _send(
        self,
        method: str,
        path: str,
        *,
        seat: int,
        body: Json | None = None,
        expected: int | None = None,
        headers: Json | None = None,
    ) -> Answer:
        authorization = {"Authorization": f"Bearer {self._tokens[seat]}"}
        answer = self._call(method, path, body=body, headers=authorization | (headers or {}))
        return _checked(path, answer, expected or (201 if method == "POST" else 200))


def _cap(view: Json) -> int:
    """The greatest quantity (docs/rules.md 4, "Cap")."""
    visible: int | None = view["dice_in_play"]
    return visible if visible is not None else len(view["seats"]) * int(view["options"]["starting_dice"])


def _checked(path: str, answer: Answer, expected: int) -> Answer:
    if answer.status == expected:
        return answer
    said = f"{path} answers {answer.status}, not {expected}. {answer.body.get('detail', '')}"
    if answer.status == 429:
        said += " Start the server with THROTTLE_REGISTER= THROTTLE_PLAYER= THROTTLE_ANONYMOUS= for this."
    raise CallFailed(said)
