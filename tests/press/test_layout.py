"""The arithmetic of pages: slots are inside their area and do not overlap."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandoku.draw.layout import Area, Slots, booklet_sheets, fit
from pandoku.draw.paper import HOME, PAPERS, PROFILES, Margins, Paper
from pandoku.draw.pdf import Ink
from pandoku.press.options import Layout
from pandoku.press.plan import Frame
from tests.together import together

ORDERS = (4, 6, 9, 12, 16, 25, 36)
SLACK = 1e-6


def require_sound(slots: Slots, count: int) -> None:
    """Assert that slots have places for *count* puzzles, inside their area and without overlap."""
    assert slots.count >= count
    assert slots.columns * (slots.rows - 1) < count
    boxes = [
        (x, y - slots.side - slots.below, x + slots.side + slots.beside, y + slots.band)
        for x, y in slots.places()
    ]
    for left, bottom, right, top in boxes:
        assert left >= slots.area.left - SLACK
        assert right <= slots.area.right + SLACK
        assert bottom >= slots.area.bottom - SLACK
        assert top <= slots.area.top + SLACK
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] + SLACK or other[2] <= one[0] + SLACK
        assert apart or one[1] >= other[3] - SLACK or other[1] >= one[3] - SLACK


@pytest.mark.turns(4)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("press", [None, *PROFILES])
def test_slots_lie_inside_the_margins_of_every_paper(paper: str, press: str | None) -> None:
    profile = HOME if press is None else PROFILES[press]
    layout = Layout()
    for pages in (1, 24, 828):
        frame = Frame(PAPERS[paper], profile.margins_for(pages), layout)
        for number in (1, 2):
            area = frame.puzzles(number)
            for count in range(1, 31):
                slots = fit(area, count, band=frame.caption)
                if slots.side > 0:
                    require_sound(slots, count)


@pytest.mark.parametrize("paper", PAPERS)
def test_lines_and_digits_of_legible_slots_are_not_below_the_least(paper: str) -> None:
    for press in (False, True):
        ink = Ink(press=press)
        frame = Frame(PAPERS[paper], HOME.margins, Layout())
        for order in ORDERS:
            for count in range(1, 31):
                cell = fit(frame.puzzles(1), count, band=18).side / order
                if cell > 0 and ink.digit_size(order, cell) >= ink.least_text:
                    assert ink.cell_line(cell) >= (0.75 if press else 0.25)
                    assert ink.frame_line(cell) > ink.cell_line(cell)


@given(
    width=st.floats(100, 3000),
    height=st.floats(100, 3000),
    count=st.integers(1, 100),
    band=st.floats(0, 40),
    below=st.floats(0, 60),
    gap=st.floats(0, 30),
)
def test_slots_are_sound_on_odd_papers(
    width: float, height: float, count: int, band: float, below: float, gap: float
) -> None:
    slots = fit(Area(10, 20, width, height), count, gap=gap, band=band, below=below)
    if slots.side > 0:
        require_sound(slots, count)


@given(width=st.floats(200, 3000), height=st.floats(200, 3000), count=st.integers(1, 30))
def test_no_other_number_of_columns_gives_larger_slots(
    width: float, height: float, count: int
) -> None:
    slots = fit(Area(0, 0, width, height), count, gap=24, band=18)
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        across = (width - 24 * (columns - 1)) / columns
        down = (height - 24 * (rows - 1)) / rows - 18
        assert slots.side >= min(across, down) - SLACK


@together(
    "paper, press, count, cell",
    [
        ("a4", None, 4, 27.7),
        ("a4", None, 2, 38.4),
        ("a4", None, 1, 58.1),
        ("letter", None, 4, 28.7),
        ("6x9", "kdp", 4, 19.2),
        ("6x9", "kdp", 2, 28.7),
        ("6x9", "kdp", 1, 41.0),
    ],
)
def test_the_cells_of_a_9x9_are_those_of_the_design(
    paper: str, press: str | None, count: int, cell: float
) -> None:
    profile = HOME if press is None else PROFILES[press]
    frame = Frame(PAPERS[paper], profile.margins_for(24), Layout())
    found = fit(frame.puzzles(1), count, band=frame.caption).side / 9
    assert found == pytest.approx(cell, abs=0.05)


def test_the_height_that_is_left_is_shared_by_all_rows() -> None:
    slots = fit(Area(0, 0, 100, 400), 2, gap=10)
    tops = [400.0, *(y for _, y in slots.places())]
    free = [tops[0] - tops[1], tops[1] - slots.side - tops[2], tops[2] - slots.side]
    assert free == pytest.approx([200 / 3] * 3)


def test_inside_is_left_on_odd_pages() -> None:
    frame = Frame(Paper("test", 400, 600), Margins(50, 20, 30, 40), Layout())
    assert frame.whole(1) == Area(50, 40, 330, 530)
    assert frame.whole(2) == Area(20, 40, 330, 530)


def test_a_booklet_of_16_pages_is_folded_as_printers_do() -> None:
    sheets = booklet_sheets(16)
    assert sheets[:2] == [((16, 1), (2, 15)), ((14, 3), (4, 13))]


@given(st.integers(1, 60))
def test_every_page_is_in_a_booklet_once_and_faces_its_neighbor(n_sheets: int) -> None:
    count = 4 * n_sheets
    sheets = booklet_sheets(count)
    sides = [side for sheet in sheets for side in sheet]
    assert sorted(number for side in sides for number in side) == [*range(1, count + 1)]
    assert {sum(side) for side in sides} == {count + 1}
    for front, back in sheets:  # a leaf has an odd page on the front and the next page on the back
        assert back[0] == front[1] + 1
        assert front[0] == back[1] + 1
    assert all(later[0][1] == earlier[0][1] + 2 for earlier, later in pairwise(sheets))
