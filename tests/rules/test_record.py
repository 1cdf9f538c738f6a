"""Records (docs/record.md): true ones are let pass, and altered ones are refused as the document says."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings

from games.rules import ruleset
from games.rules.record import FORMAT, RecordFault, as_bytes, verify
from games.rules.ruleset import CURRENT, RuleSet
from tests.audit import audit
from tests.docs.markdown import Document, codes
from tests.rules import documents
from tests.rules.alterations import Path, dotted, field_of, one_of_each_field, other_values
from tests.rules.records import GameOnRecord, Json, changed, games_on_record, leaves_of

# Small ones of every ruleset, full of departures and of moves that time made.
GAMES = [
    GameOnRecord(name, seats, seed, options, leaves=0.05, timeouts=0.15)
    for name in CURRENT
    for seats in (2, 3, 4)
    for seed, options in enumerate(({"starting_dice": 2}, {"starting_dice": 2, "calza": True}, None))
] + [
    *(GameOnRecord(name, 2, 0) for name in CURRENT),
    *(GameOnRecord(name, 4, 1, {"starting_dice": 2}, leaves=0.1, gives_up=0.05) for name in CURRENT),
    GameOnRecord("aces", 3, 2, {"starting_dice": 2}, leaves=0, timeouts=1),
]


def refused(document: Any) -> RecordFault | None:
    try:
        verify(document)
    except RecordFault as fault:
        return fault
    return None


# --- True records ---------------------------------------------------------------------------------------------------


@given(game=games_on_record)
@settings(max_examples=30)
def test_a_record_can_be_played_again(game: GameOnRecord) -> None:
    """By the rules, and by a second version of rules and dice that shares no code with them."""
    document = game.document()
    state = verify(document)
    if document["status"] == "abandoned":
        assert document["winner"] is None
        return
    assert state.winner == document["winner"]
    audit({**document, "round": None, "last_round": document["rounds"][-1], "you": None}, document["rounds"])


def test_the_order_of_fields_means_nothing() -> None:
    document = GAMES[0].document()
    verify(json.loads(json.dumps(document, sort_keys=True)))


def test_a_version_may_be_higher_than_the_events_need() -> None:
    """Seats changed hands before the game began."""
    document = GAMES[0].document()
    verify({**document, "version": document["version"] + 30})
    fault = refused({**document, "version": document["version"] - 1})
    assert fault is not None
    assert fault.where == "version"


def test_as_bytes_is_compact_utf_8() -> None:
    assert as_bytes({"a": ["Ż", None], "b": True}) == '{"a":["Ż",null],"b":true}'.encode()


def test_an_old_record_is_played_by_its_own_ruleset_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset that has changed since leaves its old games as they are; only the version told decides."""
    document = GameOnRecord("boxed", 3, 5, {}).document()
    old = ruleset.NAMED["boxed", 1]
    new = RuleSet(
        name="boxed",
        version=2,
        title=old.title,
        source=old.source,
        options=old.options.overridden({"starting_dice": 3, "raise_rule": "monotone"}),
    )
    named = {**ruleset.NAMED, ("boxed", 2): new}
    monkeypatch.setattr("games.rules.record.facts.NAMED", named)
    verify(document)
    fault = refused({**document, "ruleset_version": 2, "rated": False})
    assert fault is not None
    assert fault.where == "standard"


# --- Altered records ------------------------------------------------------------------------------------------------


def said_of_alterations() -> dict[str, str]:
    """By field ("rounds.bids.seat"), what docs/record.md says becomes of a record in which it is altered."""
    said: dict[str, str] = {}
    for table in Document((documents.DOCS / "record.md").read_text()).tables:
        marker, _, place = table.marker.partition(": ")
        for named, _, verdict in table.rows if marker == "record" else ():
            said |= {f"{place}.{name}".lstrip("."): verdict for name in codes(named)}
    return said


SAID = said_of_alterations()


@pytest.mark.slow
def test_what_becomes_of_an_altered_record() -> None:
    outcomes = defaultdict(set)
    for number, game in enumerate(GAMES):
        document = game.document()
        for path, value in one_of_each_field(document, random.Random(number), times=3):
            for other in other_values(path, value):
                fault = refused(changed(document, path, other))
                there = fault is not None and fault.where == dotted(path)
                if fault is not None and path[-1] in ("quantity", "face", "kind") and path[0] == "rounds":
                    assert fault.where.startswith(f"rounds.{path[1]}."), fault  # not only where it shows at last
                outcomes[field_of(path)].add("passes" if fault is None else "there" if there else "elsewhere")
    expected = {field: verdict for field, verdict in SAID.items() if verdict}
    assert {field: verdict(seen) for field, seen in outcomes.items()} == expected


def verdict(seen: set[str]) -> str:
    if seen == {"passes"}:
        return "passes"
    if "passes" in seen:
        return "in part"
    return "refused there" if seen == {"there"} else "refused"


def test_every_field_is_documented() -> None:
    fields = chain.from_iterable((field_of(path) for path, _ in leaves_of(game.document())) for game in GAMES)
    inner = {field.rpartition(".")[0] for field in SAID} - {""}
    assert set(fields) | inner == set(SAID)


