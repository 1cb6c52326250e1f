"""Write the pictures of the web page: python docs/make_page.py.

It needs `pandoku[browser]` and Chromium. Look at the pictures before you commit them.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

from pandoku import load
from pandoku.calls.links import link_of
from pandoku.web.served import served

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures"
EXAMPLES = DOCS.parent / "examples"
_SETTLED_MS = 600

# The size of the window and the color scheme of each look.
LOOKS = {
    "light": ((1280, 800), "light"),
    "dark": ((1280, 800), "dark"),
    "phone": ((390, 844), "light"),
}


def home(page: Page) -> None:
    """Show the home page with a game in progress."""
    page.goto(f"play?p={link('easy.list')}")
    page.get_by_role("grid").wait_for()
    for _ in range(8):
        for _ in range(6):
            page.keyboard.press("h")
            page.wait_for_timeout(_SETTLED_MS / 3)
    page.goto("./")
    page.get_by_role("heading", name="New puzzle").wait_for()


def play(page: Page) -> None:
    """Show a killer in the middle of a game, with a hint and its reason."""
    page.goto(f"play?p={link('killer.txt')}")
    page.get_by_role("grid").wait_for()
    for _ in range(5 * 4 + 4):  # four steps are done, and the next is shown with its reason
        page.keyboard.press("h")
        page.wait_for_timeout(_SETTLED_MS)


def explain(page: Page) -> None:
    """Show the hardest step of a path."""
    page.goto(f"explain?p={link('escargot.txt')}")
    page.get_by_role("button", name="Hardest").click()
    page.wait_for_timeout(3 * _SETTLED_MS)


def learn(page: Page) -> None:
    """Show the lesson about a technique."""
    page.goto("learn/x-wing")
    page.get_by_role("heading", name="X-wing").wait_for()


def make(page: Page) -> None:
    """Show puzzles made to order."""
    page.goto("make?kind=killer&difficulty=medium&count=4&seed=1")
    page.get_by_role("button", name="Make").first.click()
    page.wait_for_timeout(8 * _SETTLED_MS)


def race(page: Page) -> None:
    """Show engines in the middle of a race."""
    page.goto("race")
    page.wait_for_timeout(2 * _SETTLED_MS)
    page.get_by_role("button", name="Escargot").click()
    page.wait_for_timeout(12 * _SETTLED_MS)


SCENES: dict[str, Callable[[Page], None]] = {
    each.__name__: each for each in (home, play, explain, learn, make, race)
}


def link(file: str) -> str:
    """Return the value of the query parameter `p` for an example."""
    return quote(link_of(load(EXAMPLES / file)), safe="")


def take(browser: Browser, base: str, scene: str, look: str) -> None:
    """Take one picture."""
    (width, height), scheme = LOOKS[look]
    context = browser.new_context(
        base_url=base,
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=look == "phone",
    )
    page = context.new_page()
    SCENES[scene](page)
    page.wait_for_timeout(_SETTLED_MS)
    page.screenshot(path=PICTURES / f"{scene}-{look}.png")
    context.close()


def main(scenes: list[str]) -> None:
    """Take the pictures of some scenes, or of all."""
    PICTURES.mkdir(exist_ok=True)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with served() as server, sync_playwright() as started:
        path = shutil.which("chromium")
        browser = started.chromium.launch(executable_path=path, args=flags)
        for scene in scenes or SCENES:
            for look in LOOKS:
                take(browser, server.address, scene, look)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
