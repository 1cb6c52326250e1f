"""The board in a real browser: keys, mouse, touch, screen readers, pictures and print."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import pandoku
from pandoku.calls.documents import puzzle_document
from pandoku.draw import draw_step, svg
from pandoku.draw.listing import listing
from pandoku.lessons.lesson import lesson_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
_HOST = "http://board.test/"

pytestmark = pytest.mark.skipif(
    not AXE.exists() or shutil.which("node") is None, reason="needs node and npm ci in web"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a board only, built from `web/test/board_page`."""
    out = tmp_path_factory.mktemp("board")
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    command = ["node", str(vite), "build", "--config", "test/board_page/vite.config.ts"]
    subprocess.run(
        [*command, "--outDir", str(out), "--logLevel", "error"],
        cwd=WEB,
        check=True,
        capture_output=True,
    )
    return out


Open = Callable[..., "Page"]


@pytest.fixture
def open_page(browser: Browser, built: Path) -> Iterator[Open]:
    """Open the page in a context of its own; what it logs as an error fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(scene: dict[str, Any], *, width: int = 1280, height: int = 800, **how: Any) -> Page:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, **how)
        contexts.append(context)
        context.route(
            f"{_HOST}**",
            lambda route: route.fulfill(
                path=built / (route.request.url.removeprefix(_HOST) or "index.html")
            ),
        )
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(_HOST)
        page.wait_for_function("typeof window.show === 'function'")
        page.evaluate("scene => show(scene)", scene)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def _example(name: str) -> dict[str, Any]:
    return _document(pandoku.load(ROOT / "examples" / name))


def _document(puzzle: pandoku.Puzzle) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(puzzle_document(puzzle))
    return document


def _cell(page: Page, row: int, column: int) -> Locator:
    return page.get_by_role("row").nth(row - 1).get_by_role("gridcell").nth(column - 1)


def _middle(page: Page, row: int, column: int) -> tuple[float, float]:
    box = _cell(page, row, column).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _selected(page: Page) -> list[int]:
    cells: list[int] = page.evaluate("[...selection.cells].sort((a, b) => a - b)")
    return cells


# ------------------------------------------------------------------ keys


def test_a_cell_is_reached_filled_and_read_by_keys_alone(open_page: Open) -> None:
    page = open_page({"puzzle": _example("escargot.txt")})
    page.keyboard.press("ArrowUp")  # the first arrow only shows the cursor, in the middle
    page.keyboard.press("ArrowUp")
    assert _selected(page) == [31]
    page.keyboard.press("Digit7")
    assert page.locator(":focus").get_attribute("aria-label") == "row 4 column 5, 7"
    page.keyboard.press("Digit7")
    page.keyboard.press("Shift+Digit2")
    page.keyboard.press("Control+Digit7")
    assert page.locator(":focus").get_attribute("aria-label") == (
        "row 4 column 5, empty, candidates 7, corner marks 2"
    )
    page.keyboard.press("BracketLeft")
    assert page.evaluate("digitsAt(31)") == {"digit": 0, "corner": 2, "center": 0}


def test_shift_and_an_arrow_extend_the_selection_across_the_edge(open_page: Open) -> None:
    page = open_page({"puzzle": _example("four.txt")})
    page.mouse.click(*_middle(page, 1, 4))
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+ArrowUp")
    assert _selected(page) == [0, 3, 12]
    page.keyboard.press("Control+KeyI")
    assert len(_selected(page)) == 13
    page.keyboard.press("Escape")
    assert _selected(page) == []
    page.keyboard.press("Control+KeyA")
    assert len(_selected(page)) == 16


def test_the_pad_shows_the_mode_of_the_modifier_that_is_held(open_page: Open) -> None:
    page = open_page({"puzzle": _example("four.txt")})
    pressed = page.locator(".pad-modes [aria-pressed=true]")
    assert pressed.get_attribute("aria-label") == "Digits"
    page.keyboard.down("Control")
    page.get_by_role("button", name="Center marks", pressed=True).wait_for()
    page.keyboard.down("Shift")
    page.get_by_role("button", name="Colors", pressed=True).wait_for()
    page.keyboard.up("Shift")
    page.keyboard.up("Control")
    page.get_by_role("button", name="Digits", pressed=True).wait_for()


def test_numbers_of_two_digits_are_typed_one_after_the_other(open_page: Open) -> None:
    page = open_page({"puzzle": _example("sixteen.json")})
    page.mouse.click(*_middle(page, 1, 2))
    page.keyboard.press("Digit1")
    page.keyboard.press("Digit2")
    assert page.evaluate("digitsAt(1).digit") == 12
    page.keyboard.press("Digit1")
    assert page.evaluate("digitsAt(1).digit") == 12  # waits for a second digit
    page.keyboard.press("ArrowRight")
    assert page.evaluate("digitsAt(1).digit") == 1


def test_fields_and_buttons_keep_their_keys(open_page: Open) -> None:
    page = open_page({"puzzle": _example("four.txt")})
    page.mouse.click(*_middle(page, 1, 1))
    page.evaluate("document.querySelector('.outside').innerHTML = '<input aria-label=Name>'")
    page.get_by_label("Name").fill("x")
    page.keyboard.press("Digit2")
    page.keyboard.press("ArrowDown")
    assert _selected(page) == [0]
    assert page.evaluate("digitsAt(0).digit") == 0
    page.get_by_role("button", name="Colors").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Colors", pressed=True).wait_for()
    assert not page.evaluate("(window.actions ?? []).some(({do: what}) => what === 'check')")


# ------------------------------------------------------------------ mouse and touch


def test_a_drag_selects_and_a_press_outside_deselects(open_page: Open) -> None:
    page = open_page({"puzzle": _example("escargot.txt")})
    page.mouse.move(*_middle(page, 2, 2))
    page.mouse.down()
    page.mouse.move(*_middle(page, 4, 4), steps=3)
    page.mouse.up()
    assert _selected(page) == [10, 20, 30]
    page.keyboard.down("Control")
    page.mouse.click(*_middle(page, 3, 3))
    page.keyboard.up("Control")
    assert _selected(page) == [10, 30]
    page.get_by_role("button", name="Center marks").click()
    assert _selected(page) == [10, 30]  # the keypad works on the selection
    page.mouse.click(1270, 790)
    assert _selected(page) == []


def test_a_double_click_selects_all_cells_alike(open_page: Open) -> None:
    page = open_page({"puzzle": _example("escargot.txt")})
    page.mouse.dblclick(*_middle(page, 1, 1))
    ones = [cell for cell, digit in enumerate(_example("escargot.txt")["givens"]) if digit == 1]
    assert _selected(page) == ones


Touch = Callable[..., None]


def _finger(page: Page) -> Touch:
    """Return what touches the page: a kind of event, and where the fingers are."""
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers})

    return touch


PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def test_a_finger_selects_by_a_drag_and_the_page_scrolls_beside_the_board(open_page: Open) -> None:
    page = open_page({"puzzle": _example("escargot.txt")}, **PHONE)
    touch = _finger(page)
    page.evaluate("document.querySelector('.outside').style.height = '120rem'")
    touch("Start", _middle(page, 2, 2))
    touch("Move", _middle(page, 3, 2))
    touch("Move", _middle(page, 5, 2))
    touch("End")
    assert _selected(page) == [10, 19, 28, 37]
    assert page.evaluate("scrollY") == 0
    for y in (780, 700, 600, 400):
        touch("Start" if y == 780 else "Move", (200, y))
    touch("End")
    page.wait_for_function("scrollY > 100")
    assert _selected(page) == []


def test_a_long_press_selects_all_cells_alike(open_page: Open) -> None:
    page = open_page({"puzzle": _example("escargot.txt")}, **PHONE)
    touch = _finger(page)
    touch("Start", _middle(page, 1, 1))
    page.wait_for_function("selection.cells.size > 1")
    touch("End")
    assert len(_selected(page)) == _example("escargot.txt")["givens"].count(1)


def test_two_fingers_zoom_instead_of_selecting(open_page: Open) -> None:
    page = open_page({"puzzle": _example("escargot.txt")}, **PHONE)
    touch = _finger(page)
    (x, y), (u, v) = _middle(page, 4, 4), _middle(page, 6, 6)
    touch("Start", (x, y), (u, v))
    for by in (5, 15, 30, 50):
        touch("Move", (x - by, y - by), (u + by, v + by))
    touch("End")
    page.wait_for_function("visualViewport.scale > 1.1")
    assert len(_selected(page)) <= 1


def test_digit_first_a_press_on_a_cell_enters_the_chosen_digit(open_page: Open) -> None:
    page = open_page({"puzzle": _example("four.txt"), "digitFirst": True}, **PHONE)
    page.get_by_role("button", name=re.compile(r"^3\b")).tap()
    page.touchscreen.tap(*_middle(page, 1, 1))
    assert page.evaluate("digitsAt(0).digit") == 3
    assert _selected(page) == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (320, 640)])
def test_board_and_keypad_fit_on_a_phone(open_page: Open, width: int, height: int) -> None:
    page = open_page({"puzzle": _example("killer.txt")}, width=width, height=height)
    board = page.locator(".board").bounding_box()
    pad = page.locator(".pad").bounding_box()
    assert board
    assert pad
    assert board["width"] >= width - 16
    assert pad["y"] + pad["height"] <= height - 100  # room for a header and a row of words
    sides = page.evaluate(
        "[...document.querySelectorAll('.pad button')].map(b => b.getBoundingClientRect())"
        ".flatMap(r => [r.width, r.height])"
    )
    assert min(sides) >= 44


# ------------------------------------------------------------------ screen readers


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_board_keypad_and_figure(open_page: Open, scheme: str) -> None:
    page = open_page({**_scene("cage-splitting"), "isFigure": True}, color_scheme=scheme)
    page.mouse.click(*_middle(page, 1, 3))
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run().then(({violations}) => violations)")
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_one_cell_is_in_the_tab_order_and_the_grid_names_all(open_page: Open) -> None:
    page = open_page({"puzzle": _example("killer6.json")})
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    page.mouse.click(*_middle(page, 2, 3))
    names = page.get_by_role("gridcell", selected=True)
    assert names.count() == 1
    label = names.get_attribute("aria-label")
    assert label
    assert re.match("row 2 .*, empty, cage ", label)


def test_changes_and_conflicts_are_announced(open_page: Open) -> None:
    page = open_page({"puzzle": _example("escargot.txt")})
    page.mouse.click(*_middle(page, 1, 2))
    page.keyboard.press("Digit7")
    status = page.get_by_role("status")
    assert status.inner_text() == "7 placed in row 1 column 2, conflict with row 1"
    page.keyboard.press("Backspace")
    page.wait_for_function(
        "document.querySelector('[role=status]').textContent === 'row 1 column 2 erased'"
    )


def test_a_paused_board_hides_its_digits_from_eyes_and_ears(open_page: Open) -> None:
    page = open_page({"puzzle": _example("killer.txt"), "paused": True})
    assert page.locator(".board svg :is(.given, .clue, .center)").count() == 0
    assert _cell(page, 1, 1).get_attribute("aria-label") == "row 1 column 1, hidden"


# ------------------------------------------------------------------ pictures


def _scene(name: str) -> dict[str, Any]:
    """A technique's example as a game, with the picture of its step."""
    lesson = lesson_of(name)
    board = lesson.example.board
    givens = board.puzzle.givens
    placed = [["digit", d, [c]] for c, d in enumerate(board.digits) if d and not givens[c]]
    picture = listing(draw_step(board, lesson.step))
    return {"puzzle": _document(board.puzzle), "entered": placed, "picture": picture}


