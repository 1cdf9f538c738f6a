"""Options and rulesets (docs/rules.md 2): what may be set, and what is refused."""

import json
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest

from games.rules.errors import BadOption, OptionFault
from games.rules.ruleset import ACES, ASMODEE, BOXED, CURRENT, Options, RaiseRule, RuleSet
from tests.reference import RULESETS

NAMES = [option.name for option in fields(Options)]

YES_OR_NO = [option.name for option in fields(Options) if option.metadata["choices"] == (True, False)]
NEITHER: list[Any] = [1, 0, "true", "True", "", None, 1.0, []]

BAD: dict[str, list[Any]] = {
    "starting_dice": [0, 6, -1, True, False, 1.0, 5.5, float("nan"), "5", "", None, [5], {}],
    "raise_rule": ["", "Exclusive", "at_least", "exclusive ", None, 0, True, ["exclusive"]],
    "ones_entry": ["exclusive", "half", None, 1],
    "first_opener": ["rolloff", "roll-off", None],
    "palifico_face_change": ["everybody", None, False],
    "calza_callers": ["not_bidder_nor_turns", None],
    **dict.fromkeys(YES_OR_NO, NEITHER),
}
BAD_VALUES = [(name, value) for name, values in BAD.items() for value in values]


def test_every_option_has_bad_values() -> None:
    assert set(BAD) == set(NAMES)


@pytest.mark.parametrize(("name", "value"), BAD_VALUES)
def test_bad_value(name: str, value: Any) -> None:
    for make in (BOXED.options.overridden, Options.from_dict):
        with pytest.raises(BadOption) as bad:
            make({**BOXED.options.as_dict(), name: value})
        assert bad.value.fault is OptionFault.INVALID
        assert bad.value.name == name
        assert bad.value.data["choices"] == [str(c) if isinstance(c, str) else c for c in choices(name)]
        json.dumps(bad.value.data)


@pytest.mark.parametrize("name", ["", "dice", "Calza", "calza ", "as_dict", "__class__", "starting dice"])
def test_unknown_name(name: str) -> None:
    for make in (BOXED.options.overridden, Options.from_dict):
        with pytest.raises(BadOption) as bad:
            make({**BOXED.options.as_dict(), name: True})
        assert bad.value.fault is OptionFault.UNKNOWN_OPTION
        assert bad.value.name == name


@pytest.mark.parametrize("name", NAMES)
def test_good_values(name: str) -> None:
    """Every choice, as an enum member and as the text that JSON brings."""
    for choice in choices(name):
        for given in (choice, str(choice) if isinstance(choice, str) else choice):
            options = BOXED.options.overridden({name: given})
            assert getattr(options, name) == choice
            assert type(getattr(options, name)) is type(choice), "the enum member, whatever was given"
            others = [other for other in NAMES if other != name]
            assert [getattr(options, other) for other in others] == [getattr(BOXED.options, other) for other in others]


def test_nothing_overridden_is_the_same() -> None:
    for ruleset in CURRENT.values():
        assert ruleset.options.overridden({}) == ruleset.options
        assert ruleset.options.overridden(ruleset.options.as_dict()) == ruleset.options


def test_there_and_back_through_json() -> None:
    for ruleset in CURRENT.values():
        stored = json.loads(json.dumps(ruleset.options.as_dict()))
        assert Options.from_dict(stored) == ruleset.options
        assert list(stored) == NAMES


def test_overriding_leaves_the_ruleset_alone() -> None:
    before = ASMODEE.options.as_dict()
    assert ASMODEE.options.overridden({"raise_rule": "monotone"}).raise_rule is RaiseRule.MONOTONE
    assert ASMODEE.options.as_dict() == before


def test_every_option_says_what_it_is() -> None:
    for option in fields(Options):
        assert option.metadata["doc"].endswith(".")
        assert len(option.metadata["choices"]) >= 2


@pytest.mark.parametrize("ruleset", CURRENT.values(), ids=CURRENT)
def test_rulesets(ruleset: RuleSet) -> None:
    assert CURRENT[ruleset.name] is ruleset
    assert ruleset.version == 1
    assert ruleset.title
    assert ruleset.source
    assert ruleset.options.as_dict() == RULESETS[ruleset.name]


def test_rulesets_differ() -> None:
    assert set(CURRENT) == {"asmodee", "boxed", "aces"}
    assert all(one.options != other.options for one, other in pairwise((ASMODEE, BOXED, ACES, ASMODEE)))
    with pytest.raises(TypeError):
        CURRENT["mine"] = BOXED  # type: ignore[index]


def choices(name: str) -> tuple[Any, ...]:
    return next(tuple(option.metadata["choices"]) for option in fields(Options) if option.name == name)


@pytest.mark.parametrize("name", BOXED.options.as_dict())
def test_stored_options_are_whole(name: str) -> None:
    stored = {other: value for other, value in BOXED.options.as_dict().items() if other != name}
    with pytest.raises(BadOption) as refused:
        Options.from_dict(stored)
    assert refused.value.name == name
