"""The exported file in a real browser, opened from the disk, without a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import pandoku
from pandoku.logic import Path as PathOfSteps
from pandoku.model import Puzzle
from pandoku.web.onefile import export_of, one_file
from tests.data import EXAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HOSTILE = "</script><script>document.title = 'broken out'</script><img src=x>"
# Presses H again and again, and lets the page take each press.
FOLLOW = """async (limit) => {
  const key = { code: "KeyH", key: "h", bubbles: true };
  for (let n = 0; n < limit && !document.querySelector(".solved"); n++) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    await new Promise((done) => setTimeout(done));
  }
}"""
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DENIED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); } })"""

Opener = Callable[..., "Page"]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Open a file with puzzles. Errors that it logs and requests to any host fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def note(request: Any) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            faults.append(request.url)

    def open_file(
        *puzzles: Puzzle, kind: dict[str, Any] = DESKTOP, script: str = "", **options: Any
    ) -> Page:
        target = tmp_path / "file.html"
        # Puzzles that differ only in their titles are equal, but their exports are not.
        different = {id(each): each for each in puzzles}
        exports = {key: export_of(each, path_of(each)) for key, each in different.items()}
        text = one_file([exports[id(each)] for each in puzzles], **options)
        target.write_text(text, encoding="utf-8")
        context = browser.new_context(**kind)
        contexts.append(context)
        context.on("request", note)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(target.as_uri())
        if kind.get("java_script_enabled", True):
            page.wait_for_selector("html.live")
            page.evaluate(SETTLED)
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert faults == []


@cache
def path_of(puzzle: Puzzle) -> PathOfSteps:
    return pandoku.explain(puzzle, is_proper=True)


@cache
def example(name: str) -> Puzzle:
    return pandoku.load(EXAMPLES / name)


def digits_of(page: Page) -> list[str]:
    """The texts of the cells, as a screen reader has them."""
    return [str(each.get_attribute("aria-label")) for each in page.locator("[role=gridcell]").all()]


def test_a_puzzle_is_played_to_the_end_by_keyboard_alone_and_resumed(opened: Opener) -> None:
    puzzle = example("four.txt")
    solution = pandoku.solve(puzzle).solutions[0]
    page = opened(puzzle)
    # The first arrow shows the cursor in the middle, at r3c3; four more lead to r1c1.
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    for row in range(4):
        for column in range(4):
            page.keyboard.press(str(solution[4 * row + column]))
            if (row, column) == (2, 0):
                page.reload()  # whatever was played is there again
                expect(page.get_by_label("row 3 column 1, 1")).to_be_attached()
                page.evaluate(SETTLED)
                for key in ("ArrowUp", *["ArrowLeft"] * 2):
                    page.keyboard.press(key)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    expect(page.locator(".solved")).to_contain_text("no hints")


def test_following_every_hint_solves_a_killer(opened: Opener) -> None:
    page = opened(example("killer6.json"))
    page.keyboard.press("h")
    expect(page.locator(".hint-text")).to_have_text(
        "All is right so far: 0 of 36 cells hold a digit."
    )
    levels = []
    for _ in range(5):
        page.keyboard.press("h")
        levels.append(page.locator(".hint-text").inner_text())
    assert levels[1].startswith(levels[0][:-1] + ": there is ")
    assert len(set(levels)) == len(levels)
    assert levels[4].endswith(".")
    assert page.locator(".hint .legend li").count() > 0
    page.evaluate(FOLLOW, 400)
    expect(page.locator(".solved")).to_be_visible()


def test_hints_are_asked_for_by_touch_and_lead_on_from_what_the_player_has(opened: Opener) -> None:
    puzzle = example("mathdoku4.letters")
    solution = pandoku.solve(puzzle).solutions[0]
    page = opened(puzzle, kind=PHONE)
    box = page.locator(".board").bounding_box()
    assert box
    assert box["y"] + box["height"] + 200 < 844  # the keypad is on the same screen
    for cell in (5, 10, 15):
        page.locator("[role=gridcell]").nth(cell).tap(force=True)
        page.locator(".pad-digits button").nth(solution[cell] - 1).tap()
    wrong = solution[0] % 4 + 1
    page.locator("[role=gridcell]").nth(0).tap(force=True)
    page.locator(".pad-digits button").nth(wrong - 1).tap()
    page.get_by_role("button", name="Hint").tap()
    say_more = page.locator(".hint .primary")
    expect(page.locator(".hint-text")).to_have_text("Something is not right.")
    say_more.tap()
    say_more.tap()
    expect(page.locator(".hint-text")).to_contain_text(f"The {wrong} at r1c1 is not right: ")
    expect(page.locator(".hint-text")).to_contain_text("take it out.")
    say_more.tap()  # why
    page.get_by_role("button", name="Put it right").tap()
    expect(page.locator(".hint")).to_have_count(0)
    page.evaluate(FOLLOW, 300)
    expect(page.locator(".solved")).to_be_visible()


