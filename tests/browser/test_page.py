"""The replay page as its readers use it: links, keys, autoplay, small and dark screens, and screen readers."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import RECORDS, Keep, Site, Visit
from tests.browser.expected import Moment, moments
from tests.browser.table import Table

pytestmark = pytest.mark.chromium
GAME = "ewe2bpvwv5"  # six players by the boxed rules: a roll-off, palifico and calza
LEFT = "xsi5twpyqc"  # four players, of whom two leave and one is out of time
RECORD = RECORDS[GAME]
TOLD = moments(RECORD)


def index_of(address: str) -> int:
    return next(index for index, moment in enumerate(TOLD) if moment.address == address)


# --- Links --------------------------------------------------------------------------------------------------------


def test_every_moment_has_a_link(site: Site, visit: Visit) -> None:
    table = Table(visit(), site.page(GAME)).open()
    assert len({moment.address for moment in TOLD}) == len(TOLD)
    for index, moment in enumerate(TOLD):
        address = f"{moment.address}{('', '&as=2', '&as=all')[index % 3]}"
        seen = table.go(address).seen
        assert (seen.index, seen.current) == (index, address)


def test_a_link_opens_the_page_at_its_moment(site: Site, visit: Visit) -> None:
    table = Table(visit(), site.page(GAME))
    for address in ("#round=3&bid=2", "#round=2&call&as=all", "#end", "#round=4&reveal&as=1"):
        assert table.open(address).seen.current == address


NEARBY = {
    "#round=3&bid=99": f"#round=3&bid={len(RECORD['rounds'][2]['bids'])}",
    "#round=3&bid=0": "#round=3",
    "#round=3&left=7": "#round=3",
    "#round=99": "#end",
    "#round=0": TOLD[0].address,
    "#round=-1&bid=x": TOLD[0].address,
    "#nonsense": TOLD[0].address,
    "#round=3&as=9": "#round=3",
    "#round=3&as=nobody": "#round=3",
    "#round=<script>": TOLD[0].address,
}


def test_a_link_to_what_is_not_there_leads_nearby(site: Site, visit: Visit) -> None:
    table = Table(visit(), site.page(GAME)).open("#round=2&call")
    for asked, found in NEARBY.items():
        assert table.go(asked).seen.current == found, asked


def test_a_link_to_what_is_not_there_says_so(site: Site, visit: Visit) -> None:
    """Followed or opened, until the next step; and the address becomes that of what is shown."""
    page = visit()
    table, said = Table(page, site.page(GAME)), page.get_by_text("There is no such moment in the game.")
    for moment in ("#round=3&bid=2", "#end", "", "#round=2&call&as=all", "#as=1"):
        table.open(moment)
        expect(said).to_be_hidden()
    for asked, found in [("#round=99&bid=2", "#end"), ("#round=3&bid=99&as=1", f"{NEARBY['#round=3&bid=99']}&as=1")]:
        table.open(asked).arrived_at(found)
        expect(said).to_be_visible()
        table.press("ArrowLeft")
        expect(said).to_be_hidden()
        table.go(asked).arrived_at(found)
        expect(said).to_be_visible()


def test_the_address_follows(site: Site, visit: Visit) -> None:
    page = visit()
    table = Table(page, site.page(GAME)).open("#round=2").press("ArrowRight", "ArrowRight").look_as("all hands")
    assert table.arrived_at("#round=2&bid=2&as=all").seen.round == 2
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 5").click()
    assert table.arrived_at("#round=5&as=all").seen.round == 5
    page.go_back()
    assert table.arrived_at("#round=2&bid=2&as=all").seen.round == 2


def test_a_link_is_followed_whatever_was_still_to_be_written(site: Site, visit: Visit) -> None:
    """The address of the step before, due between a link and the browser's word of it, does not undo the link."""
    page = visit()
    page.add_init_script(KEEP_TIMERS)
    table = Table(page, site.page(GAME)).open("#round=2").press("ArrowRight")
    page.evaluate("() => { location.hash = '#round=5'; timers.at(-1)(); }")
    assert table.arrived_at("#round=5").seen.round == 5


KEEP_TIMERS = """
  globalThis.timers = [];
  const inTime = setTimeout;
  globalThis.setTimeout = (act, ...rest) => (timers.push(act), inTime(act, ...rest));
"""


# --- Keys and buttons ---------------------------------------------------------------------------------------------


def rounds_from(index: int, by: int) -> int:
    """Where one lands a round on, or at the start of this or of the one before."""
    starts = [at for at, moment in enumerate(TOLD) if at == 0 or _number(TOLD[at - 1]) != _number(moment)]
    if by > 0:
        return next((start for start in starts if start > index), len(TOLD) - 1)
    return max((start for start in starts if start < index), default=0)


