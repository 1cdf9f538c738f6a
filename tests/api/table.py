"""A table of clients, and beside it the referee of `tests.reference`, who is told the same and says what each may see.

    table = open_table(clients, spectator, ruleset="boxed", chance=random.Random(1))
    while not table.is_over:
        table.probe(chance)     # somebody tries what the referee forbids; the server must say the same code
        table.step(chance)      # something happens: a move, a departure, time
        table.check()           # everybody's view is what the referee says
    table.check_end()

The clients may be the test client's or real ones (`tests.api.live`); time passes by `games.services.clock.act`.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from games.models import Game
from games.services import clock
from tests.api import verify
from tests.api.live import LiveClient
from tests.client import CheckedClient
from tests.reference import RULESETS, Referee

Json = dict[str, Any]
GAMES = "/api/v1/games/"
# Long enough for no test to meet it by itself.
LONG = 1_209_600


Client = CheckedClient | LiveClient


def open_table(
    clients: Sequence[Client],
    spectator: Client,
    *,
    chance: random.Random,
    ruleset: str = "aces",
    options: Json | None = None,
    bots: Sequence[str] = (),
    **fields: Any,
) -> "Table":
    """A game that has begun, the clients in the first seats; about half of them send a client seed."""
    seeds = [{"client_seed": f"seed {chance.random()} ŝ"} if chance.random() < 0.5 else {} for _ in clients]
    body = {
        "ruleset": ruleset,
        "seats": len(clients) + len(bots),
        "options": options or {},
        "bots": list(bots),
        "turn_seconds": LONG,
        **fields,
    }
    made = clients[0].post(GAMES, body | seeds[0])
    assert made.status_code == 201, made.content
    view = made.json()
    for seat, client in enumerate(clients[1:], start=1):
        joined = client.post(f"{GAMES}{view['id']}/join/", {"join_code": view["join_code"] or "", **seeds[seat]})
        assert joined.status_code == 200, joined.content
    return Table(view, clients, spectator, {**RULESETS[ruleset], **(options or {})})


class Table:
    """A running game. `opened` is its creator's view of the new table, `refused` counts the codes of refusals met,
    `happened` the events."""

    def __init__(self, opened: Json, clients: Sequence[Client], spectator: Client, options: Json) -> None:
        self.id, self.opened = opened["id"], opened
        self.path = f"{GAMES}{self.id}/"
        self.clients, self.spectator = clients, spectator
        self.referee = Referee(options, seats=len(opened["seats"]))
        self.refused: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.rounds: list[Json] = []
        self.sent: list[tuple[int, Json]] = []
        self._rolled: dict[int, Json] = {}
        self._latest: dict[int | None, Json] = {}
        # A new table is version 1, every seat taken one more, but the last: that one is `started`, then `rolled`.
        self.version = 1 + max(0, len(clients) - 2) + 2
        self._deal()

    # --- What happens -------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.referee.over

    @property
    def turn(self) -> int:
        assert self.referee.now is not None
        return int(self.referee.now["turn"])

    def is_person(self, seat: int) -> bool:
        return seat < len(self.clients)

    def step(self, chance: random.Random, *, leaves: float = 0.0, timeouts: float = 0.0) -> None:
        """Whatever happens next: bots whose moment it is, a departure, time running out, or a legal move."""
        luck = chance.random()
        due = Game.objects.get(public_id=self.id).due_for
        if due == Game.Due.BOTS and (not self.is_person(self.turn) or luck < 0.5):
            self.let_bots_act()
        elif luck < leaves:
            self.leave(chance.choice([seat for seat in self.referee.playing if self.is_person(seat)]))
        elif luck < leaves + timeouts and due == Game.Due.TIME:
            self.let_time_run_out()
        else:
            self.move(*self.legal_move(chance))

    def legal_move(self, chance: random.Random) -> tuple[int, Json]:
        """A legal move of a person: now and then a call, otherwise a bid, rather a low one or the very truth.

        Calza is called above all where it is right, or no die would ever be taken back.
        """
        people = [seat for seat in self.referee.playing if self.is_person(seat)]
        callers = [seat for seat in people if "calza" in self.referee.allowed(seat)]
        if callers and (chance.random() < (0.6 if self._is_exact() else 0.04) or not self.is_person(self.turn)):
            return chance.choice(callers), {"action": "calza"}
        bids = self.referee.legal_bids(self.turn)
        if not bids or ("dudo" in self.referee.allowed(self.turn) and chance.random() < 0.35):
            return self.turn, {"action": "dudo"}
        true = [(quantity, face) for quantity, face in bids if quantity == self._count(face)]
        low = bids[int(len(bids) * chance.random() ** 3)]
        quantity, face = chance.choice(true) if true and chance.random() < 0.3 else low
        return self.turn, {"action": "bid", "quantity": quantity, "face": face}

    def _is_exact(self) -> bool:
        """Whether the standing bid is what lies on the table."""
        assert self.referee.now is not None
        standing = self.referee.now["bids"][-1]
        return bool(standing["quantity"] == self._count(standing["face"]))

    def _count(self, face: int) -> int | None:
        """The dice that count for a face; not known where a bot has a cup."""
        assert self.referee.now is not None
        return None if None in self.referee.now["hands"].values() else self.referee.counted(face)

    def move(self, seat: int, move: Json) -> Json:
        """A move that the referee allows; the mover's new view."""
        body = {**move, "version": self.version}
        answer = self.clients[seat].post(f"{self.path}moves/", body)
        assert answer.status_code == 201, answer.content
        view: Json = answer.json()
        self.sent.append((seat, body))
        self._settle(view, lambda: self.referee.play(seat, move))
        self._latest[seat] = view
        return view

    def leave(self, seat: int) -> Json:
        answer = self.clients[seat].post(f"{self.path}leave/")
        assert answer.status_code == 200, answer.content
        view: Json = answer.json()
        self._settle(view, lambda: self.referee.play(seat, {"action": "leave"}))
        self._latest[seat] = view
        return view

    def let_time_run_out(self) -> None:
        """The clock acts for the seat on turn, at the moment it is due."""
        seat = self.turn
        self.happened["timeout"] += 1
        assert self._act()
        self._settle(self.seen(None), lambda: self.referee.play(seat, {"action": "timeout"}))

    def let_bots_act(self) -> None:
        """The moment of the server's bots: one of them moves, or all let it pass."""
        assert self._act()
        view = self.seen(None)
        done = self._bots_move(view)
        if done is not None:
            seat, move = done
            assert not self.is_person(seat)
            self._settle(view, lambda: self.referee.play(seat, move))

    def _act(self) -> bool:
        due_at = Game.objects.get(public_id=self.id).due_at
        assert due_at is not None
        return clock.act(game_id=self.id, now=due_at)

    def _bots_move(self, view: Json) -> tuple[int, Json] | None:
        """What a bot has done, read off the view: a bid more, a round less, or nothing."""
        assert self.referee.now is not None
        if view["version"] == self.version:
            return None
        if view["round"] is not None and view["round"]["number"] == self.referee.now["number"]:
            bid = view["round"]["bids"][-1]
            return bid["seat"], {"action": "bid", "quantity": bid["quantity"], "face": bid["face"]}
        call = view["last_round"]["call"]
        return call["seat"], {"action": call["kind"]}

    def _settle(self, view: Json, play: Callable[[], list[str]]) -> None:
        """Tell the referee what has happened and, where a round has ended, what the bots' cups held."""
        now = self.referee.now
        assert now is not None
        last = view["last_round"]
        if last is not None and last["number"] == now["number"]:
            self._note_reveal(view, last)
        events = play()
        if self.referee.coming is not None:
            events.append("rolled")
        self.happened.update(events)
        self.version += len(events)
        assert view["version"] == self.version
        if self.referee.coming is not None:
            self._deal()

    def _note_reveal(self, view: Json, last: Json) -> None:
        """The cups of a round that is over: of the sizes and with the commitments that were there at the roll."""
        rolled = self._rolled[last["number"]]
        assert {hand["seat"]: len(hand["dice"]) for hand in last["hands"]} == rolled["sizes"]
        assert last["commitments"] == rolled["commitments"]
        verify.check_reveal(view, last)
        self.rounds.append(last)
        self.happened[f"call: {last['call']['kind']}"] += 1
        if last["dice_change"] is not None and last["dice_change"]["after"] > last["dice_change"]["before"]:
            self.happened["a die taken back"] += 1
        self.referee.show({h["seat"]: h["dice"] for h in last["hands"] if not self.is_person(h["seat"])})

    def _deal(self) -> None:
        """Tell the referee the cups that the players see, and round 1's opener; what bots hold is not known yet."""
        coming = self.referee.coming
        assert coming is not None
        views = {seat: self.seen(seat) for seat in coming["dice"] if self.is_person(seat)}
        round_ = self.seen(None)["round"]
        self._rolled[coming["number"]] = {"sizes": dict(coming["dice"]), "commitments": round_["commitments"]}
        assert [c["seat"] for c in round_["commitments"]] == sorted(coming["dice"])
        for view in views.values():
            verify.check_own_hand(view)
        opener = {} if coming["number"] > 1 else {"roll_off": round_["roll_off"]}
        if coming["number"] == 1 and round_["roll_off"] is None:
            opener = {"opener": round_["opener"]}
        if coming["palifico_seat"] is not None:
            self.happened["palifico"] += 1
        hands = {seat: views[seat]["you"]["dice"] if seat in views else None for seat in coming["dice"]}
        self.referee.deal(hands, **opener)

    # --- What is sent again -------------------------------------------------------------------------------------

    def send_again(self, chance: random.Random) -> None:
        """Any move that a person has made is answered 200, with their view as it is now, and is not played twice."""
        if not self.sent:
            return
        seat, body = chance.choice(self.sent)
        answer = self.clients[seat].post(f"{self.path}moves/", body)
        assert answer.status_code == 200, (body, answer.content)
        self._compare(answer.json(), seat)

    # --- What is refused ----------------------------------------------------------------------------------------

    def probe(self, chance: random.Random) -> None:
        """A person, in play or not, tries something; where the referee forbids it, the server must, with his code."""
        seat = chance.randrange(len(self.clients))
        move = self._some_move(chance)
        code = self.referee.refusal(seat, move)
        if code is not None:
            self.refuse(seat, move, code)

    def probe_version(self, chance: random.Random) -> None:
        """A move decided on at any version but the present one is stale, whoever makes it."""
        other = self.version + chance.choice((-2, -1, 1, 1000))
        never_made = {"action": "bid", "quantity": 99, "face": 2}
        self.refuse(chance.randrange(len(self.clients)), never_made, "stale_version", version=other)

    def _some_move(self, chance: random.Random) -> Json:
        action = chance.choice(("bid", "bid", "dudo", "calza"))
        if action != "bid":
            return {"action": action}
        return {"action": "bid", "quantity": chance.randint(1, self.referee.most() + 1), "face": chance.randint(1, 6)}

    def refuse(self, seat: int, move: Json, code: str, **changed: Any) -> Json:
        """A move that must be refused with the code; an illegal bid tells the legal ones, a stale move the game."""
        answer = self.clients[seat].post(f"{self.path}moves/", {**move, "version": self.version, **changed})
        problem: Json = answer.json()
        assert problem["code"] == code, (seat, move, problem)
        assert answer.status_code == problem["status"]
        self.refused[code] += 1
        if code == "illegal_bid":
            assert problem["legal_bids"] == self.referee.view(seat)["you"]["legal_bids"]
        if code == "stale_version":
            self._compare(problem["game"], seat)
        return problem

    # --- What is seen -------------------------------------------------------------------------------------------

    def seen(self, seat: int | None) -> Json:
        """The view of a seat, or of a spectator (None), as the server gives it now."""
        client = self.spectator if seat is None else self.clients[seat]
        answer = client.get(self.path)
        assert answer.status_code == 200, answer.content
        self._latest[seat] = answer.json()
        return self._latest[seat]

    def check(self) -> None:
        """Everybody's view is what the referee says that they see: all seats, those who left or are out, too.

        Views that were got since the last event, such as the mover's own, are not asked for again.
        """
        for viewer in (None, *range(len(self.clients))):
            latest = self._latest.get(viewer)
            is_new = latest is not None and latest["version"] >= self.version
            self._compare(latest if latest is not None and is_new else self.seen(viewer), viewer)

    def _compare(self, view: Json, viewer: int | None) -> None:
        assert rules_part(view) == self.referee.view(viewer)
        assert view["version"] == self.version
        assert view["status"] == ("finished" if self.is_over else "active")
        verify.check_own_hand(view)
        if view["round"] is not None:
            assert view["round"]["commitments"] == self._rolled[view["round"]["number"]]["commitments"]

    def check_end(self) -> None:
        """The game is over: all rounds are there for everybody, and the server seed proves every roll."""
        view = self.seen(None)
        rounds = self.spectator.get(f"{self.path}rounds/?limit=100").json()["results"]
        assert rounds == self.rounds
        verify.check_whole_game(view, rounds)
        for seat in view["seats"]:
            if not seat["client_seed"].startswith("seed "):
                assert seat["client_seed"] == verify.default_client_seed(view, seat["seat"])


def rules_part(view: Json) -> Json:
    """What of a view follows from the rules: no names, seeds, commitments, keys and times."""
    return {
        "seats": [_without(seat, "player", "kind", "client_seed") for seat in view["seats"]],
        "dice_in_play": view["dice_in_play"],
        "round": view["round"] and _round_part(_without(view["round"], "deadline")),
        "last_round": view["last_round"] and _round_part(view["last_round"]),
        "you": view["you"] and _without(view["you"], "key"),
        "winner": view["winner"],
    }


def _round_part(round_: Json) -> Json:
    part = _without(round_, "commitments")
    for name in ("bids", "departures"):
        part[name] = [_without(entry, "at") for entry in round_[name]]
    if "call" in round_:
        part["call"] = _without(round_["call"], "at")
        part["hands"] = [_without(shown, "key") for shown in round_["hands"]]
    return part


def _without(thing: Json, *names: str) -> Json:
    return {name: value for name, value in thing.items() if name not in names}
