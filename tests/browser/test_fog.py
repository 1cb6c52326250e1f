"""Fog keeps its secret on the page, and the solution of a puzzle's source is the judge."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

import pandoku
from pandoku.logic import judge_of
from tests.browser.playing import cell, says
from tests.browser.test_layout import hint
from tests.browser.test_other_programs import drop, home

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PAD = Path(__file__).parents[2] / "examples" / "sudokupad"
# The middle box is clear: it has a 6 and a 3, and the bulb of two thermometers.
FOG = PAD / "fog.json"
WORDS = PAD / "words.json"


def opened(page: Page, path: Path) -> None:
    home(page)
    drop(page, path.read_text(), path.name)
    page.get_by_role("grid").wait_for()


def press(page: Page, at: int, digit: int) -> None:
    cell(page, at).click()
    page.keyboard.press(str(digit))


def key(page: Page, digit: int) -> Locator:
    return page.locator(".pad-digits").get_by_role("button", name=re.compile(rf"^{digit}, "))


def test_the_pad_counts_what_can_be_seen(page: Page) -> None:
    opened(page, FOG)
    left = [key(page, digit).get_attribute("aria-label") for digit in range(1, 10)]
    assert left == [f"{digit}, {8 if digit in (3, 6) else 9} left" for digit in range(1, 10)]


def test_a_digit_under_the_fog_is_in_no_conflict_and_leaves_candidates_alone(page: Page) -> None:
    opened(page, FOG)
    press(page, 30, 5)  # r8c4 has a 5 in the fog
    expect(cell(page, 30)).to_have_attribute("aria-label", "row 4 column 4, 5")
    expect(page.locator(".board .mistake")).to_have_count(0)
    page.keyboard.press("Delete")
    page.locator(".tools").get_by_role("button", name="Fill").click()
    expect(cell(page, 30)).to_have_attribute("aria-label", re.compile("candidates 1 2 4 5 7 8 9$"))


def test_a_digit_can_be_written_over_a_given_in_the_fog(page: Page) -> None:
    opened(page, FOG)
    press(page, 66, 4)
    expect(cell(page, 66)).to_have_attribute("aria-label", "row 8 column 4, 4, in fog")
    assert "given" not in page.locator(".play-says").inner_text()
    press(page, 32, 4)  # a given that can be seen stays
    expect(page.locator(".play-says")).to_have_text("That is a given.")


def test_what_lies_in_the_fog_is_not_on_the_page(page: Page) -> None:
    opened(page, FOG)
    board = page.locator(".board")
    assert board.locator(".given").all_text_contents() == ["6", "3"]
    assert board.locator(".shape-bulb").count() == 1
    assert board.locator(".shape-whisper").count() == 0
    assert "fog" not in says(page, 30)
    assert says(page, 31).endswith("empty, thermometer, partly in the fog")
    rules = page.locator(".rules")
    expect(rules).to_contain_text("increase from the bulb")
    expect(rules).not_to_contain_text("whisper line")
    expect(page.locator(".play")).not_to_contain_text("whisper lines")  # in the note on reading it
    press(page, 30, 7)
    expect(board.locator(".shape-bulb")).to_have_count(1)
    expect(cell(page, 20)).to_have_attribute("aria-label", re.compile("^row 3 column 3, empty$"))


def test_a_hint_in_fog_looks_at_what_can_be_seen(page: Page) -> None:
    opened(page, FOG)
    clear = {f"r{row}c{column}" for row in (4, 5, 6) for column in (4, 5, 6)}
    page.keyboard.press("h")
    for rung in range(1, 5):
        hint(page).get_by_role("img", name=f"Rung {rung} of 5").wait_for()
        named = set(re.findall(r"r\dc\d", hint(page).inner_text()))
        assert named
        assert named <= clear
        if rung < 4:
            hint(page).get_by_role("button", name="Say more").click()


def test_a_path_that_lifts_the_fog_asks_first(page: Page) -> None:
    opened(page, FOG)
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Explain it step by step").click()
    asked = page.get_by_role("dialog", name="Explain it step by step?")
    expect(asked).to_contain_text("including everything in the fog")
    asked.get_by_role("button", name="Keep playing").click()
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Explain it step by step").click()
    asked.get_by_role("button", name="Show the path").click()
    page.get_by_text("This is the puzzle as its setter sees it, without fog").wait_for()


def test_a_grid_that_keeps_the_checked_rules_only_is_not_solved(page: Page) -> None:
    opened(page, WORDS)
    puzzle = pandoku.load(WORDS)
    expect(page.locator(".rules")).to_contain_text(
        "compared with the solution of the puzzle's source"
    )
    assert "several solutions" not in page.locator(".play").inner_text()
    found = pandoku.solve(puzzle).solutions[0]
    right = judge_of(puzzle).solution
    assert right is not None
    assert found != right
    for at, digit in enumerate(found):
        if not puzzle.givens[at]:
            press(page, at, digit)
    page.get_by_text("The grid is full, but not right yet.").wait_for()
    expect(page.get_by_role("region", name="Solved")).to_have_count(0)
    page.locator(".tools").get_by_role("button", name="Check").click()
    wrong = [at for at, digit in enumerate(found) if digit != right[at]]
    expect(page.locator(".play-says")).to_have_text(f"{len(wrong)} cells wrong.")
    assert says(page, wrong[0]).endswith(f"{found[wrong[0]]}, wrong")
    for at in wrong:
        press(page, at, right[at])
    page.get_by_role("heading", name="Solved").wait_for()