def _number(moment: Moment) -> int:
    return moment.round.number


def test_keys_go_by_rounds(site: Site, visit: Visit) -> None:
    table = Table(visit(), site.page(GAME)).open("#round=3&bid=2")
    index = index_of("#round=3&bid=2")
    for key, by in [
        ("ArrowUp", -1),
        ("ArrowUp", -1),
        ("ArrowDown", 1),
        ("Shift+ArrowRight", 1),
        ("Shift+ArrowLeft", -1),
    ]:
        index = rounds_from(index, by)
        assert table.press(key).seen.index == index
    for key, end in [("End", len(TOLD) - 1), ("ArrowDown", len(TOLD) - 1), ("ArrowRight", len(TOLD) - 1), ("Home", 0)]:
        assert table.press(key).seen.index == end
    assert table.press("ArrowLeft", "ArrowUp").seen.index == 0


def test_buttons_do_the_same(site: Site, visit: Visit) -> None:
    page = visit()
    table = Table(page, site.page(GAME)).open("#round=3&bid=2")
    index = index_of("#round=3&bid=2")
    wanted = [
        ("A step on", index + 1),
        ("A step back", index),
        ("A round back", index_of("#round=3")),
        ("A round on", index_of("#round=4")),
        ("To the end", len(TOLD) - 1),
        ("To the start", 0),
    ]
    for name, found in wanted:
        page.get_by_role("button", name=name, exact=True).click()
        assert table.seen.index == found


def test_by_keyboard_alone(site: Site, visit: Visit) -> None:
    """Tab comes to everything, what has the focus is outlined, and keys that a thing needs itself are left to it."""
    page = visit()
    table = Table(page, site.page(GAME)).open("#round=3")
    page.get_by_text("As a table").click()
    page.locator("#perudo-slider").focus()
    table.press("ArrowRight", "ArrowRight")
    assert table.seen.index == index_of("#round=3") + 2  # the slider, and not twice
    reached: set[str] = set()
    for _ in range(60):
        table.press("Tab")
        told = page.evaluate(FOCUS)
        if not told["isOurs"]:
            break
        assert told["outline"] >= 2, told
        reached.add(told["what"])
    assert {"BUTTON back", "BUTTON play", "INPUT normal", "SELECT view", "A", "SUMMARY", "DIV"} <= reached
    page.get_by_label("Seen by").focus()
    before = table.seen.index
    table.press("ArrowDown")
    assert (table.seen.index, page.get_by_label("Seen by").input_value()) == (before, "all")
    page.get_by_role("button", name="A step on", exact=True).focus()
    table.press("Space")
    assert table.seen.index == before + 1  # the button, and no autoplay
    assert page.get_by_role("button", name="Play").get_attribute("aria-pressed") == "false"


FOCUS = """() => {
  const one = document.activeElement;
  const shown = one.type === "radio" ? one.nextElementSibling : one;
  return {
    isOurs: document.getElementById("perudo").contains(one),
    what: [one.tagName, one.dataset.control ?? (one.type === "radio" ? one.value : "")].join(" ").trim(),
    outline: getComputedStyle(shown).outlineStyle === "none" ? 0 : parseFloat(getComputedStyle(shown).outlineWidth),
  };
}"""


def test_a_click_on_a_cup_looks_under_it(site: Site, visit: Visit) -> None:
    page = visit()
    table = Table(page, site.page(GAME)).open("#round=2")
    seats = page.locator(".perudo-seat")
    seats.nth(1).click()
    assert table.seen.current == "#round=2&as=1"
    assert [seat.cup.drawn for seat in table.seen.seats] == ["down", "peek", "down", "down", "down", "down"]
    seats.nth(1).click()
    assert table.seen.current == "#round=2"


# --- Autoplay -----------------------------------------------------------------------------------------------------


def test_autoplay_goes_to_the_end_and_stops(site: Site, visit: Visit) -> None:
    page = visit(alone=True)
    table = Table(page, site.page(GAME)).open_at_rest()
    play = page.get_by_role("button", name="Play")
    table.press("Space")
    expect(play).to_have_attribute("aria-pressed", "true")
    page.clock.run_for("10:00")
    assert table.seen.index == len(TOLD) - 1
    expect(play).to_have_attribute("aria-pressed", "false")
    play.click()  # from the start again
    assert table.seen.index == 0
    play.click()
    page.clock.run_for("01:00")
    assert table.seen.index == 0


