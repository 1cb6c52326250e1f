"""The page "You": times, the calendar with past days, techniques, and another browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.playing import EASY, NEARLY, SOLVED, play, type_in

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

NOW = "2026-11-24T12:00:00"


def test_without_games_the_page_says_how_to_begin(page: Page) -> None:
    page.goto("you")
    expect(page.get_by_role("link", name="Choose a puzzle")).to_be_visible()
    expect(page.get_by_text("a technique, and its sign appears here")).to_be_visible()


def test_a_solved_game_has_a_row_and_practiced_techniques_have_signs(page: Page) -> None:
    play(page, NEARLY)
    wanted = [(at, digit) for at, digit in enumerate(SOLVED) if NEARLY[at] == "."]
    page.get_by_role("gridcell").first.click()
    type_in(page, 0, wanted)
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    page.evaluate('localStorage.setItem(\'pandoku.lessons\', \'{"naked-pair": ["1", "2", "3"]}\')')
    page.goto("you")
    row = page.get_by_role("table").first.get_by_role("row").nth(1)
    expect(row).to_contain_text("9×9 Sudoku")
    expect(row.get_by_role("link")).to_be_visible()  # the best time
    expect(page.get_by_text("Mastered: 1 of")).to_be_visible()
    expect(page.get_by_role("link", name="Naked pair")).to_be_visible()


def test_the_keyboard_reaches_past_days_whose_puzzles_can_be_played(page: Page) -> None:
    page.clock.set_fixed_time(NOW)
    page.goto("you")
    today = page.get_by_role("button", name="November 24", exact=True)
    today.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="November 23", exact=True)).to_be_focused()
    page.locator(".calendar-day").get_by_role("button", name="Calcudoku").click()
    page.get_by_role("grid").wait_for()
    assert "November 23" in page.get_by_role("heading", level=1).inner_text()
    page.goto("you")
    expect(page.get_by_role("button", name="November 23, calcudoku started")).to_be_visible()
    expect(page.get_by_role("button", name="November 25")).to_be_disabled()


def test_an_import_keeps_the_days_of_games(page: Page, tmp_path: Path) -> None:
    page.clock.set_fixed_time(NOW)
    play(page, EASY)
    page.goto("you")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export all").click()
    carried = json.loads(coming.value.path().read_text())
    carried["games"][0]["changed"] -= 3 * 86_400_000
    carried["games"][0]["text"] = carried["games"][0]["text"] + "00:05.000 digit 4 r1c3\n"
    kept = tmp_path / "games.json"
    kept.write_text(json.dumps(carried))
    page.locator("input[type=file]").set_input_files(kept)
    expect(page.locator(".game")).to_contain_text("November 21")
    expect(page.locator(".game")).to_have_count(1)  # the earlier state of the game was replaced
