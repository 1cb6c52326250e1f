"""The page in Firefox: what most people do in it works there, too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from tests.browser.firefox import FIREFOX, Firefox
from tests.browser.playing import EASY, SOLVED, WITHOUT_WORKER
from tests.data import EXAMPLES

pytestmark = pytest.mark.skipif(
    FIREFOX is None, reason="needs Firefox: apt-get install firefox-esr"
)

HEADING = "document.querySelector('h1')?.innerText"
CELLS = "Array.from(document.querySelectorAll('[role=gridcell]'), (cell) => cell.ariaLabel).join()"


@pytest.fixture(scope="module")
def browser_of_all() -> Iterator[Firefox]:
    with Firefox() as firefox:
        firefox.before_each_page(WITHOUT_WORKER)
        yield firefox


@pytest.fixture
def firefox(browser_of_all: Firefox) -> Iterator[Firefox]:
    """A desktop page. An exception that nothing in it catches fails the test."""
    browser_of_all.errors.clear()
    yield browser_of_all
    assert browser_of_all.errors == []


def text(selector: str) -> str:
    return f"document.querySelector({selector!r})?.innerText"


def test_home_opens_a_game(firefox: Firefox, base: str) -> None:
    firefox.open(base)
    firefox.wait_for(HEADING)
    firefox.open(f"{base}play?p={EASY}")
    assert firefox.wait_for("document.querySelectorAll('[role=gridcell]').length") == 81
    firefox.open(base)
    firefox.wait_for("document.body.innerText.includes('Your last game')")


def test_a_sudoku_is_solved_by_keyboard_alone(firefox: Firefox, base: str) -> None:
    firefox.open(f"{base}play?p={EASY}")
    firefox.wait_for("document.activeElement?.getAttribute('role') === 'gridcell'")
    keys, at = [], EASY.index(".")
    for to in range(81):
        if EASY[to] == ".":
            down, right = to // 9 - at // 9, to % 9 - at % 9
            keys += ["ArrowDown"] * down
            keys += ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)
            keys.append(SOLVED[to])
            at = to
    firefox.press(keys)
    firefox.wait_for("document.activeElement?.innerText === 'Solved'")
    assert "no mistake" in firefox.evaluate(text(".end"))


@pytest.mark.parametrize(
    "file", ["killer.txt", "sudokupad/thermometers.json", "sudokupad/arrows.json"]
)
def test_a_hint_of_a_variant_is_given_and_done(firefox: Firefox, base: str, file: str) -> None:
    asked = Request(
        f"{base}api/v1/open",
        json.dumps({"text": (EXAMPLES / file).read_text()}).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(asked) as answer:
        puzzle = json.load(answer)["puzzle"]
    firefox.open(f"{base}play?p={quote(puzzle['link'], safe='')}")
    firefox.wait_for("document.activeElement?.getAttribute('role') === 'gridcell'")
    before = firefox.evaluate(CELLS)
    while not firefox.evaluate("document.body.innerText.includes('Do it')"):  # a rung more
        said = firefox.evaluate(text(".hint"))
        firefox.press("h")
        firefox.wait_for(f"{text('.hint')} !== {json.dumps(said)}")
    firefox.click("button", "Do it")
    firefox.wait_for(f"{CELLS} !== {json.dumps(before)}")
    assert len(firefox.picture()) > 10_000


def test_explain_and_learn_open(firefox: Firefox, base: str) -> None:
    firefox.open(f"{base}explain?p={EASY}")
    firefox.wait_for("document.body.innerText.includes('hidden single')")
    firefox.open(f"{base}learn/x-wing")
    firefox.wait_for(f"{HEADING}?.includes('X-wing')")
