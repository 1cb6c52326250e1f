"""Puzzles of other programs: links and files that are pasted or dropped, and links to share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import pandoku
from pandoku.constraints import Drawing
from pandoku.formats import FORMATS, link
from pandoku.model import Cage, Puzzle, Tile
from tests.browser.playing import EASY, play, says

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOUR = "1....2....3....4"
LINKED = [form.name for form in FORMATS.values() if form.link]


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          const how = { clipboardData, bubbles: true, cancelable: true };
          const paste = new ClipboardEvent("paste", how);
          document.activeElement.dispatchEvent(paste);
        }""",
        text,
    )


def drop(page: Page, text: str, name: str = "") -> None:
    """Drop a text, or a file of that name with the text in it."""
    page.evaluate(
        """([text, name]) => {
          const dataTransfer = new DataTransfer();
          if (name) dataTransfer.items.add(new File([text], name));
          else dataTransfer.setData("text/uri-list", text);
          const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
          document.body.dispatchEvent(drop);
        }""",
        [text, name],
    )


def home(page: Page) -> None:
    page.goto("./")
    page.get_by_role("heading", name="Open a puzzle").wait_for()


def opened(page: Page, program: str, seen: str = "row 2 column 2, 2") -> None:
    """Wait until the puzzle, usually FOUR, is on the board, and the page says where it is from."""
    page.get_by_role("gridcell", name=seen).wait_for()
    page.locator(".toast:visible", has_text=f"Opened from {program}.").wait_for()


@pytest.mark.parametrize("name", LINKED)
def test_a_link_that_is_pasted_on_the_first_page_opens(page: Page, name: str) -> None:
    is_small = FORMATS[name].why_not(pandoku.loads(FOUR)) is None
    address = link(FOUR if is_small else EASY, name)
    home(page)
    paste(page, f"Try this: {address}")
    seen = "row 2 column 2, 2" if is_small else "row 1 column 1, 5"
    opened(page, FORMATS[name].program, seen)


def test_a_link_to_a_program_that_is_only_read_opens(page: Page) -> None:
    home(page)
    paste(page, f"Try this: {FORMATS['penpa'].example}")
    opened(page, "Penpa+")


def test_a_link_that_is_pasted_or_dropped_during_a_game_opens(page: Page) -> None:
    play(page, EASY)
    paste(page, link(FOUR, "f-puzzles"))
    opened(page, "f-puzzles")
    play(page, EASY)
    drop(page, link(FOUR, "iss"))
    opened(page, "Interactive Sudoku Solver")


def test_a_file_that_is_dropped_opens_on_the_first_page_and_during_a_game(page: Page) -> None:
    document = pandoku.dumps(FOUR, "f-puzzles")
    home(page)
    drop(page, document, "four.json")
    opened(page, "f-puzzles")
    play(page, EASY)
    drop(page, document, "four.json")
    opened(page, "f-puzzles")


def test_control_and_enter_open_what_is_in_the_field(page: Page) -> None:
    home(page)
    page.get_by_label("A puzzle in any format").fill(link(FOUR, "sudoku-maker"))
    page.keyboard.press("Control+Enter")
    opened(page, "Sudoku Maker")


def test_a_link_that_is_cut_off_says_so_and_leaves_the_page(page: Page) -> None:
    home(page)
    paste(page, link(EASY, "f-puzzles")[:-40])
    page.get_by_role("alert").filter(has_text="cut off").wait_for()
    assert page.get_by_role("grid").count() == 0
    play(page, EASY)
    paste(page, link(EASY, "f-puzzles")[:-40])
    page.locator(".toast:visible", has_text="cut off").wait_for()
    assert says(page, 0).startswith("row 1 column 1, 5")


