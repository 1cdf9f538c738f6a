"""Checks finished Perudo games from their replay documents alone: python3 verify.py FILE. Standard library only.

Every key, hand and opener is made anew from the seeds (steps of docs/fairness.md); every bid, call, timeout, departure
is played again by the rules (sections of docs/rules.md); and what comes of it must be what the document says, to the
last field (docs/record.md). The first thing that does not fit is named. A file may hold many games, one after another.
"""

import hashlib
import hmac
import json
import sys
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from unicodedata import category

OPTIONS = {  # the values of each, and what the rulesets asmodee, boxed and aces, all in version 1, make of it
    "starting_dice": ((1, 2, 3, 4, 5), 5, 5, 5),
    "raise_rule": (("exclusive", "quantity_first", "monotone"), "exclusive", "quantity_first", "monotone"),
    "ones_entry": (("at_least", "exactly"), "at_least", "at_least", "exactly"),
    "first_opener": (("random", "roll_off"), "random", "roll_off", "random"),
    "palifico": ((True, False), True, True, True),
    "palifico_with_two": ((True, False), True, False, False),
    "palifico_face_change": (("nobody", "veterans"), "nobody", "veterans", "veterans"),
    "calza": ((True, False), True, True, False),
    "calza_callers": (("not_bidder", "not_bidder_nor_turn"), "not_bidder", "not_bidder_nor_turn", "not_bidder"),
    "calza_in_palifico": ((True, False), True, False, False),
    "calza_with_two": ((True, False), True, False, False),
    "lost_dice_visible": ((True, False), True, False, True),
}
RULESETS = {name: {o: row[n] for o, row in OPTIONS.items()} for n, name in enumerate(("asmodee", "boxed", "aces"), 1)}


class DoesNotFit(Exception):
    """Says where in the document, and why."""


def insist(true, where, why):
    if not true:
        raise DoesNotFit(f"{where}: {why}")


