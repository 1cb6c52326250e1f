"""A player's marks: corner and center marks, and colors."""

import pytest

from pandoku.draw import Drawing, Text, draw, svg, text
from pandoku.draw.drawing import _corners
from pandoku.model import Board, Marks, Puzzle
from tests.together import together

EMPTY = Board.start(Puzzle(9))


def of_role(drawing: Drawing, role: str) -> list[Text]:
    return [t for t in drawing.texts if t.role == role]


def test_corner_and_center_marks_are_drawn_and_explained() -> None:
    marks = Marks.of(9, corner={0: (3, 1)}, center={0: (5, 4)})
    drawing = draw(EMPTY, marks=marks)
    assert [(t.text, t.x < 0.5) for t in of_role(drawing, "corner")] == [("1", True), ("3", False)]
    assert [t.text for t in of_role(drawing, "center")] == ["45"]
    assert [key.sign for key in drawing.legend] == ["corner", "center"]
    assert "corner marks" in svg(drawing)


def test_marks_of_a_cell_that_is_filled_are_left_out_and_its_color_is_not() -> None:
    board = EMPTY.place(0, 7)
    marks = Marks.of(9, corner={0: (1,)}, center={0: (2,)}, colors={0: (3,)})
    drawing = draw(board, marks=marks, coordinates=False)
    assert [t.role for t in drawing.texts] == ["digit", "tag"]
    assert [f.role for f in drawing.fills] == ["color-3"]


def test_several_colors_share_a_cell_and_each_has_a_letter() -> None:
    drawing = draw(EMPTY, marks=Marks.of(9, colors={10: (1, 5)}))
    assert [(f.x, f.width, f.role) for f in drawing.fills] == [
        (1, 0.5, "color-1"),
        (1.5, 0.5, "color-5"),
    ]
    assert [t.text for t in of_role(drawing, "tag")] == ["AE"]


@together("count", range(1, 37))
def test_corner_marks_never_share_a_place(count: int) -> None:
    places = _corners(count, top=0.2)
    assert len(places) == len(set(places)) == count
    assert all(0 < x < 1 and 0 < y < 1 for x, y in places)


def test_two_digit_marks_are_separated() -> None:
    drawing = draw(Board.start(Puzzle(12)), marks=Marks.of(12, center={0: (1, 12)}))
    assert [t.text for t in of_role(drawing, "center")] == ["1 12"]
    assert "12" in text(drawing).splitlines()[4]


def test_marks_outside_the_order_are_refused() -> None:
    with pytest.raises(ValueError, match=r"marks .* 9, found 10"):
        draw(EMPTY, marks=Marks.of(9, corner={0: (10,)}))
    with pytest.raises(ValueError, match=r"color .* 9, found 0"):
        draw(EMPTY, marks=Marks.of(9, colors={0: (0,)}))


def test_colors_show_as_letters_in_the_terminal() -> None:
    drawing = draw(Board.start(Puzzle(4)), marks=Marks.of(4, colors={0: (1,), 1: (2, 3)}))
    assert text(drawing).splitlines()[2] == "1 ┃ A  BC┃ ·  · ┃"
