"""The layout on every size of screen: nothing is out of reach, and a hint opens in view."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from pandoku.web.pages import PAGES
from tests.browser.playing import EASY, cell, document, play

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

EXAMPLES = Path(__file__).parents[2] / "examples"
KILLER = (EXAMPLES / "killer.txt").read_text()
# Its first step is a forcing chain of fourteen lines.
CHAIN = "..1..4.......6.3.5...9.....8.....7.3.......285...7.6..3...8...6..92......4...1..."

DESKTOPS = [(1280, 800), (1920, 1080), (2560, 1440)]
TABLETS = [(744, 1133), (820, 1180), (834, 1194)]
PHONES = [(390, 844), (360, 640), (320, 568)]
SIDEWAYS = [(844, 390), (667, 375), (568, 320)]
# 1280 by 800 and 1280 by 1024 at 200 %, and the latter at 400 %
ZOOMED = [(640, 400), (640, 512), (320, 256)]
SIZES = [*DESKTOPS, *TABLETS, *PHONES, *SIDEWAYS, *ZOOMED]

# A page is loaded once, on a desktop, and then takes each size. Only the page of the course looks
# at the size when it is loaded: it would show less on a phone.

# How far the page reaches to the left of the screen, where nobody can scroll, and how wide it is.
# Pictures that scroll are left out.
REACH = """() => {
  const shown = [...document.querySelectorAll("body *")]
    .filter((each) => !each.closest(".skip, .visually-hidden, .scrolls > *"))
    .filter((each) => each.getClientRects().length);
  return {
    left: Math.min(0, ...shown.map((each) => Math.round(each.getBoundingClientRect().left))),
    width: document.documentElement.scrollWidth,
  };
}"""


class Box(TypedDict):
    x: float
    y: float
    width: float
    height: float


def box(part: Locator) -> Box:
    part.wait_for()
    found = part.bounding_box()
    assert found is not None
    return Box(x=found["x"], y=found["y"], width=found["width"], height=found["height"])


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def require_reach(page: Page, width: int) -> None:
    """Check that nothing lies left of the screen, and that nothing is wider than it."""
    assert page.evaluate("scrollX") == 0
    reach = page.evaluate(REACH)
    assert (reach["left"], reach["width"]) == (0, width), page.url


def require_in_view(part: Locator, size: tuple[int, int]) -> None:
    """Check that all of a part is on the screen, without scrolling."""
    assert part.page.evaluate("scrollY") == 0
    found = box(part)
    assert found["x"] >= 0
    assert found["y"] >= 0
    assert found["x"] + found["width"] <= size[0] + 0.5
    assert found["y"] + found["height"] <= size[1] + 0.5, found


def require_whole_words(panel: Locator) -> None:
    """Check that a panel's words can be scrolled into it, to the last one."""
    last = panel.locator(".about")
    last.scroll_into_view_if_needed()
    inner, outer = box(last), box(panel)
    assert outer["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 0.5


def hint(page: Page) -> Locator:
    return page.get_by_role("region", name="Hint")


def ask_to_rung(page: Page, rung: int) -> None:
    """Ask for hints, up to a rung of the ladder."""
    page.keyboard.press("h")
    for said in range(1, rung + 1):
        hint(page).get_by_role("img", name=f"Rung {said} of 5").wait_for()
        if said < rung:
            hint(page).get_by_role("button", name="Say more").click()


def do_it(page: Page) -> None:
    hint(page).get_by_role("button", name="Do it").click()
    hint(page).wait_for(state="detached")
    expect(page.locator(".play-says")).to_have_text("Done. Undo takes it back.")


@pytest.mark.parametrize("path", [*PAGES, "learn/alternating-chain"])
def test_nothing_of_a_page_is_out_of_reach(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    for size in SIZES:
        resize(page, size)
        require_reach(page, size[0])


@pytest.mark.parametrize("name", ["escargot.txt", "killer.txt", "twentyfive.json"])
def test_nothing_of_a_game_is_out_of_reach(page: Page, name: str) -> None:
    play(page, (EXAMPLES / name).read_text())
    for size in SIZES:
        resize(page, size)
        require_reach(page, size[0])
        require_reach_of_all(page.locator(".play button:visible"), size[0])


def test_nothing_of_a_path_is_out_of_reach(page: Page) -> None:
    page.goto(f"explain?p={quote(document(page, EASY)['link'], safe='')}&step=1")
    page.locator(".walk-picture .picture > .pane svg").wait_for()
    for size in SIZES:
        resize(page, size)
        require_reach(page, size[0])
        require_reach_of_all(page.locator(".walk button:visible"), size[0])


def require_reach_of_all(parts: Locator, width: int) -> None:
    """Check that no part hangs out at a side, not even where it would be clipped."""
    outside = parts.evaluate_all(
        """(parts, width) => parts.filter((part) => {
          const { left, right } = part.getBoundingClientRect();
          return left < 0 || right > width + 0.5;
        }).map((part) => part.outerHTML)""",
        width,
    )
    assert (parts.count() > 0, outside) == (True, []), width


def test_every_hint_opens_in_view(page: Page) -> None:
    play(page, EASY)
    for size in SIZES:
        resize(page, size)
        for _ in range(2):
            page.keyboard.press("h")
            require_in_view(hint(page), size)
            hint(page).get_by_role("button", name="Close the hint").click()
            ask_to_rung(page, 5)
            require_in_view(hint(page), size)
            do_it(page)
        require_reach(page, size[0])


def test_a_long_hint_scrolls_in_its_panel_and_leaves_the_board(page: Page) -> None:
    play(page, CHAIN)
    for size in SIZES:
        resize(page, size)
        board = box(page.locator(".play-board"))
        ask_to_rung(page, 5)
        require_in_view(hint(page), size)
        require_whole_words(hint(page))
        assert page.evaluate("scrollY") == 0
        assert box(page.locator(".play-board")) == board
        hint(page).get_by_role("button", name="Close the hint").click()


@pytest.mark.parametrize("size", TABLETS, ids="{0[0]}x{0[1]}".format)
def test_an_upright_tablet_shows_the_cage_beside_every_hint(
    page: Page, size: tuple[int, int]
) -> None:
    resize(page, size)
    play(page, KILLER)
    cell(page, 40).click()
    cage = page.get_by_role("region", name="Cage")
    require_in_view(cage, size)
    for _ in range(2):
        ask_to_rung(page, 5)
        for panel in (hint(page), cage):
            require_in_view(panel, size)
        do_it(page)
        require_in_view(cage, size)


@pytest.mark.parametrize("size", SIDEWAYS, ids="{0[0]}x{0[1]}".format)
def test_on_a_phone_on_its_side_the_hint_takes_the_place_of_the_pad(
    page: Page, size: tuple[int, int]
) -> None:
    resize(page, size)
    play(page, CHAIN)
    pad = box(page.locator(".pad"))
    ask_to_rung(page, 5)
    over = box(hint(page))
    assert (over["x"], over["width"]) == (pad["x"], pad["width"])
    assert over["y"] <= pad["y"]
    assert 0.7 * size[1] < over["height"] <= size[1] - over["y"]


@pytest.mark.parametrize("size", SIDEWAYS, ids="{0[0]}x{0[1]}".format)
def test_on_a_phone_on_its_side_a_path_shows_the_whole_board(
    page: Page, size: tuple[int, int]
) -> None:
    resize(page, size)
    page.goto(f"explain?p={quote(document(page, CHAIN)['link'], safe='')}&step=1")
    picture = page.locator(".walk-picture .picture > .pane svg")
    assert 0.75 * size[1] < box(picture)["height"] <= size[1]
    page.evaluate("scrollTo(0, 200)")
    page.locator(".walk-text").get_by_text("In every case").scroll_into_view_if_needed()
    shown = box(picture)
    assert shown["y"] >= 0
    assert shown["y"] + shown["height"] <= size[1] + 0.5


@pytest.mark.parametrize(
    ("size", "least"), [((1280, 800), 700), ((1920, 1080), 950), ((2560, 1440), 1000)]
)
def test_the_board_has_the_height_of_the_window(
    page: Page, size: tuple[int, int], least: int
) -> None:
    resize(page, size)
    play(page, EASY)
    board, pad = box(page.locator(".play-board")), box(page.locator(".pad"))
    assert board["height"] >= least
    assert pad["width"] >= 450
    require_in_view(page.locator(".play-board"), size)


def test_the_rules_have_a_line_of_their_own_and_leave_the_board(page: Page) -> None:
    play(page, KILLER)
    rules, board, heading = (
        page.locator(f".play .{name}") for name in ("rules", "play-board", "play-head")
    )
    expect(heading).to_contain_text("(")  # the rating, which comes last
    for size in SIZES:
        resize(page, size)
        found = box(board)
        assert box(rules)["y"] >= box(heading)["y"] + box(heading)["height"] - 1, size
        rules.evaluate("each => { each.style.display = 'none'; }")
        assert box(board)["width"] == pytest.approx(found["width"], abs=1), size
        rules.evaluate("each => { each.style.display = ''; }")
