"""A server and a browser for the tests of the page; they run where Playwright and Chromium are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from pandoku.web.served import served
from tests.browser.playing import WITHOUT_WORKER
from tests.browser.waiting import PATIENCE_MS

try:
    from playwright import sync_api as playwright
except ModuleNotFoundError:  # without the extra "browser", there is nothing to collect here
    collect_ignore_glob = ["test_*.py"]
else:
    # A page waits for a server that shares the machine with it, so every wait is a long one.
    playwright.expect.set_options(timeout=PATIENCE_MS)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# The headless shell has no window, no menus and no extensions: a page takes it a third of the time.
_NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
# Nothing that the browser itself would ask of other hosts.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_WARM_S = 60


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    """The address of a server that runs for the whole session: "http://127.0.0.1:12345/"."""
    with served("--workers", "1") as server:  # each process of the tests has a server
        _warm(server.address)
        yield server.address


def _warm(address: str) -> None:
    """Wait until the workers have imported what they need, which a busy machine takes long for."""
    ends = monotonic() + _WARM_S
    while monotonic() < ends:
        with suppress(OSError), urlopen(f"{address}api/v1/techniques", timeout=_WARM_S):
            return


# Playwright's event loop runs in the thread of the tests until it is stopped, and no test that
# calls `asyncio.run` works beside it. So it ends with this folder, not with the session.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium-headless-shell")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture
def has_worker() -> bool:
    """Whether the page has its service worker: the tests about it override this."""
    return False


@pytest.fixture
def context(browser: Browser, base: str, has_worker: bool) -> Iterator[BrowserContext]:
    """A fresh profile: no games, no cache. A request to another host fails the test."""
    fresh = browser.new_context(base_url=base, viewport={"width": 1280, "height": 800})
    fresh.set_default_timeout(PATIENCE_MS)
    if not has_worker:
        fresh.add_init_script(WITHOUT_WORKER)
    strangers: list[str] = []
    fresh.on("request", lambda request: _note(strangers, request.url, base))
    yield fresh
    fresh.close()
    assert strangers == []


def _note(strangers: list[str], url: str, base: str) -> None:
    if not url.startswith((base, "data:", "blob:", "about:", "file:")):
        strangers.append(url)


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A desktop page. An exception that nothing in it catches fails the test."""
    opened, errors = context.new_page(), list[str]()
    opened.on("pageerror", lambda error: _keep(errors, str(error)))
    yield opened
    assert errors == []


def _keep(errors: list[str], error: str) -> None:
    errors.append(error)
