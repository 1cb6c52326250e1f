"""Puzzles of each kind from what people have: grids, cages and regions in every form."""

from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import Cage, Geometry, Puzzle, PuzzleError
from tests.in_full import in_full
from tests.together import together

ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
LINE = "1.....2..3.....4"
GIVENS = tuple(digit for row in ROWS for digit in row)
PAIR = Cage("+", 3, (0, 1), repeats=False)


def test_an_order_alone_never_chooses_between_boxes_and_none() -> None:
    with pytest.raises(PuzzleError, match=r"Geometry.sudoku\(6\) .*Geometry.latin\(6\)"):
        Geometry(6)
    with pytest.raises(PuzzleError, match=r"Geometry.sudoku\(9\)"):
        Geometry(9, diagonals=True)
    with pytest.raises(PuzzleError, match=r"Puzzle.killer\(6, cages\) .*Puzzle.kenken\(6, cages\)"):
        Puzzle(6, cages=(PAIR,))
    with pytest.raises(PuzzleError, match="kind"):
        Puzzle(4, GIVENS, [PAIR])


def test_an_order_means_a_sudoku_where_nothing_is_ambiguous() -> None:
    assert Puzzle(9).geometry == Geometry.sudoku(9) == Geometry(9, (3, 3))
    assert Puzzle(7, cages=(PAIR,)).geometry == Geometry(7) == Geometry.latin(7)
    assert Geometry(6, None) == Geometry.latin(6) != Geometry.sudoku(6)
    assert in_full(Puzzle(np.int64(4))) == in_full(Puzzle(4))


@together(
    "grid",
    [
        ROWS,
        tuple(map(tuple, ROWS)),
        [digit for row in ROWS for digit in row],
        [[digit or None for digit in row] for row in ROWS],
        [[str(digit) if digit else "" for digit in row] for row in ROWS],
        [[str(digit) if digit else " . " for digit in row] for row in ROWS],
        ["1...", "..2.", ".3..", "...4"],
        list(LINE),
        LINE,
        LINE.encode(),
        "1...\n..2.\n.3..\n...4\n",
        *(np.array(ROWS, kind) for kind in ("int64", "int8", "uint8", "uint64", "float32")),
        np.array(ROWS).ravel(),
        np.array(ROWS, object),
        np.where(np.array(ROWS) == 0, np.nan, ROWS),
        [np.array(row) for row in ROWS],
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],
)
def test_a_grid_is_taken_in_every_form(grid: Any) -> None:
    expected = Puzzle(4, GIVENS)
    assert in_full(Puzzle.sudoku(grid)) == in_full(Puzzle(grid)) == in_full(expected)
    assert in_full(Puzzle(4, grid)) == in_full(expected)
    assert in_full(Puzzle.latin(grid)) == in_full(Puzzle(Geometry.latin(4), GIVENS))


def test_digits_above_nine_are_numbers_or_letters() -> None:
    rows = [["."] * 16 for _ in range(16)]
    rows[0][:4] = ["A", "g", "16", "9"]
    assert Puzzle.sudoku(rows).givens[:4] == (10, 16, 16, 9)
    with pytest.raises(PuzzleError, match=r"^r1c1: .*A\.\.G, .*found 'H'"):
        Puzzle.sudoku([["H", *rows[1][1:]], *rows[1:]])


def test_the_options_of_a_sudoku_make_its_houses() -> None:
    windoku = Puzzle.sudoku(9, windows=True, diagonals=True, title="both")
    kinds = [house.kind for house in windoku.geometry.houses]
    assert (kinds.count("extra"), kinds.count("diagonal"), windoku.title) == (4, 2, "both")
    assert windoku.geometry.extra[0] == (10, 11, 12, 19, 20, 21, 28, 29, 30)
    assert len(Puzzle.sudoku(16, windows=True).geometry.extra) == 9
    assert Puzzle.sudoku(6, box=(3, 2)).geometry.box == (3, 2)


def test_a_grid_read_as_one_kind_must_not_lose_the_rules_of_another() -> None:
    killer = pandoku.dumps(Puzzle.killer(4, {(0, 1): 3}), "json")
    assert in_full(Puzzle(killer)) == in_full(pandoku.loads(killer))
    with pytest.raises(PuzzleError, match=r"cages; pandoku\.loads"):
        Puzzle.latin(killer)
    with pytest.raises(PuzzleError, match=r"Puzzle.killer"):
        Puzzle(LINE, cages=(PAIR,))


