"""What helps a player: mistakes put right, hints that close, rules, and an honest end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.playing import EASY, NEARLY, SOLVED, cell, document, play, says

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Request, Route

EXAMPLES = Path(__file__).parents[2] / "examples"


def panel_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Hint", exact=True)


def text_of(panel: Locator) -> str:
    said: str = panel.locator("[aria-live]").inner_text()
    return said


def rungs(page: Page, last: int) -> list[str]:
    """Return what the rungs of the ladder say, one after the other."""
    panel, told = panel_of(page), []
    for rung in range(1, last + 1):
        page.keyboard.press("h")
        panel.get_by_role("img", name=f"Rung {rung} of {last}").wait_for()
        told.append(text_of(panel))
    return told


def test_each_rung_of_a_wrong_digit_says_more_and_the_last_puts_it_right(page: Page) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("1")  # it is 4
    told = rungs(page, 3)
    assert "row 1" in told[0]
    assert told[1].startswith("The 1 at r1c3 ")
    assert told[2].startswith(told[1])
    assert len(told[2]) > len(told[1])
    panel_of(page).get_by_role("button", name="Put it right").click()
    expect(cell(page, 2)).to_have_attribute("aria-label", "row 1 column 3, empty")
    expect(panel_of(page)).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("row 1 column 3, 1"))


def test_a_wrong_note_is_put_right_and_the_digit_of_the_cell_is_not_told(page: Page) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("Control+1")  # and not the 4
    told = rungs(page, 3)
    assert "marks at r1c3" in told[1]
    assert re.match(f"{re.escape(told[1])} .* 4", told[2])
    page.keyboard.press("h")
    expect(cell(page, 2)).to_have_attribute("aria-label", "row 1 column 3, empty, candidates 1 4")


def test_escape_closes_a_hint_before_it_drops_the_selection(page: Page) -> None:
    play(page, EASY)
    cell(page, 2).click()
    page.keyboard.press("h")
    panel_of(page).get_by_role("img", name="Rung 1 of 5").wait_for()
    page.keyboard.press("Escape")
    expect(panel_of(page)).to_have_count(0)
    assert page.locator("[aria-selected=true]").count() == 1
    page.keyboard.press("Escape")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)


def test_escape_closes_a_hint_that_failed_and_one_that_hangs(page: Page) -> None:
    asked: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:  # the second gets no answer
            route.abort()

    page.route("**/api/v1/hint", answer)
    play(page, EASY)
    page.keyboard.press("h")
    panel_of(page).get_by_text("The server cannot be reached").wait_for()
    page.keyboard.press("Escape")
    expect(panel_of(page)).to_have_count(0)
    page.keyboard.press("h")
    panel_of(page).get_by_text("Thinking").wait_for()
    page.keyboard.press("Escape")
    expect(panel_of(page)).to_have_count(0)


def test_a_hint_that_takes_too_long_says_so(page: Page) -> None:
    page.clock.install()
    page.route("**/api/v1/hint", lambda route: None)
    play(page, EASY)
    page.keyboard.press("h")
    panel_of(page).get_by_text("Thinking").wait_for()
    page.clock.run_for(16_000)
    panel_of(page).get_by_text("The server is taking too long to answer").wait_for()
    panel_of(page).get_by_role("button", name="Try again").wait_for()


def test_a_hint_is_hidden_while_the_game_is_paused(page: Page) -> None:
    play(page, EASY)
    page.keyboard.press("h")
    panel_of(page).get_by_role("img", name="Rung 1 of 5").wait_for()
    page.get_by_role("button", name="Pause").click()
    expect(panel_of(page)).to_have_count(0)
    page.get_by_role("button", name="Continue").first.click()
    expect(panel_of(page)).to_have_count(1)


@pytest.mark.parametrize(
    ("status", "headers", "body", "said"),
    [
        (200, {}, '{"level": 1}', "The hint cannot be read"),
        (200, {}, '{"level":1,"text":"x","spans":[],"cells":[1],"picture":{}}', "cannot be read"),
        (200, {}, "[]", "The hint cannot be read"),
        (200, {}, "null", "Something between you and the server"),
        (200, {}, "<html>Log in</html>", "Something between you and the server"),
        (429, {"Retry-After": "30"}, "", "The server is busy. Try again in 30 seconds."),
        (429, {"Retry-After": "300"}, "", "The server is busy. Try again in 5 minutes."),
        (502, {}, "<html>Bad gateway</html>", "The server cannot answer now."),
    ],
)
def test_a_strange_answer_is_told_in_the_hint_and_the_game_goes_on(
    page: Page, status: int, headers: dict[str, str], body: str, said: str
) -> None:
    def answer(route: Route) -> None:
        route.fulfill(status=status, headers=headers, body=body)

    page.route("**/api/v1/hint", answer)
    play(page, EASY)
    page.keyboard.press("h")
    panel_of(page).get_by_text(said).wait_for()
    cell(page, 2).click()
    page.keyboard.press("4")
    assert says(page, 2) == "row 1 column 3, 4"


def test_hints_for_beginners_are_asked_for_in_the_settings_and_say_what_to_note(page: Page) -> None:
    asked: list[dict[str, object]] = []

    def note(request: Request) -> None:
        if "/hint" in request.url:
            asked.append(request.post_data_json)

    page.on("request", note)
    play(page, (EXAMPLES / "killer.txt").read_text(encoding="utf-8"))
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hints for beginners").check()
    page.keyboard.press("Escape")
    page.reload()  # the setting is kept
    cell(page, 0).click()
    page.keyboard.press("Shift+1")
    page.keyboard.press("h")
    panel_of(page).get_by_text("Look at").wait_for()
    assert asked[-1]["reader"] == "beginner"
    corner = asked[-1]["corner"]
    assert isinstance(corner, list)
    assert (corner[0], any(corner[1:])) == (1, False)


def test_a_digit_that_breaks_no_rule_is_called_wrong(page: Page) -> None:
    play(page, EASY)
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("All wrong digits").check()
    page.keyboard.press("Escape")
    cell(page, 2).click()
    page.keyboard.press("1")
    expect(cell(page, 2)).to_have_attribute("aria-label", "row 1 column 3, 1, wrong")
    page.keyboard.press("5")
    expect(cell(page, 2)).to_have_attribute("aria-label", "row 1 column 3, 5, conflict")


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("four.txt", "Every row, column and box holds each digit 1-4 once."),
        ("windoku.json", "Every row, column, box and window holds"),
        ("killer.txt", "The digits of a cage add up to the number in its corner"),
        ("mathdoku4.letters", "The digits of a cage make the number"),
    ],
)
def test_the_rules_stand_under_the_title(page: Page, name: str, rules: str) -> None:
    play(page, (EXAMPLES / name).read_text())
    assert rules in (page.locator(".rules").text_content() or "")


def test_the_author_stands_under_the_title(page: Page) -> None:
    text = json.dumps({"version": 1, "size": 4, "box": [2, 2], "givens": [1] + [0] * 15,
                       "title": "Spring", "author": "Ada"})  # fmt: skip
    play(page, text)
    assert "by Ada" in page.locator(".play-head").inner_text()


def test_a_full_grid_that_is_not_right_offers_to_show_where(page: Page) -> None:
    full = f"{SOLVED[:80]}."
    play(page, full)
    cell(page, 80).click()
    page.keyboard.press("1")
    page.get_by_text("The grid is full, but not right yet.").first.wait_for()
    page.get_by_role("button", name="Show where").click()
    page.locator(".play-says", has_text="1 cell wrong.").wait_for()


def test_a_game_solved_by_hints_counts_them_once_and_praises_nobody(page: Page) -> None:
    text = f"{SOLVED[:77]}...."
    play(page, text)
    for _ in range(4):
        for rung in range(1, 6):
            page.keyboard.press("h")
            panel_of(page).get_by_role("img", name=f"Rung {rung} of 5").wait_for()
        page.keyboard.press("h")
        expect(panel_of(page)).to_have_count(0)
    page.get_by_role("heading", name="Solved with hints").wait_for()
    end = page.locator(".end")
    end.get_by_text("You asked for hints 4 times.").wait_for()
    said = end.inner_text()
    assert "4 hints" in said
    assert "All 4 digits" in said
    assert "You solved" not in said
    assert "wrong" not in said


def test_what_a_key_of_the_pad_is_called_has_no_space_before_the_comma(page: Page) -> None:
    play(page, NEARLY)
    keys = page.get_by_role("group", name="Digits").get_by_role("button").all()
    names = [key.get_attribute("aria-label") or "" for key in keys]
    assert re.fullmatch(r"1, \d left", names[0])


def test_the_two_ways_between_lessons_have_different_names(page: Page) -> None:
    page.goto("learn/x-wing")
    page.get_by_role("navigation", name="Lessons, above this one").wait_for()
    page.get_by_role("navigation", name="Lessons, below this one").wait_for()


def test_a_grid_of_ones_complains_three_times_and_counts_the_rest(page: Page) -> None:
    puzzle = document(page, "1" * 81)
    assert puzzle["problem"].count("has 1 at") == 3
    assert puzzle["problem"].endswith("and 24 more.")
