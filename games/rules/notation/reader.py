"""Text as documents: each game is played again from what its text tells, and what the text repeats must fit."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from games.rules.actions import DepartureReason
from games.rules.bids import PlacedBid
from games.rules.notation import tags, wording
from games.rules.notation.faults import NotationFault
from games.rules.notation.parser import parse
from games.rules.notation.syntax import Clause, GameText, MoveText, RoundText
from games.rules.notation.tokens import Kind, Token, tokens
from games.rules.record.facts import Facts, read_facts
from games.rules.record.faults import Impossible, RecordFault
from games.rules.record.moments import read_moment, write_moment
from games.rules.record.replay import Happened, Replay
from games.rules.record.values import Values
from games.rules.state import Call, CallKind, Departure

Json = dict[str, Any]


def read_games(text: str | Iterable[str]) -> Iterator[Json]:
    """The documents of a text's games, one after another as they are asked for. Lines may be given one by one.

    Raises `NotationFault`, when the game with the fault is come to.
    """
    lines = text.split("\n") if isinstance(text, str) else text
    return (_Game(game).document() for game in parse(lines))


def read_each(lines: Iterable[str]) -> Iterator[tuple[int, Json | NotationFault]]:
    """The same, each with its line; in the place of a game that cannot be there is its fault.

    Raises `NotationFault` at what is not in the form of a game: where the next one begins is not known then.
    """
    for game in parse(lines):
        line = game.tags[0].name.line
        try:
            yield line, _Game(game).document()
        except NotationFault as fault:
            fault.game = next((tag.value.value for tag in game.tags if tag.name.text == "Game"), "")
            yield line, fault


class _Game:
    """One game on its way from text to document."""

    def __init__(self, text: GameText) -> None:
        self.text = text
        self.values = _values_by_name(text)
        self.replay = Replay(self._facts())
        self.now = read_moment(self.replay.facts.started_at)

    def document(self) -> Json:
        for round_ in self.text.rounds:
            self._round(round_)
        end = self.text.rounds[-1].end if self.text.rounds else self.text.after_tags
        if not (self.replay.is_over or self.is_abandoned):
            end.fail("the game is not over here")
        with _fails_at(self.values.get("Abandoned", end)):
            self.replay.check_end()
        with _fails_at(self.values.get("Version", end)):
            document = self.replay.document()
        repeated = tags.repeated(document)
        for name in self.values.keys() & {"Finished", "Places"}:
            if self.values[name].value != repeated.get(name):
                self.values[name].fail(f"the game comes to {repeated.get(name, 'no end')}")
        return document

    @property
    def is_abandoned(self) -> bool:
        return self.replay.facts.abandoned_at is not None

    def _facts(self) -> Facts:
        if "Format" not in self.values or self.values["Format"].value != tags.FORMAT:
            self.values.get("Format", self.text.tags[0].name).fail(f'[Format "{tags.FORMAT}"] is expected here')
        told = {}
        for name, token in self.values.items():
            if kind := tags.kind_of(name):
                told[kind.place] = kind.read(token.value)
        try:
            return read_facts(Values.of(tags.facts_told(told)))
        except RecordFault as fault:
            self._fail(fault)

    def _fail(self, fault: RecordFault) -> NoReturn:
        """At the tag that is at fault; where the rounds begin, if it is one that is missing."""
        name = tags.name_of(fault.where)
        if name in self.values:
            self.values[name].fail(fault.why)
        self.text.after_tags.fail(f"the tag {name} is missing" if name else fault.why)

    def _round(self, text: RoundText) -> None:
        if self.replay.is_over:
            text.number.fail("the game was over before this round")
        rolled = self.replay.rolled()
        if text.number.text != f"{rolled['number']}.":
            text.number.fail(f"this is round {rolled['number']}")
        if text.palifico and rolled["palifico_seat"] is None:
            text.palifico.fail("this is no palifico round")
        if text.roll_off:
            _expect(text.roll_off, wording.roll_off(rolled["roll_off"] or []))
        played = self._play(text)
        if text.opener and text.opener.text != str(played["opener"]):
            text.opener.fail(f"seat {played['opener']} opens")
        if text.hands:
            _expect(text.hands, wording.hands(played))
        if text.result:
            _expect(text.result, wording.result(played))

    def _play(self, text: RoundText) -> Json:
        """The round as the document will have it. Only the last one of an abandoned game may be unfinished."""
        rounds = len(self.replay.rounds)
        for move, time in zip(text.moves, _times(text), strict=True):
            if len(self.replay.rounds) > rounds:
                move.what.fail("the round was over before this")
            if time is not None:
                self._pass(time)
            happened = self._happened(move)
            with _fails_at(move.what):
                self.replay.play(happened, write_moment(self.now))
        if len(self.replay.rounds) > rounds:
            return self.replay.rounds[-1]
        unfinished = self.replay.unfinished_round()
        if unfinished is None or not self.is_abandoned or text is not self.text.rounds[-1]:
            text.end.fail("the round is not over here: a call, or the departure of the last opponent, is missing")
        return unfinished

    def _pass(self, time: Token) -> None:
        try:
            self.now = wording.later(self.now, time.text)
        except ValueError as error:
            time.fail(str(error))
        except OverflowError:
            time.fail("so long no game lasts")

    def _happened(self, move: MoveText) -> Happened:
        round_ = self.replay.state.round
        assert round_ is not None
        seat = round_.turn if move.seat is None else int(move.seat.text)
        by_time = move.star is not None
        if move.what.kind is Kind.BID:
            quantity, face = map(int, move.what.text.split("x"))
            return PlacedBid.of(seat, quantity, face, timeout=by_time)
        if move.what.text in (CallKind.DUDO, CallKind.CALZA):
            return Call(CallKind(move.what.text), seat, by_time)
        if move.star is not None:
            move.star.fail("a departure has no star: timeout is the one that time made")
        return Departure(seat, len(round_.bids), DepartureReason(move.what.text))


@contextmanager
def _fails_at(token: Token) -> Iterator[None]:
    """What is found to be impossible in here is a fault at this token."""
    try:
        yield
    except Impossible as impossible:
        token.fail(str(impossible))


def _values_by_name(text: GameText) -> dict[str, Token]:
    values: dict[str, Token] = {}
    for tag in text.tags:
        name = tag.name.text
        if name in values:
            tag.name.fail("this tag has been there already")
        if name not in tags.REPEATED and tags.kind_of(name) is None:
            tag.name.fail("there is no such tag")
        values[name] = tag.value
    return values


def _times(text: RoundText) -> Iterable[Token | None]:
    if text.times is None:
        return [None] * len(text.moves)
    if len(text.times) != len(text.moves):
        place = text.times[len(text.moves)] if len(text.times) > len(text.moves) else text.end
        place.fail(f"the round has {len(text.moves)} moves, and {len(text.times)} times")
    return text.times


def _expect(clause: Clause, words: str) -> None:
    """The clause must say just this, since it follows from the rest."""
    expected = [token.text for token in tokens([words])][:-1]
    for index, word in enumerate(expected):
        found = clause.tokens[index] if index < len(clause.tokens) else clause.end
        if found is clause.end or found.text != word:
            found.fail(f"the game comes to {words}")
    if len(clause.tokens) > len(expected):
        clause.tokens[len(expected)].fail(f"the game comes to {words or 'nothing here'}")
