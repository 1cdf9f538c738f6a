"""What a record must tell of a game beside its rounds, because nothing else says it."""

from dataclasses import dataclass
from typing import Final

from games.rules.errors import BadOption
from games.rules.fairness import SERVER_SEED_BYTES, SeededDice
from games.rules.record.faults import RecordFault
from games.rules.record.values import Values
from games.rules.ruleset import MAX_SEATS, MIN_SEATS, NAMED, Options

KINDS: Final = ("human", "bot", "server")
"""Who may sit at a table: a person, a client program, one of the server's own bots."""

FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"
STATUSES: Final = (FINISHED, ABANDONED)
"""Whether a game was played to its end, or given up (docs/rules.md 9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """Who sat on a seat, and their part in the dice."""

    player: str
    kind: str
    client_seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A game as it was when it began; moments are written as in `moments`.

    `abandoned_at` is None for a game that was played to its end. `version` is the game's after the end. What it was at
    the beginning hangs on how often seats changed hands before, and nothing tells that: None stands for the least that
    it can be.
    """

    game_id: str
    version: int | None
    ruleset: str
    ruleset_version: int
    options: Options
    rated: bool
    private: bool
    turn_seconds: int | None
    created_at: str
    started_at: str
    abandoned_at: str | None
    server_seed: bytes
    seats: tuple[Sitter, ...]

    @property
    def is_standard(self) -> bool:
        """Whether the options are those that the ruleset had in that version (docs/rules.md 2)."""
        return self.options == NAMED[self.ruleset, self.ruleset_version].options

    @property
    def dice(self) -> SeededDice:
        seeds = tuple(sitter.client_seed for sitter in self.seats)
        return SeededDice(game_id=self.game_id, server_seed=self.server_seed, client_seeds=seeds)


def read_facts(document: Values) -> Facts:
    """The facts of a document, or of one that has no more than these. Raises `RecordFault`."""
    facts = Facts(
        game_id=document.text("id"),
        version=None if document.any("version") is None else document.whole("version"),
        ruleset=document.text("ruleset"),
        ruleset_version=document.whole("ruleset_version"),
        options=_options(document),
        rated=document.flag("rated"),
        private=document.flag("private"),
        turn_seconds=_turn_seconds(document),
        created_at=document.moment("created_at"),
        started_at=document.moment("started_at"),
        abandoned_at=document.moment("finished_at") if document.word("status", STATUSES) == ABANDONED else None,
        server_seed=document.secret("server_seed", SERVER_SEED_BYTES),
        seats=tuple(_sitter(seat) for seat in document.objects("seats")),
    )
    if not MIN_SEATS <= len(facts.seats) <= MAX_SEATS:
        document.fail("seats", f"a game has {MIN_SEATS} to {MAX_SEATS} seats")
    if (facts.ruleset, facts.ruleset_version) not in NAMED:
        document.fail("ruleset", f"there is no ruleset {facts.ruleset} in version {facts.ruleset_version}")
    if facts.rated and not facts.is_standard:
        document.fail("rated", "only games with the ruleset's own options are rated")
    return facts


def _options(document: Values) -> Options:
    told = document.object("options")
    try:
        return Options.from_dict(told.told)
    except BadOption as bad:
        why = "there is no such option" if bad.name in told.told else "it is missing"
        choices = ", ".join(str(choice).lower() for choice in bad.data.get("choices", ()))
        raise RecordFault(told.place(bad.name), f"it takes {choices}" if choices else why) from bad


def _turn_seconds(document: Values) -> int | None:
    if document.any("turn_seconds") is None:
        return None
    seconds = document.whole("turn_seconds")
    if seconds < 1:
        document.fail("turn_seconds", "a move has a second at least, or null: no clock")
    return seconds


def _sitter(seat: Values) -> Sitter:
    return Sitter(player=seat.text("player"), kind=seat.word("kind", KINDS), client_seed=seat.text("client_seed"))
