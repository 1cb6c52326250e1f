"""Puzzles with thermometers and other constraints, as people open and play them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pandoku.constraints import RULES, Difference, Thermometer
from pandoku.formats import dumps
from pandoku.model import Puzzle
from tests.browser.playing import play, says, type_in

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("name", RULES)
def test_the_example_of_a_kind_is_opened_by_json_and_solved(page: Page, name: str) -> None:
    rule = RULES[name]
    assert rule.example.solution
    text = dumps(rule.example.replace(solution=None), "json")
    assert json.loads(text)["version"] == 2
    puzzle = play(page, text)
    sentences = {
        each.rule(rule.example.geometry) or RULES[each.NAME].text
        for each in rule.example.further
        if each.IS_CHECKED
    }
    shown = page.locator(".rules").text_content() or ""
    assert all(sentence in shown for sentence in sentences)
    is_checked = all(each.IS_CHECKED for each in rule.example.further)
    assert ("not checked" in shown) is not is_checked
    order = rule.example.order
    rows = [range(start, start + order) for start in range(0, order * order, order)]
    there_and_back = [cell for k, row in enumerate(rows) for cell in (row[::-1] if k % 2 else row)]
    empty = [cell for cell in there_and_back if not puzzle["givens"][cell]]
    wanted = [(cell, str(rule.example.solution[cell])) for cell in empty]
    type_in(page, min(empty), wanted, order)
    page.get_by_role("heading", name="Solved").wait_for()


def test_a_thermometer_has_a_bulb(page: Page) -> None:
    example = RULES["thermometer"].example
    play(page, dumps(example, "json"))
    assert page.locator(".board .shape-bulb").count() == len(example.further)


def test_a_digit_that_a_thermometer_forbids_is_in_conflict(page: Page) -> None:
    puzzle = Puzzle(4).with_(Thermometer("r1c1 r2c2 r3c2"))
    play(page, dumps(puzzle, "json"))
    assert says(page, 0, 4).endswith("empty, bulb of the three-cell thermometer, then r2c2")
    type_in(page, 0, [(0, "4")], 4)
    page.locator(".board .mistake").wait_for()
    assert says(page, 0, 4) == (
        "row 1 column 1, 4, conflict, bulb of the three-cell thermometer, then r2c2"
    )
    type_in(page, 0, [(0, "2")], 4)
    page.locator(".board .mistake").wait_for(state="detached")


def test_what_lies_beside_the_grid_is_within_the_board(page: Page) -> None:
    play(page, dumps(RULES["little-killer"].example, "json"))
    board = page.locator(".board").bounding_box()
    assert board
    signs = page.locator(".board .shape-sign").all()
    assert signs
    for sign in signs:
        box = sign.bounding_box()
        assert box
        assert board["x"] <= box["x"] <= box["x"] + box["width"] <= board["x"] + board["width"]
        assert board["y"] <= box["y"] <= box["y"] + box["height"] <= board["y"] + board["height"]


def test_fog_hides_givens_and_clues_until_a_correct_digit_is_near(page: Page) -> None:
    example = RULES["fog"].example.with_(Difference("r4c1 r5c1", 3))
    puzzle = play(page, dumps(example, "json"))
    assert example.solution
    given = next(cell for cell, digit in enumerate(puzzle["givens"]) if digit and cell >= 30)
    assert says(page, given, 6).endswith("empty, in fog")
    fog = page.locator(".board .fog")
    before = fog.get_attribute("d") or ""
    edge = 12  # r3c1, beside the fog of r4c1
    assert not puzzle["givens"][edge]
    type_in(page, 0, [(edge, str(example.solution[edge] % 6 + 1))], 6)
    page.get_by_role("gridcell", name="row 3 column 1, 4").wait_for()
    assert fog.get_attribute("d") == before
    assert says(page, 18, 6).endswith("in fog")
    type_in(page, edge, [(edge, str(example.solution[edge]))], 6)
    page.get_by_role("gridcell", name="row 4 column 1, 5 given, difference").wait_for()
    assert len(fog.get_attribute("d") or "") < len(before)
