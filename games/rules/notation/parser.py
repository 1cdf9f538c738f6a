"""Tokens to games by their form: the grammar of docs/record.md, a function a rule."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.rules.notation.syntax import Clause, GameText, MoveText, RoundText, Tag
from games.rules.notation.tokens import Kind, Token, tokens

MOVE_WORDS: Final = ("dudo", "calza", "left", "timeout", "removed")


def parse(lines: Iterable[str]) -> Iterator[GameText]:
    """The games of a text, one after another as they are asked for. Raises `NotationFault`."""
    return _Parser(tokens(lines)).games()


class _Parser:
    """Reads on with one token in view."""

    def __init__(self, source: Iterator[Token]) -> None:
        self.source = source
        self.next = next(source)

    def games(self) -> Iterator[GameText]:
        while self.next.kind is not Kind.END:
            yield self.game()

    def game(self) -> GameText:
        tags = [self.tag()]
        while self.next.is_sign("["):
            tags.append(self.tag())
        after_tags, rounds = self.next, []
        while self.next.kind is Kind.ROUND:
            rounds.append(self.round())
        if self.next.kind is not Kind.END and not self.next.is_sign("["):
            self.next.fail(
                f"{self.next} is out of place here: a round begins with its number and a full stop, a game with a tag"
            )
        return GameText(tuple(tags), after_tags, tuple(rounds))

    def tag(self) -> Tag:
        self.sign("[", 'a tag such as [Ruleset "boxed"]')
        name = self.kind(Kind.WORD, "the name of a tag")
        value = self.kind(Kind.TEXT, "a value in quotes")
        self.sign("]", "the tag's closing ]")
        return Tag(name, value)

    def round(self) -> RoundText:
        number = self.take()
        roll_off = self.roll_off()
        palifico = self.take() if self.next.kind is Kind.WORD and self.next.text == "palifico" else None
        opener = self.opener()
        moves = []
        while self.next.kind in (Kind.BID, Kind.WORD):
            moves.append(self.move())
        hands = self.clause()
        result = self.clause()
        return RoundText(
            number=number,
            roll_off=roll_off,
            palifico=palifico,
            opener=opener,
            moves=tuple(moves),
            hands=hands,
            result=result,
            times=self.times(),
            end=self.next,
        )

    def roll_off(self) -> Clause | None:
        if not self.next.is_sign("("):
            return None
        self.take()
        found = []
        while self.next.kind is Kind.NUMBER or self.next.text in (":", "/"):
            found.append(self.take())
        clause = Clause(tuple(found), self.next)
        self.sign(")", "the closing ) of a roll-off")
        return clause

    def opener(self) -> Token | None:
        if self.next.kind is not Kind.NUMBER:
            return None
        seat = self.take()
        self.sign(":", "a colon after the opener's seat")
        return seat

    def move(self) -> MoveText:
        what = self.take()
        if what.kind is Kind.WORD and what.text not in MOVE_WORDS:
            what.fail(f"a bid such as 3x4, or one of {', '.join(MOVE_WORDS)}, is expected here, not {what}")
        star = self.take() if self.next.is_sign("*") else None
        if not self.next.is_sign("/"):
            return MoveText(what, star, None)
        self.take()
        return MoveText(what, star, self.kind(Kind.NUMBER, "the number of a seat"))

    def clause(self) -> Clause | None:
        if not self.next.is_sign("|"):
            return None
        self.take()
        found = []
        while self.next.kind in (Kind.NUMBER, Kind.WORD) or self.next.text in (":", ","):
            found.append(self.take())
        return Clause(tuple(found), self.next)

    def times(self) -> tuple[Token, ...] | None:
        if not self.next.is_sign("@"):
            return None
        self.take()
        found = []
        while self.next.kind in (Kind.NUMBER, Kind.DECIMAL):
            found.append(self.take())
        return tuple(found)

    def take(self) -> Token:
        token = self.next
        if token.kind is not Kind.END:
            self.next = next(self.source)
        return token

    def kind(self, kind: Kind, expected: str) -> Token:
        if self.next.kind is not kind:
            self.next.fail(f"{expected} is expected here, not {self.next}")
        return self.take()

    def sign(self, sign: str, expected: str) -> Token:
        if not self.next.is_sign(sign):
            self.next.fail(f"{expected} is expected here, not {self.next}")
        return self.take()
