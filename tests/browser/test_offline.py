"""The page without a network, once it was loaded: the service worker and what it keeps."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.playing import EASY, SOLVED, cell, play, says
from tests.browser.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PREFIX = "/puzzles/"
ONE_WORKER = """navigator.serviceWorker.getRegistration().then(
  ({ waiting, active }) => !waiting && active.state === "activated")"""
EMPTY = [at for at in range(81) if EASY[at] == "."]


@pytest.fixture
def has_worker() -> bool:
    return True


def wait_for_worker(page: Page) -> None:
    """Wait until the service worker has kept everything and answers for this page."""
    page.evaluate("navigator.serviceWorker.ready")
    until(page, "navigator.serviceWorker.controller?.state === 'activated'")


def kept(page: Page) -> list[str]:
    """Return the addresses of everything that is kept."""
    addresses: list[str] = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((key) => caches.open(key)));
          const all = await Promise.all(caches_.map((cache) => cache.keys()));
          return all.flat().map((request) => request.url);
        }"""
    )
    return addresses


def test_a_game_goes_on_without_a_network(page: Page) -> None:
    play(page, EASY)
    wait_for_worker(page)
    cell(page, EMPTY[0]).click()
    page.keyboard.press(SOLVED[EMPTY[0]])
    address = page.url
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("grid")).to_be_visible()
    assert SOLVED[EMPTY[0]] in says(page, EMPTY[0])

    cell(page, EMPTY[1]).click()
    page.keyboard.press("3")  # there is a 3 in the row already
    assert "conflict" in says(page, EMPTY[1])
    page.keyboard.press("Control+z")
    assert "empty" in says(page, EMPTY[1])
    page.keyboard.press("Shift+1")
    assert "1" in says(page, EMPTY[1])
    page.keyboard.press("h")
    expect(page.get_by_text("The server cannot be reached").first).to_be_visible()

    page.goto("./")
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    expect(page.get_by_role("main")).to_contain_text("Your last game")


def test_every_page_opens_without_a_network(page: Page) -> None:
    page.goto("learn")
    expect(page.get_by_role("link", name=re.compile("X-Wing", re.I)).first).to_be_visible()
    wait_for_worker(page)
    page.reload()  # what the API lists is kept when the worker hears it
    expect(page.get_by_role("link", name=re.compile("X-Wing", re.I)).first).to_be_visible()
    page.context.set_offline(True)
    for path in ("", "play", "explain", "make", "race", "learn/x-wing"):
        page.goto(path)
        expect(page.get_by_role("main")).not_to_be_empty()
        expect(page.get_by_text("This page could not be loaded")).to_have_count(0)
    page.goto("make")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    page.goto("learn")
    expect(page.get_by_role("link", name=re.compile("X-Wing", re.I)).first).to_be_visible()


def test_only_files_and_what_the_api_lists_are_kept(page: Page, base: str) -> None:
    play(page, EASY)
    wait_for_worker(page)
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    page.keyboard.press("h")
    until(page, "document.querySelector('main').innerText.length > 0")
    for address in kept(page):
        path = address.removeprefix(base)
        assert not path.startswith("api/") or re.match(r"api/v1/(kinds|techniques|lesson)", path)
        assert not path.startswith(("health", "metrics"))


# ---- a new version, and a path below the root: a server of files only


class Files(SimpleHTTPRequestHandler):
    """The built page below a path, as a reverse proxy shows it."""

    def do_GET(self) -> None:
        if not self.path.startswith(PREFIX):
            self.send_error(404)
            return
        inner = self.path.removeprefix(PREFIX).partition("?")[0]
        if (Path(self.directory) / inner).is_file() and inner:
            self.path = f"/{inner}"
            super().do_GET()
            return
        text = (Path(self.directory) / "index.html").read_text()
        body = text.replace('<base href="/" />', f'<base href="{PREFIX}" />').encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def version(tmp_path: Path) -> Path:
    """A copy of the built files, which a test may change."""
    return Path(shutil.copytree(str(files("pandoku.web") / "static"), tmp_path / "static"))


@pytest.fixture
def below(version: Path) -> Iterator[str]:
    """The address of a server of these files, below a path."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(version)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()
    server.server_close()


def release(version: Path) -> str:
    """Make a next version of the files: the main script has another name, which is returned."""
    (old,) = (version / "assets").glob("page-*.js")
    new = old.with_name("page-nextnext.js")
    old.rename(new)
    for path in (version / "index.html", version / "sw.js", *version.glob("assets/*.js")):
        path.write_text(path.read_text().replace(old.name, new.name))
    worker = version / "sw.js"
    worker.write_text(re.sub(r'(pages \$\{)[`"][0-9a-f]{12}[`"]', r'\1"next"', worker.read_text()))
    return new.name


def test_a_new_version_is_announced_and_used_after_a_reload(
    browser: Browser, below: str, version: Path
) -> None:
    with browser.new_context(base_url=below) as context:
        page = context.new_page()
        page.goto("nothing")
        wait_for_worker(page)
        page.reload()
        new = release(version)
        page.evaluate("navigator.serviceWorker.getRegistration().then((each) => each.update())")
        page.get_by_role("button", name="Reload").click()
        expect(page.locator(f"head [src$='{new}']")).to_be_attached()
        until(page, "caches.keys().then((keys) => keys.length === 2)")
        # Chromium may keep the old worker for as long as a page of it is open.
        page.close()
        page = context.new_page()
        page.goto("nothing")
        until(page, ONE_WORKER)
        context.set_offline(True)
        page.reload()
        expect(page.locator(f"head [src$='{new}']")).to_be_attached()
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")


def test_below_a_path_the_page_keeps_to_that_path(browser: Browser, below: str) -> None:
    with browser.new_context(base_url=below) as context:
        page = context.new_page()
        page.goto("nothing")
        wait_for_worker(page)
        scope = page.evaluate("navigator.serviceWorker.ready.then(({scope}) => scope)")
        assert scope == below
        assert all(address.startswith(below) for address in kept(page))
        context.set_offline(True)
        page.goto("nothing/at/all")
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
        page.get_by_role("navigation").get_by_role("link", name="Race").click()
        expect(page).to_have_url(f"{below}race")
