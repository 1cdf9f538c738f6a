"""Options and the named rulesets that set them (docs/rules.md 2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from games.rules.errors import BadOption, OptionFault

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6


class RaiseRule(StrEnum):
    """How a bid on 2 to 6 is raised to another bid on 2 to 6 (docs/rules.md 4)."""

    EXCLUSIVE = "exclusive"
    """More dice of the same face, or the same quantity of a higher face (texts 000, 003)."""
    QUANTITY_FIRST = "quantity_first"
    """More dice of any face, or the same quantity of a higher face (text 002)."""
    MONOTONE = "monotone"
    """Neither quantity nor face falls and at least one rises (text 004)."""


class OnesEntry(StrEnum):
    """How many ones a bid on 2 to 6 may be followed by (docs/rules.md 4)."""

    AT_LEAST = "at_least"
    """Half the quantity, rounded up, or more (texts 002, 003)."""
    EXACTLY = "exactly"
    """Half the quantity, rounded up (text 004)."""


class FirstOpener(StrEnum):
    """Who opens the first round (docs/rules.md 3)."""

    RANDOM = "random"
    """Any player with equal chance (texts 000, 003)."""
    ROLL_OFF = "roll_off"
    """The highest of one die each; those tied for highest roll again (text 002)."""


class FaceChange(StrEnum):
    """Who may change the face in a palifico round (docs/rules.md 4)."""

    NOBODY = "nobody"
    """The face of the opening bid stays (texts 000, 003)."""
    VETERANS = "veterans"
    """Players with one die whose own palifico round is behind them (texts 002, 004)."""


class CalzaCallers(StrEnum):
    """Who may call calza (docs/rules.md 6)."""

    NOT_BIDDER = "not_bidder"
    """Every player in play but the bidder (texts 000, 003)."""
    NOT_BIDDER_NOR_TURN = "not_bidder_nor_turn"
    """Neither the bidder nor the player whose turn it is (text 002)."""


_YES_OR_NO: Final = (True, False)


def _option(doc: str, *choices: Any) -> Any:
    return field(metadata={"doc": doc, "choices": choices})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the source texts differ in; each option's metadata holds a sentence and the values it takes."""

    starting_dice: int = _option("The dice each player starts with.", 1, 2, 3, 4, 5)
    raise_rule: RaiseRule = _option("How a bid on 2 to 6 is raised to another bid on 2 to 6.", *RaiseRule)
    ones_entry: OnesEntry = _option("The quantity of ones that may follow a bid on 2 to 6.", *OnesEntry)
    first_opener: FirstOpener = _option("How the opener of the first round is found.", *FirstOpener)
    palifico: bool = _option("Whether a player who comes down to one die opens a palifico round.", *_YES_OR_NO)
    palifico_with_two: bool = _option("Whether palifico is played with two players left.", *_YES_OR_NO)
    palifico_face_change: FaceChange = _option("Who may change the face in a palifico round.", *FaceChange)
    calza: bool = _option("Whether a bid may be called exact.", *_YES_OR_NO)
    calza_callers: CalzaCallers = _option("Who may call calza.", *CalzaCallers)
    calza_in_palifico: bool = _option("Whether calza may be called in a palifico round.", *_YES_OR_NO)
    calza_with_two: bool = _option("Whether calza may be called with two players left.", *_YES_OR_NO)
    lost_dice_visible: bool = _option("Whether everyone sees how many dice the others hold.", *_YES_OR_NO)

    def as_dict(self) -> dict[str, Any]:
        """Every option by name, in the order above, as plain JSON values."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    def overridden(self, overrides: Mapping[str, Any]) -> "Options":
        """These options with some set anew. Raises `BadOption` for a name or value that does not exist."""
        return Options(**{**{f.name: getattr(self, f.name) for f in fields(self)}, **_checked(overrides)})

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Options":
        """The options that `as_dict` gave. Raises `BadOption`, for one that is missing too."""
        missing = next((f.name for f in fields(cls) if f.name not in stored), None)
        if missing is not None:
            raise BadOption(OptionFault.INVALID, missing, choices=[])
        return cls(**_checked(stored))


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, StrEnum) else value


def _checked(given: Mapping[str, Any]) -> dict[str, Any]:
    choices_by_name = {f.name: f.metadata["choices"] for f in fields(Options)}
    checked = {}
    for name, value in given.items():
        if name not in choices_by_name:
            raise BadOption(OptionFault.UNKNOWN_OPTION, name)
        checked[name] = _chosen(name, value, choices_by_name[name])
    return checked


def _chosen(name: str, value: Any, choices: tuple[Any, ...]) -> Any:
    # Types are compared too, since True == 1 and 1.0 == 1.
    for choice in choices:
        if value == choice and type(value) in (type(choice), type(_plain(choice))):
            return choice
    raise BadOption(OptionFault.INVALID, name, choices=[_plain(choice) for choice in choices])


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A named and versioned set of options. A game keeps the name, the version and the options it began with."""

    name: str
    version: int
    title: str
    source: str
    options: Options


ASMODEE: Final = RuleSet(
    name="asmodee",
    version=1,
    title="Asmodée",
    source="Texts 000 and 003: the Asmodée version, as played on Board Game Arena",
    options=Options(
        starting_dice=5,
        raise_rule=RaiseRule.EXCLUSIVE,
        ones_entry=OnesEntry.AT_LEAST,
        first_opener=FirstOpener.RANDOM,
        palifico=True,
        palifico_with_two=True,
        palifico_face_change=FaceChange.NOBODY,
        calza=True,
        calza_callers=CalzaCallers.NOT_BIDDER,
        calza_in_palifico=True,
        calza_with_two=True,
        lost_dice_visible=True,
    ),
)
BOXED: Final = RuleSet(
    name="boxed",
    version=1,
    title="Boxed Perudo",
    source="Text 002: the rulebook of the boxed game",
    options=Options(
        starting_dice=5,
        raise_rule=RaiseRule.QUANTITY_FIRST,
        ones_entry=OnesEntry.AT_LEAST,
        first_opener=FirstOpener.ROLL_OFF,
        palifico=True,
        palifico_with_two=False,
        palifico_face_change=FaceChange.VETERANS,
        calza=True,
        calza_callers=CalzaCallers.NOT_BIDDER_NOR_TURN,
        calza_in_palifico=False,
        calza_with_two=False,
        lost_dice_visible=False,
    ),
)
ACES: Final = RuleSet(
    name="aces",
    version=1,
    title="Aces",
    source="Text 004: Perudo with aces",
    options=Options(
        starting_dice=5,
        raise_rule=RaiseRule.MONOTONE,
        ones_entry=OnesEntry.EXACTLY,
        first_opener=FirstOpener.RANDOM,
        palifico=True,
        palifico_with_two=False,
        palifico_face_change=FaceChange.VETERANS,
        calza=False,
        calza_callers=CalzaCallers.NOT_BIDDER,
        calza_in_palifico=False,
        calza_with_two=False,
        lost_dice_visible=True,
    ),
)

NAMED: Final[Mapping[tuple[str, int], RuleSet]] = MappingProxyType(
    {(r.name, r.version): r for r in (ASMODEE, BOXED, ACES)}
)
"""Every ruleset there ever was, by name and version: a changed one gets a new version, old games keep theirs."""

CURRENT: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {name: NAMED[name, version] for name, version in sorted(NAMED)}
)
"""The rulesets that new games are made with, by name: the newest version of each."""
