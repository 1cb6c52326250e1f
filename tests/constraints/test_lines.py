"""Lines without a direction: whispers, renbans, nabners, classes and sequences, in words."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints.whisper import Whisper
from pandoku.errors import PandokuError
from pandoku.formats import dumps, loads
from pandoku.model import Constraint, Stroke, center_of

SUDOKU9 = Geometry.sudoku(9)
LOOP = "r1c1 r1c2 r2c2 r2c1 r1c1"


def holds(line: Constraint, *digits: int, n: int = 9) -> bool:
    """Return whether a line holds with these digits from its first cell on."""
    placed = line.placed(n)
    cells = dict.fromkeys(placed.cells)  # type: ignore[attr-defined]
    grid = [1] * (n * n)
    for cell, digit in zip(cells, digits, strict=True):
        grid[cell] = digit
    puzzle = Puzzle(Geometry.latin(n), further=(placed,))
    answer = placed.holds(grid, puzzle)
    assert all(relation.allows(grid) for relation in placed.relations(puzzle)) == answer
    return answer


def defects(line: Constraint, geometry: Geometry = SUDOKU9) -> str:
    return "; ".join(line.placed(geometry.order).defects(geometry))


# ---- all lines

every_line = pytest.mark.parametrize("kind", [Whisper])


@every_line
def test_a_line_is_its_reverse_and_a_loop_starts_anywhere(kind: type[Whisper]) -> None:
    forms = ("r1c1 r1c2 r2c3", "r2c3 r1c2 r1c1")
    assert len({kind(cells).placed(9) for cells in forms}) == 1
    loops = (LOOP, "r2c2 r2c1 r1c1 r1c2 r2c2", "r2c1 r2c2 r1c2 r1c1 r2c1")
    assert len({kind(cells).placed(9) for cells in loops}) == 1


@every_line
def test_a_closed_line_is_drawn_as_a_loop_and_survives_json(kind: type[Whisper]) -> None:
    line = kind("r1c1 r1c2 r1c3 r2c3 r3c3 r2c2 r1c1").placed(6)
    assert defects(line, Geometry.sudoku(6)) == ""
    (stroke,) = line.decorations(Geometry.sudoku(6))
    assert isinstance(stroke, Stroke)
    assert stroke.points[0] == stroke.points[-1] == center_of(0, 6)
    puzzle = Puzzle.sudoku(6).with_(line)
    assert loads(dumps(puzzle, "json")) == puzzle


@every_line
@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("r1c1", "expected at least 2 cells, found 1"),
        ("r1c1 r1c1", "at least 2 cells"),
        ("r1c1 r1c2 r1c1", "found r1c1 twice"),
        ("r1c1 r1c2 r1c2 r1c3", "found r1c2 twice"),
        ("r1c1 r1c3", "expected cells that touch"),
    ],
)
def test_a_malformed_line_is_a_defect(kind: type[Whisper], cells: str, reason: str) -> None:
    assert reason in defects(kind(cells))


# ---- whispers


@pytest.mark.parametrize(("order", "least"), [(4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5)])
def test_a_whisper_without_a_value_is_half_the_order_rounded_up(order: int, least: int) -> None:
    """Rangsk's solver and Sudoku Maker do so; a fixed 5 would leave a 6x6 only 1 and 6."""
    line = Whisper("r1c1 r2c2")
    assert holds(line, 1, 1 + least, n=order)
    assert not holds(line, 1, least, n=order)
    assert holds(Whisper("r1c1 r2c2", least - 1), 1, least, n=order)


def test_digits_may_repeat_on_a_whisper() -> None:
    assert holds(Whisper("r1c1 r2c2 r3c3 r4c4"), 1, 6, 1, 6)
    assert not holds(Whisper("r1c1 r2c2 r3c3 r4c4"), 1, 6, 2, 6)


