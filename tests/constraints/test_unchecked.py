"""Drawings and rules in words: they are kept and shown, and restrict nothing."""

from __future__ import annotations

from xml.dom.minidom import parseString

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import Drawing, RulesInWords, constraint_text, read_constraints
from pandoku.model import Disc, Sign, Stroke, Tile
from pandoku.words import rule_sentences, rules_text
from tests.together import together

LATIN4 = Geometry.latin(4)
SHAPES = (
    Stroke("line", ((0.5, 0.5), (1.5, 0.5)), True),
    Disc("ring", ((2.5, 0.5),), 0.4, 'a "7"'),
    Tile("highlight", ((0.5, 3.5), (1.5, 3.5)), 0.8),
    Sign(-0.5, 0.5, "<b>12\n3</b>"),
)


def test_a_drawing_keeps_its_shapes_and_restricts_nothing() -> None:
    drawing = Drawing.of(SHAPES, "setter's marks")
    assert drawing.decorations(LATIN4) == SHAPES
    puzzle = Puzzle(LATIN4)
    assert pandoku.count(puzzle.with_(drawing), None) == pandoku.count(puzzle, None) == 576


def test_a_drawing_keeps_the_colors_and_sizes_of_its_setter() -> None:
    shapes = (
        Stroke("line", ((0.5, 0.5), (1.5, 0.5)), color="#67f067", width=0.3),
        Disc("circle", ((2.5, 0.5),), 0.4, rim="#a1a1a1"),
        Tile("rectangle", ((0.5, 3.5),), 0.8, color="#ffccaa", height=0.2, angle=30),
        Sign(-0.5, 0.5, "3", size=0.5),
    )
    drawing = Drawing.of(shapes)
    assert drawing.decorations(LATIN4) == shapes
    assert '["sign",-0.5,0.5,"3","",0.5]' in drawing.shapes
    assert '["disc","circle",[[2.5,0.5]],0.4,"","","#a1a1a1"]' in drawing.shapes


