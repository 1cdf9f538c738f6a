"""The page of a game as a person finds it: what is on the table, and the ways to move about."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.expected import Cup, View
from tests.builders import FACE_WORDS

READ = """const read = () => {
  const words = (root, name) => root.querySelector(name).textContent.trim();
  const seat = (root) => ({
    name: words(root, ".perudo-name"),
    state: words(root, ".perudo-state"),
    cup: root.dataset.cup,
    words: words(root, ".perudo-count"),
    dice: [...root.querySelectorAll(".perudo-dice [role=img]")].map((die) => die.getAttribute("aria-label")),
    change: words(root, ".perudo-change"),
    said: words(root, ".perudo-said"),
    saidFace: root.querySelector(".perudo-said [role=img]")?.getAttribute("aria-label") ?? null,
  });
  const part = (name) => document.querySelector(`[data-part=${name}]`);
  const slider = document.getElementById("perudo-slider");
  return {
    story: part("story").textContent,
    index: Number(slider.value),
    last: Number(slider.max),
    spoken: slider.getAttribute("aria-valuetext"),
    lines: [...part("ladder").querySelectorAll("a")].map((line) => line.getAttribute("href")),
    current: part("ladder").querySelector("[aria-current]")?.getAttribute("href") ?? null,
    round: Number(part("rounds").querySelector("[aria-current]")?.textContent ?? 0),
    analysis: part("analysis")?.textContent ?? null,
    chart: [...part("chart-table").querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map((cell) => cell.textContent)),
    summary: part("summary-shown") ? !part("summary-shown").hidden : null,
    seats: [...document.querySelectorAll(".perudo-seat")].map(seat),
  };
};"""
# Moments and whose eyes see them, one after another: as by hand, but all in one call.
READ_EACH = """([wanted]) => {
  %s
  const change = (input, value, name) => {
    input.value = value;
    input.dispatchEvent(new Event(name, { bubbles: true }));
  };
  const slider = document.getElementById("perudo-slider");
  const views = document.querySelector("[data-control=view]");
  return wanted.map(([index, view]) => {
    change(views, view, "change");
    change(slider, index, "input");
    return read();
  });
}"""


@dataclass(frozen=True)
class SeatSeen:
    """A seat as its words and pictures tell of it."""

    name: str
    state: str
    cup: Cup
    change: str
    said: str

    @classmethod
    def of(cls, told: dict[str, Any]) -> "SeatSeen":
        dice = tuple(_die(label) for label in told["dice"])
        said = told["said"] + (f" {told['saidFace']}" if told["saidFace"] else "")
        return cls(told["name"], told["state"], Cup(told["cup"], told["words"], dice), told["change"], said)


@dataclass(frozen=True)
class Seen:
    """All that the page shows of a moment."""

    story: str
    index: int
    last: int
    lines: tuple[str, ...]
    current: str | None
    round: int
    analysis: str | None
    chart: list[tuple[str, ...]]
    summary: bool | None
    seats: tuple[SeatSeen, ...]

    @classmethod
    def of(cls, told: dict[str, Any]) -> "Seen":
        assert told.pop("spoken") == told["story"], "the slider says the moment as the line below the table does"
        seats = tuple(SeatSeen.of(seat) for seat in told.pop("seats"))
        lines, chart = tuple(told.pop("lines")), [tuple(row) for row in told.pop("chart")]
        return cls(lines=lines, seats=seats, chart=chart, **told)


class Table:
    """The page of a game in a browser."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self, moment: str = "") -> "Table":
        """The page anew, at a moment if one is named."""
        if self.page.url.startswith(self.address):
            self.page.goto("about:blank")  # or it stays the page that it is, and goes to the moment when it has time
        self.page.goto(self.address + moment)
        self.page.wait_for_selector("#perudo[data-ready]")
        return self

    def open_at_rest(self) -> "Table":
        """The same, where no time passes but what the test lets pass (`page.clock`), however long it takes itself."""
        self.page.clock.install()
        self.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
        return self.open()

    def go(self, moment: str) -> "Table":
        """To another moment of the page that is open, as by a link."""
        self.page.evaluate(
            "(hash) => new Promise((done) => {"
            "  addEventListener('hashchange', done, { once: true });"
            "  location.hash = hash;"
            "})",
            moment,
        )
        return self

    def arrived_at(self, moment: str) -> "Table":
        """Once the address names the moment and the page shows it: after a link, the one is there before the other."""
        self.page.wait_for_url(self.address + moment)
        expect(self.page.locator("[data-part=ladder] [aria-current]")).to_have_attribute("href", moment)
        return self

    def press(self, *keys: str) -> "Table":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def slide(self, index: int) -> "Table":
        self.page.locator("#perudo-slider").fill(str(index))
        return self

    def look_as(self, label: str) -> "Table":
        self.page.get_by_label("Seen by").select_option(label=label)
        return self

    @property
    def seen(self) -> Seen:
        return Seen.of(self.page.evaluate(f"() => {{ {READ} return read(); }}"))

    def each(self, wanted: Iterable[tuple[int, View]]) -> list[Seen]:
        """The moments by their index, each as somebody saw it."""
        asked = [(index, str(view)) for index, view in wanted]
        return [Seen.of(told) for told in self.page.evaluate(READ_EACH % READ, [asked])]


def _die(label: str) -> tuple[int, bool]:
    """`five, counts` is a five that counts."""
    match = re.fullmatch(rf"({'|'.join(FACE_WORDS)})(, counts)?", label)
    assert match is not None, label
    return FACE_WORDS.index(match[1]) + 1, match[2] is not None