def test_a_closed_whisper_compares_its_last_cell_with_its_first() -> None:
    """Setters repeat the first cell at the end, and expect the rule to hold all around."""
    open_line, loop = Whisper("r1c1 r1c2 r2c2 r2c1", 2), Whisper(LOOP, 2)
    for digits in ((1, 4, 6, 2), (1, 4, 6, 1)):
        assert holds(open_line, *digits)
        assert not holds(loop, *digits)
    assert holds(loop, 1, 4, 6, 3)


def test_a_whisper_may_end_inside_itself() -> None:
    line = Whisper("r5c7 r4c6 r5c5 r6c6 r5c7 r6c7")
    assert defects(line) == ""
    assert holds(line, 6, 1, 7, 1, 1)
    assert not holds(line, 6, 1, 7, 1, 2)
    assert not holds(line, 6, 1, 7, 2, 1)


def test_a_loop_of_an_odd_number_of_cells_needs_a_small_difference() -> None:
    triangle, lollipop = "r1c1 r1c2 r2c2 r1c1", "r3c3 r2c2 r1c1 r1c2 r2c2"
    for cells in (triangle, lollipop):
        assert "alternate if they differ by 5" in defects(Whisper(cells))
        assert defects(Whisper(cells, 4)) == ""
    one = Puzzle.latin(9).with_(Whisper(triangle, 4))
    assert {*pandoku.solve(one).solutions[0][:2]} < {1, 5, 9}


@pytest.mark.parametrize("value", [0, -1, 1.5, "2", True])
def test_the_difference_of_a_whisper_is_a_whole_number(value: object) -> None:
    with pytest.raises(PuzzleError, match="whole number of at least 1 as the difference"):
        Whisper("r1c1 r1c2", value)  # type: ignore[arg-type]


def test_a_difference_out_of_reach_is_a_defect() -> None:
    assert defects(Whisper("r1c1 r1c2", 9)) == "no two digits of 1..9 differ by 9"
    assert defects(Whisper("r1c1 r1c2", 8)) == ""


def test_the_difference_is_part_of_the_heading_and_of_the_rule_if_it_is_given() -> None:
    assert Whisper("r1c1 r1c2").heading() == "whisper line"
    assert Whisper("r1c1 r1c2", 4).heading() == "whisper line 4"
    assert Whisper("r1c1 r1c2").rule() == ""
    assert Whisper("r1c1 r1c2", 4).rule() == "Neighbors on the line differ by at least 4."


def test_a_solution_holds_all_around_a_loop() -> None:
    puzzle = Puzzle.sudoku(6).with_(Whisper("r1c1 r1c2 r2c3 r3c3 r3c2 r2c1 r1c1"))
    for solution in pandoku.solve(puzzle, limit=20).solutions:
        (line,) = puzzle.further
        digits = [solution[cell] for cell in line.cells]  # type: ignore[attr-defined]
        assert all(abs(a - b) >= 3 for a, b in pairwise(digits))


# ---- f-puzzles


@pytest.mark.parametrize(
    ("key", "entry", "line"),
    [
        ("whispers", {}, Whisper("r1c1 r1c2 r2c3")),
        ("whispers", {"value": "4"}, Whisper("r1c1 r1c2 r2c3", 4)),
    ],
)
def test_a_line_is_a_key_of_f_puzzles(key: str, entry: dict[str, str], line: Constraint) -> None:
    grid: list[list[dict[str, object]]] = [[{}] * 9] * 9
    lines = {"lines": [["R1C1", "R1C2", "R2C3"]]}
    text = json.dumps({"size": 9, "grid": grid, key: [lines | entry]})
    puzzle = loads(text, format="f-puzzles")
    assert puzzle.further == (line.placed(9),)
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle


def test_an_unusable_value_of_a_whisper_in_f_puzzles_is_an_error() -> None:
    entry = {"lines": [["R1C1", "R1C2"]], "value": "0"}
    text = json.dumps({"size": 2, "grid": [[{}] * 2] * 2, "whispers": [entry]})
    with pytest.raises(PandokuError, match="whole number of at least 1"):
        loads(text, format="f-puzzles")
