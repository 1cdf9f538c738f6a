"""Replays, stepped through: at every moment the page shows what the rules say, to whoever's eyes."""

from itertools import cycle, islice

import pytest

from tests.browser.conftest import RECORDS, Site, Visit
from tests.browser.expected import ALL, TABLE, Json, Moment, View, chart, moments
from tests.browser.story import decided, kept, story
from tests.browser.table import Seen, Table

pytestmark = pytest.mark.chromium
# One of each ruleset, between them with roll-offs, palifico, calza, departures and moves of time.
BY_HAND = ("qxxub53itu", "xsi5twpyqc", "jtcmii9p67")


def check(seen: Seen, told: list[Moment], index: int, record: Json, view: View = TABLE) -> None:
    """The page is at the moment, and shows and says what it must."""
    moment = told[index]
    where = "" if view == TABLE else f"&as={view}"
    assert (seen.index, seen.last) == (index, len(told) - 1)
    assert seen.story == story(moment, record)
    assert [seat.cup for seat in seen.seats] == [moment.cup(seat, view) for seat in range(len(seen.seats))]
    assert seen.round == moment.round.number
    assert seen.current == seen.lines[-1] == moment.address + where
    assert seen.chart == chart(told, index, view, record)
    check_analysis(seen, moment, record, view)


def check_analysis(seen: Seen, moment: Moment, record: Json, view: View) -> None:
    """What tells of dice is told to those who know them, and to a seat of the whole game when that is over."""
    if record["status"] != "finished":
        assert (seen.analysis, seen.summary) == (None, None)
        return
    assert seen.summary == (moment.kind == "end" or not isinstance(view, int))
    assert seen.analysis is not None
    if moment.maker is None:
        assert seen.analysis == "Nothing was decided here."
    elif moment.knows_maker(view):
        assert seen.analysis.startswith(decided(moment, record))
        assert "%" in seen.analysis
    else:
        assert seen.analysis == kept(moment, record)


def test_of_each_ruleset_one_is_stepped_through_by_hand() -> None:
    assert {RECORDS[game]["ruleset"] for game in BY_HAND} == {"asmodee", "boxed", "aces"}


@pytest.mark.parametrize("game", BY_HAND)
def test_by_keys_as_the_table_saw_it(site: Site, visit: Visit, game: str) -> None:
    record, told = RECORDS[game], moments(RECORDS[game])
    table = Table(visit(), site.page(game)).open().press("Home")
    for index in range(len(told)):
        check(table.seen, told, index, record)
        table.press("ArrowRight")
    check(table.seen, told, len(told) - 1, record)


@pytest.mark.parametrize("game", BY_HAND)
def test_by_the_slider_as_each_seat_saw_it(site: Site, visit: Visit, game: str) -> None:
    """Backwards, each moment as another seat: its own hand is to be seen, and no other before the cups are up."""
    record, told = RECORDS[game], moments(RECORDS[game])
    table = Table(visit(), site.page(game)).open()
    for index in reversed(range(len(told))):
        seat = index % len(record["seats"])
        table.look_as(record["seats"][seat]["player"]).slide(index)
        check(table.seen, told, index, record, seat)


@pytest.mark.parametrize("game", RECORDS)
def test_every_moment_of_every_record(site: Site, visit: Visit, game: str) -> None:
    """As the table saw it, and with every hand or as one of the seats in turn."""
    record, told = RECORDS[game], moments(RECORDS[game])
    views: list[View] = [ALL, *range(len(record["seats"]))]
    wanted = [(index, TABLE) for index in range(len(told))] + list(enumerate(islice(cycle(views), len(told))))
    table = Table(visit(), site.page(game)).open()
    for (index, view), seen in zip(wanted, table.each(wanted), strict=True):
        check(seen, told, index, record, view)
