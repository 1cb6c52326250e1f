"""Measure the load time and the size of pandoku's pages, and of other pages on this machine.

    python bench/page.py                                   # pandoku's own pages
    python bench/page.py NAME=http://127.0.0.1:8000/ ...   # other pages as well

Each page is opened in a fresh profile of Chromium, several times, by turns. Figures are medians:
the first paint with content, the time until a board is there (an element with at least sixteen
digits), the bytes of script received, gzipped, and all bytes. Needs `pandoku[browser]`.
"""

from __future__ import annotations

import gzip
import shutil
import statistics
import sys
from time import monotonic, sleep
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, Response, sync_playwright

from pandoku.bench import circumstances
from pandoku.web.served import served

_RUNS = 5
_PATIENCE_S = 20
_PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
_BOARD = """() => [...document.querySelectorAll('svg, table, [role=grid]')].some(
  (each) => (each.textContent.match(/[1-9]/g) ?? []).length >= 16) && performance.now()"""


class Figures(NamedTuple):
    """The milliseconds and bytes of one visit."""

    paint_ms: float
    board_ms: float
    script_bytes: float
    all_bytes: float


def visit(browser: Browser, address: str) -> Figures:
    """Open a page in a fresh profile."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page, came = context.new_page(), list[Response]()

    def note(response: Response) -> None:
        came.append(response)

    page.on("response", note)
    page.goto(address, wait_until="commit")
    # wait_for_function evaluates text in the page, and its security policy may forbid that.
    end = monotonic() + _PATIENCE_S
    while not (board_ms := page.evaluate(_BOARD)):
        if monotonic() > end:
            raise SystemExit(f"{address}: expected a board within {_PATIENCE_S} s, found none")
        sleep(0.005)
    page.wait_for_load_state("networkidle")
    paint_ms = page.evaluate(_PAINT)
    scripts, everything = 0, 0
    for response in came:
        size = len(gzip.compress(response.body(), 9)) if response.ok else 0
        everything += size
        is_script = response.request.resource_type == "script"
        scripts += size if is_script else 0
    context.close()
    return Figures(paint_ms, board_ms, scripts, everything)


def main(others: list[str]) -> None:
    """Print the table of bench/page.md."""
    with served() as server, sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(_FLAGS)
        )
        pages = {
            "pandoku, play": f"{server.address}play?p={quote(_PUZZLE)}",
            "pandoku, explain": f"{server.address}explain?p={quote(_PUZZLE)}",
            "pandoku, a lesson": f"{server.address}learn/x-wing",
        }
        pages |= dict(other.split("=", 1) for other in others)
        taken: dict[str, list[Figures]] = {name: [] for name in pages}
        for _ in range(_RUNS):
            for name, address in pages.items():
                taken[name].append(visit(browser, address))
        browser.close()
    print("| page | first paint | board | script, gzipped | all, gzipped |\n|---|---|---|---|---|")
    for name, visits in taken.items():
        paint, board, script, everything = (
            statistics.median(each) for each in zip(*visits, strict=True)
        )
        print(
            f"| {name} | {paint:.0f} ms | {board:.0f} ms | {script / 1000:.1f} kB "
            f"| {everything / 1000:.1f} kB |"
        )
    print(f"\n{circumstances()}")


if __name__ == "__main__":
    main(sys.argv[1:])
