"""The make page: wishes, what comes of them, and what can be done with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from pandoku.formats import loads

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SMALL = "make?kind=killer&order=4&difficulty=easy&seed=7&count=2"


def made(page: Page, address: str) -> Locator:
    """Open the page with wishes, press the button, and return the list of what was made."""
    page.goto(address)
    page.get_by_role("button", name="Make", exact=True).click()
    cards = page.locator(".made > li")
    expect(cards.first).to_be_visible()
    return cards


def links(cards: Locator) -> list[str]:
    addresses: list[str] = cards.get_by_role("link", name="Play", exact=True).evaluate_all(
        "(links) => links.map((link) => link.getAttribute('href'))"
    )
    return addresses


def test_an_address_holds_the_wishes_and_makes_the_same_again(page: Page) -> None:
    cards = made(page, SMALL)
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("4×4 Killer")
    expect(cards.first).to_contain_text("easy")
    first = links(cards)
    assert links(made(page, SMALL)) == first
    expect(page).to_have_url(re.compile(re.escape(SMALL)))


def test_without_a_seed_the_address_gets_it_and_the_next_press_makes_others(page: Page) -> None:
    cards = made(page, "make?kind=sudoku&order=4")
    expect(page).to_have_url(re.compile(r"seed=\d+"))
    first, address = links(cards), page.url
    expect(page.get_by_label("Seed")).to_have_value("")
    page.get_by_role("button", name="Make", exact=True).click()
    expect(page).not_to_have_url(address)
    assert links(page.locator(".made > li")) != first
    assert links(made(page, address)) == first


def test_only_wishes_that_suit_the_kind_are_offered(page: Page) -> None:
    page.goto("make?kind=calcudoku&operations=%2B-")
    expect(page.get_by_label("× products")).not_to_be_checked()
    page.get_by_role("radio", name="Sudoku").check()
    expect(page.get_by_text("Cages", exact=True)).to_have_count(0)
    expect(page).not_to_have_url(re.compile("operations"))
    page.get_by_label("Size").select_option("6")
    expect(page.get_by_label("Boxes").locator("option")).to_have_count(2)
    page.get_by_role("radio", name="Killer").check()
    page.get_by_text("Cages", exact=True).click()
    expect(page.get_by_label("Greatest sum of a cage")).to_be_visible()
    expect(page.get_by_text("Operations", exact=True)).to_have_count(0)


def test_symmetries_ranges_and_techniques_reach_the_address(page: Page) -> None:
    page.goto("make")
    page.get_by_text("Givens", exact=True).click()
    page.get_by_role("radio", name="Half turn").check()
    page.get_by_label("How many givens: from").fill("24")
    page.get_by_label("How many givens: to").fill("28")
    page.get_by_text("Techniques and rating").click()
    page.get_by_label("Needs a technique").fill("X-Wing")
    expect(page.get_by_role("list", name="Needed techniques")).to_contain_text("X-wing")
    expect(page).to_have_url(re.compile(r"givens=24\.\.28&symmetry=rotate-180&needs=x-wing"))
    page.get_by_role("button", name="Remove X-wing").click()
    expect(page).not_to_have_url(re.compile("needs"))


def test_what_cannot_be_met_is_said_in_a_sentence(page: Page) -> None:
    page.goto("make?kind=sudoku&order=4&givens=17..20")
    page.get_by_role("button", name="Make", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"^[A-Z].*17.*\.$"))


def test_a_long_search_can_be_stopped(page: Page) -> None:
    page.goto("make?kind=sudoku&difficulty=extreme&givens=17&symmetry=rotate-180&count=5")
    page.get_by_role("button", name="Make", exact=True).click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("button", name="Make", exact=True)).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_puzzles_are_downloaded_as_texts_that_pandoku_reads(page: Page) -> None:
    made(page, SMALL)
    with page.expect_download() as started:
        page.get_by_role("button", name="Text", exact=True).click()
    text = Path(started.value.path()).read_text()
    puzzles = [loads(line) for line in text.splitlines()]
    assert [(puzzle.order, bool(puzzle.cages)) for puzzle in puzzles] == [(4, True)] * 2
    with page.expect_download() as started:
        page.get_by_role("button", name="JSON").click()
    data = json.loads(Path(started.value.path()).read_text())
    assert data["wishes"].endswith(SMALL)
    again = [loads(json.dumps(each)) for each in data["puzzles"]]
    assert [puzzle.cages for puzzle in again] == [puzzle.cages for puzzle in puzzles]
    assert all(each["extra"]["rating"]["level"] == "easy" for each in data["puzzles"])


def test_a_puzzle_is_copied_shared_played_and_explained(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cards = made(page, SMALL)
    page.get_by_role("button", name="Copy Puzzle 1 as text").click()
    expect(page.get_by_text("Puzzle 1 is copied as text.")).to_be_visible()
    assert loads(page.evaluate("navigator.clipboard.readText()")).order == 4
    page.get_by_role("button", name="Share Puzzle 2").click()
    expect(page.get_by_label("Link to this puzzle")).to_have_value(
        re.compile(re.escape(links(cards)[1].partition("=")[2]))
    )
    page.keyboard.press("Escape")
    cards.first.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Make", exact=True)).to_be_visible()