@pytest.mark.parametrize(
    ("cells", "angle"),
    [
        ([cell % 4 * 4 + cell // 4 for cell in range(16)], 60),  # the transposed grid
        ([cell // 4 * 4 + 3 - cell % 4 for cell in range(16)], 150),  # the left on the right
        ([15 - cell for cell in range(16)], 30),
    ],
)
def test_a_rectangle_turns_with_the_grid(cells: list[int], angle: float) -> None:
    tile = Tile("rectangle", ((0.5, 0.5),), 0.8, color="#ffccaa", height=0.2, angle=30)
    image = Drawing.of([tile]).image(cells, None)
    assert image is not None
    (moved,) = image.decorations(LATIN4)
    assert isinstance(moved, Tile)
    assert (moved.angle, moved.size, moved.height) == (angle, 0.8, 0.2)


def test_equal_drawings_are_equal_however_their_json_is_written() -> None:
    assert Drawing('[["sign", 1, 2.0, "x"]]') == Drawing.of([Sign(1, 2, "x")])


def test_a_drawing_turns_with_the_grid_and_survives_no_other_symmetry() -> None:
    drawing = Drawing.of([Stroke("line", ((0.5, 0.5), (1.5, 0.5))), Sign(-0.5, 0.5, "3")])
    transposed = tuple(cell % 4 * 4 + cell // 4 for cell in range(16))
    image = drawing.image(transposed, None)
    assert image is not None
    assert image.decorations(LATIN4) == (
        Stroke("line", ((0.5, 0.5), (0.5, 1.5))),
        Sign(0.5, -0.5, "3"),
    )
    swapped = (4, 5, 6, 7, 0, 1, 2, 3, *range(8, 16))
    assert drawing.image(swapped, None) is None
    assert drawing.image(range(16), (2, 1, 3, 4)) is None


@pytest.mark.parametrize("each", [Drawing.of(SHAPES, "marks"), RulesInWords('Say "9"\nor so.')])
def test_both_can_be_written_as_a_line_and_read_back(each: Drawing | RulesInWords) -> None:
    assert read_constraints(constraint_text(each, 4), 4) == (each,)


def test_rules_in_words_are_their_text_and_move_with_nothing() -> None:
    words = RulesInWords("Row 1 is even.")
    assert words.rule(Geometry.sudoku(9)) == "Row 1 is even."
    assert words.image(range(16), None) == words
    assert words.image([*range(15, -1, -1)], None) is None


@together(
    "shapes",
    [
        5,
        "",
        "[",
        "[]",
        "{}",
        '["stroke"]',
        '[["stroke","line",[[1,1]],false]]',
        '[["disc","ring",[[1]],0.5,""]]',
        '[["sign",NaN,1,"x"]]',
        '[["sign",1e9,1,"x"]]',
        '[["sign",true,1,"x"]]',
        '[["star",1,1,"x"]]',
        '[["stroke","\\"><script>alert(1)</script>",[[1,1],[2,2]],false]]',
        '[["disc","x onload=1",[[1,1]],0.5,""]]',
        '[["tile",7,[[1,1]],0.5,""]]',
        '[["stroke","line",[[1,1],[2,2]],false,"red",0.1]]',
        '[["stroke","line",[[1,1],[2,2]],false,"#12345",0.1]]',
        '[["stroke","line",[[1,1],[2,2]],false,"#67F067",0.1]]',
        '[["stroke","line",[[1,1],[2,2]],false,"",-1]]',
        '[["stroke","line",[[1,1],[2,2]],false,"",1,1]]',
        '[["disc","ring",[[1,1]],0.5,"",0]]',
        '[["disc","ring",[[1,1]],0.5,"","","\\"/>"]]',
        '[["tile","line",[[1,1]],0.5,"","","",1,361]]',
        '[["sign",1,1,"x","#000000","1"]]',
        "[" * 100_000,
        " " * 200_001,
    ],
)
def test_shapes_that_are_none_are_refused_by_what_was_expected(shapes: object) -> None:
    with pytest.raises(PuzzleError, match="drawing: expected") as caught:
        Drawing(shapes)  # type: ignore[arg-type]
    assert len(caught.value.reason) < 200


def test_texts_that_no_picture_can_have_are_drawn_as_spaces() -> None:
    texts = ["a\x1b[5mb", "\x00", "\ud800", "one\ntwo", "  "]
    signs = [Sign(1, 1, text) for text in texts]
    drawing = Drawing.of([*signs, *(Disc("ring", ((1.5, 1.5),), 0.3, text) for text in texts)])
    drawn = [shape.text for shape in drawing.decorations(LATIN4) if not isinstance(shape, Stroke)]
    assert drawn == ["a [5mb", " ", " ", "one\ntwo", "  "] * 2
    picture = pandoku.svg(Puzzle(LATIN4).with_(drawing))
    parseString(picture)
    assert pandoku.draw.text(pandoku.draw(Puzzle(LATIN4).with_(drawing))).count("\x1b") == 0


def test_words_show_control_characters_as_escapes() -> None:
    words = "One.\r\nTwo.\x1b[5m\u2028Three\xa0\u200b."
    shown = "One.\nTwo.\\x1b[5m Three \u200b."
    puzzle = Puzzle(LATIN4, words=words).with_(RulesInWords(words))
    assert rules_text(puzzle).count(shown) == 2
    assert rule_sentences(puzzle.further, puzzle.geometry) == [shown]


def test_a_shape_far_outside_the_grid_is_a_defect() -> None:
    (defect,) = Drawing.of([Sign(6, 0, "x"), Sign(0, 9, "y")]).defects(LATIN4)
    assert defect.endswith("found 6, 0")


@pytest.mark.parametrize("text", ["", " \n", None, "x" * 20_001])
def test_rules_in_words_need_a_text_of_bounded_length(text: object) -> None:
    with pytest.raises(PuzzleError, match=r"^rules in words: "):
        RulesInWords(text)  # type: ignore[arg-type]


def test_a_drawing_is_headed_by_its_title() -> None:
    shapes = [Sign(0.5, -0.5, "3")]
    assert Drawing.of(shapes).heading() == "drawing"
    assert Drawing.of(shapes, "lines").heading() == "drawing (lines)"
    assert len(Drawing.of(shapes, "x" * 1000).heading()) < 60