def test_a_text_that_is_far_too_large_is_refused_and_does_not_fill_the_field(page: Page) -> None:
    home(page)
    field = page.get_by_label("A puzzle in any format")
    for focused in (page.locator("body"), field):
        focused.evaluate("(at) => at.focus()")
        paste(page, "9" * 3_000_000)
        page.get_by_role("alert").filter(has_text="at most 1 MB can be opened").wait_for()
        assert field.input_value() == ""
        page.get_by_role("button", name="Open", exact=True).click()
        page.get_by_role("alert").filter(has_text="nothing to open yet").wait_for()


def test_the_link_of_a_program_is_copied_by_keyboard_alone(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    play(page, EASY)
    page.get_by_role("button", name="Game menu").press("Enter")
    page.get_by_role("button", name="Share the puzzle").press("Enter")
    copy = page.get_by_role("button", name="Copy the link for f-puzzles")
    copy.wait_for()
    for _ in range(40):
        if copy.evaluate("(button) => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("The link for f-puzzles is copied.").wait_for()
    address = page.evaluate("navigator.clipboard.readText()")
    assert pandoku.loads(address) == pandoku.loads(EASY)
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0


def test_a_link_that_cannot_be_copied_is_selected(page: Page) -> None:
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error());")
    play(page, EASY)
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Share the puzzle").click()
    page.get_by_role("button", name="Copy the link for f-puzzles").click()
    page.get_by_text("It is selected: press Ctrl+C.").wait_for()
    field = page.get_by_label("Link to this puzzle")
    assert field.input_value() == link(EASY, "f-puzzles")
    assert page.evaluate("getSelection().toString()") in ("", link(EASY, "f-puzzles"))


def test_rules_of_a_file_are_complete_lines_and_a_button_shows_all(page: Page) -> None:
    text = "\n".join(f"Rule {n}: the number {n} is as good as any other number." for n in range(40))
    document = json.loads(pandoku.dumps(FOUR, "f-puzzles")) | {"ruleset": text}
    home(page)
    paste(page, json.dumps(document))
    opened(page, "f-puzzles")
    rules = page.locator(".play-rules .rules").first
    shown = rules.inner_text().splitlines()
    assert "Rule 3: the number 3 is as good as any other number." in shown
    assert 3 < len(shown) < 40
    assert rules.evaluate("(at) => at.scrollHeight <= at.clientHeight + 1")
    page.get_by_role("button", name="All rules").click()
    page.get_by_role("dialog", name="Rules").get_by_text("Rule 39: the number 39").wait_for()


def test_colors_of_a_setter_are_behind_outlined_digits_and_in_the_list_of_games(page: Page) -> None:
    tile = Tile("highlight", ((0.5, 0.5),), color="#000080")
    home(page)
    paste(page, pandoku.dumps(pandoku.loads(FOUR).with_(Drawing.of([tile])), "json"))
    page.get_by_role("gridcell", name="row 2 column 2, 2").wait_for()
    given = page.locator(".board .outlined .given").first
    assert given.evaluate("(text) => getComputedStyle(text).paintOrder").startswith("stroke")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    home(page)
    drawn = page.locator(".thumbnail .shape-pale path").first
    drawn.wait_for(state="attached")
    assert (
        drawn.evaluate("(path) => getComputedStyle(path).fill") != "rgb(26, 26, 26)"
    )  # the ink of the role


def test_every_program_is_listed_and_one_that_cannot_hold_the_puzzle_says_why(page: Page) -> None:
    product = Puzzle.latin(4).replace(cages=[Cage("*", 6, (0, 1))])
    play(page, json.dumps(json.loads(pandoku.dumps(product))))
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Share the puzzle").click()
    page.get_by_role("button", name="Copy the link for f-puzzles").wait_for()
    shown = page.locator(".programs li").all_inner_texts()
    programs = [FORMATS[name].program for name in LINKED]
    assert sorted(text.split("\n")[0] for text in shown) == sorted(programs)
    assert page.get_by_role("button", name="Copy the link for f-puzzles").is_disabled()
    assert "r1c1" in "".join(shown)
