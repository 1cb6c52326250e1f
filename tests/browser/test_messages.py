"""Messages: they lie over no board, no keypad and no tools, and take no press meant for these."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.playing import EASY, cell, play, says
from tests.browser.test_layout import resize
from tests.browser.test_other_programs import drop, home

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

EXAMPLES = Path(__file__).parents[2] / "examples"
KROPKI = (EXAMPLES / "sudokupad" / "kropki.json").read_text()
SIZES = [
    (320, 568),
    (390, 844),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
]

# Messages stay until somebody dismisses them.
LASTING = """
const usual = window.setTimeout;
window.setTimeout = (act, ms, ...more) => (ms >= 6000 ? 0 : usual(act, ms, ...more));
"""

# What a press in the middle of each cell, key and tool would not reach. What is out of sight is
# scrolled to, as a player would.
COVERED = """() => {
  const all = document.querySelectorAll("[role=gridcell], .pad button, .tools button");
  return [...all].filter((each) => {
    each.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = each.getBoundingClientRect();
    return !each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }).map((each) => each.getAttribute("aria-label") || each.textContent);
}"""

# The parts of the game that the message on the screen touches.
TOUCHED = """() => {
  const boxOf = (each) => each.getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".toast")].map(boxOf);
  const own = boxes.find(({ width }) => width);
  return [".play-board", ".pad", ".tools"].filter((each) => {
    const { left, top, right, bottom } = boxOf(document.querySelector(each));
    return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
  });
}"""


def message(page: Page) -> Locator:
    return page.locator(".toast:visible")


def require_out_of_the_way(page: Page, size: tuple[int, int], words: str) -> None:
    """Check that a message is on the screen, and that every press reaches what is under it."""
    expect(message(page)).to_contain_text(words)
    page.evaluate("scrollTo(0, 0)")
    found = message(page).bounding_box()
    assert found is not None
    assert found["x"] >= 0
    assert found["y"] >= 0
    assert found["x"] + found["width"] <= size[0]
    assert found["y"] + found["height"] <= size[1]
    for _ in range(2):  # at the top of the page, and where the last tool has scrolled it to
        assert page.evaluate(TOUCHED) == []
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_no_message_lies_over_the_board_the_keys_or_the_tools(
    page: Page, size: tuple[int, int]
) -> None:
    page.add_init_script(LASTING)
    resize(page, size)
    home(page)
    drop(page, KROPKI, "kropki.json")
    page.get_by_role("grid").wait_for()
    require_out_of_the_way(page, size, "Opened from SudokuPad.")
    # One with an offer, which takes the place of the first.
    cell(page, 2).click()
    page.keyboard.press("4")
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Start again").click()
    require_out_of_the_way(page, size, "Back at the start.")
    message(page).get_by_role("button", name="Undo").click()
    assert "4" in says(page, 2)
    # A long one, of which the rest is a press away.
    drop(page, "this is no puzzle at all, " * 30)
    page.locator(".toast.error:visible").wait_for()
    require_out_of_the_way(page, size, "")


def test_a_press_beside_the_message_counts_at_once(page: Page) -> None:
    page.add_init_script(LASTING)
    home(page)
    drop(page, KROPKI, "kropki.json")
    page.get_by_role("grid").wait_for()
    expect(message(page)).to_contain_text("Opened from SudokuPad.")
    for number, digit in ((77, "2"), (79, "5")):
        cell(page, number).click()
        page.locator(".pad-digits").get_by_role("button", name=digit).click()
    assert says(page, 77).startswith("row 9 column 6, 2")
    assert says(page, 79).startswith("row 9 column 8, 5")


def test_a_message_moves_nothing(page: Page) -> None:
    page.add_init_script(LASTING)
    play(page, EASY)
    parts = [page.locator(each) for each in (".play-board", ".pad", ".tools")]
    cell(page, 2).click()
    page.keyboard.press("4")
    before = [part.bounding_box() for part in parts]
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Start again").click()
    expect(message(page)).to_contain_text("Back at the start.")
    assert [part.bounding_box() for part in parts] == before
    message(page).get_by_role("button", name="Dismiss").click()
    expect(message(page)).to_have_count(0)
    assert [part.bounding_box() for part in parts] == before


def test_a_long_message_can_be_read_to_its_end(page: Page) -> None:
    page.add_init_script(LASTING)
    resize(page, (390, 844))
    play(page, EASY)
    drop(page, "this is no puzzle at all, " * 30)
    words = message(page).locator(".toast-words").inner_text()
    message(page).get_by_role("button", name="More").click()
    expect(page.get_by_role("dialog", name="Message")).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
