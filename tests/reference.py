"""A second statement of the rules, to hold the server against. It shares no code with `games.rules`.

Written straight from docs/rules.md in another manner: one mutable referee, plain dicts, and legality by asking of every
bid there is whether it may follow. Everything that goes in or comes out is plain values, shaped as in docs/api.md:

    referee = Referee(RULESETS["boxed"], seats=3)
    referee.coming                      # {"number": 1, "opener": None, …, "dice": {0: 5, 1: 5, 2: 5}}: who rolls what
    referee.deal({0: [5, 5, 1, 1, 3], 1: [2, 2, 3, 4, 6], 2: [1, 2, 3, 4, 5]}, opener=1)
    referee.refusal(1, {"action": "bid", "quantity": 7, "face": 1})        # "illegal_bid"; None when it may be done
    referee.legal_bids(1)               # [(quantity, face), …], every one of them
    referee.allowed(1)                  # ["bid"], as `you.actions` in a view
    referee.play(1, {"action": "bid", "quantity": 7, "face": 4})           # ["bid"]
    referee.play(2, {"action": "dudo"})                                    # ["round_ended"], or with "finished" after
    referee.coming                      # the next round, to be dealt before anything else; None while one is played
    referee.view(2)                     # what seat 2 may see; None instead of a seat: a spectator

Round 1 needs its opener: `opener=` where it is drawn, or `roll_off=` (a list of passes of `{"seat", "die"}`), from
which the referee finds it. Later openers follow from the rules, so none is given. A hand that is not known yet, as of
a server's own bot, is dealt as None and told by `show` before the call that ends the round.

Actions: `bid` (with `quantity` and `face`), `dudo`, `calza`; and what befalls a seat: `leave` (with `reason`, "left"
unless told) and `timeout`. `play` raises `Refused` with the code of a refusal and then has changed nothing. It returns
the types of the events, `rolled` excepted, which follows `deal`.

`view` gives the fields of a game view that follow from the rules: `seats` (without players and client seeds),
`dice_in_play`, `round`, `last_round` (without commitments, keys and times), `you` (without `key`), `winner`.
"""

from typing import Any

Json = dict[str, Any]

RULESETS: dict[str, Json] = {
    "asmodee": {
        "starting_dice": 5,
        "raise_rule": "exclusive",
        "ones_entry": "at_least",
        "first_opener": "random",
        "palifico": True,
        "palifico_with_two": True,
        "palifico_face_change": "nobody",
        "calza": True,
        "calza_callers": "not_bidder",
        "calza_in_palifico": True,
        "calza_with_two": True,
        "lost_dice_visible": True,
    },
    "boxed": {
        "starting_dice": 5,
        "raise_rule": "quantity_first",
        "ones_entry": "at_least",
        "first_opener": "roll_off",
        "palifico": True,
        "palifico_with_two": False,
        "palifico_face_change": "veterans",
        "calza": True,
        "calza_callers": "not_bidder_nor_turn",
        "calza_in_palifico": False,
        "calza_with_two": False,
        "lost_dice_visible": False,
    },
    "aces": {
        "starting_dice": 5,
        "raise_rule": "monotone",
        "ones_entry": "exactly",
        "first_opener": "random",
        "palifico": True,
        "palifico_with_two": False,
        "palifico_face_change": "veterans",
        "calza": False,
        "calza_callers": "not_bidder",
        "calza_in_palifico": False,
        "calza_with_two": False,
        "lost_dice_visible": True,
    },
}


