"""The format `setter`: a grid, and a constraint in words on each line."""

from __future__ import annotations

import pytest

from pandoku import Cage, Puzzle, dumps, loads, reads
from pandoku.constraints import RULES, AntiKnight, Thermometer
from pandoku.formats import Lines, get_format, sniff
from pandoku.model import Geometry
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

SMALL = """title Small
size 4
....
.1..
....
....
"""
LINE = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def test_a_text_has_a_title_a_grid_and_constraints() -> None:
    puzzle = loads(SMALL + "thermometer r1c1 r1c2\n# a comment\n\nanti-knight\ncage 3 r4c1-r4c2\n")
    assert puzzle.title == "Small"
    assert puzzle["r2c2"] == 1
    assert puzzle.constraints == (
        Cage("+", 3, (12, 13), False),
        Thermometer((0, 1)),
        AntiKnight(),
    )


@together(
    "cells, constraint, order",
    [
        (LINE, "anti-knight", 9),
        (LINE, "thermometer r4c2 r5c2 r6c1", 9),
        ("." * 36, "thermometer r4c2 r5c2 r6c1", 6),
        ("1" + "." * 15, "anti-king", 4),
        ("A" + "." * 255, "anti-king", 16),
        ("size 16\nG" + "." * 255, "anti-king", 16),
        ("size 6\n" + "." * 36, "anti-king", 6),
    ],
)
def test_a_grid_may_be_on_one_line(cells: str, constraint: str, order: int) -> None:
    puzzle = loads(f"{cells}\n{constraint}\n")
    assert puzzle == Puzzle(order, [*puzzle.givens]).with_(constraint)
    assert puzzle.n_givens == sum(each.isalnum() for each in cells.splitlines()[-1])


def test_a_wrong_constraint_below_a_grid_on_one_line_is_named() -> None:
    assert error_of(f"{LINE}\nthermometr r4c2 r5c2\n").line == 2
    assert error_of(f"{LINE}\nanti-knight\nthermometer r4c2 r5c2 r10c1\n").line == 3


def test_grids_on_one_line_follow_each_other_with_their_constraints() -> None:
    knight, king = reads(f"{LINE}\nanti-knight\n{LINE}\nanti-king\n")
    assert (knight, king) == (loads(LINE).with_("anti-knight"), loads(LINE).with_("anti-king"))
    small = "size 6\n" + "." * 36 + "\nanti-king\n"
    assert list(reads(small * 2)) == [Puzzle(6).with_("anti-king")] * 2


@pytest.mark.parametrize("cells", [LINE, "." * 36])
def test_grids_on_one_line_do_not_share_constraints(cells: str) -> None:
    error = error_of(f"{cells}\n{cells}\nanti-knight\n")
    assert error.line in (1, 2)
    assert "each grid" in error.reason


@together("name", RULES)
def test_every_kind_is_detected_and_read_back(name: str) -> None:
    puzzle = RULES[name].example
    text = dumps(puzzle, "setter")
    assert sniff(Lines.of(text)).name == "setter"
    assert in_full(loads(text)) == in_full(puzzle)


@together(
    "puzzle",
    [
        Puzzle(Geometry.latin(6)),
        Puzzle(Geometry(6, (3, 2), diagonals=True)),
        Puzzle(Geometry.sudoku(9, extra="windoku")),
        Puzzle(Geometry.sudoku(4, extra={"a (b) r1c1": "r1c1 r2c3 r3c2 r4c4"})),
        Puzzle.jigsaw(4, "AABB AABC DDBC DDCC"),
        Puzzle(4, candidates=(3, 0, *(15,) * 14)),
        Puzzle(4, candidates=(15,) * 16),
        Puzzle(36, (36, 1, *(0,) * 1294)),
        Puzzle(4, solution="1234341221434321", id="7", kind="k", author='"A"', source=" x\n\ty "),
        Puzzle(4, title=""),
    ],
)
def test_all_else_is_read_back(puzzle: Puzzle) -> None:
    assert in_full(loads(dumps(puzzle, "setter"))) == in_full(puzzle)


