"""The format penpa: links to Penpa+, and what their drawings mean."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.constraints import (
    RULES,
    Between,
    Drawing,
    Even,
    GreaterThan,
    LittleKiller,
    Rule,
    Thermometer,
)
from pandoku.formats import FORMATS, Item, Lines, items
from pandoku.formats import link as link_to
from pandoku.model import Cage, Disc, Geometry, Sign, Stroke, Tile
from tests.data import EASY, EXAMPLES, by_default
from tests.formats.penpa import PenpaDrawing, packed, penpa_of
from tests.formats.reading import error_of
from tests.formats.test_conformance import samples
from tests.together import together

DIGITS = [0 if char == "." else int(char) for char in EASY]
SOLVED = pandoku.solve(EASY).solutions[0]
DOWN = next(at for at in range(8) if SOLVED[at] > SOLVED[at + 1])  # where no thermometer is
FOUR = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)  # a grid that is right for 2x2 boxes
IRREGULAR = (0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3)


def _item(drawing: PenpaDrawing | str) -> Item:
    link = drawing if isinstance(drawing, str) else drawing.link()
    return next(items(Lines.of(link)))


def _puzzle(drawing: PenpaDrawing | str) -> Puzzle:
    item = _item(drawing)
    assert isinstance(item.value, Puzzle), item.value
    return item.value


def _four(**about: object) -> PenpaDrawing:
    """Return a 4x4 with boxes, two digits and its solution."""
    drawing = PenpaDrawing(4, **about)  # type: ignore[arg-type]
    drawing.answer = FOUR
    return drawing.boxes(2, 2).givens([1, *[0] * 14, 1])


# ---- links


@pytest.mark.parametrize(
    "form",
    [
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p={}",
        "https://opt-pan.github.io/penpa-edit/?m=solve&p={}",
        "logicmastersindia.com/penpa-edit/?m=solve&p={}",
        "solve it: <https://swaroopg92.github.io/penpa-edit/#m=edit&p={}>",
        "[a puzzle](https://swaroopg92.github.io/penpa-edit/#m=edit&p={}).",
        "https://example.github.io/penpa-edit-2/#m=edit&amp;p={}&amp;l=solvedup",
        "m=edit&p={}",
        "m=solve&p={}",
        "p={}",
        "{}",
    ],
)
def test_links_and_the_texts_in_them_are_read(form: str) -> None:
    drawing = PenpaDrawing().boxes(3, 3).givens(DIGITS)
    for text in (packed(drawing.puzzle_text()), packed(drawing.puzzle_text()).replace("+", "%2B")):
        puzzle = pandoku.loads(form.format(text))
        assert list(puzzle.givens) == DIGITS
        assert puzzle.geometry == Geometry.sudoku(9)


def test_a_plus_sign_may_have_become_a_blank() -> None:
    link = PenpaDrawing().boxes(3, 3).givens(DIGITS).link()
    assert pandoku.loads(link.replace("+", " ")).givens == tuple(DIGITS)


def test_several_links_are_several_puzzles() -> None:
    links = f"{_four().link()}\n# a comment\n\n{PenpaDrawing().boxes(3, 3).givens(DIGITS).link()}"
    assert [puzzle.order for puzzle in pandoku.reads(links)] == [4, 9]


def test_words_about_a_puzzle_are_kept() -> None:
    puzzle = _puzzle(
        _four(
            title="Four, & null z",
            author="A = zG",
            source="https://example.org/x",
            rules="Normal sudoku rules apply.\nA = B, & C.",
        )
    )
    assert (puzzle.title, puzzle.author) == ("Four, & null z", "A = zG")
    assert puzzle.source == "https://example.org/x"
    assert puzzle.solution == FOUR


# ---- the grid


@pytest.mark.parametrize(
    ("order", "box"), [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (12, (3, 4))]
)
def test_thick_lines_show_the_boxes(order: int, box: tuple[int, int]) -> None:
    puzzle = _puzzle(PenpaDrawing(order).boxes(*box).givens([1]))
    assert puzzle.geometry == Geometry(order, box)
    assert not puzzle.further


@pytest.mark.parametrize("style", [2, 21, 8])
def test_thick_lines_show_regions(style: int) -> None:
    puzzle = _puzzle(PenpaDrawing(4).regions(IRREGULAR, style).givens([1]))
    assert puzzle.geometry == Geometry(4, regions=IRREGULAR)


def test_the_grid_stands_within_margins() -> None:
    for hides in (True, False):
        drawing = PenpaDrawing(4, (1, 2, 1, 0), hides_margins=hides).boxes(2, 2).givens([1, 2])
        for at in range(4):  # the frame, which the program draws only around all cells
            for a, b in ((drawing.corner(-1, at - 1), drawing.corner(-1, at)),):
                drawing.edge(a, b, 2)
            drawing.edge(drawing.corner(at - 1, -1), drawing.corner(at, -1), 2)
            drawing.edge(drawing.corner(3, at - 1), drawing.corner(3, at), 2)
        puzzle = _puzzle(drawing)
        assert puzzle.givens[:2] == (1, 2)
        assert puzzle.geometry == Geometry.sudoku(4)
        assert not puzzle.further


def test_the_words_decide_where_no_lines_do() -> None:
    item = _item(PenpaDrawing(title="Sudoku").givens(DIGITS))
    assert item.note == "read with the usual boxes, which it does not draw"
    assert isinstance(item.value, Puzzle)
    assert item.value.geometry == Geometry.sudoku(9)
    item = _item(PenpaDrawing(5, title="Latin square").givens([1]))
    assert "its words" in (item.note or "")
    assert isinstance(item.value, Puzzle)
    assert item.value.geometry == Geometry.latin(5)
    item = _item(PenpaDrawing().givens(DIGITS))  # which have one solution with the usual boxes
    assert item.note == "read with the usual boxes, which it does not draw"
    assert "nothing shows" in str(error_of(PenpaDrawing().givens([1, 2, 3]).link()))
    strange = PenpaDrawing(title="Sudoku").givens(DIGITS)
    strange.edge(strange.corner(0, 0), strange.corner(0, 1), 2)
    item = _item(strange)
    assert item.note is not None
    assert "9 regions of 9" in item.note


def test_puzzles_without_boxes_are_known_by_their_names() -> None:
    neighbors = [(a, a + 1) for a in range(16) if a % 4 < 3] + [(a, a + 4) for a in range(12)]
    signs = [GreaterThan((a, b) if FOUR[a] > FOUR[b] else (b, a)) for a, b in neighbors]
    puzzle = Puzzle(Geometry.latin(4), (1, *[0] * 15), solution=FOUR).with_(*signs)
    drawing = penpa_of(puzzle)
    assert drawing is not None
    drawing.rules = "Futoshiki"
    assert _puzzle(drawing).without("unchecked") == puzzle
    drawing.rules = "Hitori"
    assert "nothing shows" in str(error_of(drawing.link()))


def test_diagonals_of_the_grid_are_houses() -> None:
    drawing = _four(kind="sudoku", flags=(1, 0, 0, 1))
    assert _puzzle(drawing).geometry == Geometry.sudoku(4, diagonals=True)


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        (PenpaDrawing(kind="hex"), "on a grid of hexagons (hex); pandoku reads its square grids"),
        (PenpaDrawing(kind="kakuro"), "on a grid of a Kakuro (kakuro)"),
        (PenpaDrawing(kind="penrose_P3"), "on a grid of rhombs (penrose_P3)"),
        (PenpaDrawing(10), "nothing shows that this puzzle of Penpa+ is a Sudoku"),
        (PenpaDrawing(37), "found 1369 cells"),
        (
            PenpaDrawing(9, (0, 3, 0, 0), hides_margins=False, title="Sudoku"),
            "found 108 cells",
        ),
        (PenpaDrawing(101), "expected 1..100 columns of cells, found '101'"),
    ],
)
def test_other_grids_are_refused_by_name(drawing: PenpaDrawing, reason: str) -> None:
    assert reason in str(error_of(drawing.link(), "penpa"))


# ---- damage


def test_a_damaged_link_says_what_to_do() -> None:
    link = PenpaDrawing().boxes(3, 3).givens(DIGITS).link()
    for cut in range(40, 44):
        assert "cut off" in str(error_of(link[:-cut]))
    middle = link.index("p=") + 60
    for damaged in (link[:middle] + "AAAAAAAA" + link[middle:], link[:middle] + link[middle + 1 :]):
        assert "link again" in str(error_of(damaged))
    assert "of Penpa+" in str(error_of(f"m=edit&p={packed('hello, world, ' * 9 + str(DIGITS))}"))
    lines = f"p={packed('square,9,9,' + str(DIGITS))}"
    assert "the lines of a Penpa+ puzzle" in str(error_of(lines))


def test_a_bomb_is_refused() -> None:
    assert "4,000,000 bytes" in str(
        error_of(f"p={packed('square,9,9,' + 'a' * by_default(5_000_000, full=50_000_000))}")
    )


@together(
    "line, text, reason",
    [
        (3, '{"number":[1]}', "number: expected an object of at most 6,000 entries"),
        (3, '{"thermo":{"1":2}}', "thermo: expected a list of at most 6,000 entries"),
        (3, '{"thermo":[' + "[]," * 6000 + "[]]}", "thermo: expected a list of at most 6,000"),
        (3, '{"number":{', "expected JSON in line 4 of the puzzle, found something else"),
        (3, "[" * 100 + "]" * 100, "expected JSON in line 4 of the puzzle"),
        (5, '["x"]', "expected a list of cells in the puzzle, found something else"),
        (5, "[]", "this puzzle of Penpa+ has no cells"),
        (0, "12,12,38,nb_grid1", "this is a link of the first version of Penpa; open it in Penpa+"),
    ],
)
def test_other_values_than_those_of_a_puzzle_are_refused(line: int, text: str, reason: str) -> None:
    lines = PenpaDrawing(title="Sudoku").lines()
    lines[line] = text
    assert reason in str(error_of(f"p={packed(chr(10).join(lines))}", "penpa"))


def test_entries_of_another_form_draw_nothing() -> None:
    drawing = PenpaDrawing().boxes(3, 3).givens(DIGITS)
    cell = str(drawing.cell(4, 4))
    drawing.question |= {
        "number": drawing.question["number"] | {"99999": ["1", 1, "1"], "-1": ["1", 1, "1"]},
        "numberS": {cell: 5, "7x": ["1", 1]},
        "symbol": {cell: [1], "99999": [1, "circle_L", 2], str(drawing.cell(4, 5)): [None, 2, 3]},
        "surface": {cell: None, "99999": 3},
        "thermo": [[], [drawing.cell(1, 1)], None, [99999, 99998]],
        "line": {"1": 2, "a,b": 2, f"{cell},{cell},{cell}": 2},
        "cage": {"1,2": 10, f"{cell},{cell}": 10},
        "killercages": [[], None],
    }
    assert _item(drawing) == _item(PenpaDrawing().boxes(3, 3).givens(DIGITS))


def test_a_picture_is_named_only_if_there_is_one() -> None:
    for address, note in ((None, None), ("https://e.org/x", "the picture behind the grid")):
        lines = PenpaDrawing().boxes(3, 3).givens(DIGITS).lines()
        lines[0] += "," + packed(json.dumps({"url": address, "x": 0}))
        item = _item(f"p={packed(chr(10).join(lines))}")
        assert isinstance(item.value, Puzzle)
        assert item.note == (note and f"{note} is not shown")


def test_a_solution_without_all_digits_is_named() -> None:
    drawing = _four()
    drawing.answer = (1, 2, 3)
    item = _item(drawing)
    assert isinstance(item.value, Puzzle)
    assert item.value.solution is None
    assert item.note == "the solution in the link does not have all digits, and is not used"


def test_markup_is_left_out_of_words_and_tags_are_the_kind() -> None:
    puzzle = _puzzle(_four(title="<b>A</b> <3", rules="Sudoku.<br>1 &lt; 2", tags=("classic", "x")))
    assert (puzzle.title, puzzle.kind) == ("A <3", "classic, x")
    assert "Sudoku.\n1 < 2" in (puzzle.words, *(getattr(c, "text", "") for c in puzzle.further))


# ---- cages


def test_cages_are_confirmed_by_the_solution() -> None:
    drawing = _four(rules="Killer sudoku: digits in a cage sum to its number and do not repeat.")
    drawing.givens([0, 0, 0, 4, *[0] * 6, 4, 0, 4, 3])
    drawing.cage([(0, 1), (0, 2)], "5").cage([(1, 0), (2, 0), (2, 1)], " 6 ")
    item = _item(drawing)
    assert isinstance(item.value, Puzzle)
    assert [*item.value.cages] == [
        Cage("+", 5, (1, 2), repeats=False),
        Cage("+", 6, (4, 8, 9), repeats=False),
    ]


def test_the_format_is_only_read() -> None:
    assert FORMATS["penpa"].why_not(Puzzle(4)) == "links to Penpa+ are only read"
    with pytest.raises(pandoku.FormatError, match="only read; try "):
        link_to(Puzzle(4), "penpa")


# ---- what is drawn

_SEVERAL = ("clone", "palindrome", "quadruple", "whisper line")  # lines and colors that touch
_DRAWN = [rule for rule in RULES.values() if penpa_of(rule.example)]
_KINDS = [rule.make.NAME for rule in _DRAWN]


@together("rule", _DRAWN, ids=_KINDS)
def test_drawings_become_the_constraints_that_the_solution_confirms(rule: Rule) -> None:
    puzzle = rule.example
    assert puzzle.solution is not None
    if rule.make.NAME in _SEVERAL:
        givens = [digit if cell % 3 else 0 for cell, digit in enumerate(puzzle.solution)]
        puzzle = puzzle.replace(givens=givens, further=puzzle.further[:1])
    drawing = penpa_of(puzzle, title="T")
    assert drawing is not None
    item = _item(drawing.link("solve"))
    assert item.value == puzzle
    assert isinstance(item.value, Puzzle)
    assert item.value.unchecked == ()
    assert item.note is not None
    assert "confirmed by" in item.note


@together("rule", [rule for rule in _DRAWN if rule.make.NAME not in (*_SEVERAL, "arrow")])
def test_without_a_solution_a_meaning_counts_that_leaves_one(rule: Rule) -> None:
    drawing = penpa_of(rule.example)
    assert drawing is not None
    drawing.answer = ()
    item = _item(drawing)
    assert item.value == rule.example
    assert isinstance(item.value, Puzzle)
    assert item.value.solution is None
    assert item.note is not None
    assert "one solution" in item.note


def test_without_a_solution_only_what_words_name_counts() -> None:
    drawing = PenpaDrawing(6, rules="Thermo sudoku.").boxes(2, 3).givens([1, 2])
    drawing.along("thermo", [(0, 2), (0, 3), (0, 4)])
    drawing.along("line", [(3, 3), (4, 3)], 5)
    item = _item(drawing)
    assert isinstance(item.value, Puzzle)
    assert [each.NAME for each in item.value.further] == [
        "thermometer",
        "rules in words",
        "drawing",
    ]
    assert item.note is not None
    assert item.note.endswith("words name them: thermometer")
    drawing.rules = "Sudoku. Along the gray line, something is the case."
    item = _item(drawing)
    assert isinstance(item.value, Puzzle)
    assert {each.NAME for each in item.value.further} == {"drawing", "rules in words"}


def test_drawings_of_a_proper_puzzle_count_if_its_solution_fits_them() -> None:
    drawing = PenpaDrawing(rules="Thermo sudoku.").boxes(3, 3).givens(DIGITS)
    up = next(at for at in range(8) if SOLVED[at] < SOLVED[at + 1])
    drawing.along("thermo", [(0, up), (0, up + 1)])
    item = _item(drawing)
    assert isinstance(item.value, Puzzle)
    assert item.value.further == (Thermometer((up, up + 1)),)
    assert item.note is not None
    assert item.note.endswith(" none: thermometer")
    drawing.along("thermo", [(0, DOWN), (0, DOWN + 1)])
    item = _item(drawing)
    assert isinstance(item.value, Puzzle)
    assert {each.NAME for each in item.value.further} == {"drawing"}
    assert item.note == "the drawings are not checked: the puzzle has one solution without them"


def test_a_solution_that_breaks_a_rule_confirms_nothing() -> None:
    drawing = _four(rules="Thermo sudoku.").along("thermo", [(0, 1), (0, 0)])
    drawing.answer = (1, 3, 2, *FOUR[3:])
    item = _item(drawing)
    assert item.note == "the solution in the file breaks a rule of the puzzle"


def test_the_examples_are_puzzles_of_sudokupad_drawn_again() -> None:
    names = (
        *("arrows", "killer", "kropki", "quadruples", "region-sums", "sandwich"),
        *("thermometers", "whispers-renban", "xv"),
    )
    found = [*pandoku.read(EXAMPLES / "links" / "penpa.txt")]
    assert found == [pandoku.load(EXAMPLES / "sudokupad" / f"{name}.json") for name in names]
    assert all(puzzle.solution and puzzle.author == "pandoku" for puzzle in found)


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "puzzle",
    [each for each in samples() if each.order > 1 and penpa_of(each)],
    ids=lambda each: each.describe(),
)
def test_grids_of_every_size_are_read(puzzle: Puzzle) -> None:
    drawing = penpa_of(puzzle)
    assert drawing is not None
    drawing.answer = ()
    assert _puzzle(drawing).without("unchecked") == puzzle


# ---- how it is drawn


def _shapes(drawing: PenpaDrawing) -> list[tuple[object, ...]]:
    """Return the name and the place of each shape that is drawn, and its text or color."""
    puzzle = _puzzle(drawing.givens(DIGITS).boxes(3, 3))
    found: list[tuple[object, ...]] = []
    for each in puzzle.unchecked:
        assert isinstance(each, Drawing)
        for shape in each.decorations(puzzle.geometry):
            if isinstance(shape, Sign):
                found.append((shape.text, shape.x, shape.y))
            elif isinstance(shape, Stroke):
                found.append(("line", *shape.points, shape.color))
            else:
                name = "disc" if isinstance(shape, Disc) else "tile"
                found.append((name, *shape.points, shape.color or shape.rim))
    return found


def test_numbers_stand_where_they_are_drawn() -> None:
    drawing = PenpaDrawing(margins=(1, 1, 1, 1))
    drawing.text(drawing.cell(-1, 0), "12").text(drawing.right_of(1, 1), "7", 6, "5")
    drawing.text(drawing.cell(3, 9), "5_1", 1, "2").text(drawing.corner(2, 2), "13", 1, "4")
    row, column = divmod(DIGITS.index(0), 9)
    marks = [[1, 0, 1, 0, 0, 0, 0, 0, 0, 0], 1, "7"]
    drawing.question["number"][str(drawing.cell(row, column))] = marks
    drawing.question["numberS"][str(drawing.quarter(4, 4, 3))] = ["8", 1]
    drawing.question["number"][f"{drawing.cell(5, 5)}E"] = ["some words", 1, "8"]
    assert {shape for shape in _shapes(drawing) if shape[0] not in ("line", "disc")} == {
        ("12", 0.5, -0.5),
        ("5", 9.5, 3.5),
        ("13", 3.0, 3.0),
        ("13", column + 0.5, row + 0.5),
        ("8", 4.75, 4.75),
        ("some words", 5.5, 5.5),
    }


def test_lines_are_joined_and_keep_their_colors() -> None:
    drawing = PenpaDrawing()
    drawing.along("line", [(0, 0), (0, 1), (0, 2), (1, 3)], 8)
    drawing.along("line", [(4, 0), (4, 1)], 9).along("line", [(5, 1), (4, 1)], 9)
    drawing.question["line"][str(drawing.cell(7, 7))] = 98
    drawing.edge(drawing.corner(1, 1), drawing.corner(1, 2), 12)
    assert set(_shapes(drawing)) == {
        ("line", (0.5, 0.5), (2.5, 0.5), (3.5, 1.5), "#ff0000"),
        ("line", (0.5, 4.5), (1.5, 4.5), (1.5, 5.5), "#187bcd"),
        ("line", (2.0, 2.0), (3.0, 2.0), "#444444"),
        ("\u00d7", 7.5, 7.5),
    }


def test_colors_of_the_setter_take_the_place_of_styles() -> None:
    drawing = (
        PenpaDrawing()
        .along("thermo", [(0, DOWN), (0, DOWN + 1)])
        .along("nobulbthermo", [(4, 4), (4, 5)])
    )
    drawing.along("squareframe", [(7, 0), (7, 1)])
    drawing.question["polygon"].append([drawing.corner(2, 2), drawing.corner(2, 3)])
    point = str(drawing.cell(8, 8))
    drawing.question["surface"][point] = 3
    drawing.question["surface"][str(drawing.cell(8, 7))] = [2, 7]
    drawing.symbol(drawing.cell(6, 6), "circle_M", 2)
    drawing.colors = {
        "thermo": ["#00ff00"],
        "surface": {point: "#123456"},
        "symbol": {str(drawing.cell(6, 6)): "#abcdef"},
    }
    assert set(_shapes(drawing)) == {
        ("disc", (DOWN + 0.5, 0.5), "#00ff00"),
        ("line", (DOWN + 0.5, 0.5), (DOWN + 1.5, 0.5), "#00ff00"),
        ("line", (4.5, 4.5), (5.5, 4.5), "#cccccc"),
        ("line", (0.5, 7.5), (1.5, 7.5), "#cccccc"),
        ("line", (3.0, 3.0), (4.0, 3.0), (3.0, 3.0), "#000000"),
        ("tile", (8.5, 8.5), "#123456"),
        ("tile", (7.25, 8.5), "#b3ffb3"),
        ("tile", (7.75, 8.5), "#ffffa3"),
        ("disc", (6.5, 6.5), "#abcdef"),
    }


@pytest.mark.turns(3)
def test_each_symbol_is_drawn_or_named() -> None:
    known = (
        *(f"{each}_{size}" for each in ("circle", "diamond", "triup") for size in ("L", "M", "SS")),
        *("square_LL", "hexpoint_S", "hexflat_L", "ox_B", "ox_G", "bars_B", "inequality", "math"),
        *("arrow_N_B", "arrow_S", "arrow_eight", "arrow_cross", "sudokuetc", "sudokumore"),
    )
    for name in known:
        for number in range(1, 10) if not name.endswith(("eight", "cross")) else ([1] * 8,):
            drawing = PenpaDrawing(margins=(1, 1, 1, 1))
            drawing.symbol(drawing.cell(4, 4), name, number)
            item = _item(drawing.givens(DIGITS).boxes(3, 3))
            assert isinstance(item.value, Puzzle)
            assert item.note is None or "as their names" not in item.note, name
            has_shape = bool(item.value.unchecked)
            assert has_shape or (name, number) in _NOTHING, (name, number)
    drawing = PenpaDrawing().symbol(PenpaDrawing().cell(4, 4), "star", 2)
    drawing.symbol(drawing.cell(5, 5), "compass", 1).symbol(drawing.cell(5, 6), "star", 1)
    item = _item(drawing.givens(DIGITS).boxes(3, 3))
    assert item.note is not None
    assert item.note.endswith("compass and star")


_NOTHING = [("arrow_N_B", 9), ("arrow_S", 9), ("sudokuetc", 8), ("sudokuetc", 9)]


def test_what_is_not_shown_is_said() -> None:
    drawing = PenpaDrawing(margins=(3, 0, 0, 0), turned="90,1,1")
    drawing.text(drawing.cell(-3, 0), "far away").edge(1, 2, 2)
    drawing.question["deletelineE"] = {"1,2": 1}
    item = _item(drawing.givens(DIGITS).boxes(3, 3))
    assert item.note == (
        "2 drawings are not shown, more than a cell outside the grid; "
        "Penpa+ shows the grid turned or reflected; here it stands as it was made; "
        "lines of the grid that Penpa+ hides are shown"
    )


# ---- what was entered


def test_a_full_grid_of_the_setter_is_the_solution() -> None:
    drawing = _four()
    drawing.answer = ()
    for at, digit in enumerate(FOUR):
        drawing.entered["number"][str(drawing.cell(*divmod(at, 4)))] = [str(digit), 9, "1"]
    item = _item(drawing)
    assert isinstance(item.value, Puzzle)
    assert item.value.solution == FOUR
    assert item.board is None


def test_digits_and_marks_that_were_entered_are_progress() -> None:
    drawing = _four()
    entered = drawing.entered["number"]
    entered[str(drawing.cell(0, 1))] = ["2", 9, "1"]
    entered[str(drawing.cell(2, 0))] = ["234", 9, "6"]
    entered[str(drawing.cell(3, 0))] = [[0, 0, 1, 1, 0, 0, 0, 0, 0, 0], 9, "7"]
    entered[str(drawing.cell(3, 1))] = [[0, 0, 1, 0, 0, 0, 0, 0, 0, 0], 9, "7"]
    board = pandoku.loads_board(drawing.link())
    assert board.puzzle.solution == FOUR
    assert (board.digits[1], board.digits[13]) == (2, 3)
    assert board.candidates(8) == (2, 4)
    assert board.candidates(12) == (4,)


# ---- meanings that other programs draw in another way


def _solved(**about: Any) -> PenpaDrawing:
    """Return a 9x9 whose givens leave several solutions, and a solution."""
    drawing = PenpaDrawing(**about).boxes(3, 3)
    drawing.answer = SOLVED
    return drawing.givens(digit if at % 4 else 0 for at, digit in enumerate(SOLVED))


def test_shaded_cells_have_the_parity_that_the_words_name() -> None:
    drawing = _solved(rules="Sudoku. Gray cells contain even digits.")
    even = [at for at, digit in enumerate(SOLVED) if digit % 2 == 0 and at % 4 == 0]
    for at in even:
        drawing.question["surface"][str(drawing.cell(*divmod(at, 9)))] = 3
    assert _puzzle(drawing).further == (Even(tuple(even)),)
    drawing.rules = "Sudoku. Gray cells contain odd digits."
    assert [each.NAME for each in _puzzle(drawing).further] == ["drawing"]


def test_shaded_regions_are_houses() -> None:
    puzzle = pandoku.load(EXAMPLES / "windoku.json")
    drawing = PenpaDrawing(rules="Sudoku. Shaded regions have each digit once.").boxes(3, 3)
    for at in (at for house in puzzle.geometry.extra for at in house):
        drawing.question["surface"][str(drawing.cell(*divmod(at, 9)))] = 3
    drawing.givens(puzzle.givens)
    item = _item(drawing)
    assert item.value == puzzle
    assert item.note is not None
    assert item.note.endswith("extra regions")


@pytest.mark.parametrize(
    "lines",
    [
        [(0, 1, 2, 3), (3, 7, 6)],  # which share a circle
        [(3, 7, 6), (3, 2, 6)],  # which form a loop
    ],
)
def test_between_lines_end_at_each_circle(lines: list[tuple[int, ...]]) -> None:
    rules = "Sudoku. Digits on a line between two circles lie strictly between their digits."
    drawing = PenpaDrawing(4, rules=rules).boxes(2, 2).givens((1, 0, 0, 4, 3, 4, 0, 0, *FOUR[8:]))
    drawing.answer = FOUR
    for line in lines:
        drawing.along("line", [divmod(cell, 4) for cell in line], 5)
        for cell in (line[0], line[-1]):
            drawing.symbol(drawing.cell(*divmod(cell, 4)), "circle_L", 1)
    found = [each for each in _puzzle(drawing).further if isinstance(each, Between)]
    assert {frozenset((each.cells, each.cells[::-1])) for each in found} == {
        frozenset((line, line[::-1])) for line in lines
    }


def test_a_thermometer_without_a_bulb_is_a_branch() -> None:
    drawing = PenpaDrawing(4, rules="Thermo sudoku").boxes(2, 2).givens([0] * 8 + [*FOUR[8:]])
    drawing.answer = FOUR
    drawing.along("thermo", [(0, 0), (0, 1), (0, 2)])
    drawing.along("nobulbthermo", [(0, 0), (1, 0)]).along("nobulbthermo", [(0, 1), (1, 1)])
    branches = {Thermometer((0, 1, 2)), Thermometer((0, 4)), Thermometer((0, 1, 5))}
    assert {*_puzzle(drawing).further} == branches


def test_bars_between_consecutive_digits_are_differences() -> None:
    drawing = PenpaDrawing(6, rules="Sudoku. Bars separate consecutive digits.").boxes(2, 3)
    puzzle = RULES["difference"].example
    drawing.givens(puzzle.givens)
    for each in puzzle.further:
        a, b = sorted(each.cells)  # type: ignore[attr-defined]
        point = drawing.right_of(*divmod(a, 6)) if b == a + 1 else drawing.below(*divmod(a, 6))
        drawing.symbol(point, "bars_W", 1 if b == a + 1 else 2)
    assert _puzzle(drawing) == puzzle


def test_cages_that_are_only_drawn_have_the_cells_inside() -> None:
    rows = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)]
    shapes = [
        rows,
        [(5, 0), (6, 0), (6, 1)],
        [(5, 3), (4, 3), (6, 3), (5, 2), (5, 4)],
        [(8, 8)],
        [(6, 6), (6, 7), (7, 6), (7, 7)],
    ]
    drawing = PenpaDrawing(margins=(1, 0, 1, 0), rules="Killer sudoku.").boxes(3, 3).givens(DIGITS)
    for cells in shapes:
        drawing.frame(cells)
    drawing.question["cage"][f"{drawing.quarter(0, 8, 1)},{drawing.quarter(0, 8, 3)}"] = 10
    drawing.question["numberS"][str(drawing.quarter(5, 3))] = ["25", 1]
    puzzle = _puzzle(drawing)
    blocks = [
        {int(y) * 9 + int(x) for x, y in each.points}
        for drawn in puzzle.unchecked
        if isinstance(drawn, Drawing)
        for each in drawn.decorations(puzzle.geometry)
        if isinstance(each, Tile)
    ]
    for cells in shapes:
        assert {row * 9 + column for row, column in cells} <= set().union(*blocks)
    assert sum(len(each) for each in blocks) == sum(map(len, shapes)) + 1


def test_a_little_killer_may_have_its_arrow_in_the_number() -> None:
    puzzle = RULES["little killer"].example
    drawing = penpa_of(puzzle)
    assert drawing is not None
    drawing.question["symbol"] = {}
    ways = {"UL": "_4", "UR": "_5", "DL": "_6", "DR": "_7"}
    for each in puzzle.further:
        assert isinstance(each, LittleKiller)
        point = drawing.cell(*each.place(drawing.n))
        drawing.text(point, f"{each.total}{ways[each.direction]}", 1, "2")
    assert _puzzle(drawing) == puzzle
