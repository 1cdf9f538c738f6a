"""A fault in the middle of a move, at whatever place: what is answered, logged, reported and shown tells nothing."""

import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils.log import AdminEmailHandler
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter
from rest_framework.test import APIClient

from games import tasks
from games.models import Game, Seat
from tests.api import rows
from tests.api.conftest import Start
from tests.api.game import DUDO, bid
from tests.api.leaks.crawl import plain
from tests.api.leaks.hidden import MARKS, Secrets, mark_dice
from tests.api.leaks.tripwire import Fault, fault_in, places
from tests.conftest import PASSWORD

SEATS = 3
TOKEN = "0123456789abcdef" * 4


@dataclass(frozen=True)
class Doing:
    """Something that happens, and what must be so before."""

    do: Callable[[], Any]
    before: Callable[[], None] = lambda: None


class Reports(logging.Handler):
    """All that any handler might write of a log line: its text, its traceback, and Django's report of the fault.

    But for the time, which tells nothing, and would be taken for a hand at 12:34:44,444.
    """

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.request = request
        self.faults = 0
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(self.format(record))
        if record.exc_info:
            self.faults += 1
            reporter = AdminEmailHandler().reporter_class(self.request, *record.exc_info, is_email=True)
            self.written.append(reporter.get_traceback_text())


@pytest.fixture
def request_at_hand() -> HttpRequest:
    """What a report of a request has to leave out: a token in headers and in the ASGI scope, a cookie, a password."""
    kept_out: dict[str, Any] = {
        "HTTP_AUTHORIZATION": f"Bearer {TOKEN}",
        "HTTP_COOKIE": f"sessionid={TOKEN}",
        "asgi.scope": {"headers": [(b"authorization", f"Bearer {TOKEN}".encode())]},
    }
    return RequestFactory().post(f"/api/v1/tokens/?join_code={TOKEN}", {"password": PASSWORD}, **kept_out)


@pytest.fixture
def reports(request_at_hand: HttpRequest) -> Iterator[Reports]:
    reports, root = Reports(request_at_hand), logging.getLogger()
    level = root.level
    root.addHandler(reports)
    root.setLevel(logging.DEBUG)
    yield reports
    root.removeHandler(reports)
    root.setLevel(level)


def doings(start: Start) -> tuple[str, dict[str, Doing]]:
    """A game with a bid on the table and marked dice, and what may happen in it next, by name."""
    game = start(SEATS)
    mark_dice(game.id, range(SEATS))
    game.play(bid(1, 2))
    turn, version, due_at = game.turn(), game.version, rows.row(game.id).due_at
    assert due_at is not None
    moving, waiting = plain(game.clients[turn]), plain(game.clients[turn - 1])

    def move(client: APIClient, **move: Any) -> Any:
        return client.post(f"{game.path}moves/", {**move, "version": version})

    def is_due(**columns: Any) -> None:
        Game.objects.filter(public_id=game.id).update(due_at=due_at.replace(year=2000), **columns)

    def bots_are_due() -> None:
        is_due(due_for=Game.Due.BOTS)
        Seat.objects.filter(game__public_id=game.id, number=turn).update(is_bot=True)

    return game.id, {
        "bid": Doing(lambda: move(moving, **bid(2, 2))),
        "call": Doing(lambda: move(moving, **DUDO)),
        "calza": Doing(lambda: move(waiting, action="calza")),
        "refused": Doing(lambda: move(moving, **bid(99, 2))),
        "stale": Doing(lambda: moving.post(f"{game.path}moves/", {**DUDO, "version": 1})),
        "leave": Doing(lambda: moving.post(f"{game.path}leave/")),
        "view": Doing(lambda: moving.get(game.path)),
        "events": Doing(lambda: moving.get(f"{game.path}events/")),
        "sweep": Doing(lambda: tasks.sweep.apply(), before=is_due),
        "bot": Doing(lambda: tasks.bot_turn.apply(args=(game.id,)), before=bots_are_due),
    }


NAMES = ("bid", "call", "calza", "refused", "stale", "leave", "view", "events", "sweep", "bot")
READS = ("refused", "stale", "view", "events")
"""Of these, which go the same way as moves for the most part, every third place will do."""


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_fault_anywhere_tells_nothing(start: Start, reports: Reports, settings: Any, name: str, debug: bool) -> None:
    settings.DEBUG = debug
    game_id, things = doings(start)
    assert tuple(things) == NAMES
    secrets = Secrets(game_id, TOKEN, PASSWORD)
    doing = things[name]
    with rows.undone():
        doing.before()
        found = places(doing.do)
    assert len(found) > 20
    for place in found[:: 6 if debug else 3 if name in READS else 1]:
        reports.faults, reports.written = 0, []
        with rows.undone():
            doing.before()
            with fault_in(place):
                answer = doing.do()
        status = getattr(answer, "status_code", 0)
        assert reports.faults or status < 500, place
        assert secrets.told_by("\n".join(reports.written)) == [], place
        if status >= 500:
            assert secrets.told_by(answer.content.decode()) == [], place


def test_it_would_be_noticed(start: Start, reports: Reports, settings: Any, request_at_hand: HttpRequest) -> None:
    """The same dice, seeds and tokens, in Django's own reports and in a log line that is careless."""
    game_id, _ = doings(start)
    secrets = Secrets(game_id, TOKEN, PASSWORD)
    record = rows.row(game_id)
    hands = MARKS.copy()
    try:
        raise Fault(hands)
    except Fault:
        settings.DEFAULT_EXCEPTION_REPORTER_FILTER = "django.views.debug.SafeExceptionReporterFilter"
        report = ExceptionReporter(request_at_hand, *sys.exc_info())
        report.filter = SafeExceptionReporterFilter()
        told = report.get_traceback_text() + report.get_traceback_html()
        logging.getLogger("games").debug("the seed is %s", record.server_seed)
    assert {MARKS[0], TOKEN} <= set(secrets.told_by(told))
    assert record.server_seed in secrets.told_by("\n".join(reports.written))
    assert secrets.told_by(repr([tuple(map(int, mark)) for mark in hands.values()]))