def test_autoplay_has_three_speeds(site: Site, visit: Visit) -> None:
    page = visit(alone=True)
    table = Table(page, site.page(GAME)).open_at_rest()
    play, passed = page.get_by_role("button", name="Play"), []
    for speed in ("slow", "normal", "fast"):
        page.get_by_text(speed, exact=True).click()
        table.press("Home")
        play.click()
        page.clock.run_for("00:15")
        play.click()
        passed.append(table.seen.index)
    assert 0 < passed[0] < passed[1] < passed[2]


# --- What stands beside the table ---------------------------------------------------------------------------------


def test_the_analysis_stands_beside_each_decision(site: Site, visit: Visit) -> None:
    page = visit()
    analysis: Any = page.request.get(f"{site.base}/api/v1/games/{GAME}/analysis/").json()
    table = Table(page, site.page(GAME)).open()
    for round_ in analysis["rounds"]:
        addresses = [f"bid={number}" for number in range(1, len(round_["decisions"]) + 1)]
        for decision, address in zip(round_["decisions"], addresses, strict=True):
            is_bid = decision["action"] == "bid"
            view = decision["seat"] if is_bid else "all"
            seen = table.go(f"#round={round_['number']}&{address if is_bid else 'call'}&as={view}").seen
            assert seen.analysis is not None
            assert RECORD["seats"][decision["seat"]]["player"] in seen.analysis
            for chance in (decision["chance_good"], decision["chance_exact"], decision["chance_lost"]):
                assert f"{100 * chance:.1f}%" in _rounded(seen.analysis, chance)
            assert ("bluff" in seen.analysis) == bool(decision["bluff"])
    assert table.go("#round=1&as=all").seen.analysis == "Nothing was decided here."
    rows = page.locator("[data-part=summary] tr").all()
    for row, told in zip(rows, analysis["seats"], strict=True):
        assert row.locator("th").inner_text() == told["player"]
        assert row.locator("td").first.inner_text().startswith(str(told["bids"]))


def test_what_is_hidden_says_where_it_can_be_looked_at(site: Site, visit: Visit) -> None:
    page = visit()
    bid, maker = "#round=2&bid=3", RECORD["rounds"][1]["bids"][2]["seat"]
    table = Table(page, site.page(GAME)).open()
    panel = page.locator("[data-part=analysis]")
    for link, view in [(f"As seen by {RECORD['seats'][maker]['player']}", maker), ("With all hands", "all")]:
        table.go(bid)
        expect(panel.locator("meter")).to_have_count(0)
        panel.get_by_role("link", name=link).focus()
        table.press("Enter").arrived_at(f"{bid}&as={view}")
        expect(panel.locator("meter")).to_have_count(2)
    note = page.locator("[data-part=chart-note]")
    expect(note).to_have_text("Of the whole game, whatever was known at this moment.")
    other = (maker + 1) % len(RECORD["seats"])
    table.go(f"{bid}&as={other}")
    name = RECORD["seats"][other]["player"]
    expect(note).to_have_text(f"As far as {name} knew at this moment.")
    summary = page.get_by_role("region", name="The players").last
    expect(page.get_by_text(f"These numbers tell of dice that {name} did not see, and are shown")).to_be_visible()
    expect(summary.get_by_role("table")).to_be_hidden()
    table.go(f"#end&as={other}")
    expect(summary.get_by_role("table")).to_be_visible()


def _rounded(text: str, chance: float) -> str:
    """The text; where the chance lies half-way between two tenths, with either of them."""
    tenths = 1000 * chance
    return f"{text} {100 * chance:.1f}%" if abs(tenths - int(tenths) - 0.5) < 1e-6 else text


def test_the_chart_has_the_dice_of_every_round(site: Site, visit: Visit) -> None:
    page = visit()
    Table(page, site.page(GAME)).open()
    page.get_by_text("As a table").click()
    rows = [row.inner_text().split("\t") for row in page.locator("[data-part=chart-table] tbody tr").all()]
    seats = range(len(RECORD["seats"]))
    dice = [{hand["seat"]: len(hand["dice"]) for hand in round_["hands"]} for round_ in RECORD["rounds"]]
    wanted = [[str(number), *(str(held.get(seat, 0)) for seat in seats)] for number, held in enumerate(dice, start=1)]
    assert rows == [*wanted, ["end", *(str(seat["dice_count"]) for seat in RECORD["seats"])]]
    assert page.get_by_role("img", name=re.compile("Dice of each player")).count() == 1
    assert page.locator(".perudo-course-seat").count() == len(seats)


