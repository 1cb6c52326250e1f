"""What axe-core finds on every page, in light and dark, on a phone and on a desktop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.playing import EASY, document

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
KILLER = (ROOT / "examples" / "killer.txt").read_text()
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
# A page, and what is there when it is whole; {} is the link of a puzzle.
PAGES = {
    "": "h1",
    "play?p={}": "[role=grid]",
    "explain?p={}": "main h2",
    "learn": "main a[href*='learn/']",
    "learn/x-wing": "main figure",
    "make?kind=calcudoku&operations=%2B&symmetry=rotate-180&at_most=x-wing": ".symmetries",
    "race": ".setup",
    "you": ".calendar table",
    "nothing": "h1",
}
RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const where = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ");
  return bad.map(({ id, nodes }) => `${id}: ${where(nodes)}`);
}"""


@pytest.mark.skipif(not AXE.is_file(), reason="needs axe-core: ./run web")
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(page: Page, path: str) -> None:
    text = KILLER if path.startswith("play") else EASY
    link = quote(document(page, text)["link"], safe="") if "{}" in path else ""
    page.goto(path.format(link))
    expect(page.locator(PAGES[path]).first).to_be_visible()
    page.evaluate(AXE.read_text())
    found = {}
    for size in (DESKTOP, PHONE):
        for scheme in ("light", "dark"):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found[f"{scheme} {size['width']}"] = page.evaluate(RUN)
    assert not any(found.values()), found