def values(value, *place):
    """Every value by its place, as JSON, which tells 1 from true and from 1.0; of objects and lists the brackets."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    yield place, json.dumps(value if inner is None else type(value)())
    for name, item in inner or ():
        yield from values(item, *place, name)


def same(told, found, *place):
    """What the document says must be what the game comes to, no more and no less."""
    told, found = dict(values(told, *place)), dict(values(found, *place))
    for place in [*found, *told]:
        one, other = told.get(place, "nothing"), found.get(place, "nothing")
        insist(one == other, ".".join(map(str, place)), f"the document says {one}, and the game comes to {other}")


def one_of(told, where, *choices):
    insist(told in choices, where, f"one of {choices} is expected here")
    return choices[choices.index(told)]


def text(told, where):
    plain = isinstance(told, str) and not {"Cc", "Cs", "Zl", "Zp"} & set(map(category, told))
    insist(plain and 1 <= len(told) <= 64, where, "1 to 64 characters are expected here, no controls, no line ends")
    return told


def moment(told):
    return datetime.fromisoformat(told).astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Game:
    """A game as it goes; `dice`, `places` and so on by seat. `same` finds whatever `int`, `bool`, `moment` changed."""

    def __init__(self, told):
        seed, seconds, options = bytes.fromhex(told["server_seed"]), told["turn_seconds"], told["options"]
        self.options = {name: one_of(options[name], f"options.{name}", *row[0]) for name, row in OPTIONS.items()}
        self.facts = {"format": "perudo-game/1", "id": text(told["id"], "id"), "options": self.options}
        self.facts |= {"status": one_of(told["status"], "status", "finished", "abandoned"), "dice_in_play": None}
        self.facts |= {"ruleset": one_of(told["ruleset"], "ruleset", *RULESETS), "private": bool(told["private"])}
        is_standard = self.options == RULESETS[self.facts["ruleset"]]
        self.facts |= {"standard": is_standard, "rated": is_standard and bool(told["rated"]), "ruleset_version": 1}
        self.facts |= {name: moment(told[name]) for name in ("created_at", "started_at", "finished_at")}
        self.facts |= {"turn_seconds": None if seconds is None else max(1, int(seconds))}
        self.facts |= {"server_seed": seed[:32].ljust(32).hex(), "seed_commitment": hashlib.sha256(seed).hexdigest()}
        same({name: told[name] for name in self.facts}, self.facts)
        self.server_seed, self.seats, self.in_play = seed, len(told["seats"]), set(range(len(told["seats"])))
        insist(2 <= self.seats <= 6, "seats", "there are 2 to 6")
        parts = [told["id"], *(seat["client_seed"].encode().hex() for seat in told["seats"])]
        self.table_seed = hashlib.sha256(":".join(parts).encode()).digest()  # step 2
        self.dice, self.timeouts = [self.options["starting_dice"]] * self.seats, [0] * self.seats
        self.places, self.had_palifico = [1] * self.seats, set()
        self.rounds, self.anybody_acted, self.last_at = [], False, None
        self.roll(*self.first_opener())

    def key(self, number, seat):  # step 3
        return hmac.digest(self.server_seed, f"perudo/1|{self.facts['id']}|{number}|{seat}".encode(), "sha256")

    def bytes_of(self, key):  # step 4
        for block in count():
            yield from hmac.digest(key, self.table_seed + block.to_bytes(4, "big"), "sha256")

    def dice_of(self, key):
        return (byte % 6 + 1 for byte in self.bytes_of(key) if byte < 252)

    def first_opener(self):  # step 5
        """Who opens round 1, no palifico seat, and the passes of the roll-off, if there was one."""
        if self.options["first_opener"] == "random":
            limit = 256 - 256 % self.seats
            return next(b for b in self.bytes_of(self.key(0, "opener")) if b < limit) % self.seats, None, None
        thrown, tied, passes = [self.dice_of(self.key(0, seat)) for seat in range(self.seats)], range(self.seats), []
        while len(tied) > 1:
            passes.append([{"seat": seat, "die": next(thrown[seat])} for seat in tied])
            tied = [one["seat"] for one in passes[-1] if one["die"] == max(other["die"] for other in passes[-1])]
        return tied[0], None, passes

    def left_of(self, seat):  # section 1
        return min(self.in_play - {seat}, key=lambda other: (other - seat) % self.seats)

    def roll(self, opener, palifico, roll_off=None):
        """A round begins (3, 6, 7). `shown` is what everybody sees of it at once."""
        self.turn, number, seats = opener, len(self.rounds) + 1, sorted(self.in_play)
        self.had_palifico.add(palifico)
        calza = self.options["calza"] and (len(seats) > 2 or self.options["calza_with_two"])
        calza = calza and (palifico is None or self.options["calza_in_palifico"])
        keys = {seat: self.key(number, seat) for seat in seats}
        hands = {seat: list(islice(self.dice_of(keys[seat]), self.dice[seat])) for seat in seats}
        self.hands = [{"seat": seat, "dice": hands[seat], "key": keys[seat].hex()} for seat in seats]
        self.shown = {"number": number, "palifico_seat": palifico, "calza_allowed": calza, "roll_off": roll_off}
        self.shown |= {"commitments": [{"seat": s, "commitment": hashlib.sha256(keys[s]).hexdigest()} for s in seats]}
        self.round = self.shown | {"opener": opener, "bids": [], "departures": []}

    def play(self, kind, told, where):
        """A bid, dudo, calza or departure happens."""
        seat, bids, self.last_at = int(told["seat"]), self.round["bids"], moment(told["at"])
        by_time = told["reason"] == "timeout" if kind == "departure" else bool(told["timeout"])
        insist(seat in self.in_play, where, "nobody in play sits there")
        insist(seat == self.turn or not (by_time or kind in ("bid", "dudo")), where, "it was not that seat's turn")
        can_be = self.facts["turn_seconds"] and kind in (("departure",) if self.timeouts[seat] else ("bid", "dudo"))
        insist(can_be or not by_time, where, "time does no such thing: its second move running is a departure (9)")
        if by_time or kind != "departure":
            self.timeouts[seat] = self.timeouts[seat] + 1 if by_time else 0
        self.anybody_acted |= not by_time
        if kind == "departure":
            self.leave(seat, one_of(told["reason"], f"{where}.reason", "left", "removed", "timeout"))
        elif kind == "bid":
            quantity, face = int(told["quantity"]), int(told["face"])
            is_legal = (quantity, face, len(bids)) == (1, 2, 0) if by_time else self.is_legal(seat, quantity, face)
            insist(is_legal, where, "the rules do not allow this bid (4, 9)")
            bids.append({"seat": seat, "quantity": quantity, "face": face, "timeout": by_time, "at": self.last_at})
            self.turn = self.left_of(seat)
        else:
            insist(bids, where, "there is no bid to call (5, 6)")
            barred = (bids[-1]["seat"], self.turn if self.options["calza_callers"] == "not_bidder_nor_turn" else None)
            may_calza = kind == "calza" and self.round["calza_allowed"] and seat not in barred
            insist(kind == "dudo" or may_calza, where, "this call is not allowed (5, 6)")
            self.settle({"kind": kind, "seat": seat, "timeout": by_time, "at": self.last_at})

    def is_legal(self, seat, quantity, face):
        """Whether the seat may make this bid (4)."""
        bids, palifico, rule = self.round["bids"], self.round["palifico_seat"], self.options["raise_rule"]
        rolled, all_dice = sum(len(hand["dice"]) for hand in self.hands), self.seats * self.options["starting_dice"]
        if not (1 <= face <= 6 and 1 <= quantity <= (rolled if self.options["lost_dice_visible"] else all_dice)):
            return False
        if not bids:
            return face > 1 or palifico is not None
        before, old = bids[-1]["quantity"], bids[-1]["face"]
        veteran = self.dice[seat] == 1 and seat in self.had_palifico and seat != palifico
        if palifico is not None and not (veteran and self.options["palifico_face_change"] == "veterans"):
            return face == old and quantity > before
        if palifico is None and face == 1 < old:
            half = (before + 1) // 2
            return quantity == half or (quantity > half and self.options["ones_entry"] == "at_least")
        if palifico is None and face > 1 == old:
            return quantity > 2 * before
        if face <= old:
            return quantity > before and (face == old or rule == "quantity_first")
        return quantity == before or (quantity > before and rule != "exclusive")

    def leave(self, seat, reason):
        """Out at once, and the turn passes to the left (9)."""
        after, at = len(self.round["bids"]), self.last_at
        self.round["departures"].append({"seat": seat, "after_bids": after, "reason": reason, "at": at})
        self.go_out(seat)
        if len(self.in_play) == 1:
            self.close({"kind": "departure", "seat": seat, "timeout": False, "at": at}, None, None, None)
        elif seat == self.turn:
            self.turn = self.left_of(seat)
            self.round["opener"] = self.round["opener"] if after else self.turn

    def settle(self, call):
        """The cups are lifted, from the caller's round to the bidder's, and the dice counted (5, 6)."""
        bid, seat, is_calza = self.round["bids"][-1], call["seat"], call["kind"] == "calza"
        counting = (bid["face"],) if self.round["palifico_seat"] is not None else (bid["face"], 1)
        counted = sum(die in counting for hand in self.hands for die in hand["dice"])
        whose = bid["seat"] if not is_calza and counted < bid["quantity"] else seat
        before, wins = self.dice[whose], is_calza and counted == bid["quantity"]
        after = min(before + 1, self.options["starting_dice"]) if wins else before - 1
        changes = whose in self.in_play and after != before
        self.hands.sort(key=lambda hand: 6 if hand["seat"] == bid["seat"] else (hand["seat"] - seat) % self.seats)
        self.close(call, counted, {"seat": whose, "before": before, "after": after} if changes else None, whose)

    def close(self, call, counted, change, whose):
        """The round is over. Who had dice at stake opens the next one, or who sits on the left (3, 7, 8)."""
        out, options = [departure["seat"] for departure in self.round["departures"]], self.options
        self.dice = [dice if seat in self.in_play else 0 for seat, dice in enumerate(self.dice)]
        if change:
            self.dice[whose] = change["after"]
        if change and change["after"] == 0:
            out.append(whose)
            self.go_out(whose)
        left = len(self.in_play)
        opener = None if left == 1 else whose if whose in self.in_play else self.left_of(whose)
        end = {"call": call, "count": counted, "hands": self.hands, "dice_change": change, "out": out}
        self.rounds, self.round = [*self.rounds, self.round | end | {"next_opener": opener}], None
        if left > 1:
            down = change and change["after"] == 1 < options["starting_dice"] and whose not in self.had_palifico
            palifico = down and options["palifico"] and (left > 2 or options["palifico_with_two"])
            self.roll(opener, whose if palifico else None)

    def go_out(self, seat):
        self.places[seat] = len(self.in_play)
        self.in_play.remove(seat)

    def play_round(self, told, where):
        """All that was done in a round, in order."""
        insist(self.round is not None, where, "the game was over before this round")
        same({name: told[name] for name in self.shown}, self.shown, where)
        moves = [(one["after_bids"], "departure", f"departures.{n}", one) for n, one in enumerate(told["departures"])]
        moves += [(n + 0.5, "bid", f"bids.{n}", one) for n, one in enumerate(told["bids"])]
        if told.get("call", {"kind": "departure"})["kind"] != "departure":
            moves.append((len(told["bids"]), told["call"]["kind"], "call", told["call"]))
        for _, kind, place, move in sorted(moves, key=lambda move: move[0]):
            insist(self.round is not None and len(self.rounds) == told["number"] - 1, where, "it went on after its end")
            self.play(kind, move, f"{where}.{place}")

    def document(self, told):
        """All that the document must say, now that the game is over or was given up."""
        is_over, is_abandoned = self.round is None, self.facts["status"] == "abandoned"
        insist(is_over or is_abandoned, "rounds", "the game is not over after the last one")
        insist(is_abandoned == (not is_over or not self.anybody_acted), "status", "it did not end in this way (9)")
        played = self.rounds if is_over else [*self.rounds, self.round]
        events = 2 + len(self.rounds) + sum(1 + len(one["bids"]) + len(one["departures"]) for one in played)
        found = self.facts | {"version": max(int(told["version"]), 1 + events), "rounds": self.rounds, "seats": []}
        found |= {"unfinished_round": None if is_over else self.round | {"hands": self.hands}}
        found |= {"winner": None} if is_abandoned else {"winner": min(self.in_play), "finished_at": self.last_at}
        for seat, name in enumerate(told["seats"]):
            one = {"kind": one_of(name["kind"], f"seats.{seat}.kind", "human", "bot", "server"), "seat": seat}
            one |= {key: text(name[key], f"seats.{seat}.{key}") for key in ("player", "client_seed")}
            one |= {"dice_count": self.dice[seat], "in_play": seat in self.in_play, "timeouts": self.timeouts[seat]}
            one |= {"had_palifico": seat in self.had_palifico, "place": None if is_abandoned else self.places[seat]}
            found["seats"].append(one)
        return found


def verify(told):
    """Raises DoesNotFit at the first thing that does not."""
    where = "the facts"
    try:
        game = Game(told)
        where = "rounds"
        for number, round_ in enumerate(told["rounds"]):
            where = f"rounds.{number}"
            game.play_round(round_, where)
            insist(len(game.rounds) == number + 1, where, "it is not over")
            same(round_, game.rounds[number], where)
        where = "unfinished_round"
        if game.round is not None and told[where] is not None:
            game.play_round(told[where], where)
        same(told, game.document(told))
    except DoesNotFit:
        raise
    except Exception as error:  # something is missing, or of another kind
        raise DoesNotFit(f"{where}: {error!r}") from error


def once(pairs):
    """An object of a file. Where a name is given twice, another reader might take the other value."""
    insist(len(dict(pairs)) == len(pairs), "an object", "it gives a name twice")
    return dict(pairs)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python3 verify.py FILE")
    try:
        rest = Path(sys.argv[1]).read_text(encoding="utf-8-sig").strip(" \t\r\n")
        insist(rest, sys.argv[1], "there is no game in it")
        while rest:
            told, end = json.JSONDecoder(object_pairs_hook=once).raw_decode(rest)
            verify(told)
            print(f"Game {told['id']} is as it says: {len(told['rounds'])} rounds, winner {told['winner']}.")
            rest = rest[end:].lstrip(" \t\r\n")
    except DoesNotFit as fault:
        sys.exit(f"Does not fit: {fault}")
    except (OSError, ValueError, RecursionError) as error:
        sys.exit(f"Cannot read {sys.argv[1]}: {error}")