def test_a_step_lies_over_the_players_own_board(open_page: Open) -> None:
    scene = _scene("als-xz")
    scene["entered"] += [["center", 9, [cell]] for cell in (0, 11)]
    page = open_page(scene)
    assert page.locator(".board .strike").count() == 1
    # r1c1 is in a set, so its candidates are shown there; r2c3 keeps the player's mark.
    assert page.locator(".board text.center").all_text_contents() == ["9"]
    assert page.locator(".board .candidate.in").count() > 0
    assert page.locator(".board .coordinate.named").all_text_contents() == ["81"]


def _looks(page: Page, box: dict[str, float]) -> str:
    shot = page.screenshot(clip=box)
    return f"data:image/png;base64,{base64.b64encode(shot).decode()}"


_DIFFERENCE = """async ([a, b]) => {
  const [one, other] = await Promise.all([a, b].map(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
  }));
  let far = 0;
  for (let k = 0; k < one.length; k += 4) far += Math.abs(one[k] - other[k]) > 60;
  return far / (one.length / 4);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_figure_looks_as_in_a_notebook(open_page: Open, scheme: str) -> None:
    names = ["als-xz", "finned-swordfish", "grouped-alternating-chain", "innies", "nishio"]
    page = open_page({}, width=1100, height=700, color_scheme=scheme)
    for name in names:
        lesson = lesson_of(name)
        drawing = draw_step(lesson.example.board, lesson.step)
        page.evaluate("p => show({picture: p, isFigure: true})", listing(drawing))
        page.evaluate(
            """svg => {
              const [figure, image] = [document.querySelector("figure"), new Image()];
              document.documentElement.style.setProperty("--sans", "system-ui, 'DejaVu Sans'");
              figure.querySelector("svg").style.cssText = "position:fixed;left:0;top:0;width:500px";
              const side = figure.querySelector("svg").viewBox.baseVal.width;
              const units = Number(/viewBox="0 0 (\\S+)/.exec(svg)[1]);
              image.style.cssText = "position:fixed;left:520px;top:0";
              image.width = (500 * units) / side;
              image.src = "data:image/svg+xml," + encodeURIComponent(svg);
              document.body.replaceChildren(figure.querySelector("svg"), image);
              return image.decode();
            }""",
            svg(drawing, theme=scheme),
        )
        grid: dict[str, float] = {"x": 25, "y": 25, "width": 460, "height": 460}
        own, other = _looks(page, grid), _looks(page, {**grid, "x": 545})
        page.goto(_HOST)
        page.wait_for_function("typeof window.show === 'function'")
        assert page.evaluate(_DIFFERENCE, [own, other]) < 0.01, name


# ------------------------------------------------------------------ print


def test_on_paper_the_board_stands_alone_with_its_title(open_page: Open) -> None:
    scene = {"puzzle": _example("jigsaw.json"), "entered": [["digit", 3, [0]]]}
    page = open_page(scene, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator(".board-title").inner_text() == "Jigsaw"
    for hidden in (".pad", ".outside", ".chosen", ".reader"):
        assert not page.locator(hidden).first.is_visible()
    paper = page.locator(".board .paper")
    assert paper.evaluate("rect => getComputedStyle(rect).fill") == "rgb(255, 255, 255)"
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_on_paper_a_class_leaves_out_what_the_player_wrote(open_page: Open) -> None:
    scene = {"puzzle": _example("four.txt"), "entered": [["digit", 3, [0]], ["center", 2, [1]]]}
    page = open_page(scene)
    page.emulate_media(media="print")
    assert page.locator(".board .digit").is_visible()
    page.evaluate("document.documentElement.classList.add('print-blank')")
    assert not page.locator(".board .digit").is_visible()
    assert not page.locator(".board .center").is_visible()
    assert page.locator(".board .given").first.is_visible()