def test_parts_may_come_in_any_order_and_puzzles_follow_each_other() -> None:
    text = "thermometer r1c1 r1c2\n" + "....\n" * 4 + "diagonals\n" + "1...\n" * 4 + "boxes none\n"
    first, second = reads(text, format="setter")
    assert first.geometry == Geometry.sudoku(4, diagonals=True)
    assert first.further
    assert second.geometry == Geometry.latin(4)
    titled = "title One\nsize 4\nanti-king\ntitle Two\nsize 6\nanti-king\n"
    assert [(each.title, each.order) for each in reads(titled)] == [("One", 4), ("Two", 6)]


@together(
    "line, place, reason",
    [
        ("thremometer r1c1 r1c2", "line 7, column 1", "no constraint 'thremometer'; try thermo"),
        ("  thermometer r1c1 r5c5", "line 7, column 20", "expected cells r1c1..r4c4"),
        ("difference 0 r1c1 r1c2", "line 7", "expected a whole number of at least 1, found 0"),
        ("solutoin 1234", "line 7, column 1", "no constraint 'solutoin'; try solution"),
        ("boxes 2", "line 7, column 7", "expected boxes such as 2x3"),
        ("boxes 3x2", "line 1", "a box of order 4 has 4 cells, found 3x2 = 6"),
        ("boxes 1x4\nboxes none", "line 8, column 1", "expected one line 'boxes'"),
        ("diagonals both", "line 7, column 11", "expected nothing after 'diagonals'"),
        ("regions AABB", "line 7, column 9", "expected regions for 16 cells of order 4, found 4"),
        ("house r1c1 r1c2", "line 7, column 7", "extra house 1: expected 4 cells, found 2"),
        ("houses", "line 7, column 7", "expected the name of extra houses"),
        ("houses window", "line 7, column 8", "window"),
        ("candidates 1 5 r1c1", "line 7, column 14", "expected digits 1..4 and cells"),
        ("candidates 1 2", "line 7, column 12", "expected cells such as r1c1, found none"),
        ("solution 123", "line 7, column 13", "expected a row of 16 cells, found 3"),
    ],
)
def test_a_bad_line_is_named(line: str, place: str, reason: str) -> None:
    message = str(error_of(SMALL + line + "\n", "setter"))
    assert message.startswith(f"setter: {place}")
    assert reason in message


@together(
    "text, reason",
    [
        ("size 4\n....\n...\n", "line 3, column 4: expected a row of 4 cells, found 3"),
        ("size 4\n....\n....\n", "line 3: expected 4 rows of 4 cells, found 2"),
        ("size 4\n...5\n", "line 2, column 4: expected a digit 1-4 or '.', found '5'"),
        ('title "x\nsize 4\n', "line 1, column 7: expected a text in quotation marks"),
        ("size 40\n", "expected a size from 1 to 36, found '40'"),
        ("size 4x5\n", "expected a size from 1 to 36, found '4x5'"),
        ("size\nanti-king\n", "expected a size from 1 to 36, found ''"),
        ("anti-king\n", "expected the rows of a grid, or a line such as 'size 9', found neither"),
    ],
)
def test_a_bad_grid_is_named(text: str, reason: str) -> None:
    assert reason in str(error_of(text, "setter"))


@pytest.mark.parametrize(
    "text", ["1...\n..2.\n.3..\n...4\n", "title,puzzle\nx," + "." * 16 + "\n", "size 6 shirts\n"]
)
def test_other_texts_are_not_taken(text: str) -> None:
    assert not get_format("setter").sniff(text.splitlines())


def test_what_would_be_lost_is_refused_by_name() -> None:
    why_not = get_format("setter").why_not
    assert "givens up to 4" in str(why_not(Puzzle(4, (5, *(0,) * 15))))
    assert "thermometer" in str(why_not(Puzzle(4, further=(Thermometer((99, 98)),))))
