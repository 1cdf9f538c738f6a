"""A text by its form: games of tags and rounds, with the places of all their parts. Their meaning is not asked here."""

from dataclasses import dataclass

from games.rules.notation.tokens import Token


@dataclass(frozen=True, slots=True)
class Tag:
    """`[Name "value"]`."""

    name: Token
    value: Token


@dataclass(frozen=True, slots=True)
class Clause:
    """A part that only repeats what follows from the rest, as it stands; `end` is what comes after it."""

    tokens: tuple[Token, ...]
    end: Token


@dataclass(frozen=True, slots=True)
class MoveText:
    """`3x4`, `1x2*`, `dudo/2`, `left/0`: what was done, whether time did it, and by which seat, if it is said."""

    what: Token
    star: Token | None
    seat: Token | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundText:
    """A round with what there is of its parts; `end` is what comes after it."""

    number: Token
    roll_off: Clause | None
    palifico: Token | None
    opener: Token | None
    moves: tuple[MoveText, ...]
    hands: Clause | None
    result: Clause | None
    times: tuple[Token, ...] | None
    end: Token


@dataclass(frozen=True, slots=True)
class GameText:
    """A game; `after_tags` is where its rounds begin."""

    tags: tuple[Tag, ...]
    after_tags: Token
    rounds: tuple[RoundText, ...]