@together(
    "cages",
    [
        [PAIR],
        [(3, (0, 1))],
        [(3, [(0, 0), (0, 1)])],
        [("3", "r1c1 r1c2")],
        [("+", 3, ["r1c1", "R1C2"])],
        {(0, 1): 3},
        {((0, 0), (0, 1)): 3},
        {"r1c1 r1c2": "3+"},
        {"r1c1 r1c2": "=3"},
        {frozenset({1, 0}): np.int64(3)},
        [(np.int32(3), np.array([0, 1]))],
        [(3, np.array([[0, 0], [0, 1]]))],
        ((target, cells) for target, cells in [(3, (0, 1))]),
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],
)
def test_the_cages_of_a_killer_are_sums_in_every_form(cages: Any) -> None:
    puzzle = Puzzle.killer(9, cages)
    assert (puzzle.geometry, puzzle.cages) == (Geometry.sudoku(9), (PAIR,))


@together(
    "clue, cage",
    [
        ("5+", Cage("+", 5, (0, 4))),
        ("+5", Cage("+", 5, (0, 4))),
        (("+", 5), Cage("+", 5, (0, 4))),
        ((5, "-"), Cage("-", 5, (0, 4))),
        ("12x", Cage("*", 12, (0, 4))),
        ("12 ×", Cage("*", 12, (0, 4))),
        ("2÷", Cage("/", 2, (0, 4))),
        ("2?", Cage("?", 2, (0, 4))),
    ],
)
def test_the_clue_of_a_kenken_is_an_operation_and_a_target(clue: Any, cage: Cage) -> None:
    for cages in ([(clue, [(0, 0), (1, 0)])], {(0, 4): clue}):
        puzzle = Puzzle.kenken(4, cages)
        assert (puzzle.geometry, puzzle.cages) == (Geometry.latin(4), (cage,))


def test_a_kenken_has_the_solution_that_boxes_would_forbid() -> None:
    rows = [[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]]
    cages = {(r, c): rows[r][c] for r in range(4) for c in range(4)}
    puzzle = Puzzle.kenken(4, [(digit, [cell]) for cell, digit in cages.items()])
    assert pandoku.solve(puzzle).grid == tuple(map(tuple, rows))
    assert not pandoku.solve(Puzzle.killer(4, [(d, [c]) for c, d in cages.items()])).count


@together(
    "cages, message",
    [
        ([("5", (0, 1))], r"cage 1: expected an operation, as in '5\+', or '5\?'"),
        ([("5+", (0, 1)), ("q", (2,))], "cage 2: expected a clue .*found 'q'"),
        ([("+5+", (0, 1))], "cage 1: expected a clue"),
        ([("9" * 5000 + "+", (0, 1))], "cage 1: expected a clue .*, found '999.{0,60}$"),
        ([("5^", (0, 1))], r"expected an operation out of .*found '\^'"),
        ([("5+", "r1c5 r1c4")], "cage 1: expected a cell 0..15, .*found 'r1c5'"),
        ([("5+", (0, True))], "cage 1: expected a cell .*found True"),
        ([("5+",)], "cage 1: expected a Cage, "),
        ([7], "cage 1: expected a Cage, .*found 7"),
        (7, "expected cages as a list .*found 7"),
        ("5+", "expected cages as a list"),
    ],
)
def test_a_cage_of_another_form_is_refused_with_its_number(cages: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle.kenken(4, cages)


@together(
    "regions",
    [
        "AABB AABC DDBC DDCC",
        "aabb\naabc\nddbc\nddcc\n",
        list("AABBAABCDDBCDDCC"),
        [1, 1, 2, 2, 1, 1, 2, 3, 4, 4, 2, 3, 4, 4, 3, 3],
        [[1, 1, 2, 2], [1, 1, 2, 3], [4, 4, 2, 3], [4, 4, 3, 3]],
        np.array([[1, 1, 2, 2], [1, 1, 2, 3], [4, 4, 2, 3], [4, 4, 3, 3]]),
        ["AABB", "AABC", "DDBC", "DDCC"],
        [[0, 1, 4, 5], [2, 3, 6, 10], [7, 11, 14, 15], [8, 9, 12, 13]],
        [
            [(0, 0), (0, 1), (1, 0), (1, 1)],
            [(0, 2), (0, 3), (1, 2), (2, 2)],
            [(1, 3), (2, 3), (3, 2), (3, 3)],
            [(2, 0), (2, 1), (3, 0), (3, 1)],
        ],
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],
)
def test_regions_are_taken_in_every_form(regions: Any) -> None:
    expected = (0, 0, 1, 1, 0, 0, 1, 2, 3, 3, 1, 2, 3, 3, 2, 2)
    assert Puzzle.jigsaw(4, regions).geometry == Geometry(4, regions=expected)


def test_lists_of_cells_that_overlap_are_not_taken_for_regions() -> None:
    with pytest.raises(PuzzleError, match="expected 2 regions, found 3"):
        Puzzle.jigsaw(2, [[0, 1], [1, 3]])
