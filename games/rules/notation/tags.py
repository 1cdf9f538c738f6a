"""Tags: the facts of a game, and for people how it ended."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from games.rules.fairness import SERVER_SEED_BYTES, default_client_seed
from games.rules.record.facts import ABANDONED, FINISHED
from games.rules.record.faults import RecordFault
from games.rules.record.values import Values
from games.rules.ruleset import NAMED

FORMAT: Final = "perudo-text/1"

Json = dict[str, Any]


def _same(text: str) -> str:
    return text


def _number(text: str) -> Any:
    """A number if it is one; what it is not is for others to refuse."""
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else text


def _flag(text: str) -> Any:
    return {"true": True, "false": False}.get(text, text)


def _number_or_none(text: str) -> Any:
    return None if text == "none" else _number(text)


def _option(text: str) -> Any:
    return _flag(text) if text in ("true", "false") else _number(text)


def as_text(value: Any) -> str:
    """A value of a document as a tag has it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class TagKind:
    """A tag's name, the place in the document that it tells, and how its text becomes a value."""

    name: str
    place: str
    read: Callable[[str], Any] = _same


GAME_TAGS: Final = (
    TagKind("Game", "id"),
    TagKind("Ruleset", "ruleset"),
    TagKind("RulesetVersion", "ruleset_version", _number),
    TagKind("Rated", "rated", _flag),
    TagKind("Private", "private", _flag),
    TagKind("TurnSeconds", "turn_seconds", _number_or_none),
    TagKind("Created", "created_at"),
    TagKind("Started", "started_at"),
    TagKind("Abandoned", "finished_at"),
    TagKind("Version", "version", _number),
    TagKind("ServerSeed", "server_seed"),
)
SEAT_TAGS: Final = (TagKind("Seat", "player"), TagKind("Kind", "kind"), TagKind("ClientSeed", "client_seed"))
REPEATED: Final = ("Format", "Finished", "Places")
"""Tags that tell nothing new: the form, and what follows from the rounds."""

_BY_NAME: Final = {kind.name: kind for kind in GAME_TAGS}
_SEAT_TAG: Final = re.compile(f"({'|'.join(kind.name for kind in SEAT_TAGS)})([0-9])")
_DEFAULTS: Final = {"rated": False, "private": False, "turn_seconds": None, "version": None}
_DEFAULT_KIND: Final = "human"


def kind_of(name: str) -> TagKind | None:
    """What a tag of this name tells, with the whole place of it; None for a name that is none."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    if match := _SEAT_TAG.fullmatch(name):
        kind = next(kind for kind in SEAT_TAGS if kind.name == match[1])
        return TagKind(name, f"seats.{match[2]}.{kind.place}", kind.read)
    return TagKind(name, f"options.{name}", _option) if name[:1].islower() else None


def name_of(place: str) -> str | None:
    """The name of the tag that tells what stands at a place of the document."""
    parts = place.split(".")
    if parts[0] == "options" and len(parts) > 1:
        return parts[1]
    if parts[0] == "seats" and len(parts) == 3:
        return next(kind.name for kind in SEAT_TAGS if kind.place == parts[2]) + parts[1]
    return next((kind.name for kind in GAME_TAGS if kind.place == place), None)


def facts_told(told: dict[str, Any]) -> Json:
    """The facts of a document, by the values of its tags by place. What goes without saying is filled in.

    Raises `RecordFault`.
    """
    facts: Json = {**_DEFAULTS, **{place: value for place, value in told.items() if "." not in place}}
    facts.setdefault("created_at", facts.get("started_at"))
    facts["status"] = ABANDONED if "finished_at" in told else FINISHED
    facts["options"] = _options(facts, told)
    facts["seats"] = [_seat(number, facts, told) for number in range(_seats(told))]
    return facts


def _options(facts: Json, told: dict[str, Any]) -> Json:
    """All options: the ruleset's own, but for those that are told."""
    values = Values(facts, "")
    ruleset = NAMED.get((values.text("ruleset"), values.whole("ruleset_version")))
    if ruleset is None:
        values.fail("ruleset", "there is no such ruleset, or not in this version")
    set_anew = {place.removeprefix("options."): told[place] for place in told if place.startswith("options.")}
    return {**ruleset.options.as_dict(), **set_anew}


def _seats(told: dict[str, Any]) -> int:
    """How many there are: those with a player, without a gap."""
    numbers = {int(place.split(".")[1]) for place in told if place.startswith("seats.")}
    for number in range(max(numbers, default=-1) + 1):
        if f"seats.{number}.player" not in told:
            raise RecordFault(f"seats.{number}.player", "it is missing")
    return len(numbers)


def _seat(number: int, facts: Json, told: dict[str, Any]) -> Json:
    where = f"seats.{number}"
    seed = told.get(f"{where}.client_seed")
    return {
        "player": told[f"{where}.player"],
        "kind": told.get(f"{where}.kind", _DEFAULT_KIND),
        "client_seed": _default_seed(facts, number) if seed is None else seed,
    }


def _default_seed(facts: Json, number: int) -> str:
    values = Values(facts, "")
    seed = values.secret("server_seed", SERVER_SEED_BYTES)
    return default_client_seed(server_seed=seed, game_id=values.text("id"), seat=number)


def tags_of(document: Json) -> Iterator[tuple[str, str]]:
    """The tags of a true document in order, without those that go without saying."""
    yield "Format", FORMAT
    options = NAMED[document["ruleset"], document["ruleset_version"]].options.as_dict()
    for kind in GAME_TAGS:
        value = document[kind.place]
        if not _goes_without_saying(kind, document):
            yield kind.name, as_text(value)
        if kind.place == "ruleset_version":
            changed = {name: value for name, value in document["options"].items() if value != options[name]}
            yield from ((name, as_text(value)) for name, value in changed.items())
    for number, seat in enumerate(document["seats"]):
        yield f"Seat{number}", seat["player"]
        if seat["kind"] != _DEFAULT_KIND:
            yield f"Kind{number}", seat["kind"]
        if seat["client_seed"] != _default_seed(document, number):
            yield f"ClientSeed{number}", seat["client_seed"]
    yield from repeated(document).items()


def _goes_without_saying(kind: TagKind, document: Json) -> bool:
    if kind.name == "Abandoned":
        return bool(document["status"] == FINISHED)
    return kind.place in ("rated", "private") and not document[kind.place]


def repeated(document: Json) -> dict[str, str]:
    """The tags that only say how a game ended: when, and the place of each seat. One that was abandoned has none."""
    if document["status"] == ABANDONED:
        return {}
    places = " ".join(str(seat["place"]) for seat in document["seats"])
    return {"Finished": document["finished_at"], "Places": places}