@pytest.mark.parametrize("game", GAMES[:3])
def test_a_value_of_another_type_is_refused_where_it_stands(game: GameOnRecord) -> None:
    document = game.document()
    for path, value in one_of_each_field(document, random.Random(1)):
        for other in ("1", 1, 1.0, True, None, [1], {"1": 1}, "\n", ""):
            nullable = path[-1] == "turn_seconds" and other in (1, None)
            if type(other) is not type(value) and not nullable:
                fault = refused(changed(document, path, other))
                assert fault is not None, (path, other)
                assert fault.where == dotted(path), (path, other, fault)


@pytest.mark.parametrize("game", GAMES[:3])
def test_a_field_more_or_less_is_refused_where_it_is(game: GameOnRecord) -> None:
    document = game.document()
    for path, value in chain([((), document)], one_of_each_object(document)):
        for name in value:
            fault = refused(changed(document, path, {n: v for n, v in value.items() if n != name}))
            assert fault is not None, (path, name)
            assert fault.where == dotted((*path, name)), fault
        fault = refused(changed(document, path, {**value, "more": 1}))
        assert fault is not None, path
        assert fault.where == dotted((*path, "more")), fault


def one_of_each_object(document: Json) -> Iterator[tuple[Path, Json]]:
    found: dict[str, tuple[Path, Json]] = {}
    for path, _ in leaves_of(document):
        for end in range(1, len(path)):
            value: Any = document
            for name in path[:end]:
                value = value[name]
            if isinstance(value, dict):
                found.setdefault(field_of(path[:end]), (path[:end], value))
    return iter(found.values())


@pytest.mark.parametrize(
    ("cut", "where"),
    [
        (lambda rounds: rounds[:-1], "rounds"),
        (lambda rounds: [], "rounds"),
        (lambda rounds: rounds[1:], "rounds.0.number"),
        (lambda rounds: [*rounds, rounds[-1]], "rounds.{last}"),
        (lambda rounds: [rounds[0], *rounds], "rounds.1.number"),
        (lambda rounds: [{**rounds[0], "bids": rounds[0]["bids"][:-1]}, *rounds[1:]], "rounds.0.call"),
        (lambda rounds: None, "rounds"),
        (lambda rounds: [None], "rounds.0"),
    ],
)
def test_rounds_that_are_missing_or_too_many(cut: Any, where: str) -> None:
    document = GameOnRecord("aces", 3, 3, {"starting_dice": 2}, leaves=0, timeouts=0).document()
    fault = refused({**document, "rounds": cut(document["rounds"])})
    assert fault is not None
    assert fault.where == where.format(last=len(document["rounds"]))


@pytest.mark.parametrize("nothing", [None, [], "perudo-game/1", 1, {}, {"format": FORMAT}])
def test_what_is_no_record_at_all(nothing: Any) -> None:
    assert refused(nothing) is not None


def test_the_round_in_which_a_game_was_given_up() -> None:
    document = next(one for one in (game.document() for game in GAMES) if one["unfinished_round"])
    unfinished = document["unfinished_round"]
    assert unfinished["number"] == len(document["rounds"]) + 1
    assert verify(document).round is not None
    for missing in (None, {**unfinished, "number": 1}, {**unfinished, "call": None}):
        fault = refused({**document, "unfinished_round": missing})
        assert fault is not None
        assert fault.where.startswith("unfinished_round")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (GameOnRecord("aces", 2, 0, leaves=0, timeouts=0), "played to its end"),
        (GameOnRecord("aces", 2, 0, leaves=0, timeouts=1), "time alone"),
    ],
)
def test_how_a_game_ended_follows_from_how_it_was_played(game: GameOnRecord, why: str) -> None:
    """Played to its end by somebody it is finished, by time alone abandoned; with all that hangs on it in its place."""
    document = game.document()
    is_finished = document["status"] == "finished"
    places: list[int | None] = [None] * 2 if is_finished else [seat.place for seat in verify(document).seats]
    other = {
        **document,
        "status": "abandoned" if is_finished else "finished",
        "winner": None if is_finished else places.index(1),
        "finished_at": document["rounds"][-1]["call"]["at"],
        "seats": [{**seat, "place": place} for seat, place in zip(document["seats"], places, strict=True)],
    }
    fault = refused(other)
    assert fault is not None
    assert (fault.where, why in fault.why) == ("status", True)


def test_time_that_ran_out_in_a_game_without_a_clock() -> None:
    document = next(d for d in (game.document() for game in GAMES) if any(r["call"]["timeout"] for r in d["rounds"]))
    fault = refused({**document, "turn_seconds": None})
    assert fault is not None
    assert "without a clock" in fault.why


def test_a_seat_that_is_none() -> None:
    document = GAMES[0].document()
    for seat in (-1, 2):
        fault = refused(changed(document, ("rounds", 0, "bids", 0, "seat"), seat))
        assert fault is not None
        assert (fault.where, fault.why) == ("rounds.0.bids.0", "there is no such seat")
