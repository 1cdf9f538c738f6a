"""A browser, and a server of its own process to look at with it, which has the games of `tests/data/records`."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tests.site.conftest import QUICK
from tests.site.processes import PROJECT, Environment, clean_environment, manage, serving

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
RECORDS = {
    record["id"]: record
    for path in sorted((PROJECT / "tests" / "data" / "records").glob("*.ndjson"))
    for record in map(json.loads, path.read_text().splitlines())
}
SCREENSHOTS = Path(os.environ.get("SCREENSHOTS_DIR") or PROJECT / "var" / "screenshots")
ADMIN = "admin"
PATIENCE = 60
"""Seconds after which a page is given up; the machine may be a busy one."""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The Chromium that the environment names (`make test` looks for one)."""
    path = os.environ.get("CHROMIUM")
    if not path:
        pytest.skip("needs a browser: install chromium, or set CHROMIUM to one")
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@dataclass(frozen=True)
class Site:
    """A server on a port, the password of its administrator, and the cookies of one who is logged in."""

    port: int
    password: str
    cookies: list[Any]

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def page(self, game_id: str, page: str = "replay") -> str:
        return f"{self.base}/admin/games/game/{game_id}/{page}/"


@pytest.fixture(scope="package")
def site(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A new server with the recorded games in it; what its database is, no page could tell."""
    folder = tmp_path_factory.mktemp("browser")
    environment = {**clean_environment(), **QUICK, "DATA_DIR": str(folder / "data")}
    records = folder / "records.ndjson"
    records.write_text("".join(f"{json.dumps(record)}\n" for record in RECORDS.values()))
    _managed(environment, "migrate", "--verbosity", "0")
    _managed(environment, "import_games", str(records))
    with serving(environment, folder / "log") as (process, port):
        password = process.wait_for(r"password  (\S+)")[1]
        yield Site(port, password, _cookies(chromium, Site(port, password, [])))


def _cookies(chromium: Browser, site: Site) -> list[Any]:
    """Those of one who has sent the form."""
    context, address = chromium.new_context(), f"{site.base}/admin/login/"
    context.request.get(address)
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")
    form: dict[str, str | float | bool] = {"username": ADMIN, "password": site.password, "csrfmiddlewaretoken": token}
    assert context.request.post(address, form=form, max_redirects=0).status == 302
    cookies = context.cookies()
    context.close()
    return list(cookies)


def _managed(environment: Environment, *arguments: str) -> None:
    done = manage(environment, *arguments)
    assert done.returncode == 0, done.stderr


def log_in(page: Page, site: Site) -> None:
    """Through the form, to the first page."""
    page.goto(f"{site.base}/admin/")
    page.get_by_label("Username").fill(ADMIN)
    page.get_by_label("Password").fill(site.password)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.base}/admin/")


Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


class Complaints:
    """What a page complained of, and what it asked of another host."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.found: list[str] = []

    def listen_to(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on("response", self._on_response)
        page.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.found.append(message.text)

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.found.append(f"{response.status} {response.url}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.base}/", "data:", "blob:")):
            self.found.append(f"outside: {request.url}")


class Profiles:
    """Browsers of one kind each. Those of the same kind share what they have fetched, which saves most of the time."""

    def __init__(self, chromium: Browser, site: Site) -> None:
        self.chromium, self.site = chromium, site
        self.kept: dict[str, BrowserContext] = {}

    def new(self, *, logged_in: bool, options: dict[str, Any]) -> BrowserContext:
        told = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"}
        context = self.chromium.new_context(**{**told, **options})
        context.set_default_timeout(1000 * PATIENCE)
        if logged_in:
            context.add_cookies(self.site.cookies)
        return context

    def of(self, **options: Any) -> BrowserContext:
        """The one of that kind in which the administrator is logged in."""
        kind = repr(sorted(options.items()))
        if kind not in self.kept:
            self.kept[kind] = self.new(logged_in=True, options=options)
        return self.kept[kind]


@pytest.fixture(scope="package")
def profiles(chromium: Browser, site: Site) -> Profiles:
    return Profiles(chromium, site)


@pytest.fixture
def visit(profiles: Profiles, site: Site) -> Iterator[Visit]:
    """`visit(color_scheme="dark")` is a page of a browser in which the administrator is logged in.

    With `alone` nothing is kept from other pages, and its clock is its own. When the test is over, no page has
    complained but those that may, and none has asked anything of another host.
    """
    pages: list[Page] = []
    alone_contexts: list[BrowserContext] = []
    complaints = Complaints(site.base)

    def visit(*, logged_in: bool = True, may_fail: bool = False, alone: bool = False, **options: Any) -> Page:
        if alone or not logged_in:
            context = profiles.new(logged_in=logged_in, options=options)
            alone_contexts.append(context)
        else:
            context = profiles.of(**options)
        page = context.new_page()
        pages.append(page)
        if not may_fail:
            complaints.listen_to(page)
        return page

    yield visit
    for closed in (*pages, *alone_contexts):
        closed.close()
    assert complaints.found == []


@pytest.fixture
def keep() -> Keep:
    """`keep(page, "palifico")` takes a screenshot into the folder SCREENSHOTS_DIR, by default `var/screenshots`."""

    def keep(page: Page, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return keep