def test_a_screen_reader_is_told_each_step(site: Site, visit: Visit) -> None:
    page = visit()
    table = Table(page, site.page(GAME)).open("#round=2")
    told = page.get_by_role("status").filter(has_text="Round 2")
    expect(told).to_have_attribute("aria-live", "polite")
    table.press("ArrowRight")
    expect(page.locator("[data-part=story]")).to_have_text(re.compile(" bids "))
    assert page.get_by_role("heading", name=f"Game {GAME}").count() == 1
    assert page.get_by_role("list", name="Seats").get_by_role("listitem").count() == len(RECORD["seats"])


# --- Screens ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, LEFT, "igjv4et2zn"])
def test_nothing_is_cut_off(site: Site, visit: Visit, keep: Keep, game: str) -> None:
    """No sideways scroll, and every cup and word of the table is within it, whatever happens."""
    page = visit()
    table, told = Table(page, site.page(game)).open(), moments(RECORDS[game])
    for width in (320, 375, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for moment in told[:: max(1, len(told) // 9)]:
            table.go(f"{moment.address}&as=all")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(CUT_OFF) == []
        if width == 375:
            keep(page, f"phone-{game}")


def test_words_of_the_numbers_are_whole(site: Site, visit: Visit) -> None:
    """On a phone, in both languages: where they do not fit, the table is scrolled, by keys too."""
    for language in ("en-GB", "pl-PL"):
        page = visit(locale=language, viewport={"width": 375, "height": 800})
        Table(page, site.page(GAME)).open()
        page.locator(".perudo-as-table summary").click()
        assert page.evaluate(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        assert page.locator(".perudo-grid").count() == page.locator("[role=region][tabindex='0'] .perudo-grid").count()


# Words that begin on one line and end on another.
BROKEN = """() => [...document.querySelectorAll(".perudo-grid th, .perudo-grid td")].flatMap((cell) => {
  const text = cell.firstChild;
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
})"""


CUT_OFF = """() => {
  const table = document.querySelector(".perudo-felt").getBoundingClientRect();
  const all = ".perudo-plate, .perudo-felt .perudo-die, .perudo-said[data-kind], .perudo-middle p:not([hidden])";
  const parts = [...document.querySelectorAll(all)];
  const isOut = (box) => box.left < table.left - 1 || box.right > table.right + 1;
  return parts.filter((part) => isOut(part.getBoundingClientRect())).map((part) => part.outerHTML);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_as_the_system_is(site: Site, visit: Visit, keep: Keep, scheme: str) -> None:
    page = visit(color_scheme=scheme, viewport={"width": 1400, "height": 1000})
    Table(page, site.page(GAME)).open("#round=2&reveal")
    panel = page.locator(".perudo-panel").first.evaluate("(panel) => getComputedStyle(panel).backgroundColor")
    assert (panel == "rgb(255, 255, 255)") == (scheme == "light")
    keep(page, f"replay-{scheme}")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_do_not_want_it(site: Site, visit: Visit, motion: str) -> None:
    page = visit(reduced_motion=motion)
    Table(page, site.page(GAME)).open("#round=2&call")
    assert (page.evaluate(MOVING) > 0) == (motion == "no-preference")


# A step, and what moves by it, before any of that can be over.
MOVING = """() => {
  document.querySelector("[data-control=forward]").click();
  return document.getElementById("perudo").getAnimations({ subtree: true }).length;
}"""


# --- What the page is made of -------------------------------------------------------------------------------------


def test_what_the_server_sends_is_the_record_itself(site: Site, visit: Visit) -> None:
    """The same document as the API's: no second one that could say something else."""
    page = visit()
    Table(page, site.page(GAME)).open()
    source = page.evaluate("JSON.parse(document.getElementById('perudo-source').textContent)")
    assert source["game"] == page.request.get(f"{site.base}/api/v1/games/{GAME}/replay/").json() == RECORD
    assert source["analysis"] == page.request.get(f"{site.base}/api/v1/games/{GAME}/analysis/").json()


def test_a_page_of_strict_policy_would_do(site: Site, visit: Visit) -> None:
    """Of our own there is no script or style in the page: only data, files of this server, and no handlers."""
    page = visit()
    html = page.request.get(site.page(GAME)).text()
    ours = html[html.index('<main id="perudo"') : html.index('<script type="module"')]
    assert re.findall(r"<script(?![^>]*(?:src=|type=\"application/json\"))[^>]*>", ours) == []
    assert re.findall(r"\s(?:on\w+|style|x-[\w-]+)=", ours.partition("<script")[0]) == []
