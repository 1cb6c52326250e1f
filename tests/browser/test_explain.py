"""The page that explains a path: steps, sentences that light, keys, links, print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.playing import EASY, document
from tests.browser.waiting import NEXT_EVENT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

EXAMPLES = Path(__file__).parents[2] / "examples"
EXPERT = ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"

# Writes how many sections and pictures would be printed to the end of the page.
PRINT = """
window.print = () => {
  const count = (what) => document.querySelectorAll(`.handout ${what}`).length;
  document.body.append(`printed: ${count("section")} ${count("section > svg")}`);
};
"""


def walk(page: Page, text: str, more: str = "") -> None:
    """Open the path of a puzzle, at a step if *more* says so."""
    link = document(page, text)["link"]
    page.goto(f"explain?p={quote(link, safe='')}{more}")
    heading(page).wait_for()


def ask(page: Page, text: str) -> None:
    """Paste a puzzle, and have it explained."""
    page.get_by_label("A puzzle in any format").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def heading(page: Page) -> Locator:
    return page.locator(".walk-text h2")


def picture(page: Page) -> Locator:
    return page.locator(".walk-picture .picture > .pane svg")


def step(page: Page) -> str | None:
    """Return what the address says of the step."""
    found = re.search(r"[?&]step=([\w-]+)", page.url)
    return found and found[1]


def test_a_pasted_puzzle_is_walked_to_its_end_and_back_by_keyboard(page: Page) -> None:
    page.goto("explain")
    ask(page, EASY)
    expect(heading(page)).to_have_text("The puzzle")
    titles = [heading(page).inner_text()]
    while titles[-1] != "Solved":
        page.keyboard.press("j" if len(titles) % 2 else "ArrowRight")
        expect(heading(page)).not_to_have_text(titles[-1])
        titles.append(heading(page).inner_text())
    assert len(titles) == 6, "two steps worth reading and two runs of routine steps"
    for title in reversed(titles[:-1]):
        page.keyboard.press("k" if title == titles[0] else "ArrowLeft")
        expect(heading(page)).to_have_text(title)
    page.keyboard.press("End")
    expect(page.locator(".walk-text")).to_contain_text("In 51 steps, rated 1.2 (easy).")
    page.keyboard.press("Home")
    expect(heading(page)).to_have_text("The puzzle")


def test_a_key_right_after_another_is_for_the_view_that_is_shown(page: Page) -> None:
    walk(page, EASY)
    shown = page.evaluate(
        f"""async () => {{
          const press = async (key) => {{
            document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
            await {NEXT_EVENT};
            return document.querySelector(".walk-text h2").textContent;
          }};
          const shown = [];
          for (const key of ["End", "Home", "End", "Home"]) shown.push(await press(key));
          return shown;
        }}"""
    )
    assert shown == ["Solved", "The puzzle", "Solved", "The puzzle"]


def test_the_address_leads_to_a_step_and_follows_the_reader(page: Page) -> None:
    walk(page, EXPERT, "&step=35")
    expect(heading(page)).to_contain_text("35. Alternating chain")
    expect(picture(page)).to_have_attribute("aria-label", re.compile("^alternating chain"))
    expect(picture(page).locator("path.strong")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(heading(page)).to_contain_text("36.")
    assert step(page) == "36"


def test_the_hardest_step_is_one_press_away(page: Page) -> None:
    walk(page, EXPERT)
    page.get_by_role("button", name="Hardest").click()
    expect(heading(page)).to_contain_text("35.")
    expect(page.get_by_role("slider", name="Step")).to_have_attribute(
        "aria-valuetext", re.compile(r"^Step 35 of 74, Alternating chain.*, expert$")
    )


def test_a_sentence_lights_what_it_names(page: Page) -> None:
    walk(page, EXPERT, "&step=35")
    lit = page.locator(".walk-picture .lit")
    expect(picture(page)).to_be_visible()
    expect(lit).to_have_count(0)
    page.locator(".sentences .part", has_text="row 4").first.hover()
    expect(lit.locator("path").first).to_be_attached()
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".sentences .line").first).to_be_focused()
    expect(lit).to_be_attached()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".sentences .line").nth(1)).to_be_focused()


def test_a_routine_step_says_why_when_it_is_chosen(page: Page) -> None:
    walk(page, EXPERT, "&step=1-15")
    expect(heading(page)).to_have_text("1–15. Fill in 15 digits")
    expect(picture(page).locator("path.highlight")).to_be_attached()
    page.get_by_role("button", name="r7c8 = 6").click()
    expect(page.locator(".why h3")).to_contain_text("12. Hidden single")
    assert step(page) == "12"
    expect(picture(page)).to_have_attribute("aria-label", re.compile("^hidden single"))
    page.get_by_label("each step separately").check()
    expect(heading(page)).to_contain_text("12. Hidden single")
    page.keyboard.press("ArrowRight")
    expect(heading(page)).to_contain_text("13. ")


@pytest.mark.parametrize(
    ("name", "clue"), [("killer.txt", "9×9 Killer"), ("mathdoku6.letters", "6×6 Calcudoku")]
)
def test_puzzles_with_cages_are_explained(page: Page, name: str, clue: str) -> None:
    walk(page, (EXAMPLES / name).read_text(), "&step=1")
    expect(page.locator("h1")).to_have_text(clue)
    expect(picture(page).locator("path.told")).to_be_attached()
    expect(page.locator(".sentences .line").last).to_contain_text("So ")


def test_a_step_that_is_named_is_a_link(page: Page) -> None:
    walk(page, (EXAMPLES / "killer.txt").read_text())
    page.get_by_role("button", name="Hardest").click()
    link = page.locator(".sentences a").first
    number = link.inner_text().removeprefix("step ")
    link.click()
    expect(page.locator(".walk-text .number").last).to_have_text(f"{number}.")


def test_a_stuck_path_says_what_is_missing(page: Page) -> None:
    walk(page, "1...............")
    expect(page.locator(".walk-text .notice")).to_contain_text("several solutions")
    page.keyboard.press("End")
    expect(heading(page)).to_have_text("The end of the path")
    expect(page.locator(".walk-text")).to_contain_text("The puzzle has more than one solution")


def test_a_path_begins_with_the_digits_that_were_found(page: Page) -> None:
    page.goto("explain")
    ask(page, f":0000:x:{EASY.replace('53..7', '53+4.7', 1)}:::")
    expect(picture(page).locator(".digit")).to_have_text(["4"])
    expect(page.locator(".facts")).to_contain_text("50, ")


def test_a_path_that_was_cut_goes_on(page: Page) -> None:
    def cut(route: Route) -> None:
        asked: dict[str, Any] = route.request.post_data_json or {}
        route.continue_(post_data=json.dumps(asked if asked["board"] else asked | {"limit": 20}))

    page.route("**/api/v1/explain", cut)
    walk(page, EASY, "&step=end")
    expect(page.locator(".walk-text")).to_contain_text("Ended after 20 steps")
    page.get_by_role("button", name="Continue from here").click()
    expect(page.locator(".facts")).to_contain_text("31, ")
    assert "at=" in page.url


def test_the_scale_and_the_reader_change_the_path(page: Page) -> None:
    walk(page, EXPERT)
    page.get_by_label("Order").select_option("se")
    expect(page).to_have_url(re.compile("scale=se"))
    expect(page.locator(".walk-head")).not_to_contain_text("75 steps")
    page.get_by_label("Reader").select_option("beginner")
    expect(page).to_have_url(re.compile("reader=beginner"))
    expect(page.get_by_label("Order")).to_have_value("human")


def test_a_damaged_link_and_a_bad_text_are_refused_in_words(page: Page) -> None:
    page.goto("explain?p=nonsense")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Another puzzle").click()
    ask(page, "<img src=x onerror=alert(1)>")
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(page.locator("main img")).to_have_count(0)


def test_a_game_goes_on_from_a_step(page: Page) -> None:
    walk(page, EXPERT, "&step=16")
    page.get_by_role("button", name="Play from here").click()
    expect(page).to_have_url(re.compile(r"/play\?game="))


def test_the_handout_that_is_printed_has_every_step_worth_reading(page: Page) -> None:
    page.add_init_script(PRINT)
    walk(page, EXPERT)
    page.get_by_role("button", name="Print").click()
    expect(page.get_by_text("printed:")).to_be_attached()
    sections, pictures = re.findall(
        r"\d+", page.get_by_text("printed:").inner_text().rpartition(":")[2]
    )
    routine = page.locator(".rail rect.routine").count()
    assert int(sections) == page.locator(".rail rect").count()
    assert int(pictures) == int(sections) - routine


def test_a_swipe_on_the_picture_goes_on_and_back(browser: Browser, base: str) -> None:
    context = browser.new_context(
        base_url=base, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    walk(page, EXPERT, "&step=35")
    expect(picture(page)).to_be_visible()
    swipe(page, 300, 120)
    expect(heading(page)).to_contain_text("36.")
    swipe(page, 120, 300)
    expect(heading(page)).to_contain_text("35.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def swipe(page: Page, start: int, end: int) -> None:
    """Move a finger over the picture, from one x to another."""
    touch = page.context.new_cdp_session(page)
    for kind, x in (("touchStart", start), ("touchMove", (start + end) // 2), ("touchMove", end)):
        point = {"type": kind, "touchPoints": [{"x": x, "y": 300}]}
        touch.send("Input.dispatchTouchEvent", point)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
