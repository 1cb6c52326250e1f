"""The end of a game, the pen and letters: what a player does with the mouse and with keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.playing import EASY, NEARLY, SOLVED, cell, play, says, type_in

if TYPE_CHECKING:
    from playwright.sync_api import Page


def finish(page: Page) -> None:
    """Solve `NEARLY` by keyboard."""
    empty = [at for at, digit in enumerate(NEARLY) if digit == "."]
    cell(page, empty[0]).click()
    type_in(page, empty[0], [(at, SOLVED[at]) for at in empty])


def test_a_result_is_shared_without_a_digit_and_another_puzzle_follows(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    play(page, NEARLY)
    finish(page)
    end = page.get_by_role("region", name="Solved")
    expect(end).to_contain_text("Your first")
    expect(end).to_contain_text("no hint, no check, no mistake")
    end.get_by_role("button", name="Share result").click()
    page.get_by_text("Result copied.").first.wait_for()
    head, facts, strip = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert head.endswith("9×9 Sudoku")
    assert re.fullmatch(r"🐼 \d+:\d\d · no hint, no check, no mistake", facts)
    assert strip == "🟩" * 10
    before = page.url
    end.get_by_role("button", name="Another like this").click()
    page.wait_for_url(lambda url: url != before)
    expect(end).to_have_count(0)


def test_lines_and_letters_are_drawn_heard_kept_and_undone(page: Page) -> None:
    play(page, EASY)
    page.keyboard.press("b")
    one, other = (cell(page, at).bounding_box() for at in (2, 3))
    assert one
    assert other
    middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (one, other)]
    page.mouse.move(*middle[0])
    page.mouse.down()
    page.mouse.move(*middle[1], steps=4)
    page.mouse.up()
    expect(page.locator(".pen .pen-1")).to_have_count(1 + 1)  # on the board and on its key
    assert "line" in says(page, 2)
    assert "line" in says(page, 3)
    cell(page, 3).click()
    page.keyboard.press("2")
    page.keyboard.press("Shift+ArrowDown")
    assert "line" in says(page, 12)
    page.keyboard.press("n")
    cell(page, 2).click()
    page.keyboard.press("z")
    assert "letters Z" in says(page, 2)
    page.reload()
    page.get_by_role("grid").wait_for()
    assert "letters Z, line" in says(page, 2)
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    assert "line" not in says(page, 2)
    assert "letters" not in says(page, 2)


def test_f_selects_the_cells_with_the_same_digit(page: Page) -> None:
    play(page, EASY)
    cell(page, 0).click()  # a 5
    page.keyboard.press("f")
    chosen = page.locator('[role="gridcell"][aria-selected="true"]')
    expect(chosen).to_have_count(EASY.count("5"))
    for at in range(EASY.count("5")):
        assert ", 5 given" in (chosen.nth(at).get_attribute("aria-label") or "")
