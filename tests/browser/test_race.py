"""The race page: engines side by side, from the records of their searches."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playwright.sync_api import expect

from pandoku.engines import get_engine
from pandoku.formats import loads
from tests.browser.playing import WITHOUT_WORKER

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

# How often the number of events changes.
COUNT_CHANGES = """() => {
  window.changes = 0;
  const count = () => { window.changes += 1; };
  const seen = { subtree: true, characterData: true };
  new MutationObserver(count).observe(document.querySelector(".events"), seen);
}"""
EXAMPLES = Path(__file__).parents[2] / "examples"
MATHDOKU = EXAMPLES / "mathdoku6.letters"
RACE_MS = 120_000  # seven engines search twice, on a machine that may be busy


def lane(page: Page, engine: str) -> Locator:
    return page.locator(".lane").filter(has=page.get_by_role("heading", name=engine, exact=True))


def counter(page: Page, engine: str, name: str) -> int:
    of = lane(page, engine).locator("dl > div").filter(has=page.get_by_text(name, exact=True))
    return int(of.locator("dd").inner_text().replace(",", ""))


def race_escargot(page: Page) -> None:
    """Start the race on Escargot. No engine is stopped by the clock because the machine is busy."""

    def give_time(route: Route) -> None:
        asked: dict[str, Any] = route.request.post_data_json or {}
        route.continue_(post_data=json.dumps(asked | {"seconds": 5}))

    page.route("**/api/v1/race", give_time)
    page.goto("race")
    page.get_by_role("button", name="Escargot").click()
    expect(lane(page, "brute-force")).to_be_visible(timeout=RACE_MS)


def test_the_counters_count_up_to_those_of_the_papers(page: Page) -> None:
    puzzle = loads((EXAMPLES / "escargot.txt").read_text())
    race_escargot(page)
    expect(page.locator(".events")).to_have_text(re.compile("^[1-9]"))
    page.keyboard.press(" ")  # pauses: the race has the focus
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    assert counter(page, "brute-force", "checks") < 80_491
    page.keyboard.press("End")
    for engine, counters in (
        ("brute-force", ("checks", "backtracks")),
        ("backtracking", ("choices", "undone")),
        ("dancing-links", ("nodes",)),
        ("candidate-sets", ("eliminations",)),
    ):
        stats = get_engine(engine).solve(puzzle, limit=1).stats
        for name in counters:
            assert counter(page, engine, name) == stats[name], (engine, name)
    solution = "".join(map(str, get_engine("lanes").solve(puzzle, limit=1).solutions[0]))
    shown = lane(page, "brute-force").locator("svg").text_content() or ""
    assert sum(map(int, re.sub(r"\D", "", shown))) >= sum(map(int, solution))
    table = page.get_by_role("region", name="Finish")
    expect(table.get_by_role("row")).to_have_count(8)
    expect(table.get_by_role("row", name=re.compile("^brute-force"))).to_contain_text("80,491")
    expect(lane(page, "candidate-sets")).to_contain_text("stuck")


def test_steps_go_one_event_at_a_time_and_home_goes_back(page: Page) -> None:
    page.goto("race")
    page.get_by_role("button", name="A first 4×4").click()
    expect(page.locator(".lane").first).to_be_visible()
    page.keyboard.press("Home")
    expect(lane(page, "backtracking").locator(".doing")).to_have_text("at the start")
    page.keyboard.press("ArrowRight")
    expect(lane(page, "backtracking").locator(".doing")).to_have_text("tries 1 in r1c1")
    assert counter(page, "backtracking", "value trials") == 1
    page.keyboard.press("ArrowRight")
    expect(lane(page, "backtracking").locator(".doing")).to_have_text("places 1 in r1c1")
    page.keyboard.press("Home")
    assert counter(page, "backtracking", "value trials") == 0


def test_an_engine_that_does_not_know_cages_says_so(page: Page) -> None:
    page.goto("race")
    page.get_by_label("or a puzzle of your own").fill(MATHDOKU.read_text())
    page.get_by_role("button", name="Race", exact=True).click()
    finish = page.get_by_role("region", name="Finish")
    expect(finish).to_contain_text("dancing-links does not run: cages are not an exact cover")
    expect(finish).to_contain_text("naked-singles does not run: it ignores cages")
    expect(page.locator(".lane")).to_have_count(2)
    assert "?p=" in page.url
    page.reload()
    expect(lane(page, "backtracking")).to_be_visible()


@pytest.mark.parametrize(("motion", "least", "most"), [("reduce", 1, 2), ("no-preference", 20, 60)])
def test_with_reduced_motion_the_race_goes_in_jumps(
    browser: Browser, base: str, motion: Literal["reduce", "no-preference"], least: int, most: int
) -> None:
    with browser.new_context(base_url=base, reduced_motion=motion) as context:
        context.add_init_script(WITHOUT_WORKER)
        page = context.new_page()
        page.clock.install()
        race_escargot(page)
        page.get_by_role("button", name="From the start").click()
        expect(page.get_by_role("button", name="Continue")).to_be_visible()
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        page.evaluate(COUNT_CHANGES)
        page.get_by_role("button", name="Continue").click()
        page.clock.run_for(2100)
        assert least <= page.evaluate("changes") <= most


def test_what_is_no_puzzle_is_refused_with_a_sentence(page: Page) -> None:
    page.goto("race")
    page.get_by_label("or a puzzle of your own").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Race", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".lane")).to_have_count(0)
