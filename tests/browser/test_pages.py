"""The admin in a browser, page by page: a game is found, the language changed, and everybody can read it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import RECORDS, Keep, Site, Visit, log_in
from tests.browser.running import Running
from tests.browser.table import Table

pytestmark = pytest.mark.chromium
GAME = "ewe2bpvwv5"


def test_a_game_is_found_and_looked_at(site: Site, visit: Visit, keep: Keep) -> None:
    """Logged in through the form, by filter and by search, to the replay."""
    page = visit(logged_in=False)
    log_in(page, site)
    keep(page, "overview")
    page.locator("#nav-sidebar a[href='/admin/games/game/']").click()
    page.wait_for_url(f"{site.base}/admin/games/game/")  # its scripts, too: before them no button does anything
    page.get_by_text("Filters").first.click()
    page.locator("select[name=ruleset]").select_option("aces", force=True)
    page.get_by_label("By player").fill("FAY")
    page.get_by_role("button", name="Apply Filters").click()
    page.wait_for_url("**/?*ruleset=aces*")
    rows = page.locator("#result_list tbody tr")
    expect(rows).to_have_count(0)
    page.goto(f"{site.base}/admin/games/game/?ruleset=aces")
    wanted = {game for game, record in RECORDS.items() if record["ruleset"] == "aces"}
    assert {row.locator("th").inner_text() for row in rows.all()} == wanted
    keep(page, "games")
    page.get_by_placeholder("Id of a game, or name of a player").fill(GAME)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/?*q={GAME}*")
    expect(rows).to_have_count(0)  # it is of another ruleset, and that is still filtered for
    page.goto(f"{site.base}/admin/games/game/?q={GAME}")
    expect(rows).to_have_count(1)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#perudo[data-ready]")
    assert page.url == site.page(GAME)


def test_in_polish(site: Site, visit: Visit, keep: Keep) -> None:
    page = visit(locale="pl-PL")
    table = Table(page, site.page(GAME)).open("#round=2&bid=4")
    bid = RECORDS[GAME]["rounds"][1]["bids"][3]
    assert (bid["quantity"], bid["face"]) == (8, 5)
    story = expect(page.locator("[data-part=story]"))
    story.to_have_text("bob licytuje 8 piątek.")
    keep(page, "polish")
    table.go("#round=2&call")
    story.to_have_text("cyd wątpi w 8 piątek: dudo.")
    table.go("#round=2&result")
    story.to_have_text("bob traci kość: było 2, jest 1. Następną rundę zaczyna bob.")
    assert "Oferta jest prawdziwa" in page.locator("[data-part=analysis]").inner_text()
    words = page.locator("#perudo").inner_text()
    english = ("the table", "hands", "Speed", "Rounds", "Bids", "dice", "turn", "deleted player")
    assert [word for word in english if word in words] == []
    expect(page.locator(".perudo-seat .perudo-name").last).to_have_text("usunięty gracz")
    page.goto(f"{site.base}/admin/games/game/?q={GAME}")
    expect(page.locator("#result_list .field-players")).to_have_text("ada, bob, cyd, dan, eve, usunięty gracz")


WIDTHS = {"desktop": 1400, "phone": 375}
LETTERS = """() => [...document.querySelectorAll(".perudo-chart-text")].map((text) => text.getBoundingClientRect())
  .filter((box) => box.height > 0).map((box) => [box.height, box.left, box.right])"""


@pytest.mark.parametrize("width", WIDTHS)
def test_charts_can_be_read_at_any_width(width: str, site: Site, visit: Visit, keep: Keep) -> None:
    """Of the two drawings of each one is shown, in letters of a size, none of them upon another."""
    page = visit()
    page.set_viewport_size({"width": WIDTHS[width], "height": 900})
    page.goto(f"{site.base}/admin/")
    assert page.locator(".perudo-chart:visible").count() == page.locator(".perudo-charts").count() == 2
    letters = page.evaluate(LETTERS)
    assert letters
    assert all(height > 11 for height, _left, _right in letters)
    for chart in page.locator(".perudo-chart:visible").all():
        feet = [box for text in chart.locator("text[text-anchor=middle]").all() if (box := text.bounding_box())]
        assert len(feet) > 4
        assert all(one["x"] + one["width"] < other["x"] for one, other in pairwise(feet))
    keep(page, f"overview-{width}")


# --- Accessibility ------------------------------------------------------------------------------------------------


def serious(page: Page, *, of: Sequence[str] = ()) -> list[str]:
    """What axe finds on a page that keeps somebody from using it; by some of its rules or all."""
    rules = {"runOnly": list(of)} if of else {}
    violations = Axe().run(page, options={"resultTypes": ["violations"], **rules}).response["violations"]
    return [
        f"{page.url}: {found['id']} at {found['nodes'][0]['html']}"
        for found in violations
        if found["impact"] in ("serious", "critical")
    ]


def addresses(page: Page, site: Site) -> Iterator[str]:
    """The first page, all that the menu leads to, and what is to be seen and done of a game and a player."""
    page.goto(f"{site.base}/admin/")
    menu = page.locator("#nav-sidebar a").evaluate_all("(links) => links.map((link) => link.href)")
    found = sorted({link for link in menu if link.startswith(f"{site.base}/admin/")})
    assert len(found) > 6
    yield from found
    for things in ("games/game", "players/player"):
        page.goto(f"{site.base}/admin/{things}/")
        first = page.locator("#result_list tbody th a").first.get_attribute("href")
        assert first is not None
        yield f"{site.base}{first}"
    running = Running(site.port).begin()
    yield site.page(running.id, "watch")
    page.goto(f"{site.base}/admin/games/game/?q={running.id}")
    yield f"{site.base}{page.locator('#result_list tbody th a').first.get_attribute('href')}".replace("change", "abort")
    yield from (f"{site.page(GAME)}{moment}" for moment in ("", "#round=2&bid=3&as=all", "#round=2&reveal", "#end"))


def found_on(page: Page) -> list[str]:
    """In light by all rules; then in the dark, as unfold makes it, by those about what is otherwise there: colours."""
    assert not page.evaluate("document.documentElement.classList.contains('dark')")
    found = serious(page)
    page.evaluate(DARK)
    return found + serious(page, of=("color-contrast", "link-in-text-block"))


# At once: half-way from light to dark some text could not be read.
DARK = """() => {
  document.documentElement.classList.add("dark");
  for (const transition of document.getAnimations()) {
    if (transition instanceof CSSTransition) transition.finish();
  }
}"""


def test_nobody_is_kept_out(site: Site, visit: Visit) -> None:
    """No serious or critical finding of axe on any page, in light or dark."""
    page, stranger = visit(), visit(logged_in=False)
    stranger.goto(f"{site.base}/admin/")
    found = found_on(stranger)
    for address in list(addresses(page, site)):
        page.goto("about:blank")  # or the page of another moment would be the same
        page.goto(address)
        if "/replay/" in address or "/watch/" in address:
            page.wait_for_selector("#perudo[data-ready]")
        found += found_on(page)
    assert found == []


def test_axe_finds_what_is_wrong(site: Site, visit: Visit) -> None:
    page = visit()
    Table(page, site.page(GAME)).open()
    page.evaluate("document.querySelector('[data-control=back]').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('[data-control=back]').removeAttribute('title')")
    page.evaluate("document.querySelector('.perudo-story').style.color = '#ddd'")
    page.evaluate("document.querySelector('.perudo-position').style.color = '#333'")
    found = [finding.split(": ")[1].split()[0] for finding in found_on(page)]
    assert found == ["button-name", "color-contrast", "color-contrast"]  # the last in the dark
