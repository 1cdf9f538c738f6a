"""How a client keeps its view up to date from events: a view, and the events after it, give the next view.

Nothing is computed here that the view, the event and docs/rules.md do not say. Each event brings `turn`, `deadline`,
`actions` and `legal_bids` as they are after it; the rest of what it changes is in the function of its type.
"""

import copy
from collections.abc import Callable, Iterable
from typing import Any

Json = dict[str, Any]

CHOICES = ("turn", "deadline", "actions", "legal_bids")


def fold(view: Json, events: Iterable[Json]) -> Json:
    """The view after the events that follow it; the one given is left as it is."""
    view = copy.deepcopy(view)
    for event in events:
        # An open table has versions without events; from `started` on there is one event a version.
        assert event["seq"] == view["version"] + 1 or (view["status"] == "open" and event["type"] == "started")
        data = copy.deepcopy(event["data"])
        choices = {name: data.pop(name) for name in CHOICES}
        _BY_TYPE[event["type"]](view, data, event["at"])
        _apply_choices(view, choices)
        view["version"] = event["seq"]
    return view


def _apply_choices(view: Json, choices: Json) -> None:
    if view["round"] is not None:
        view["round"] |= {"turn": choices["turn"], "deadline": choices["deadline"]}
    if view["you"] is not None:
        view["you"] |= {"actions": choices["actions"], "legal_bids": choices["legal_bids"]}


def _sees_dice_of(view: Json, seat: int) -> bool:
    return view["options"]["lost_dice_visible"] or (view["you"] is not None and view["you"]["seat"] == seat)


def _started(view: Json, data: Json, at: str) -> None:
    view |= {"status": "active", "started_at": at}
    for seat, known in zip(view["seats"], data["seats"], strict=True):
        count = view["options"]["starting_dice"] if _sees_dice_of(view, seat["seat"]) else None
        seat |= known | {"dice_count": count, "in_play": True}


def _rolled(view: Json, data: Json, at: str) -> None:
    own = {"dice": data.pop("dice"), "key": data.pop("key")}
    view["round"] = data | {"bids": [], "departures": []}
    if view["you"] is not None:
        view["you"] |= own
    if data["palifico_seat"] is not None:
        view["seats"][data["palifico_seat"]]["had_palifico"] = True
    if view["options"]["lost_dice_visible"]:
        view["dice_in_play"] = sum(seat["dice_count"] for seat in view["seats"])


def _bid(view: Json, data: Json, at: str) -> None:
    view["round"]["bids"].append(data)
    _count_timeouts(view, data["seat"], by_time=data["timeout"])


def _left(view: Json, data: Json, at: str) -> None:
    view["seats"][data["seat"]] |= {"in_play": False, "place": data.pop("place")}
    view["round"]["opener"] = data.pop("opener")
    view["round"]["departures"].append(data)
    if data["reason"] == "timeout":
        _count_timeouts(view, data["seat"], by_time=True)
    if view["you"] is not None and view["you"]["seat"] == data["seat"]:
        view["you"] |= {"dice": [], "key": None}


def _count_timeouts(view: Json, seat: int, *, by_time: bool) -> None:
    """A move of one's own begins the count anew (docs/rules.md 9)."""
    view["seats"][seat]["timeouts"] = view["seats"][seat]["timeouts"] + 1 if by_time else 0


def _round_ended(view: Json, data: Json, at: str) -> None:
    view |= {"last_round": data, "round": None}
    if data["call"]["kind"] != "departure":
        _count_timeouts(view, data["call"]["seat"], by_time=data["call"]["timeout"])
    change = data["dice_change"]
    if change is not None and _sees_dice_of(view, change["seat"]):
        view["seats"][change["seat"]]["dice_count"] = change["after"]
    in_play = sum(seat["in_play"] for seat in view["seats"])
    for seat in (view["seats"][number] for number in data["out"]):
        # Those who left have their place already; one who lost the last die takes the last of those still in play.
        seat |= {"dice_count": 0, "place": in_play if seat["in_play"] else seat["place"], "in_play": False}


def _finished(view: Json, data: Json, at: str) -> None:
    _over(view, data, at, "finished")
    for placed in data["places"]:
        view["seats"][placed["seat"]]["place"] = placed["place"]
        if placed["place"] == 1:
            view["winner"] = placed["seat"]
            view["seats"][placed["seat"]]["dice_count"] = _dice_left(view["last_round"], placed["seat"])


def _dice_left(last: Json, seat: int) -> int:
    """Where lost dice are hidden, the last showdown tells what the winner holds."""
    change = last["dice_change"]
    if change is not None and change["seat"] == seat:
        return int(change["after"])
    return next(len(hand["dice"]) for hand in last["hands"] if hand["seat"] == seat)


def _abandoned(view: Json, data: Json, at: str) -> None:
    _over(view, data, at, "abandoned")


def _over(view: Json, data: Json, at: str, status: str) -> None:
    view |= {"status": status, "finished_at": at, "server_seed": data["server_seed"], "dice_in_play": None}
    view["round"] = None
    if view["you"] is not None:
        view["you"] |= {"dice": [], "key": None}


_BY_TYPE: dict[str, Callable[[Json, Json, str], None]] = {
    "started": _started,
    "rolled": _rolled,
    "bid": _bid,
    "left": _left,
    "round_ended": _round_ended,
    "finished": _finished,
    "abandoned": _abandoned,
}