class Refused(Exception):
    """The rules do not allow it; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Referee:
    """One game. `people` are the seats, `now` the round being played, `past` the rounds that are over."""

    def __init__(self, options: Json, seats: int) -> None:
        self.options = options
        self.people: list[Json] = [
            {
                "seat": n,
                "dice": options["starting_dice"],
                "playing": True,
                "had_palifico": False,
                "timeouts": 0,
                "place": None,
            }
            for n in range(seats)
        ]
        self.now: Json | None = None
        self.past: list[Json] = []
        self.coming: Json | None = None
        self._announce(number=1, opener=None, palifico_seat=None)

    # --- Who is where -------------------------------------------------------------------------------------------

    @property
    def playing(self) -> list[int]:
        return [p["seat"] for p in self.people if p["playing"]]

    @property
    def over(self) -> bool:
        return len(self.playing) == 1

    @property
    def places(self) -> list[int | None]:
        return [p["place"] for p in self.people]

    def to_the_left(self, seat: int) -> int:
        """Walk round the table until somebody is found who still plays."""
        seat = (seat + 1) % len(self.people)
        while not self.people[seat]["playing"]:
            seat = (seat + 1) % len(self.people)
        return seat

    def veteran(self, seat: int) -> bool:
        """One die left, and their palifico round lies in the past."""
        p = self.people[seat]
        own_round = self.now is not None and self.now["palifico_seat"] == seat
        return p["playing"] and p["dice"] == 1 and p["had_palifico"] and not own_round

    # --- Rolling ------------------------------------------------------------------------------------------------

    def _announce(self, *, number: int, opener: int | None, palifico_seat: int | None) -> None:
        """Section 7 has found whose palifico it is; section 6 says whether calza may be called in this round."""
        calza = self.options["calza"]
        if palifico_seat is not None and not self.options["calza_in_palifico"]:
            calza = False
        if len(self.playing) == 2 and not self.options["calza_with_two"]:
            calza = False
        self.now = None
        self.coming = {
            "number": number,
            "opener": opener,
            "palifico_seat": palifico_seat,
            "calza_allowed": calza,
            "dice": {seat: self.people[seat]["dice"] for seat in self.playing},
        }

    def deal(self, hands: dict[int, list[int] | None], opener: int | None = None, roll_off: Any = None) -> None:
        """Begin the round that is coming with these hands, one of the right size for each seat that plays."""
        coming = self.coming
        if coming is None:
            raise ValueError("no round is coming")
        sizes = {seat: coming["dice"][seat] if dice is None else len(dice) for seat, dice in hands.items()}
        if sizes != coming["dice"]:
            raise ValueError(f"hands of {sizes} dice where {coming['dice']} are rolled")
        first = coming["opener"] if coming["number"] > 1 else self._first_opener(opener, roll_off)
        if coming["palifico_seat"] is not None:
            self.people[coming["palifico_seat"]]["had_palifico"] = True
        self.coming = None
        self.now = {
            "number": coming["number"],
            "opener": first,
            "palifico_seat": coming["palifico_seat"],
            "calza_allowed": coming["calza_allowed"],
            "roll_off": roll_off,
            "rolled": sum(sizes.values()),
            "hands": dict(hands),
            "bids": [],
            "departures": [],
            "turn": first,
        }

    def _first_opener(self, opener: int | None, roll_off: Any) -> int:
        """Section 3: any seat, or the highest of a roll-off in which only the tied go on."""
        if self.options["first_opener"] == "random":
            if opener is None or roll_off is not None:
                raise ValueError("the first opener is drawn: give it")
            return opener
        tied = self.playing
        for thrown in roll_off:
            if [t["seat"] for t in thrown] != tied or len(tied) == 1:
                raise ValueError(f"{tied} roll on, not {thrown}")
            best = max(t["die"] for t in thrown)
            tied = [t["seat"] for t in thrown if t["die"] == best]
        if len(tied) > 1:
            raise ValueError(f"{tied} are still tied")
        return tied[0]

    def show(self, hands: dict[int, list[int]]) -> None:
        """Tell hands that were dealt as None."""
        assert self.now is not None
        self.now["hands"].update(hands)

    # --- Bids ---------------------------------------------------------------------------------------------------

    def most(self) -> int:
        """The cap of section 4."""
        assert self.now is not None
        if self.options["lost_dice_visible"]:
            return int(self.now["rolled"])
        return len(self.people) * int(self.options["starting_dice"])

    def legal_bids(self, seat: int) -> list[tuple[int, int]]:
        """Every bid the seat may make now, by quantity, then face."""
        if self.now is None or self.now["turn"] != seat:
            return []
        everything = [(q, f) for q in range(1, self.most() + 1) for f in (1, 2, 3, 4, 5, 6)]
        special = self.now["palifico_seat"] is not None
        if not self.now["bids"]:
            return [(q, f) for q, f in everything if special or f != 1]
        last = self.now["bids"][-1]
        old = (last["quantity"], last["face"])
        if special:
            may_change = self.options["palifico_face_change"] == "veterans" and self.veteran(seat)
            return [new for new in everything if self._follows_in_palifico(old, new, may_change)]
        return [new for new in everything if self._follows(old, new)]

    def _follows(self, old: tuple[int, int], new: tuple[int, int]) -> bool:
        (q, f), (n, g) = old, new
        if f == 1 and g == 1:
            return n > q
        if f == 1:
            return n > 2 * q
        if g == 1:
            if self.options["ones_entry"] == "exactly":
                return q == 2 * n or q + 1 == 2 * n
            return 2 * n >= q
        return self._raises(old, new)

    def _follows_in_palifico(self, old: tuple[int, int], new: tuple[int, int], may_change: bool) -> bool:
        if new[1] == old[1]:
            return new[0] > old[0]
        return may_change and self._raises(old, new)

    def _raises(self, old: tuple[int, int], new: tuple[int, int]) -> bool:
        (q, f), (n, g) = old, new
        rule = self.options["raise_rule"]
        if rule == "exclusive":
            return (n > q and g == f) or (n == q and g > f)
        if rule == "quantity_first":
            return n > q or (n == q and g > f)
        return n >= q and g >= f and old != new

    # --- What may be done ---------------------------------------------------------------------------------------

    def refusal(self, seat: int, move: Json) -> str | None:
        """The code of why not, or None."""
        if self.over:
            return "game_not_active"
        if self.now is None:
            raise ValueError("deal the coming round first")
        action = move["action"]
        if not self.people[seat]["playing"]:
            return "not_in_play"
        if action in ("dudo", "calza") and not self.now["bids"]:
            return "no_bid"
        if action in ("bid", "dudo", "timeout") and self.now["turn"] != seat:
            return "not_your_turn"
        if action == "bid" and (move["quantity"], move["face"]) not in self.legal_bids(seat):
            return "illegal_bid"
        if action == "calza" and not self._may_call_calza(seat):
            return "calza_not_allowed"
        return None

    def _may_call_calza(self, seat: int) -> bool:
        assert self.now is not None
        if not self.now["calza_allowed"] or self.now["bids"][-1]["seat"] == seat:
            return False
        return not (self.options["calza_callers"] == "not_bidder_nor_turn" and self.now["turn"] == seat)

    def allowed(self, seat: int) -> list[str]:
        return (["bid"] if self.legal_bids(seat) else []) + self._calls(seat)

    def _calls(self, seat: int) -> list[str]:
        return [call for call in ("dudo", "calza") if self.refusal(seat, {"action": call}) is None]

    def play(self, seat: int, move: Json) -> list[str]:
        code = self.refusal(seat, move)
        if code is not None:
            raise Refused(code)
        action = move["action"]
        if action == "leave":
            return self._leave(seat, move.get("reason", "left"))
        if action == "timeout":
            return self._time_is_up(seat)
        self.people[seat]["timeouts"] = 0
        if action == "bid":
            return self._bid(seat, move["quantity"], move["face"], timeout=False)
        return self._call(action, seat, timeout=False)

    def _time_is_up(self, seat: int) -> list[str]:
        assert self.now is not None
        self.people[seat]["timeouts"] += 1
        if self.people[seat]["timeouts"] >= 2:
            return self._leave(seat, "timeout")
        if self.now["bids"]:
            return self._call("dudo", seat, timeout=True)
        return self._bid(seat, 1, 2, timeout=True)

    def _bid(self, seat: int, quantity: int, face: int, *, timeout: bool) -> list[str]:
        assert self.now is not None
        self.now["bids"].append({"seat": seat, "quantity": quantity, "face": face, "timeout": timeout})
        self.now["turn"] = self.to_the_left(seat)
        return ["bid"]

    # --- Going out ----------------------------------------------------------------------------------------------

    def _out(self, seat: int) -> None:
        """The worst place that nobody has; the last one left has won."""
        taken = [place for place in self.places if place is not None]
        self.people[seat]["place"] = max(set(range(1, len(self.people) + 1)) - set(taken))
        self.people[seat]["playing"] = False
        if self.over:
            self.people[self.playing[0]]["place"] = 1

    def _leave(self, seat: int, reason: str) -> list[str]:
        now = self.now
        assert now is not None
        now["departures"].append({"seat": seat, "after_bids": len(now["bids"]), "reason": reason})
        self._out(seat)
        if self.over:
            cups = sorted(now["hands"])
            self._close({"kind": "departure", "seat": seat, "timeout": False}, cups, None, None, None)
            return ["left", "round_ended", "finished"]
        if now["turn"] == seat:
            now["turn"] = self.to_the_left(seat)
            if not now["bids"]:
                now["opener"] = now["turn"]
        return ["left"]

    # --- Calls --------------------------------------------------------------------------------------------------

    def counted(self, face: int) -> int:
        """The dice on the table that count for a face."""
        assert self.now is not None
        table = [die for dice in self.now["hands"].values() for die in dice]
        wild = 0 if self.now["palifico_seat"] is not None or face == 1 else table.count(1)
        return table.count(face) + wild

    def _call(self, kind: str, caller: int, *, timeout: bool) -> list[str]:
        now = self.now
        assert now is not None
        if None in now["hands"].values():
            raise ValueError("show every hand before the round is called")
        last = now["bids"][-1]
        count, bidder = self.counted(last["face"]), last["seat"]
        change = None
        if kind == "calza" and count == last["quantity"]:
            first = caller
            change = self._take_back(caller)
        else:
            first = caller if kind == "calza" or count >= last["quantity"] else bidder
            change = self._lose(first)
        cups = self._order_of_showing(caller, bidder)
        record = {"kind": kind, "seat": caller, "timeout": timeout}
        if self.over:
            self._close(record, cups, count, change, None)
            return ["round_ended", "finished"]
        opener = first if self.people[first]["playing"] else self.to_the_left(first)
        self._close(record, cups, count, change, opener)
        self._announce(number=now["number"] + 1, opener=opener, palifico_seat=self._whose_palifico(change))
        return ["round_ended"]

    def _take_back(self, seat: int) -> Json | None:
        dice = self.people[seat]["dice"]
        if dice == self.options["starting_dice"]:
            return None
        self.people[seat]["dice"] = dice + 1
        return {"seat": seat, "before": dice, "after": dice + 1}

    def _lose(self, seat: int) -> Json | None:
        """One die less; nobody pays for one who has left."""
        if not self.people[seat]["playing"]:
            return None
        dice = self.people[seat]["dice"]
        self.people[seat]["dice"] = dice - 1
        if dice == 1:
            self._out(seat)
        return {"seat": seat, "before": dice, "after": dice - 1}

    def _whose_palifico(self, change: Json | None) -> int | None:
        if not self.options["palifico"] or self.options["starting_dice"] == 1:
            return None
        if change is None or change["after"] != 1 or change["before"] != 2:
            return None
        if len(self.playing) == 2 and not self.options["palifico_with_two"]:
            return None
        return None if self.people[change["seat"]]["had_palifico"] else int(change["seat"])

    def _order_of_showing(self, caller: int, bidder: int) -> list[int]:
        """Seats from the caller round to the left, the bidder put last, empty places skipped."""
        assert self.now is not None
        round_the_table = [(caller + step) % len(self.people) for step in range(len(self.people))]
        round_the_table.remove(bidder)
        round_the_table.append(bidder)
        return [seat for seat in round_the_table if seat in self.now["hands"]]

    def _close(
        self, call: Json, cups: list[int], count: int | None, change: Json | None, next_opener: int | None
    ) -> None:
        now = self.now
        assert now is not None
        out = [d["seat"] for d in now["departures"]]
        if change is not None and change["after"] == 0:
            out.append(change["seat"])
        self.past.append(
            {
                "number": now["number"],
                "opener": now["opener"],
                "palifico_seat": now["palifico_seat"],
                "calza_allowed": now["calza_allowed"],
                "roll_off": now["roll_off"],
                "bids": now["bids"],
                "departures": now["departures"],
                "call": call,
                "count": count,
                "hands": [{"seat": seat, "dice": now["hands"][seat]} for seat in cups],
                "dice_change": change,
                "out": out,
                "next_opener": next_opener,
            }
        )
        for p in self.people:
            if not p["playing"]:
                p["dice"] = 0
        self.now = None

    # --- Seeing -------------------------------------------------------------------------------------------------

    def view(self, viewer: int | None) -> Json:
        """What the viewer may see now."""
        if self.coming is not None:
            raise ValueError("deal the coming round first")
        now = self.now
        return {
            "seats": [self._seen(p, viewer) for p in self.people],
            "dice_in_play": now["rolled"] if now is not None and self.options["lost_dice_visible"] else None,
            "round": None if now is None else self._open_part(now),
            "last_round": self.past[-1] if self.past else None,
            "you": None if viewer is None else self._you(viewer),
            "winner": self.playing[0] if self.over else None,
        }

    def _open_part(self, now: Json) -> Json:
        """The round without its hands; lists are copied, so that a view stays what it was."""
        shown = {key: value for key, value in now.items() if key not in ("hands", "rolled")}
        return {**shown, "bids": [*now["bids"]], "departures": [*now["departures"]]}

    def _seen(self, p: Json, viewer: int | None) -> Json:
        hidden = not self.options["lost_dice_visible"] and self.now is not None and p["seat"] != viewer and p["dice"]
        return {
            "seat": p["seat"],
            "dice_count": None if hidden else p["dice"],
            "in_play": p["playing"],
            "had_palifico": p["had_palifico"],
            "timeouts": p["timeouts"],
            "place": p["place"],
        }

    def _you(self, viewer: int) -> Json:
        legal = self.legal_bids(viewer)
        by_face: dict[int, list[int]] = {}
        for quantity, face in legal:
            by_face.setdefault(face, []).append(quantity)
        for quantities in by_face.values():
            assert quantities == list(range(quantities[0], quantities[-1] + 1)), "an unbroken range"
        sees_dice = self.now is not None and self.people[viewer]["playing"]
        return {
            "seat": viewer,
            "dice": self.now["hands"][viewer] if self.now is not None and sees_dice else [],
            "actions": (["bid"] if legal else []) + self._calls(viewer),
            "legal_bids": [{"face": f, "min": qs[0], "max": qs[-1]} for f, qs in sorted(by_face.items())],
        }