def test_a_class_gives_its_name_asks_for_hints_and_gets_a_sheet(opened: Opener) -> None:
    page = opened(
        example("four.txt"),
        example("six.sdk"),
        kind=PHONE,
        title="Week 12",
        hints="ask",
        is_named=True,
    )
    page.get_by_label("Your name").fill("Ada <b>")
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator("main")).to_contain_text("Ada <b> · 0 of 2 solved")
    page.get_by_role("link", name="1. Sudoku 4x4").tap()
    expect(page.locator(".pad")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Ask for a hint").tap()
    page.get_by_role("button", name="Show a hint").tap()
    expect(page.locator(".hint-text")).to_contain_text("All is right so far")
    page.evaluate(FOLLOW, 120)
    page.locator(".solved").get_by_role("link", name="Results").tap()
    row = page.locator("tbody tr").first
    expect(row).to_contain_text("Sudoku 4x4")
    assert [each.inner_text() for each in row.locator("td").all()][3:] == ["12", "0"]
    expect(page.locator("tbody tr").nth(1)).to_contain_text("not yet")
    expect(page.locator(".result")).to_contain_text("Ada <b>: 1 of 2 solved")
    page.emulate_media(media="print")
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("#paper")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("link", name="Back to the puzzles").tap()
    expect(page.locator(".card.done .state")).to_contain_text("Solved in ")
    # Somebody else on the same device begins anew, and the first one's games stay.
    for name, solved in (("Bo", "Bo · 0 of 2"), ("Ada <b>", "Ada <b> · 1 of 2")):
        page.get_by_role("link", name="Results").tap()
        page.get_by_role("button", name="Not ").tap()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Begin").tap()
        expect(page.locator("main")).to_contain_text(solved)


def test_without_hints_the_file_says_what_breaks_a_rule_and_no_more(opened: Opener) -> None:
    page = opened(example("four.txt"), hints="none")
    page.keyboard.press("h")
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_have_text("No broken rules so far: 12 cells to go.")


def test_denied_storage_is_said_and_the_game_goes_on(opened: Opener) -> None:
    page = opened(example("four.txt"), example("six.sdk"), script=DENIED)
    expect(page.locator(".notice")).to_contain_text("This browser cannot save games from this file")
    page.get_by_role("link", name="1. Sudoku 4x4").click()
    expect(page.locator(".pad")).to_be_visible()
    page.evaluate(FOLLOW, 7)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".state").first).to_have_text("1 of 12 cells filled")


def test_a_game_that_goes_on_in_another_window_is_not_written_over(opened: Opener) -> None:
    page = opened(example("four.txt"))
    expect(page.locator(".pad")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".pad")).to_be_visible()
    other.evaluate(FOLLOW, 7)
    expect(page.locator(".notice")).to_contain_text("in another window.")
    page.get_by_role("button", name="Continue here").click()
    assert digits_of(page) == digits_of(other)
    assert sum("empty" in cell for cell in digits_of(page)) == 11


def test_nothing_in_a_title_is_run(opened: Opener) -> None:
    puzzle = example("four.txt").replace(title=HOSTILE)
    page = opened(puzzle, puzzle, title=HOSTILE, is_named=True)
    page.get_by_label("Your name").fill(HOSTILE)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("h1").first).to_have_text(HOSTILE)
    page.locator(".card").first.click()
    expect(page.locator("h1").first).to_have_text(HOSTILE)
    assert page.title() == HOSTILE
    assert page.locator("img").count() == 0


def test_a_script_that_was_put_into_the_file_does_not_run(browser: Browser, tmp_path: Path) -> None:
    puzzle = example("four.txt")
    text = one_file([export_of(puzzle, None)])
    (tmp_path / "file.html").write_text(
        text.replace("</body>", "<script>document.title = 'broken out'</script></body>")
    )
    context = browser.new_context()
    page = context.new_page()
    page.goto((tmp_path / "file.html").as_uri())
    expect(page.locator(".pad")).to_be_visible()
    assert page.title() == "Sudoku 4x4"
    context.close()


def n_sheets(page: Page, paper: str) -> int:
    return int(page.pdf(format=paper).count(b"/Type /Page\n"))


def test_without_its_script_the_file_shows_and_prints_the_puzzles(opened: Opener) -> None:
    puzzles = [
        example(name) for name in ("four.txt", "six.sdk", "mathdoku6.letters", "killer6.json")
    ]
    page = opened(*puzzles, *puzzles, kind=DESKTOP | {"java_script_enabled": False})
    expect(page.locator("noscript p")).to_contain_text("needs its script to be played")
    expect(page.locator("#paper svg").nth(7)).to_be_visible()
    assert n_sheets(page, "A4") == 2


@pytest.mark.parametrize(
    ("names", "count"),
    [
        (("six.sdk",), 2),
        (("easy.list",), 2),
        (("killer.txt",), 6),
        (("easy.list", "killer.txt", "mathdoku6.letters"), 6),
        (("killer.txt", "six.sdk", "jigsaw.json", "easy.list", "keen9.keen", "diagonal.json"), 6),
    ],
)
def test_a_sheet_of_paper_has_as_many_puzzles_as_are_large_enough(
    opened: Opener, names: tuple[str, ...], count: int
) -> None:
    puzzles = [puzzle for name in names for puzzle in [example(name)] * (12 // len(names))]
    page = opened(*puzzles, title="Puzzles for the week", kind=DESKTOP)
    expect(page.locator(".card").first).to_be_visible()
    assert {paper: n_sheets(page, paper) for paper in ("A4", "Letter")} == {
        "A4": count,
        "Letter": count,
    }


def test_with_its_script_the_file_prints_the_same_puzzles(opened: Opener) -> None:
    page = opened(example("four.txt"), example("six.sdk"))
    expect(page.locator(".card").first).to_be_visible()
    expect(page.locator("#paper")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("#paper svg").nth(1)).to_be_visible()
    expect(page.locator(".card").first).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator(".card").first.click()
    page.locator("[role=gridcell]").first.click(force=True)
    page.keyboard.press("3")
    page.emulate_media(media="print")
    expect(page.locator("#paper svg").nth(1)).to_be_visible()
    expect(page.locator(".board")).to_be_hidden()
