"""Printed HTML pages: puzzles fit A4 and Letter and are as large as possible."""

from __future__ import annotations

import pytest

from pandoku import draw
from pandoku.draw.on_paper import sheet_slots, sheet_style, slots_for_drawings
from pandoku.draw.page import gallery
from pandoku.draw.paper import PAPERS
from pandoku.errors import PressError
from pandoku.model import Puzzle
from tests.together import together

FOUR = Puzzle.sudoku("..4....3.....3.1")


@together(
    "cells, has_cages, count, per_sheet",
    [
        (9.8, False, 12, 6),
        (9.8, True, 12, 2),
        (6.8, True, 12, 4),
        (6.8, False, 12, 6),
        (12.8, False, 12, 4),
        (16.8, False, 12, 1),
    ],
)
def test_a_sheet_has_the_most_puzzles_that_are_large_enough(
    cells: float, has_cages: bool, count: int, per_sheet: int
) -> None:
    slots = sheet_slots(cells, has_cages=has_cages, count=count)
    assert slots.count == per_sheet


def test_the_sums_of_killers_are_legible() -> None:
    slots = sheet_slots(9.8, has_cages=True, count=12)
    assert 0.25 * slots.side / 9.8 >= 7


@together("per_sheet", range(1, 31))
@together("paper", ["a4", "letter"])
def test_any_number_stays_within_the_margins(per_sheet: int, paper: str) -> None:
    slots = sheet_slots(4.8, count=30, per_sheet=per_sheet)
    across = slots.columns * slots.side
    down = slots.rows * (slots.side + slots.band)
    assert slots.count >= per_sheet
    assert across <= PAPERS[paper].width - 72
    assert down <= PAPERS[paper].height - 72


def test_a_sheet_has_no_more_places_than_puzzles() -> None:
    assert sheet_slots(6.8, count=2).count == 2
    assert sheet_slots(6.8, count=1).count == 1


def test_too_many_puzzles_are_refused_with_the_most_that_fit() -> None:
    with pytest.raises(PressError, match=r"30 puzzles .* \d+$") as e:
        sheet_slots(25.8, per_sheet=30)
    most = int(str(e.value).rsplit(" ", 1)[1])
    assert sheet_slots(25.8, per_sheet=most).side / 25.8 >= 12


def test_pictures_with_words_below_them_have_a_sheet_each() -> None:
    plain = draw(FOUR)
    assert slots_for_drawings([plain] * 6).count == 6
    assert slots_for_drawings([draw(FOUR.with_("anti-knight"))] * 6).count == 1


def test_a_page_of_pictures_has_as_many_on_each_sheet_as_its_style_says() -> None:
    drawings = [("", draw(FOUR))] * 7
    slots = slots_for_drawings([drawing for _, drawing in drawings])
    rules = sheet_style(slots, ".pictures")
    page = "".join(gallery(drawings, per_sheet=slots.count, sheet_rules=rules))
    assert page.count('<div class="sheet">') == 2
    assert f"repeat({slots.columns}, {slots.side:.1f}pt)" in page
