"""One game, from the first roll to the end: what happens is told as it comes, what is typed is done."""

from contextlib import suppress
from typing import Any, Final

from games.terminal.api import Api
from games.terminal.commands import Bid, NotUnderstood, Word, as_move, parse
from games.terminal.console import Console
from games.terminal.errors import CannotGoOn, Problem
from games.terminal.feed import Feed
from games.terminal.shapes import View, own_seat
from games.terminal.text.ending import dice_checked, fault_lines, replay
from games.terminal.text.guide import keys, rules
from games.terminal.text.names import Names
from games.terminal.text.refusals import explain
from games.terminal.text.story import tell, told_again, whole_table
from games.terminal.text.style import INDENT, Mark, paint, paragraph
from games.terminal.text.turn import is_my_turn, prompt, your_turn
from games.terminal.text.words import ordinal
from games.terminal.verifier import Verifier

QUICK_POLL, SLOW_POLL = 0.05, 0.4
"""Seconds between two looks at the game: soon after something happened, then twice as long each time."""
PARTING_PATIENCE: Final = 3.0
"""How long we wait for a server that is to be told that we leave."""
_YES: Final = ("y", "yes")


class Session:
    """`view` is the game as it was in the view that we sat down with."""

    def __init__(self, api: Api, view: View, *, title: str, verifier: Verifier, console: Console) -> None:
        self._api, self._console, self._verifier = api, console, verifier
        self._feed = Feed(api, view)
        self._names = Names(view)
        self._title = title
        self._turn_told = 0
        self._faults_told = 0
        self._leaving_asked = False
        self._pause = QUICK_POLL

    @property
    def _view(self) -> View:
        return self._feed.view

    def run(self) -> None:
        """Play until the game is over or left. Raises CannotGoOn when the server stays away."""
        interrupted = False
        while True:
            try:
                if interrupted:
                    self._ask_to_leave()
                    interrupted = False
                return self._play()
            except KeyboardInterrupt:
                if interrupted or self._leaving_asked or not self._is_in_play():
                    return self._leave()
                interrupted = True
            except EOFError:
                return self._leave()
            except SystemExit:  # told to stop by a signal
                self._leave()
                raise

    def _play(self) -> None:
        self._catch_up()
        while _is_running(self._view):
            line = self._console.read(self._pause)
            self._pause = min(2 * self._pause, SLOW_POLL)
            if line is not None:
                self._obey(line)
            self._catch_up()
        self._show(self._outcome())

    def _catch_up(self) -> None:
        """Tell what happened since, and whose turn it is now."""
        for event in self._feed.news():
            self._verifier.see(event, self._view)
            self._show(tell(event, self._view, self._names))
        self._tell_faults()
        if self._view["version"] != self._turn_told:
            self._turn_told, self._pause = self._view["version"], QUICK_POLL
            self._offer()
        if not self._leaving_asked:
            self._console.prompt(prompt(self._view, self._names))

    def _tell_faults(self) -> None:
        faults = self._verifier.faults
        self._show(fault_lines(faults[self._faults_told :]))
        self._faults_told = len(faults)

    def _offer(self) -> None:
        if is_my_turn(self._view):
            self._show(your_turn(self._view))

    def _obey(self, line: str) -> None:
        if self._leaving_asked:
            self._answer_leaving(line)
            return
        command = parse(line)
        match command:
            case Bid() | Word.DUDO | Word.CALZA:
                self._move(as_move(command) or {})
            case NotUnderstood(why):
                self._show([f"{INDENT}{paint(why, Mark.WARN)}"])
            case Word.SHOW:
                self._show(whole_table(self._view, self._names))
                self._offer()
            case Word.HELP:
                self._show([*keys(), ""])
            case Word.RULES:
                self._show([*rules(self._title, self._view["options"]), ""])
            case Word.HISTORY:
                self._show([*told_again(self._view, self._names), ""])
            case Word.QUIT:
                self._quit()

    def _move(self, move: dict[str, Any]) -> None:
        """Send it with the version that the player has seen; what comes of it is told as news."""
        try:
            self._api.move(self._view["id"], {**move, "version": self._view["version"]})
        except Problem as problem:
            self._catch_up()
            self._show(explain(problem, move, self._view, self._names))

    def _quit(self) -> None:
        if self._is_in_play():
            self._ask_to_leave()
        else:
            raise EOFError

    def _ask_to_leave(self) -> None:
        self._leaving_asked = True
        self._show(["", f"{INDENT}Leave the game for good? Your dice are out of it then. y leaves, n plays on."])
        self._console.prompt(f"{INDENT}Leave? y/n › ")

    def _answer_leaving(self, line: str) -> None:
        self._leaving_asked = False
        if line.strip().lower() in _YES:
            raise EOFError
        self._show([f"{INDENT}You play on."])
        self._offer()

    def _is_in_play(self) -> bool:
        you = self._view["you"]
        return _is_running(self._view) and you is not None and self._view["seats"][you["seat"]]["in_play"]

    def _leave(self) -> None:
        """Tell the server, if we still play, and the player what became of it."""
        self._console.prompt("")
        if not self._is_in_play():
            self._stop_watching()
            return
        self._api.transport.patience = PARTING_PATIENCE
        try:
            view = self._api.leave(self._view["id"])
        except Problem:  # it is over, or we are out, since we last looked
            self._look_again()
            self._stop_watching()
        except CannotGoOn:
            clock = ", and your time will run out" if self._view["turn_seconds"] else ""
            self._show(["", *paragraph(f"The server could not be told that you leave{clock}.")])
        else:
            self._show(["", f"{INDENT}You have left the game.{_place(view)}"])
            if not _is_running(view):  # where two were left, it ends when one of them leaves
                self._look_again()
            self._show(self._outcome())

    def _stop_watching(self) -> None:
        self._show([*(["", f"{INDENT}You stop watching."] if _is_running(self._view) else []), *self._outcome()])

    def _look_again(self) -> None:
        """Tell the last news. Where the server stays away it is left at what is known, and soon."""
        self._api.transport.patience = PARTING_PATIENCE
        with suppress(CannotGoOn):
            self._catch_up()
        self._console.prompt("")

    def _outcome(self) -> list[str]:
        """What became of the checks of the dice; of a game that is over, also where all of it is to be seen."""
        checked = dice_checked(self._verifier, self._view)
        is_over = not _is_running(self._view)
        return [*checked, *(replay(self._api.replay_address(self._view["id"])) if is_over else [])]

    def _show(self, lines: list[str]) -> None:
        if lines:
            self._console.show(lines)


def _is_running(view: View) -> bool:
    return view["status"] == "active"


def _place(view: View) -> str:
    own = own_seat(view)
    place = None if own is None else view["seats"][own]["place"]
    return f" You come {ordinal(place)} of {len(view['seats'])}." if place else ""
