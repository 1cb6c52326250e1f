"""The first page: one press to play, whatever somebody brings, and the games that are kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pandoku.play import Game, dumps_game
from tests.browser.playing import EASY, cell, document, play

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parents[2] / "examples"
MONDAY = "2026-11-23T12:00:00"  # the week begins with easy puzzles, which are made at once
MANY = "\n".join([EASY, EASY.replace("53", "..", 1), EASY.replace("7", ".", 1)])


def test_a_newcomer_plays_after_one_press(page: Page) -> None:
    page.clock.set_fixed_time(MONDAY)
    page.goto("./")
    page.get_by_role("button", name="Play today's Sudoku").click()
    page.get_by_role("grid").wait_for()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Daily Sudoku")


def test_the_last_game_goes_on_with_one_press(page: Page) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("4")
    page.goto("./")
    page.get_by_role("link", name="Your last game").click()
    page.get_by_role("grid").wait_for()
    assert "4" in (cell(page, 2).get_attribute("aria-label") or "")


def test_todays_puzzles_go_on_when_they_were_begun(page: Page) -> None:
    page.clock.set_fixed_time(MONDAY)
    page.goto("./")
    page.get_by_role("button", name="Calcudoku Easy").click()
    page.get_by_role("grid").wait_for()
    address = page.url
    page.goto("./")
    page.get_by_role("button", name="Calcudoku Continue").click()
    page.get_by_role("grid").wait_for()
    assert page.url == address


def test_a_picture_of_a_kind_opens_a_small_puzzle_and_shows_that_it_was_begun(page: Page) -> None:
    page.goto("./")
    page.get_by_role("button", name=re.compile("^Whispers")).click()
    page.get_by_role("grid").wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == "Whispers"
    address = page.url
    page.goto("./")
    page.get_by_role("button", name=re.compile("^Whispers")).click()
    page.get_by_role("grid").wait_for()
    assert page.url == address


def test_a_new_puzzle_is_made_as_asked_and_the_wish_is_remembered(page: Page) -> None:
    page.goto("./")
    page.get_by_label("Kind").select_option("killer")
    page.get_by_label("Size").select_option("4")
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_role("button", name="Make and play").click()
    page.get_by_role("grid").wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == "4×4 Killer"
    page.goto("./")
    assert page.get_by_label("Kind").input_value() == "killer"
    assert page.get_by_label("Size").input_value() == "4"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is nothing to open yet"),
        ("hello, is this a puzzle?", "No puzzle was found in this text"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("9" * 1_100_000, "at most 1 MB"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_a_message(page: Page, text: str, words: str) -> None:
    page.goto("./")
    page.get_by_label("A puzzle in any format").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    assert words in page.get_by_role("alert").inner_text()
    assert page.url.endswith("/")


def test_a_file_that_is_too_large_or_no_text_is_refused(page: Page, tmp_path: Path) -> None:
    page.goto("./")
    for name, content, words in (
        ("large.txt", b"1" * 10_000_000, "10.0 MB"),
        ("picture.png", b"\x89PNG\x00\x00", "is not a text"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        page.locator("input[type=file]").set_input_files(path)
        page.get_by_role("alert").get_by_text(words).wait_for()


def test_one_of_many_puzzles_is_chosen(page: Page) -> None:
    page.goto("./")
    page.get_by_label("A puzzle in any format").fill(MANY)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("of 3", exact=True).wait_for()
    page.get_by_label("Puzzle", exact=True).fill("2")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Play this one").click()
    page.get_by_role("grid").wait_for()
    assert "empty" in (cell(page, 0).get_attribute("aria-label") or "")
    assert "7 given" in (cell(page, 4).get_attribute("aria-label") or "")


def test_a_file_dropped_anywhere_is_opened(page: Page) -> None:
    page.goto("./")
    page.get_by_role("heading", name="New puzzle").wait_for()
    text = (EXAMPLES / "killer.txt").read_text()
    page.evaluate(
        """text => {
            const dropped = new DataTransfer();
            dropped.items.add(new File([text], "killer.txt"));
            document.body.dispatchEvent(
                new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
        }""",
        text,
    )
    page.get_by_role("grid").wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == "9×9 Killer"


def test_a_game_text_and_a_link_are_opened_too(page: Page) -> None:
    game = Game.start(EASY).place("r1c3", 4, at_ms=61_000)
    page.goto("./")
    page.get_by_label("A puzzle in any format").fill(dumps_game(game, title="From the terminal"))
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("heading", name="From the terminal").wait_for()
    assert "4" in (cell(page, 2).get_attribute("aria-label") or "")
    link = document(page, (EXAMPLES / "killer.txt").read_text())["link"]
    page.goto("./")
    page.get_by_label("A puzzle in any format").fill(f"https://example.org/play?p={link}")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("heading", name="9×9 Killer").wait_for()


def test_a_deleted_game_comes_back(page: Page) -> None:
    play(page, EASY)
    page.goto("./")
    page.get_by_role("button", name="Delete 9×9 sudoku").click()
    page.locator(".game").wait_for(state="detached")
    page.get_by_role("button", name="Undo").click()
    page.locator(".game").wait_for()


def test_all_games_go_to_another_browser_and_come_back(page: Page, tmp_path: Path) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("4")
    page.goto("./")
    page.get_by_role("link", name="All games and times").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export all").click()
    kept = tmp_path / "pandoku-games.json"
    coming.value.save_as(kept)
    page.get_by_role("button", name="Delete 9×9 sudoku").click()
    page.locator(".game").wait_for(state="detached")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator(".game").wait_for()
