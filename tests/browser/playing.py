"""What the tests of the game share: to open a puzzle, press keys, and hear what a cell holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# The same with 15 cells to go.
NEARLY = "".join("." if at % 6 == 1 or at == 80 else digit for at, digit in enumerate(SOLVED))

# A browser without service workers, as it is at an address without https. The worker takes over at
# some moment while a test runs; a test of something else should not depend on when.
# (Playwright's service_workers="block" resolves `register` to undefined, as no browser does.)
WITHOUT_WORKER = "delete Navigator.prototype.serviceWorker"


def document(page: Page, text: str) -> dict[str, Any]:
    """Return what the server says about a puzzle."""
    answer = page.request.post("api/v1/open", data={"text": text})
    if answer.status == 504:  # the first answer of a server that has only just started
        answer = page.request.post("api/v1/open", data={"text": text})
    assert answer.ok, answer.text()
    puzzle: dict[str, Any] = answer.json()["puzzle"]
    return puzzle


def play(page: Page, text: str) -> dict[str, Any]:
    """Open a puzzle on the play page, and return its document."""
    puzzle = document(page, text)
    page.goto(f"play?p={quote(puzzle['link'], safe='')}")
    page.get_by_role("grid").wait_for()
    return puzzle


def cell(page: Page, number: int, order: int = 9) -> Locator:
    """Return the cell of a number 0..n*n-1, as a reader finds it."""
    row, column = divmod(number, order)
    return page.get_by_role("gridcell", name=re.compile(rf"^row {row + 1} column {column + 1}\b"))


def says(page: Page, number: int, order: int = 9) -> str:
    """Return what a reader hears of a cell."""
    return cell(page, number, order).get_attribute("aria-label") or ""


def type_in(page: Page, start: int, wanted: list[tuple[int, str]], order: int = 9) -> None:
    """Move the cursor from cell to cell with the arrows, and type a digit in each."""
    at = start
    for to, digit in wanted:
        down, right = to // order - at // order, to % order - at % order
        moves = {"ArrowDown": down, "ArrowUp": -down, "ArrowRight": right, "ArrowLeft": -right}
        for key, n in moves.items():
            for _ in range(n):
                page.keyboard.press(key)
        page.keyboard.press(digit)
        at = to


@contextmanager
def phone(browser: Browser, base: str, width: int = 390, height: int = 844) -> Iterator[Page]:
    """Yield a page on a phone, with a profile of its own."""
    context = browser.new_context(
        base_url=base, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    )
    context.add_init_script(WITHOUT_WORKER)
    yield context.new_page()
    context.close()
