"""The page as a folder of static files, below a path of a plain file server.

`./run site` builds the folder, and without it the tests are skipped. No request may have a puzzle
in it, so the server records all of them.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.playing import EASY
from tests.browser.test_offline import wait_for_worker
from tests.browser.waiting import PATIENCE_MS, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SITE = Path(__file__).parents[2] / "build" / "site"
PREFIX = "/school/"
HEAVY = re.compile(r"python/(?!files\.json)")
# The status and the size of the response for an address.
FETCH = "(path) => fetch(path).then(async (got) => [got.status, (await got.text()).length])"

pytestmark = pytest.mark.skipif(not (SITE / "index.html").is_file(), reason="needs ./run site")


class Files(SimpleHTTPRequestHandler):
    """A plain file server that records its requests."""

    requests: list[str]

    def do_GET(self) -> None:
        self.requests.append(self.path)
        if self.path.startswith(PREFIX):
            self.path = self.path.removeprefix(PREFIX[:-1])
            super().do_GET()
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        self.requests.append(f"POST {self.path}")
        self.send_error(405)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def requests() -> list[str]:
    """The paths of all requests so far."""
    return []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the folder, which a test may change."""
    return Path(shutil.copytree(SITE, tmp_path / "site"))


@pytest.fixture
def base(folder: Path, requests: list[str]) -> Iterator[str]:
    """The address of the folder, with a slash at the end."""
    handler = type("Recording", (Files,), {"requests": requests})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def has_worker() -> bool:
    return True


def ask_for_hint(page: Page) -> None:
    """Open a puzzle from its digits, and ask for a hint."""
    page.goto("./")
    page.get_by_placeholder(re.compile("^Paste")).fill(EASY)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("button", name="Say more")).to_be_visible()


def test_a_folder_gives_hints_online_and_offline_and_sends_no_puzzle(
    page: Page, requests: list[str]
) -> None:
    page.goto("./")
    wait_for_worker(page)
    expect(page.get_by_role("heading", name="Use it offline")).to_be_visible()
    assert not [path for path in requests if HEAVY.search(path)]  # nothing needs Python yet
    keep = page.get_by_role("button", name=re.compile("^Keep for offline use"))
    keep.click()
    expect(page.get_by_text(re.compile("^ ?Kept for offline use"))).to_be_visible()
    page.context.set_offline(True)
    ask_for_hint(page)
    page.context.set_offline(False)
    ask_for_hint(page)
    assert all(path.startswith(PREFIX) for path in requests), "POST, or outside of the folder"
    assert not [path for path in requests if EASY[:9] in path or "p=" in path]

    page.goto("./")
    page.get_by_role("button", name="Remove").click()
    expect(keep).to_be_visible()


def test_pages_have_addresses_that_a_file_server_has(page: Page, requests: list[str]) -> None:
    page.goto("#/learn/x-wing")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("X-wing")
    link = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Make")
    expect(link).to_have_attribute("href", re.compile(rf"{PREFIX}#/make$"))
    link.click()
    expect(heading).to_have_text("Make a puzzle")
    expect(page).to_have_url(re.compile(rf"{PREFIX}#/make$"))
    page.reload()
    expect(heading).to_have_text("Make a puzzle")
    page.go_back()
    expect(heading).to_have_text("X-wing")
    assert not [path for path in requests if re.search(r"/(make|learn)(/|$)", path)]


def test_over_http_without_a_service_worker_the_page_says_what_is_missing(
    browser: Browser, base: str
) -> None:
    with browser.new_context(base_url=base) as context:
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script("delete Navigator.prototype.serviceWorker")
        page = context.new_page()
        page.goto("./")
        expect(page.get_by_text("does not keep pages for offline use")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Keep"))).to_have_count(0)


def change(folder: Path, content: bytes) -> str:
    """Replace the first file of Python, and return its new address."""
    path = folder / "python" / "files.json"
    listed = json.loads(path.read_text())
    first = listed["files"][0]
    (folder / "python" / first["name"]).write_bytes(content)
    first["size"], first["sha256"] = len(content), sha256(content).hexdigest()
    path.write_text(json.dumps(listed))
    return f"python/{first['name']}?{first['sha256'][:12]}"


def test_an_open_tab_keeps_the_files_of_its_version(
    page: Page, folder: Path, requests: list[str]
) -> None:
    page.goto("./")
    wait_for_worker(page)
    addresses = []
    for size in (10, 20, 30):
        addresses.append(change(folder, b"x" * size))
        assert page.evaluate(FETCH, addresses[-1]) == [200, size]
        until(page, f"caches.match({addresses[-1]!r}).then(Boolean)")
    requests.clear()
    assert page.evaluate(FETCH, addresses[1]) == [200, 20]  # of the version before
    assert requests == []
    assert not page.evaluate("(path) => caches.match(path).then(Boolean)", addresses[0])
