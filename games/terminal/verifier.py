"""Checks every roll of a game against what the server had committed itself to (docs/fairness.md)."""

from dataclasses import dataclass, field

from games.terminal import dice_proof
from games.terminal.shapes import Event, OwnRoll, ResolvedRound, Roll, Seat, View, own_seat


@dataclass
class _Remembered:
    """A round, as it was shown when its dice were rolled."""

    roll: Roll
    commitments: dict[int, str]
    keys: dict[int, str] = field(default_factory=dict)


class Verifier:
    """Made with the view of the table before we sat down, then shown every view and event of the game, in order.

    `faults` says in words whatever does not hold.
    """

    def __init__(self, before: View, *, own_seed: str) -> None:
        self.faults: list[str] = []
        self._last_seq = 0
        self._game_id = before["id"]
        self._seed_commitment = before["seed_commitment"]
        self._own_seed = own_seed
        self._seats: list[Seat] = []
        self._own_seat: int | None = None
        self._rounds: dict[int, _Remembered] = {}
        self._sizes: dict[int, int] = {}
        self._table = b""

    @property
    def rounds_checked(self) -> int:
        return len(self._rounds)

    @property
    def hands_checked(self) -> int:
        return sum(len(known.keys) for known in self._rounds.values())

    def see(self, event: Event, view: View) -> None:
        """An event, with the view after it. One that was seen before changes nothing."""
        if event["seq"] <= self._last_seq:
            return
        self._see(event, view)
        self._last_seq = event["seq"]

    def _see(self, event: Event, view: View) -> None:
        match event["type"]:
            case "started":
                self._started(view)
            case "rolled":
                self._rolled(event["data"])
            case "round_ended":
                self._revealed(event["data"])
            case "finished" | "abandoned":
                self._ended(event["data"]["server_seed"], view)

    def _started(self, view: View) -> None:
        self._seats = view["seats"]
        self._own_seat = own_seat(view)
        seeds = [seat["client_seed"] or "" for seat in self._seats]
        self._table = dice_proof.table_seed(self._game_id, seeds)
        self._sizes = dict.fromkeys(range(len(seeds)), view["options"]["starting_dice"])
        own_seed = None if self._own_seat is None else seeds[self._own_seat]
        self._expect("your seed was changed", holds=own_seed == self._own_seed)
        self._expect("the seed's commitment was changed", holds=view["seed_commitment"] == self._seed_commitment)

    def _rolled(self, roll: OwnRoll) -> None:
        number = roll["number"]
        self._expect(f"round {number} is out of its order", holds=number == len(self._rounds) + 1)
        known = _Remembered(roll, {said["seat"]: said["commitment"] for said in roll["commitments"]})
        self._rounds[number] = known
        in_play = {seat for seat, size in self._sizes.items() if size}
        self._expect(f"round {number} was not rolled by all in play alone", holds=known.commitments.keys() == in_play)
        if roll["dice"] and roll["key"] and self._own_seat is not None:
            self._check_hand(known, self._own_seat, roll["key"], roll["dice"])

    def _revealed(self, resolved: ResolvedRound) -> None:
        number = resolved["number"]
        known = self._rounds.get(number)
        if known is None:
            self._expect(f"round {number} ended without a roll", holds=False)
            return
        revealed = sorted(hand["seat"] for hand in resolved["hands"])
        self._expect(f"not all cups of round {number} came up", holds=revealed == sorted(known.commitments))
        for hand in resolved["hands"]:
            self._check_hand(known, hand["seat"], hand["key"], hand["dice"])
        if resolved["dice_change"]:
            self._sizes[resolved["dice_change"]["seat"]] = resolved["dice_change"]["after"]
        self._sizes |= dict.fromkeys(resolved["out"], 0)

    def _check_hand(self, known: _Remembered, seat: int, key: str, dice: list[int]) -> None:
        whose = f"the dice of seat {seat} in round {known.roll['number']}"
        committed = dice_proof.commitment(key) == known.commitments.get(seat)
        self._expect(f"{whose} have another key than was committed to", holds=committed)
        expected = dice_proof.hand(key, self._table, self._sizes[seat])
        self._expect(f"{whose} do not follow from their key", holds=dice == expected)
        known.keys[seat] = key

    def _ended(self, server_seed: str, view: View) -> None:
        """With the seed known, everything must follow from it, the choice of the first opener too."""
        committed = dice_proof.commitment(server_seed) == self._seed_commitment
        self._expect("the server's seed is another one", holds=committed)
        for number, known in self._rounds.items():
            for seat, key in known.keys.items():
                made = dice_proof.derived(server_seed, self._game_id, number, seat)
                self._expect(f"the key of seat {seat} in round {number} is not the seed's", holds=key == made)
        for bot in (entry for entry in self._seats if entry["kind"] == "server"):
            made = dice_proof.derived(server_seed, self._game_id, "client", bot["seat"])[:32]
            self._expect(f"the part of {bot['player']} in the dice was chosen", holds=bot["client_seed"] == made)
        self._check_opener(server_seed, view)

    def _check_opener(self, server_seed: str, view: View) -> None:
        first = self._rounds[1].roll if 1 in self._rounds else None
        if first is None:
            return
        if view["options"]["first_opener"] == "random":
            key = dice_proof.derived(server_seed, self._game_id, 0, "opener")
            right = first["opener"] == dice_proof.random_opener(key, self._table, len(self._seats))
        else:
            keys = [dice_proof.derived(server_seed, self._game_id, 0, seat["seat"]) for seat in self._seats]
            shown = [[(throw["seat"], throw["die"]) for throw in thrown] for thrown in first["roll_off"] or []]
            right = shown == dice_proof.roll_off(keys, self._table)
            right = right and first["opener"] == max(shown[-1], key=lambda throw: throw[1])[0]
        self._expect("the first opener was not drawn by the seed", holds=right)

    def _expect(self, fault: str, *, holds: bool) -> None:
        if not holds:
            self.faults.append(fault)
