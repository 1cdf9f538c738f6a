"""Whether the time that an answer takes tells of dice that the one who asks cannot see.

Two accounts play; one bids, the other one asks. Of each game it is afterwards known from both hands whether the bid was
true. If answers take longer where it is, whoever asks has learned what they should have paid a die for.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from games.management.bench.calls import Answer, Json
from games.management.bench.clients import Client

BID: Final[Json] = {"action": "bid", "quantity": 4, "face": 4}
PLANTED: Final = "a view that tells"
"""What must be found: a view that takes `PLANTED_SECONDS` longer where the bid is true."""
PLANTED_SECONDS: Final = 0.000_2
Ask = Callable[[], Answer]
Clock = Callable[[], float]


@dataclass
class Times:
    """Of one question, a time for each game, by whether the bid was true there."""

    true: list[float] = field(default_factory=list)
    false: list[float] = field(default_factory=list)


class Telling(Client):
    """Two accounts at one table after another. `times` are what was measured, by question.

    Of the times at one table the least counts: whatever else the machine does only adds to it.
    """

    times: dict[str, Times]

    def measure(self, *, games: int, repeats: int, clock: Clock) -> None:
        self.times, self._clock = {}, clock
        for _ in range(games):
            self._measure_game(repeats)

    def _measure_game(self, repeats: int) -> None:
        opened = self._open_game()
        view = self._post_move(opened, BID)
        asker = view["round"]["turn"]
        is_true = self._is_true(view)
        questions = self._questions(view, asker)
        taken: dict[str, list[float]] = {name: [] for name in [*questions, PLANTED]}
        for _ in range(repeats):
            for name, ask in questions.items():
                taken[name].append(self._seconds(ask))
            taken[PLANTED].append(self._seconds(questions["view"]) + (PLANTED_SECONDS if is_true else 0))
        self._send("POST", f"/api/v1/games/{view['id']}/leave/", seat=asker, expected=200)
        for name, seconds in taken.items():
            times = self.times.setdefault(name, Times())
            (times.true if is_true else times.false).append(min(seconds))

    def _is_true(self, view: Json) -> bool:
        """From both hands, each as its own player sees it."""
        path = f"/api/v1/games/{view['id']}/"
        dice = [die for seat in (0, 1) for die in self._send("GET", path, seat=seat).body["you"]["dice"]]
        counting: int = sum(die in (1, BID["face"]) for die in dice)
        return bool(counting >= BID["quantity"])

    def _seconds(self, ask: Ask) -> float:
        began = self._clock()
        ask()
        return self._clock() - began

    def _questions(self, view: Json, seat: int) -> dict[str, Ask]:
        """What the one on turn may ask as often as they like: reads, and moves that are refused."""
        path, version = f"/api/v1/games/{view['id']}/", view["version"]
        low, stale = {**BID, "quantity": 1, "version": version}, {"action": "dudo", "version": version + 1}

        def refused(body: Json, status: int) -> Ask:
            return lambda: self._send("POST", f"{path}moves/", seat=seat, body=body, expected=status)

        return {
            "view": lambda: self._send("GET", path, seat=seat),
            "events": lambda: self._send("GET", f"{path}events/", seat=seat),
            "rounds": lambda: self._send("GET", f"{path}rounds/", seat=seat),
            "games": lambda: self._send("GET", "/api/v1/games/", seat=seat),
            "an illegal bid": refused(low, 400),
            "a stale dudo": refused(stale, 409),
            "a calza that is not allowed": refused({"action": "calza", "version": version}, 403),
        }
