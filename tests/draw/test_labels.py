"""The numbers of rows and columns, and the names of houses on the grid."""

import re

import pytest

from pandoku.draw import Drawing, Text, draw, draw_step, svg, text
from pandoku.formats import load
from pandoku.model import Board, Facts, Geometry, House, Puzzle, Step
from pandoku.techniques import Explanation
from pandoku.words import Sentence, Span
from tests.data import EXAMPLES

FOUR = Puzzle(4, (1,) + (0,) * 15)


def of_role(drawing: Drawing, role: str) -> list[Text]:
    return [each for each in drawing.texts if each.role == role]


def step_with(puzzle: Puzzle, *houses: House) -> Drawing:
    step = Step("x", eliminations=((15, 2),), facts=Facts(houses=houses))
    return draw_step(Board.start(puzzle), step)


@pytest.mark.parametrize("order", [4, 16])
def test_every_row_and_column_has_its_number_outside_the_grid(order: int) -> None:
    numbers = of_role(draw(Puzzle(order)), "coordinate")
    above, beside = [t for t in numbers if t.y < 0], [t for t in numbers if t.x < 0]
    assert [(t.x, t.text) for t in above] == [(k + 0.5, str(k + 1)) for k in range(order)]
    assert [(t.y, t.text) for t in beside] == [(k + 0.5, str(k + 1)) for k in range(order)]


def test_numbers_are_left_out_on_request() -> None:
    bare = draw(FOUR, coordinates=False)
    assert of_role(bare, "coordinate") == []
    assert bare == draw(FOUR).without_coordinates()
    step = Step("x", placements=((5, 2),))
    assert of_role(draw_step(Board.start(FOUR), step, coordinates=False), "coordinate") == []
    assert text(bare).splitlines()[0] == "┏━━━━━━┳━━━━━━┓"
    assert float(svg(bare).partition('width="')[2].partition('"')[0]) == 204


def test_a_puzzle_prints_as_its_grid_alone() -> None:
    assert str(FOUR).splitlines()[0] == "┏━━━━━━┳━━━━━━┓"


def test_the_numbers_of_the_lines_that_a_step_uses_stand_out() -> None:
    row, column = FOUR.geometry.houses[1], FOUR.geometry.houses[6]
    numbers = of_role(step_with(FOUR, row, column), "coordinate")
    assert [(t.text, t.x < 0) for t in numbers if t.style == "named"] == [("3", False), ("2", True)]


@pytest.mark.parametrize(
    ("file", "kind"),
    [("jigsaw.json", "region"), ("windoku.json", "extra"), ("diagonal.json", "diagonal")],
)
def test_houses_that_a_step_uses_have_their_names_on_the_grid(file: str, kind: str) -> None:
    puzzle = load(EXAMPLES / file)
    n = puzzle.order
    houses = [house for house in puzzle.geometry.houses if house.kind == kind]
    labels = of_role(step_with(puzzle, *houses, *houses), "label")
    assert [label.text for label in labels] == [house.name for house in houses]
    for label, house in zip(labels, houses, strict=True):
        assert int(label.y) * n + int(label.x) in house.cells  # at the top of one of its cells
    assert len({(label.x, label.y) for label in labels}) == len(labels)
    assert of_role(draw(puzzle), "label") == []


def test_houses_that_the_text_names_have_their_names_too() -> None:
    puzzle = load(EXAMPLES / "jigsaw.json")
    at = next(k for k, h in enumerate(puzzle.geometry.houses) if h.name == "region 4")
    spans = (Span(3, 11, "house", number=at), Span(13, 18, "house", number=0))
    told = Explanation(Sentence("x"), (Sentence("In region 4, row 1 is full.", spans),))
    step = Step("x", eliminations=((15, 2),))
    drawing = draw_step(Board.start(puzzle), step, told)
    assert [label.text for label in of_role(drawing, "label")] == ["region 4"]


def test_two_houses_never_share_the_place_of_a_name() -> None:
    geometry = Geometry(4, (2, 2), diagonals=True)
    box, diagonal = (h for h in geometry.houses if h.name in ("box 1", "main diagonal"))
    labels = of_role(step_with(Puzzle(geometry), box, diagonal), "label")
    assert labels[0].x != labels[1].x


def test_a_picture_says_where_its_grid_is() -> None:
    for drawing in (draw(FOUR), draw(FOUR, coordinates=False)):
        document = svg(drawing)
        ((left, top, cell),) = re.findall(r'data-grid="(\S+) (\S+) (\S+)"', document)
        assert f'<path class="frame" d="M{left} {top}H{int(left) + 4 * int(cell)}' in document


def test_the_name_of_a_box_on_the_frame_hits_no_column_number() -> None:
    puzzle = Puzzle(9)
    boxes = [house for house in puzzle.geometry.houses if house.kind == "box"][:3]
    drawing = step_with(puzzle, *boxes)
    numbers = {text.x for text in of_role(drawing, "coordinate") if text.y < 0}
    for label in of_role(drawing, "label"):
        assert min(abs(label.x - x) for x in numbers) == 0.5
