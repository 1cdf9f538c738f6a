"""The page of a game that runs: it follows the game, holds nothing that is hidden, and goes on to the replay."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from games.rules.bids import Bid
from tests.browser.conftest import Keep, Site, Visit
from tests.browser.expected import bid_words
from tests.browser.running import Running
from tests.browser.table import Table

pytestmark = pytest.mark.chromium
POLL = 2100
"""Milliseconds after which the page has asked for what is new."""
STEP = 1700
"""Milliseconds after which it has gone on from a roll, a bid or a call to what came next."""


def story(page: Page) -> Any:
    return expect(page.locator("[data-part=story]"))


def told_of(made: dict[str, Any], names: list[str]) -> str:
    bid = made["round"]["bids"][-1]
    return f"{names[bid['seat']]} bids {bid_words(Bid(bid['quantity'], bid['face']))}."


@pytest.fixture
def bodies() -> list[bytes]:
    """What the server has sent to a page that was opened by `watching`."""
    return []


def watching(page: Page, site: Site, game: Running, bodies: list[bytes]) -> Table:
    """The page of the game, whose clock only the test moves on."""

    def keep(request: Request) -> None:
        response = request.response()
        if response is not None and game.id in request.url:
            bodies.append(response.body())

    page.on("requestfinished", keep)
    return Table(page, site.page(game.id, "watch")).open_at_rest()


def hear(table: Table, *, after: int = POLL) -> None:
    """The page has asked for what is new, and knows it. It shows the first of it a step later."""
    last = table.seen.last
    table.page.clock.fast_forward(after)
    has_heard(table, last)


def has_heard(table: Table, last: int) -> None:
    """It knows of more than so many moments."""
    expect(table.page.locator("#perudo-slider")).not_to_have_attribute("max", str(last))


def test_it_follows_the_game_to_its_replay(site: Site, visit: Visit, keep: Keep, bodies: list[bytes]) -> None:
    """Every move is told as it comes, the cups stay down until the showdown, and no byte tells what is under them."""
    game = Running(site.port).begin()
    page, names = visit(alone=True), game.names
    table = watching(page, site, game, bodies)
    hidden = game.keys()
    assert [seat.cup.drawn for seat in table.seen.seats] == ["down"] * 3
    assert [seat.cup.words for seat in table.seen.seats] == ["?"] * 3  # lost dice are not shown by these rules
    for _ in range(3):
        made = game.bid()
        hear(table)
        page.clock.fast_forward(STEP)
        story(page).to_have_text(told_of(made, names))
        assert table.seen.seats[game.turn].state == "on turn"
    keep(page, "watch")
    assert [key for key in hidden if any(key.encode() in body for body in bodies)] == []
    assert page.evaluate(HANDS) == []
    ended = game.dudo()
    hidden = game.keys()
    hear(table)
    page.clock.fast_forward(STEP)
    story(page).to_have_text(re.compile("doubts"))
    page.clock.fast_forward(STEP)
    story(page).to_have_text(re.compile("All cups are up"))
    hands = {hand["seat"]: hand["dice"] for hand in ended["last_round"]["hands"]}
    assert [[die for die, _ in seat.cup.dice] for seat in table.seen.seats] == [hands[seat] for seat in range(3)]
    page.clock.fast_forward(2900)
    story(page).to_have_text(re.compile("loses a die"))
    page.clock.fast_forward(2500)
    story(page).to_have_text(re.compile(r"^Round 2"))
    assert [key for key in hidden if any(key.encode() in body for body in bodies)] == []
    assert page.evaluate(HANDS) == []
    for seat in (1, 2):
        game.leave(seat)
    hear(table)
    page.clock.fast_forward(STEP)
    story(page).to_have_text(re.compile("leaves"))
    page.clock.run_for("00:30")
    page.wait_for_url(f"{site.page(game.id)}#end")
    story(page).to_have_text(f"{names[0]} wins the game.")


# Hands in what the page was given of rounds that are not resolved, and seeds.
HANDS = """() => {
  const { game, sights } = JSON.parse(document.getElementById("perudo-source").textContent);
  const hands = [game.round.hands, game.round.dice, game.server_seed, game.join_code];
  return [...hands, ...sights.flatMap((round) => [...round.seats, ...round.table.flatMap((one) => one.dice)])]
    .filter((told) => told !== undefined && told !== null);
}"""


def test_of_a_running_game_there_is_the_view_of_the_table_only(site: Site, visit: Visit) -> None:
    game = Running(site.port).begin()
    page = visit()
    table = Table(page, site.page(game.id, "watch")).open("#round=1&as=all")
    assert page.locator("[data-control=view] option").all_text_contents() == ["the table"]
    expect(page.get_by_label("Seen by")).to_be_hidden()  # there is nothing to choose
    page.locator(".perudo-seat").first.click()
    assert [seat.cup.drawn for seat in table.seen.seats] == ["down"] * 3
    assert Table(page, site.page(game.id, "watch")).open("#round=1&as=0").seen.seats[0].cup.dice == ()


def test_an_open_table_fills_and_begins(site: Site, visit: Visit, bodies: list[bytes]) -> None:
    game = Running(site.port, people=2, ruleset="asmodee")
    page = visit(alone=True)
    table = watching(page, site, game, bodies)
    story(page).to_have_text("The table is open. Seats taken: 1 of 2.")
    empty = ["Rounds", "This round", "Dice over the game"]
    headings, slider = page.locator(".perudo-panel h2"), page.get_by_role("slider")
    expect(headings.filter(visible=True)).to_have_count(0)
    expect(slider).to_be_hidden()
    assert [seat.name for seat in table.seen.seats] == [game.names[0], "free seat"]
    game.join(1)
    page.clock.fast_forward(POLL)
    story(page).to_have_text(re.compile(r"^Round 1\."))
    assert [seat.name for seat in table.seen.seats] == game.names
    assert [seat.cup.words for seat in table.seen.seats] == ["5 dice"] * 2
    expect(headings.filter(visible=True)).to_have_text(empty)
    expect(page.locator(".perudo-course-seat")).to_have_count(2)
    expect(slider).to_be_hidden()  # still one moment, and nowhere to go
    game.bid()
    page.clock.fast_forward(POLL)
    expect(slider).to_be_visible()


def test_who_looks_back_is_left_in_peace(site: Site, visit: Visit, bodies: list[bytes]) -> None:
    """What is new waits at the end; whoever goes there follows again."""
    game = Running(site.port).begin()
    page, names = visit(alone=True), game.names
    game.bid()
    table = watching(page, site, game, bodies)
    play = page.get_by_role("button", name="Follow the game")
    expect(play).to_have_attribute("aria-pressed", "true")
    play.click()
    table.press("Home")
    last, made = table.seen.last, game.bid()
    page.clock.fast_forward(POLL)
    expect(page.locator("#perudo-slider")).to_have_attribute("max", str(last + 1))
    assert table.seen.index == 0
    table.press("End")
    story(page).to_have_text(told_of(made, names))


def test_it_rests_while_nobody_looks(site: Site, visit: Visit, bodies: list[bytes]) -> None:
    game = Running(site.port).begin()
    page = visit(alone=True)
    table = watching(page, site, game, bodies)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/news/" in request.url else None)
    page.evaluate(LOOK, True)
    page.clock.run_for("01:00")
    assert asked == []
    made = game.bid()
    last = table.seen.last
    page.evaluate(LOOK, False)
    has_heard(table, last)
    page.clock.fast_forward(STEP)
    story(page).to_have_text(told_of(made, game.names))
    assert len(asked) == 1


LOOK = """(away) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: away });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_server_that_cannot_be_reached_is_told_and_asked_again(site: Site, visit: Visit, bodies: list[bytes]) -> None:
    game = Running(site.port).begin()
    page = visit(alone=True, may_fail=True)
    table = watching(page, site, game, bodies)
    trouble = page.get_by_text("The server cannot be reached.")
    expect(trouble).to_be_hidden()
    page.route("**/news/*", lambda route: route.abort())
    page.clock.fast_forward(POLL)
    expect(trouble).to_be_visible()
    page.unroute("**/news/*")
    made = game.bid()
    hear(table, after=10_000)
    expect(trouble).to_be_hidden()
    page.clock.fast_forward(STEP)
    story(page).to_have_text(told_of(made, game.names))
