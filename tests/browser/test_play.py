"""The game in the browser, as people play it: keys, mouse and fingers, hints, and what is kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pandoku.play import loads_game
from tests.browser.playing import EASY, NEARLY, SOLVED, cell, phone, play, says, type_in
from tests.browser.waiting import NEXT_EVENT
from tests.in_full import in_full

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

KILLER = Path(__file__).parents[2] / "examples" / "killer.txt"
CALCUDOKU = Path(__file__).parents[2] / "examples" / "mathdoku4.letters"


def test_a_sudoku_is_solved_by_keyboard_alone(page: Page) -> None:
    play(page, EASY)
    type_in(page, EASY.index("."), [(at, SOLVED[at]) for at in range(81) if EASY[at] == "."])
    page.locator("h2:focus", has_text="Solved").wait_for()  # the focus is not lost with the pad
    assert "no mistake" in page.locator(".end").inner_text()


def test_a_sudoku_is_solved_with_the_mouse_alone(page: Page) -> None:
    play(page, NEARLY)
    for at in range(81):
        if NEARLY[at] == ".":
            cell(page, at).click()
            digit_key(page, SOLVED[at]).click()
    page.get_by_role("heading", name="Solved").wait_for()


def test_a_sudoku_is_solved_by_touch_on_a_phone_without_scrolling(
    browser: Browser, base: str
) -> None:
    with phone(browser, base) as page:
        play(page, NEARLY)
        for at in range(81):
            if NEARLY[at] == ".":
                cell(page, at).tap()
                digit_key(page, SOLVED[at]).tap()
        page.get_by_role("heading", name="Solved").wait_for()
        assert page.evaluate("scrollY") == 0


def test_board_pad_and_tools_fit_on_a_phone(browser: Browser, base: str) -> None:
    for width, height in ((390, 844), (360, 640)):
        with phone(browser, base, width, height) as page:
            play(page, EASY)
            # The heading grows when the rating arrives.
            expect(page.locator(".play-head")).to_contain_text("(")
            tools = page.get_by_role("toolbar", name="Tools").bounding_box()
            assert tools
            assert tools["y"] + tools["height"] <= height
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_killer_cage_lists_what_still_fills_it(page: Page) -> None:
    play(page, KILLER.read_text())
    cell(page, 40).click()  # a cage of 12 with two cells
    panel = page.get_by_role("region", name="Cage")
    panel.get_by_text("57", exact=True).wait_for()
    assert panel.get_by_role("listitem").all_inner_texts() == ["39", "48", "57"]
    page.keyboard.press("4")
    panel.locator("s", has_text="39").wait_for()
    assert panel.locator("s").all_inner_texts() == ["39", "57"]
    assert "8 left" in panel.inner_text()


def test_a_calcudoku_cage_says_which_digits_are_possible(page: Page) -> None:
    puzzle = play(page, CALCUDOKU.read_text())
    cage = next(each for each in puzzle["cages"] if len(each["cells"]) > 1)
    cell(page, cage["cells"][0], puzzle["order"]).click()
    panel = page.get_by_role("region", name="Cage")
    panel.get_by_role("listitem").first.wait_for()
    assert cage["clue"] in panel.inner_text()
    assert panel.locator("dt").count() == len(cage["cells"])


def test_the_hint_ladder_ends_with_the_step_done(page: Page) -> None:
    play(page, EASY)
    panel = page.get_by_role("region", name="Hint")
    page.keyboard.press("H")
    panel.get_by_role("img", name="Rung 1 of 5").wait_for()
    for rung in (2, 3, 4, 5):
        panel.get_by_role("button", name="Say more").click()
        panel.get_by_role("img", name=f"Rung {rung} of 5").wait_for()
    part = panel.locator(".part").first
    part.hover()
    assert page.locator(".board .lit, .board [class*=light]").count() > 0
    assert page.locator(".board svg .a, .board svg [class*=placed]").count() > 0  # the picture
    panel.get_by_role("button", name="Do it").click()
    panel.wait_for(state="detached")
    game = loads_game(exported(page))
    assert [move.verb for move in game.moves] == ["hint"] * 5 + ["edit"]
    assert [move.number for move in game.moves[:5]] == [1, 2, 3, 4, 5]
    assert sum(map(bool, game.digits)) == 31
    page.keyboard.press("Control+z")
    assert sum(map(bool, loads_game(exported(page)).digits)) == 30


def test_hints_say_so_when_the_server_is_gone(page: Page) -> None:
    gone = Event()
    page.route("**/api/**", lambda route: route.abort() if gone.is_set() else route.continue_())
    play(page, EASY)
    gone.set()
    page.keyboard.press("H")
    page.get_by_role("region", name="Hint").get_by_text("cannot be reached").wait_for()
    cell(page, 2).click()
    page.keyboard.press("4")
    assert "4" in says(page, 2)


def test_a_game_is_there_again_after_a_reload(page: Page) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("4")
    cell(page, 3).click()
    page.keyboard.press("Shift+Digit2")
    page.keyboard.press("Control+Digit6")
    before = [says(page, at) for at in (2, 3)]
    page.reload()
    page.get_by_role("grid").wait_for()
    assert [says(page, at) for at in (2, 3)] == before
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert "empty" in says(page, 2)
    page.go_back()
    page.go_forward()
    page.get_by_role("grid").wait_for()
    assert len(loads_game(exported(page)).moves) == 6


def test_the_exported_text_is_the_game_and_opens_again(page: Page, tmp_path: Path) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("4")
    text = exported(page)
    assert loads_game(text).digits[2] == 4
    kept = tmp_path / "a.game"
    kept.write_text(text)
    first = page.url
    menu(page)
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Import a game").click()
    chosen.value.set_files(kept)
    page.wait_for_url(lambda url: url != first)
    page.get_by_role("gridcell", name=re.compile("row 1 column 3, 4")).wait_for()
    assert exported(page) == text


def test_a_shared_link_opens_the_same_puzzle_elsewhere(
    page: Page, browser: Browser, base: str
) -> None:
    puzzle = play(page, KILLER.read_text())
    menu(page)
    page.get_by_role("button", name="Share the puzzle").click()
    address = page.get_by_label("Link to this puzzle").input_value()
    page.keyboard.press("Escape")
    with phone(browser, base) as other:
        other.goto(address)
        other.get_by_role("grid").wait_for()
        assert in_full(loads_game(exported(other)).puzzle) == in_full(
            loads_game(exported(page)).puzzle
        )
        assert puzzle["link"] in other.url


@pytest.mark.parametrize("name", ["Share the puzzle", "Settings", "Keys", "Checkpoints"])
def test_a_dialog_takes_the_keys_as_soon_as_it_is_shown(page: Page, name: str) -> None:
    play(page, EASY)
    assert opens(page, "[aria-label='Game menu']") == "Game"
    entry = page.get_by_role("dialog").get_by_role("button", name=name)
    entry.evaluate("(button) => button.id = 'entry'")
    assert opens(page, "#entry") not in ("", "Game")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_where_storage_is_denied_the_game_goes_on_and_says_it_once(page: Page) -> None:
    page.add_init_script(
        "for (const name of ['indexedDB', 'localStorage'])"
        "  Object.defineProperty(window, name,"
        "    {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    play(page, EASY)
    page.get_by_text("does not save anything").wait_for()
    cell(page, 2).click()
    page.keyboard.press("4")
    assert "4" in says(page, 2)
    assert page.locator(".notice").count() == 1


def test_two_windows_of_a_game_lose_nothing(page: Page) -> None:
    play(page, EASY)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("grid").wait_for()
    cell(page, 2).click()
    page.keyboard.press("4")
    cell(other, 3).click()
    other.keyboard.press("6")
    other.get_by_role("button", name="Keep a copy here").click()
    other.locator(".toast:visible", has_text="This is now a copy").wait_for()
    assert other.url != page.url
    assert loads_game(exported(page)).digits[2] == 4
    assert loads_game(exported(other)).digits[2] == 0
    other.goto("./")
    other.locator(".game").nth(1).wait_for()
    assert other.locator(".game").count() == 2


def test_a_puzzle_without_a_single_solution_can_be_played(page: Page) -> None:
    play(page, "1" + "." * 15)
    page.get_by_text("You can still play it").wait_for()
    cell(page, 1, 4).click()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    assert "2" in says(page, 1, 4)


def test_a_hostile_title_is_only_text(page: Page) -> None:
    title = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    grid = {"version": 1, "title": title, "size": 4, "box": [2, 2], "givens": [1] + [0] * 15}
    page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError(dialog.message)))
    play(page, json.dumps(grid))
    assert page.get_by_role("heading", level=1).inner_text() == title
    page.goto("./")
    page.get_by_text(title).first.wait_for()
    assert page.locator("main img").count() == 0


def test_a_link_that_was_cut_off_says_what_to_do(page: Page) -> None:
    puzzle = play(page, KILLER.read_text())
    page.goto(f"play?p={puzzle['link'][:-5]}")
    page.get_by_role("heading", name="This puzzle cannot be opened").wait_for()
    page.get_by_role("link", name="Home", exact=True).click()
    page.get_by_role("heading", name="New puzzle").wait_for()


def test_checkpoints_come_back_by_name(page: Page) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("4")
    menu(page)
    page.get_by_role("button", name="Checkpoints").click()
    page.get_by_label("Name").fill("before the guess")
    page.keyboard.press("Enter")
    cell(page, 3).click()
    page.keyboard.press("6")
    menu(page)
    page.get_by_role("button", name="Checkpoints").click()
    page.get_by_role("button", name="before the guess").click()
    assert "empty" in says(page, 3)
    assert "4" in says(page, 2)


def test_the_solution_is_shown_only_after_a_question(page: Page) -> None:
    play(page, EASY)
    menu(page)
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Keep playing").click()
    assert "empty" in says(page, 2)
    menu(page)
    page.get_by_role("button", name="Show the solution").click()
    page.locator("dialog .danger").click()
    page.get_by_text("The solution was shown.").wait_for()


def test_a_pause_hides_the_digits(page: Page) -> None:
    play(page, EASY)
    page.keyboard.press("p")
    page.get_by_role("button", name="Continue").first.wait_for()
    assert "5" not in says(page, 0)
    page.keyboard.press("p")
    assert "5" in says(page, 0)


def test_the_help_lists_the_keys_of_the_board(page: Page) -> None:
    play(page, EASY)
    page.keyboard.press("?")
    page.locator("dialog[open] kbd").nth(20).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    assert "5" in says(page, 40)


def digit_key(page: Page, digit: str) -> Locator:
    return page.locator(".pad-digits").get_by_role("button", name=re.compile(rf"^{digit}\b"))


def menu(page: Page) -> None:
    page.get_by_role("button", name="Game menu").click()


def exported(page: Page) -> str:
    """Return the text that the game is exported as."""
    menu(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export the game").click()
    return Path(coming.value.path()).read_text(encoding="utf-8")


def opens(page: Page, button: str) -> str:
    """Press a button, and return the name of the dialog that is open before the next frame."""
    name: str = page.evaluate(
        f"""async (button) => {{
          document.querySelector(button).click();
          await {NEXT_EVENT};
          return document.querySelector("dialog:modal")?.ariaLabel ?? "";
        }}""",
        button,
    )
    return name


def test_a_printed_puzzle_has_its_difficulty_and_its_rules(page: Page) -> None:
    play(page, EASY)
    page.emulate_media(media="print")
    for width, height in [(794, 1123), (1123, 794)]:  # an upright sheet, and one on its side
        page.set_viewport_size({"width": width, "height": height})
        assert (page.locator(".board").bounding_box() or {})["width"] > 400
    expect(page.locator(".board-title")).to_have_text("9×9 Sudoku")
    expect(page.locator(".board-facts")).to_contain_text("easy")
    expect(page.locator(".board-rules")).to_be_visible()
    expect(page.locator(".board-rules")).to_contain_text("holds each digit 1-9 once")
