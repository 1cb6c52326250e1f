"""Every way to a game: where the focus lands, and what a page without a game offers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.playing import EASY, NEARLY, document, play, says

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def by_link(page: Page) -> None:
    play(page, EASY)


def by_reload(page: Page) -> None:
    play(page, EASY)
    page.reload()


def by_text(page: Page) -> None:
    page.goto("./")
    page.get_by_label("A puzzle in any format").fill(EASY)
    page.get_by_role("button", name="Open", exact=True).click()


def by_pasting(page: Page) -> None:
    page.goto("./")
    page.get_by_role("heading", name="Open a puzzle").wait_for()
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true });
          document.body.dispatchEvent(paste);
        }""",
        EASY,
    )


def by_making(page: Page) -> None:
    page.goto("./")
    page.get_by_label("Size").select_option("4")
    page.get_by_role("button", name="Make and play").click()


def by_todays_sudoku(page: Page) -> None:
    page.goto("./")
    page.get_by_role("button", name="Play today's Sudoku").click()


def by_the_daily_list(page: Page) -> None:
    page.goto("./")
    page.locator(".day", has_text="Sudoku").click()


def by_going_on(page: Page) -> None:
    play(page, EASY)
    page.goto("./")
    page.locator(".go-on").click()


def by_a_kind(page: Page) -> None:
    page.goto("play")
    page.get_by_role("button", name="Latin Rows and columns").click()


WAYS = (
    by_link,
    by_reload,
    by_text,
    by_pasting,
    by_making,
    by_todays_sudoku,
    by_the_daily_list,
    by_going_on,
    by_a_kind,
)


def focused(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
    return name


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_however_a_game_begins_the_focus_is_the_cursor_on_its_board(
    page: Page, way: Callable[[Page], None]
) -> None:
    way(page)
    page.locator("[role=gridcell]:focus").wait_for()
    chosen = page.locator("[role=gridcell][aria-selected=true]")
    assert chosen.count() == 1
    assert focused(page) == chosen.get_attribute("aria-label")
    assert ", empty" in focused(page)
    before = focused(page).split(",")[0]
    page.keyboard.press("2")
    page.wait_for_function(
        "(said) => document.activeElement.ariaLabel.startsWith(said)", arg=f"{before}, 2"
    )
    page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "(before) => !document.activeElement.ariaLabel.startsWith(before)", arg=f"{before},"
    )
    assert focused(page).startswith("row ")


def test_tab_into_the_grid_brings_the_cursor_and_a_digit_acts_there(page: Page) -> None:
    play(page, EASY)
    page.get_by_role("button", name="Game menu").focus()
    page.mouse.click(5, 500)  # beside everything: nothing is chosen
    assert page.locator("[aria-selected=true]").count() == 0
    page.get_by_role("button", name="Game menu").focus()
    while page.evaluate("document.activeElement.role") != "gridcell":
        page.keyboard.press("Tab")
    page.locator(".chosen-line").wait_for()  # seen
    assert page.locator("[aria-selected=true]:focus").count() == 1
    here = focused(page).split(",")[0]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert here == "row 1 column 1"
    assert focused(page).startswith("row 1 column 3")
    page.keyboard.press("4")
    assert says(page, 2).startswith("row 1 column 3, 4")


def test_an_arrow_on_the_tools_takes_the_focus_to_the_board(page: Page) -> None:
    play(page, EASY)
    page.get_by_role("button", name="Fill").focus()
    page.keyboard.press("ArrowDown")
    page.locator("[role=gridcell]:focus").wait_for()
    assert focused(page).startswith("row 2 column 3")


def test_several_cells_chosen_with_the_mouse_stay_chosen(page: Page) -> None:
    play(page, EASY)
    cells = page.get_by_role("gridcell")
    cells.nth(2).click()
    cells.nth(12).click(modifiers=["Control"])
    cells.nth(20).click(modifiers=["Control"])
    assert page.locator("[aria-selected=true]").count() == 3


# ---- without a game


def test_play_without_a_game_welcomes_with_todays_puzzle_and_all_kinds(page: Page) -> None:
    page.goto("./")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Play").click()
    page.get_by_role("heading", name="What would you like to play?").wait_for()
    page.locator(".kind").first.wait_for()
    names = page.locator(".kind strong").all_inner_texts()
    assert {*names} >= {"Sudoku", "Killer", "Windoku", "Jigsaw"}
    rules = page.locator(".kind .soft").all_inner_texts()
    assert len(rules) == len(names)
    assert all(len(text) > 10 for text in rules)
    assert page.get_by_role("alert").count() == 0
    assert page.get_by_text("Reload the page").count() == 0
    page.get_by_role("button", name="Play today's Sudoku").click()
    page.get_by_role("grid").wait_for()


@pytest.mark.parametrize("game", ["nonexist", "0"])
def test_a_link_to_a_game_that_is_not_here_says_so_and_opens_no_other(
    page: Page, game: str
) -> None:
    play(page, EASY)
    page.goto(f"play?game={game}")
    page.get_by_role("heading", name="This game is not here").wait_for()
    assert page.get_by_role("grid").count() == 0
    assert f"game={game}" in page.url
    page.locator(".go-on", has_text="Your last game").click()
    page.get_by_role("grid").wait_for()


def test_a_deleted_game_can_come_back_from_its_bookmark(page: Page) -> None:
    play(page, EASY)
    page.keyboard.press("4")
    expect(page).to_have_url(re.compile(r"/play\?game="))
    bookmark = page.url
    play(page, NEARLY)
    page.goto("./")
    buttons = page.get_by_role("button", name="Delete")
    buttons.nth(1).click()
    buttons.nth(1).wait_for(state="detached")  # to leave at once would keep the game
    page.goto(bookmark)
    page.get_by_role("heading", name="This game is not here").wait_for()
    page.get_by_role("button", name="Restore it").click()
    page.get_by_role("grid").wait_for()
    assert says(page, 2) == "row 1 column 3, 4"


def test_the_address_of_somebody_elses_game_opens_its_puzzle_and_says_so(page: Page) -> None:
    link = document(page, EASY)["link"]
    page.goto(f"play?game=nonexist&p={link}")
    page.get_by_role("grid").wait_for()
    said = "That game is not in this browser. This is its puzzle"
    page.locator(".toast:visible", has_text=said).wait_for()
